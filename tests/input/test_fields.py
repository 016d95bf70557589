"""Fields beside a setting's: as many, as far and as wide as can be meant, and the same answer everywhere."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

import evobool
from evobool import InputError, Setting, Study, Tree, evolve, race
from evobool.cli import main
from evobool.engines import ENGINES, pick
from evobool.studies.work import executors

WIDE = 2**63


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as stop:
        main(words)
    printed = capsys.readouterr()
    assert (stop.value.code, printed.out) == (2, "")
    assert printed.err.count("\n") == 1, printed.err
    return printed.err


@pytest.mark.parametrize("engine", ENGINES)
def test_an_index_beyond_a_word_is_refused_by_every_engine(engine: str) -> None:
    for index in (WIDE, 2**64, 10**5000):
        with pytest.raises(InputError, match=r"index = .*: must be less than 2\^63"):
            evolve(n=4, seed=1, index=index, engine=engine)
        with pytest.raises(InputError, match="index = "):
            race(n=4, seed=1, index=index, runs=2, engine=engine)
    with pytest.raises(InputError, match="index = "):
        race(n=4, seed=1, index=2**62, runs=2, engine=engine)


def test_the_last_index_gives_the_same_run_everywhere() -> None:
    found = [evolve(n=4, seed=1, index=WIDE - 1, engine=engine) for engine in ENGINES]
    assert found.count(found[0]) == len(found)
    assert found[0].index == WIDE - 1


@pytest.mark.parametrize("engine", ENGINES)
def test_max_branches_is_bounded_for_every_engine(engine: str) -> None:
    for value in (0, -1, 10**9, WIDE, 10**5000, 1.5, True, "3"):
        with pytest.raises(InputError, match="max_branches = "):
            evolve(n=4, seed=1, engine=engine, max_branches=value)  # type: ignore[arg-type]
        with pytest.raises(InputError, match="max_branches = "):
            Study([Setting(n=4)], engine=engine, max_branches=value)  # type: ignore[arg-type]
    assert evolve(n=4, seed=1, engine=engine, max_branches=10**8).solved


@pytest.mark.parametrize(
    ("command", "field"),
    [
        ("run --n 4 --runs", "runs"),
        ("run --n 4 --race", "race"),
        ("run --n 4 --index", "index"),
        ("run --n 4 --max-branches", "max_branches"),
        ("run --n 4 --workers", "workers"),
        ("run --n 4 --seed", "seed"),
        ("run --n 4 --max-iterations", "max_iterations"),
        ("run --n 4 --offspring", "offspring"),
        ("study run --store a.db --grid n=4 --runs", "runs"),
        ("study run --store a.db --grid n=4 --workers", "workers"),
        ("study status a.db --runs", "runs"),
        ("study stuck a.db --most", "most"),
        ("study stuck a.db --cap", "cap"),
        ("study stuck a.db --seconds", "seconds"),
        ("reproduce table1 --out folder --runs", "runs"),
        ("reproduce table1 --out folder --workers", "workers"),
        ("atlas --out folder --n", "n"),
        ("atlas --out folder --runs", "runs"),
        ("atlas --out folder --workers", "workers"),
        ("atlas --out folder --max-iterations", "max_iterations"),
        ("exact --n 2 --limit 2 --simulate", "simulate"),
        ("exact --n 2 --limit 2 --max-states", "max_states"),
        ("drift --n 4 --runs", "runs"),
        ("landscape x1 --n 4 --cap", "cap"),
    ],
)
def test_numbers_beyond_all_measure_are_refused(
    command: str, field: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    for value in (2**63, 2**64, 10**400, -1)[field == "seed" :]:  # a seed may have 64 bits
        assert refused(capsys, *command.split(), str(value)).startswith(f"evobool: {field} = ")
    assert list(tmp_path.iterdir()) == []


def test_as_many_workers_as_a_system_may_have(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
) -> None:
    message = refused(capsys, "run", "--n", "4", "--runs", "100000", "--workers", "100000")
    assert "workers = 100000: must be at most 1024" in message
    with pytest.raises(InputError, match="workers = 1025"):
        Study([Setting(n=4)], runs=5, seed=1).collect(tmp_path / "a.db", workers=1025)
    assert list(tmp_path.iterdir()) == []

    def start(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(InputError, match="workers = 40: the system starts no more threads; use fewer"):
        next(executors.carry_out([executors.Work(Setting(n=4), 1, 0, 100)], 40))


@pytest.mark.parametrize("group", ["foo", "__class__", "id", "leaf_limit", "n;", ""])
def test_groups_are_fields(group: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store = tmp_path / "a.db"
    Study(evobool.grid(n=[2, 3, 4]), runs=3, seed=1).collect(store)
    for command in ("fit", "plot"):
        out = ["--out", str(tmp_path / "a.svg")]
        if group:
            assert "group = " in refused(capsys, "study", command, str(store), "--group", group, *out)
        for option in ("--x", "--y"):
            refused(capsys, "study", command, str(store), option, group or "none", *out)
    for option in ("--rows", "--columns", "--value"):
        refused(capsys, "study", "show", str(store), option, group or "none")
    assert not (tmp_path / "a.svg").exists()


def test_the_largest_seed_is_one() -> None:
    assert evolve(n=3, seed=2**64 - 1).seed == 2**64 - 1
    with pytest.raises(InputError, match=r"seed = 18446744073709551616: must be less than 2\^64"):
        evolve(n=3, seed=2**64)


def test_trees_are_made_of_text_or_tokens() -> None:
    for value in (5, None, b"x1", ["x1"], 10**5000):
        with pytest.raises(InputError, match="tree = "):
            Tree.parse(value)  # type: ignore[arg-type]
    for tokens in (5, None, "x1", {1: 2}, (0,), (True,), (1.0,), ("and", 1, 10**9), (None,), ([1],)):
        with pytest.raises(InputError, match="tree = "):
            Tree(tokens)  # type: ignore[arg-type]


def test_an_engine_knows_its_bound() -> None:
    with pytest.raises(InputError, match="engine = 5"):
        pick(Setting(n=4), 5)  # type: ignore[arg-type]


def test_what_the_fuzzer_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd: Any
    for odd in (1.5, True, len, [1], "x1"):
        with pytest.raises(InputError, match="settings = "):
            Study(odd)
    study = Study([Setting(n=2)], runs=2, seed=1)
    with pytest.raises(InputError, match="progress = x"):
        study.collect(tmp_path / "a.db", progress="x")  # type: ignore[arg-type]
    for path in (5, "\0", 5000 * "x"):
        with pytest.raises(InputError, match="store = "):
            study.owing(path)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="chosen = -1"):
        list(study.collect(tmp_path / "a.db").runs(-1))  # type: ignore[arg-type]
    picture = str(tmp_path / "a.svg")
    command = f"drift --n 3 --functions or --max-iterations 5 --seed 1 --runs 2 --quiet --plot {picture}"
    assert "drifts = all" in refused(capsys, *command.split())
