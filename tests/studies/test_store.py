"""The store: what is committed stays, what is written twice counts once, what is not ours is not touched."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from evobool import InputError, Setting
from evobool.engines import pick
from evobool.model.seeds import setting_seed
from evobool.studies.analysis.results import Results
from evobool.studies.plan.plan import parse_grid, read_plan
from evobool.studies.plan.study import Study, grid
from evobool.studies.store.columns import COLUMNS
from evobool.studies.store.merge import merge
from evobool.studies.store.store import Store, StoreError
from tests.support.pretended import pretended
from tests.support.reliability import tried
from tests.support.stores import count, kill_at_birth, rows

SETTINGS = grid(n=[3, 4], limit=["n", "2n"])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An uninterrupted study of 4 x 60 runs."""
    path = tmp_path_factory.mktemp("whole") / "whole.db"
    Study(SETTINGS, runs=60, seed=5).collect(path, workers=1)
    return path


def test_a_study_equals_its_runs_made_one_by_one(whole: Path) -> None:
    found = rows(whole)
    for setting in SETTINGS:
        runs = pick(setting, "reference").runs(setting_seed(5, setting), 0, 5)
        for run, row in zip(runs, found[setting.id], strict=False):
            kept = dict(zip([name for name in COLUMNS if name != "provenance"], row, strict=True))
            assert kept["iterations"] == run.iterations
            assert kept["tree"] == " ".join(map(str, run.tree.prefix))


def test_the_same_again_changes_nothing(whole: Path) -> None:
    before = whole.read_bytes()
    Study(SETTINGS, runs=60, seed=5).collect(whole)
    Study(SETTINGS, runs=60).collect(whole)  # the store knows its seed
    assert whole.read_bytes() == before


def test_more_runs_continue(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "grown.db"
    for runs in (10, 35, 60):
        Study(SETTINGS, runs=runs, seed=5).collect(path, workers=2)
    assert rows(path) == rows(whole)


def test_gaps_are_filled(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "gaps.db"
    with Store(path, seed=5) as store:
        store.add_settings(SETTINGS)
        note = store.add_provenance({"made": "by hand"})
        for setting in SETTINGS:
            runs = pick(setting).runs(setting_seed(5, setting), 7, 9)
            assert store.add_runs([runs], note) == 9
            assert store.add_runs([runs], note) == 0
        assert store.missing([SETTINGS[0]], 60)[SETTINGS[0].id] == [(0, 7), (16, 44)]
    Study(SETTINGS, runs=60, seed=5).collect(path)
    assert rows(path) == rows(whole)


def test_what_is_owed_takes_work_in_proportion_to_the_settings(tmp_path: Path) -> None:
    """Counted in SQLite's own steps, for a store with one run of each setting and for one without any."""

    def steps(count: int, begun: bool) -> int:
        study = Study([Setting(n=2, max_iterations=10 + k) for k in range(count)], runs=3, seed=1)
        with Store(tmp_path / f"{count}-{begun}.db", seed=1) as store:
            store.add_settings(study.settings)
            note = store.add_provenance({})
            if begun:
                store.add_runs([[pretended(setting, 1, 0)] for setting in study.settings], note)
            taken = 0

            def step() -> int:
                nonlocal taken
                taken += 1
                return 0

            store.connection.set_progress_handler(step, 1)
            owed = study.owed(store)
            assert sum(work.count for work in owed) == (2 if begun else 3) * count
        return taken

    for begun in (False, True):
        assert steps(400, begun) < 4.5 * steps(100, begun)


def command(path: Path, *more: str) -> list[str]:
    words = f"-m evobool study run --store {path} --grid n=3,4 --grid limit=n,2n --runs 60 --seed 5 --quiet"
    return [sys.executable, *words.split(), *more]


SLOW_STUDY = """
import sys, time
import evobool.studies.work.executors, evobool.studies.plan.study
from evobool.cli import main
evobool.studies.plan.study.COMMIT_SECONDS, evobool.studies.work.executors.LARGEST_CHUNK = 0.0, 1
add = evobool.studies.plan.study._Writer.add
def slowly(self, runs):
    add(self, runs)
    time.sleep(float(sys.argv[1]))
evobool.studies.plan.study._Writer.add = slowly
main(sys.argv[2:])
"""


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("kills", "pause"),
    [(8, "0.02"), pytest.param(40, "0.08", marks=pytest.mark.slow)],
    ids=["some", "dozens"],
)
def test_kill_at_any_moment_loses_nothing(kills: int, pause: str, whole: Path, tmp_path: Path) -> None:
    """Killed at random points after the first commit of each try, then left to finish."""
    path, rng, held = tmp_path / "killed.db", random.Random(1), 0
    words = [
        sys.executable,
        "-c",
        SLOW_STUDY,
        pause,
        *command(path, "--engine", "reference", "--workers", "1")[3:],
    ]
    for _ in range(kills):
        process = subprocess.Popen(words)
        while count(path) <= held and process.poll() is None:
            time.sleep(0.01)
        time.sleep(rng.random() * 0.3)
        seen = count(path)
        assert process.poll() is None, "the study is meant to be interrupted"
        process.kill()
        process.wait()
        held = count(path)
        assert held >= seen > 0, "what was committed is there"
    assert held < 240
    words[3] = "0"
    assert subprocess.run(words, check=False).returncode == 0
    assert rows(path) == {
        key: [(*row[:-2], "reference", row[-1]) for row in found] for key, found in rows(whole).items()
    }
    tried("kill", "kill -9 at a random moment of a study, then continued", kills)


@pytest.mark.parametrize("walled", [False, True])
def test_a_store_killed_before_it_had_tables_is_none_yet(tmp_path: Path, walled: bool) -> None:
    path = tmp_path / "born.db"
    kill_at_birth(path, walled)
    with pytest.raises(InputError, match="holds no runs yet"):
        Store(path)
    study = Study([Setting(n=3)], runs=2, engine="reference")
    assert study.collect(path, workers=1).summary()["runs"].to_list() == [2]


@pytest.mark.long
@pytest.mark.compiled
def test_two_writers_at_once(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "shared.db"
    processes = [subprocess.Popen(command(path, "--workers", "1")) for _ in range(3)]
    assert [process.wait(timeout=120) for process in processes] == [0, 0, 0]
    assert rows(path) == rows(whole)


@pytest.mark.long
@pytest.mark.compiled
def test_ctrl_c_commits_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "long.db"
    words = f"-m evobool study run --store {path} --grid n=12 --grid literals=all --runs 100000 --seed 5"
    process = subprocess.Popen([sys.executable, *words.split()], stderr=subprocess.PIPE, text=True)
    for _ in range(600):
        time.sleep(0.1)
        if count(path) > 0:
            break
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "rerun to continue" in errors
    with Store(path) as store:
        assert 0 < sum(store.done().values()) < 100_000


@pytest.fixture
def limited_file_size() -> Iterator[None]:
    """A file layer that refuses to grow a file beyond 200 kB, as a full disk would."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


def test_a_disk_that_fills_loses_nothing_committed(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    path, setting = tmp_path / "full.db", Setting(n=3)
    runs = pick(setting, "reference").runs(setting_seed(5, setting), 0, 30)
    with Store(path, seed=5) as store:
        store.add_settings([setting])
        note = store.add_provenance({})
        store.add_runs([runs], note)
        request.getfixturevalue("limited_file_size")
        many = [type(run)(**(vars(run) | {"index": index})) for index in range(30, 6_000) for run in runs[:1]]
        with pytest.raises(StoreError, match="what was committed is safe"):
            store.add_runs([many], note)
        assert store.done() == {setting.id: 30}
    with Store(path) as store:
        assert store.done() == {setting.id: 30}


@pytest.mark.parametrize(
    "content", [b"not a database at all, but text " * 100, b"SQLite format 3\0" + b"x" * 5000]
)
def test_a_damaged_or_foreign_file_is_refused_and_not_touched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign.db"
    path.write_bytes(content)
    for seed in (None, 1):
        with pytest.raises(InputError, match=r"^store = .*foreign.db: is "):
            Store(path, seed=seed)
    assert path.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["foreign.db"]


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE run (a)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(InputError, match="of another program"):
        Store(path, seed=1)
    assert path.read_bytes() == before


def test_a_damaged_page_is_found(whole: Path, tmp_path: Path) -> None:
    path, content = tmp_path / "damaged.db", bytearray(whole.read_bytes())
    content[4096 * 4 + 5 : 4096 * 4 + 900] = b"\xff" * 895
    path.write_bytes(bytes(content))
    with pytest.raises(InputError, match=r"damaged|not a store"):
        Store(path, seed=5)
    assert path.read_bytes() == bytes(content)


def test_a_newer_schema_is_refused(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    path.write_bytes(whole.read_bytes())
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(InputError, match="has schema 99"):
        Store(path, seed=5)


def test_seeds_do_not_mix(whole: Path) -> None:
    with pytest.raises(InputError, match=r"^seed = 6: .* holds runs of seed 5"):
        Store(whole, seed=6)
    with pytest.raises(InputError, match="there is no such file"):
        Store(whole.with_name("absent.db"))


def test_merge(whole: Path, tmp_path: Path) -> None:
    first, second, both = (tmp_path / name for name in ("a.db", "b.db", "all.db"))
    Study(SETTINGS[:3], runs=60, seed=5).collect(first)
    Study(SETTINGS[2:], runs=60, seed=5).collect(second)
    assert merge([first, second], both).added == 240
    assert merge([first, second], both).added == 0
    assert rows(both) == rows(whole)
    other = tmp_path / "other.db"
    Study(SETTINGS[:1], runs=1, seed=6).collect(other)
    with pytest.raises(InputError, match="different seeds"):
        merge([first, other], both)


def test_summary_is_that_of_the_runs(whole: Path) -> None:
    frame = Results(whole).summary(intervals=True)
    for row, setting in zip(frame.iter_rows(named=True), SETTINGS, strict=True):
        runs = pick(setting, "reference").runs(setting_seed(5, setting), 0, 60)
        times = [run.iterations for run in runs if run.solved]
        assert row["id"] == setting.id
        assert row["runs"] == 60
        assert row["T_mean"] == pytest.approx(sum(times) / len(times))
        assert row["T_low"] <= row["T_mean"] <= row["T_high"]
        assert row["B_low"] <= row["B"] <= row["B_high"]
    table = Results(whole).pivot("n", "limit")
    assert table.columns == ["n", "limit = n", "limit = 2n"]


@pytest.mark.parametrize(
    ("rows", "columns", "value", "why"),
    [("n", "n", "T", "must differ"), ("m", "n", "T", "rows = m"), ("n", "limit", "U", "value = U")],
)
def test_bad_tables(whole: Path, rows: str, columns: str, value: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        Results(whole).pivot(rows, columns, value)


def test_grids() -> None:
    assert [setting.n for setting in grid(n=[4, 8])] == [4, 8]
    assert len(grid(n=[4, 4], limit=["n", "4"])) == 2
    assert parse_grid(["functions=and,and+or"]) == {"functions": [("and",), ("and", "or")]}
    for fields, why in (
        ({"m": 4}, "grid = m: unknown field"),
        ({"limitt": "n", "n": 4}, "did you mean limit?"),
        ({"n": []}, "the grid is empty"),
        ({"limit": "n"}, "grid = n: must be given"),
        ({"n": [4, 0]}, "n = 0"),
    ):
        with pytest.raises(InputError, match=why):
            grid(**fields)
    for word in ("n", "n=", "n=x"):
        with pytest.raises(InputError):
            grid(**parse_grid([word]))


def test_plans(tmp_path: Path) -> None:
    path = tmp_path / "leaf.toml"
    path.write_text('runs = 7\nseed = 3\n[grid]\nn = [4, 8]\nlimit = "n"\n')
    study = read_plan(path).study()
    assert (study.runs, study.seed, [setting.n for setting in study.settings]) == (7, 3, [4, 8])
    for text, why in (
        ("run = 7", "unknown key run; did you mean runs?"),
        ("runs = 7", "the grid is empty"),
        ("grid = 3", "must be a table"),
        ("runs = ", "is not TOML"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=why):
            read_plan(path).study()
    with pytest.raises(InputError, match="No such file"):
        read_plan(tmp_path / "absent.toml")
    with pytest.raises(InputError, match="study is empty"):
        Study([])
