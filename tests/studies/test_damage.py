"""A damaged store is refused in one line, or shows what the sound one shows; nothing in between."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from evobool import Study, grid
from evobool.cli import main
from evobool.studies.store.columns import COLUMNS
from evobool.studies.store.store import Store
from tests.support.damaging import variants
from tests.support.reliability import tried

SETTINGS = [
    *grid(n=3, limit=["n", "2n"], deletion="leaf"),
    *grid(n=[3, 4, 5, 6], limit="3n", max_iterations=400),
    *grid(n=2, functions=[("and", "or", "xor")], max_iterations=50),
]
GRIDS = "--grid n=3 --grid limit=n,2n --grid deletion=leaf"
COMMANDS = {
    "run": f"run --store STORE {GRIDS} --runs 40 --engine packed --workers 1",
    "more": f"run --store STORE {GRIDS} --runs 45 --engine packed --workers 1 --quiet",
    "status": "status STORE --runs 50",
    "show": "show STORE --columns limit --where max_iterations=10000",
    "counts": "show STORE --columns limit --value xors_final --where max_iterations=50",
    "stuck": "stuck STORE --most 3 --cap 500 --quiet",
    "plot": "plot STORE --out OUT/a.png --where deletion=leaf --y B --x-scale linear",
    "fit": "fit STORE --where limit=3n",
    "compare": "compare STORE GOOD",
    "csv": "export STORE --out OUT/csv",
    "parquet": "export STORE --format parquet --out OUT/parquet",
    "ioh": "export STORE --format ioh --out OUT/ioh",
    "merge": "merge STORE --into OUT/b.db",
    "check": "check STORE",
    "sound": "merge STORE --into OUT/b.db --sound",
}


class Outcome(NamedTuple):
    """How a command ended, and all that it left."""

    code: int
    printed: str
    errors: str
    files: dict[str, bytes]


class Bench:
    """A folder where one store after the other is laid down and commands are run on it."""

    def __init__(self, folder: Path) -> None:
        self.store, self.out, self.good = folder / "a.db", folder / "out", folder / "good.db"
        self.others = [folder / "earlier.db", folder / "other.db"]
        for path, runs, seed in ((self.good, 40, 5), (self.others[0], 17, 5), (self.others[1], 40, 6)):
            for settings, times in ((SETTINGS[:-1], 1), (SETTINGS[-1:], 3)):
                Study(settings, runs=runs * times, seed=seed, engine="packed").collect(path, workers=1)
        self.expected = {
            name: self.outcome(self.good.read_bytes(), words) for name, words in COMMANDS.items()
        }

    def outcome(self, content: bytes, words: str) -> Outcome:
        """Run a command on a store of this content."""
        for path in self.store.parent.glob("a.db*"):
            path.unlink()
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir()
        self.store.write_bytes(content)
        places = {"STORE": self.store, "GOOD": self.good, "OUT": self.out}
        for mark, path in places.items():
            words = words.replace(mark, str(path))
        printed, errors, code = io.StringIO(), io.StringIO(), 0
        with redirect_stdout(printed), redirect_stderr(errors):
            try:
                main(["study", *words.split()])
            except SystemExit as ended:
                code = int(str(ended.code))
        files = {
            str(path.relative_to(self.out)): path.read_bytes()
            for path in self.out.rglob("*")
            if path.is_file()
        }
        if "--runs 45" in words:
            files["a.db"] = dumped(self.store) if code == 0 else self.store.read_bytes()
        if (self.out / "b.db").exists():
            files = {"b.db": dumped(self.out / "b.db")}
        return Outcome(code, printed.getvalue(), errors.getvalue(), files)

    def wrong(self, name: str, content: bytes) -> str | None:
        """What is wrong with how a command treats a damaged store, None if nothing is."""
        found, expected = self.outcome(content, COMMANDS[name]), self.expected[name]
        if found.code == 0:
            if name == "sound" and "is damaged" in found.printed:
                return None if saved(self.out / "b.db") <= saved(self.good) else "saved what is not sound"
            same = found._replace(errors="") == expected._replace(
                errors=""
            )  # where it may say that it compiles
            return None if same else f"silently different: {found.printed[:300]!r}"
        if found.code != 2:
            return f"status {found.code}"
        if found.errors.count("\n") != 1 or not found.errors.startswith("evobool: "):
            return f"not one line: {found.errors[:300]!r}"
        if "a.db" in found.files and found.files["a.db"] != content:
            return "was refused and changed"
        if set(found.files) - {"a.db"} or (found.printed and name != "check"):
            return f"half done: {list(found.files)} {found.printed[:100]!r}"
        return None


def saved(path: Path) -> set[tuple[object, ...]]:
    """All runs of a store with their settings, without what depends on when they were made."""
    with Store(path) as store:
        names = [name for name in store.column_names() if name != "provenance"]
        return {
            (
                key,
                *((name, value) for name, value in zip(names, row, strict=True) if name in COLUMNS or value),
            )
            for key, rows in store.columns(names)
            for row in rows
        }


def dumped(path: Path) -> bytes:
    """The same as bytes."""
    return repr(sorted(map(repr, saved(path)))).encode()


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Blocks of 64 runs, so that a small store has a setting of several; it is read thousands of times."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("checksums", "inserting"):
            patch.setattr(f"evobool.studies.store.{module}.BLOCK", 64)
        yield Bench(tmp_path_factory.mktemp("damage"))


def test_the_sound_store_serves_every_command(bench: Bench) -> None:
    for name, outcome in bench.expected.items():
        assert outcome.code == 0, (name, outcome.errors)
    assert bench.expected["check"].printed == "sound: 7 of 7 settings, 360 runs\n"


def faults(bench: Bench, count: int, note: Callable[[str], None] = lambda name: None) -> list[str]:
    found = []
    for what, content in variants(bench.good, bench.others, count, seed=12):
        for name in COMMANDS:
            note(name)
            try:
                why = bench.wrong(name, content)
            except Exception as problem:
                why = f"{type(problem).__name__}: {problem}"
            if why is not None:
                found.append(f"{what}: {name}: {why}")
    return found


def test_an_empty_file_is_no_store(bench: Bench) -> None:
    """Commands that read refuse it; `run` begins a new study there, as where there is no file."""
    for name, words in COMMANDS.items():
        found = bench.outcome(b"", words)
        if words.startswith("run "):
            assert found.code == 0
            with Store(bench.store) as store:
                assert set(store.done().values()) == {45 if name == "more" else 40}
        else:
            assert (found.code, found.errors.count("\n"), found.files) == (2, 1, {}), name


@pytest.mark.long
def test_damaged_stores(bench: Bench) -> None:
    found = faults(bench, 36)
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_a_thousand_damaged_stores(bench: Bench) -> None:
    tries: list[str] = []
    found = faults(bench, 1000, tries.append)
    tried("damaged-stores", "1,000 damaged stores x every study command", len(tries), len(found))
    assert not found, "\n".join(found)
