"""A command opens each store once: a file is verified once, and nothing is left beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from evobool import Results, Run, Study, grid
from evobool.cli import main
from evobool.studies.store import seals
from evobool.studies.store.one import OneStore
from evobool.studies.store.opening import check_ours as structure
from evobool.studies.store.store import Store
from evobool.studies.work.executors import Work, carry_out
from tests.support.pretended import pretend

GRID = "--grid n=2,3,4 --grid limit=n,2n --grid max_iterations=300 --seed 5 --engine packed --workers 1"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often SQLite's own check was made of each file, how often seals were, and all runs were read."""
    counts: Counter[str] = Counter()
    sealed, columns = seals.check_seals, Store.columns

    def check_ours(path: Path) -> None:
        counts[f"structure of {path.name}"] += 1
        structure(path)

    def check_seals(connection: object, path: Path) -> None:
        counts[f"seals of {path.name}"] += 1
        sealed(connection, path)  # type: ignore[arg-type]

    def every(store: Store, names: tuple[str, ...], keys: object = None) -> object:
        counts[f"all of {store.path.name}"] += names == store.column_names() and keys is None
        return columns(store, names, keys)  # type: ignore[arg-type]

    monkeypatch.setattr("evobool.studies.store.file.check_ours", check_ours)
    monkeypatch.setattr(seals, "check_seals", check_seals)
    monkeypatch.setattr(Store, "columns", every)
    return counts


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "a.db"
    settings = grid(n=[2, 3, 4], limit=["n", "2n"], max_iterations=300)
    Study(settings, runs=8, seed=5, engine="reference").collect(path, workers=1)
    return path


@pytest.mark.parametrize(
    "words",
    [
        "study show {a} --value S",
        "study show {a} --value B",
        "study fit {a}",
        "study plot {a} --out {folder}/a.svg --law best",
        "study compare {a} {b}",
        "study export {a} --out {folder}/csv",
        "study export {a} --format parquet --out {folder}/parquet",
        "study export {a} --format ioh --out {folder}/ioh",
        "study status {a}",
        "study stuck {a} --quiet",
        "study run --store {a} --runs 8 --quiet " + GRID,
        "study run --store {a} --runs 9 --quiet " + GRID,
        "study run --store {a} --runs 9 --progress json " + GRID,
        "study run --store {new} --runs 2 --quiet " + GRID,
        "study check {a}",
    ],
)
def test_a_command_verifies_a_store_once(
    words: str, store: Path, tmp_path: Path, opened: Counter[str], capsys: pytest.CaptureFixture[str]
) -> None:
    other, new = tmp_path / "b.db", tmp_path / "new.db"
    other.write_bytes(store.read_bytes())
    opened.clear()
    main(words.format(a=store, b=other, new=new, folder=tmp_path).split())
    capsys.readouterr()
    names = [path.name for path in (store, other, new) if words.count(f"{{{path.stem}}}")]
    assert max(opened.values(), default=0) <= 1, opened
    if "check" not in words and "new" not in words:  # `check` looks for more by itself
        assert all(opened[f"structure of {name}"] == opened[f"seals of {name}"] == 1 for name in names)
    assert opened["all of a.db"] == ("--runs 9" in words)
    assert not list(tmp_path.glob("*.db-*")), "nothing is left beside a store"


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ("reproduce table1 races --runs {runs} --quiet --workers 1", "--json"),
        ("atlas --n 1 --runs {runs} --max-iterations 50 --quiet --workers 1", ""),
    ],
)
def test_a_folder_is_verified_once(
    words: str,
    more: str,
    tmp_path: Path,
    opened: Counter[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def carry(works: Sequence[Work], workers: int) -> Generator[Sequence[Run], None, None]:
        if "atlas" in words:
            return carry_out([replace(work, engine="reference") for work in works], 1)
        return pretend(works)

    monkeypatch.setattr("evobool.studies.plan.study.carry_out", carry)
    for runs, verified in ((2, 0), (2, 0), (3, 1)):
        first = not (tmp_path / "out").exists()
        opened.clear()
        main([*words.format(runs=runs).split(), "--out", str(tmp_path / "out"), *more.split()])
        capsys.readouterr()
        assert opened["structure of runs.db"] == (not first)
        assert opened["seals of runs.db"] == 1
        assert opened["all of runs.db"] == (1 if first else verified), "before runs are added, and then once"
        assert not list((tmp_path / "out").glob("*.db-*"))


def test_results_share_what_is_open(store: Path, opened: Counter[str]) -> None:
    with Results(store) as results:
        both = zip(results.samples("T"), results.samples("S"), strict=True)
        assert [one.setting for one, _ in both] == list(results.settings().values())
        results.summary()
    assert opened["structure of a.db"] == 1
    results.summary()
    assert opened["structure of a.db"] == 2, "nothing stays open"


def test_an_open_store_is_written_too(store: Path, opened: Counter[str]) -> None:
    with OneStore(store) as one:
        assert Study(grid(n=5), runs=2).owing(one) == 2
        results = Study(grid(n=5), runs=2, engine="reference").collect(one, workers=1)
        assert results.one is one
        assert len(results.settings()) == 7
    assert opened["structure of a.db"] == 1
