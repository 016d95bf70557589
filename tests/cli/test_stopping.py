"""How commands end when the reader of their output leaves, and on Ctrl-C and SIGTERM at any moment."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars
import pytest

from evobool import Study, grid
from evobool.studies.store.store import Store
from tests.support.reliability import tried

LAUNCH = """
import os, sys
from evobool.__main__ import main
os.write(1, b".")
main()
"""
UNREAD = (
    "--help",
    "--version",
    "run --help",
    "run --n 3 --seed 1 --engine reference --quiet",
    "run --n 3 --seed 1 --engine reference --runs 5 --quiet",
    "run --n 3 --seed 1 --engine reference --runs 5 --json --quiet",
    "exact --n 2 --limit n --quiet",
    "landscape x1 --n 2",
    "learn TABLE --label ill --effort 2000 --seed 1 --quiet",
    "drift --n 3 --limit n --runs 2 --seed 1 --quiet",
    "theory theorem-1 --quiet",
    "study status STORE",
    "study show STORE",
    "study check STORE",
    "study compare STORE STORE",
    "study stuck STORE --quiet",
    "study export STORE --out OUT",
    "study merge STORE --into OUT",
)
STOPPED = (
    "run --n 12 --literals all --runs 100000 --records OUT.parquet --workers 2",
    "run --n 12 --literals all --runs 100000 --records OUT.csv --workers 1 --quiet",
    "run --n 4 --runs 100000 --engine reference --workers 2",
    "run --n 30 --literals all --max-iterations 1000000000000",
    "study run --store OUT.db --grid n=10,12 --grid literals=all --runs 100000 --seed 1",
    "study run --store OUT.db --grid n=12 --grid literals=all --runs 100000 --seed 1 --workers 1 --quiet",
    "study stuck STORE",
    "learn TABLE --label ill --effort 1000000000000 --out OUT.json",
    "exact --n 4 --limit n+1",
    "theory",
    "--help",
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stopping") / "a.db"
    lines = (f"{19 * row % 31},{7 * row % 11},{13 * row % 7 % 2}" for row in range(80))
    path.with_name("table.csv").write_text("\n".join(["age,bp,ill", *lines, ""]))
    Study(grid(n=3, limit="n", deletion="leaf"), runs=5, seed=1, engine="reference").collect(path, workers=1)
    return path


def words(text: str, store: Path, out: Path) -> list[str]:
    places = {"STORE": store, "OUT": out, "TABLE": store.with_name("table.csv")}
    for name, path in places.items():
        text = text.replace(name, str(path))
    return text.split()


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "merged"), [*((each, False) for each in UNREAD), *((each, True) for each in UNREAD[3:8])]
)
def test_nobody_reads_the_output(command: str, merged: bool, store: Path, tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "evobool", *words(command, store, tmp_path / "out")],
        stdout=writer,
        stderr=writer if merged else subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, None if merged else b"")
    tried("pipes", "a command whose output nobody reads")


def interrupted(text: str, store: Path, out: Path, rng: random.Random, latest: float) -> str | None:
    """Press Ctrl-C once or several times at a random moment; what is wrong with the end, None if nothing."""
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCH, *words(text, store, out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.read(1)  # from the first line of the command on
    time.sleep(rng.uniform(0.002, latest))
    for _ in range(rng.choice([1, 1, 2, 5])):
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        time.sleep(rng.choice([0.0, 0.003, 0.05]))
    try:
        _, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return "did not end"
    if b"Traceback" in errors or b"Exception" in errors or b"Error" in errors:
        return errors.decode()[-1500:]
    if process.returncode == -signal.SIGINT and not errors:
        return None  # so early or so late that only the system could tell: a shell says 130
    if process.returncode == 130:
        return None if b"evobool: stopped" in errors else f"said nothing: {errors!r}"
    over_before = text in ("--help", "study stuck STORE", "exact --n 4 --limit n+1", "theory")
    return None if process.returncode == 0 and over_before else f"status {process.returncode}: {errors!r}"


def tries(count: int, store: Path, tmp_path: Path) -> list[str]:
    rng, found = random.Random(3), []
    for number in range(count):
        text = STOPPED[number % len(STOPPED)]
        out = tmp_path / str(number)
        why = interrupted(text, store, out, rng, rng.choice([0.2, 1.0, 3.0]))
        if why is None and out.with_suffix(".db").exists():
            why = unsound(out.with_suffix(".db"))
        if why is not None:
            found.append(f"{text}: {why}")
    return found


def unsound(path: Path) -> str | None:
    from evobool.studies.store.check import check
    from evobool.studies.store.opening import begun

    return None if not begun(path) or check(path).is_sound else "the store is damaged"


@pytest.mark.long
@pytest.mark.compiled
def test_ctrl_c_at_some_moments(store: Path, tmp_path: Path) -> None:
    found = tries(len(STOPPED), store, tmp_path)
    assert not found, "\n".join(found)


@pytest.mark.compiled
@pytest.mark.slow
def test_ctrl_c_at_200_moments(store: Path, tmp_path: Path) -> None:
    found = tries(200, store, tmp_path)
    tried(
        "ctrl-c",
        "Ctrl-C, once or repeatedly, at random moments of commands, imports included",
        200,
        len(found),
    )
    assert not found, "\n".join(found)


TERMINATED = """
import os, signal
from evobool.studies.files import records
from evobool.studies.plan import study
from evobool.__main__ import main
def ending(write):
    def once(self, runs):
        write(self, runs)
        ending.runs = getattr(ending, "runs", 0) + len(runs)
        if ending.runs >= 20:
            os.kill(os.getpid(), signal.SIGTERM)
    return once
records.RecordsFile.write = ending(records.RecordsFile.write)
study._Writer.add = ending(study._Writer.add)
main()
"""


@pytest.mark.long
@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet", "db"])
def test_what_is_done_is_kept_on_sigterm(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{ending}"
    command = f"run --n 3 --runs 1000000 --records {path}"
    if ending == "db":
        command = f"study run --store {path} --grid n=3 --runs 1000000"
    done = subprocess.run(
        [sys.executable, "-c", TERMINATED, *command.split(), "--engine", "reference", "--workers", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 143
    assert "evobool: stopped" in done.stderr
    assert "Traceback" not in done.stderr
    assert 20 <= kept(path) < 1000
    tried("sigterm", "SIGTERM while runs are made: CSV, JSON Lines, Parquet, store")


def kept(path: Path) -> int:
    """How many runs a file holds."""
    if path.suffix == ".db":
        with Store(path) as store:
            return sum(store.done().values())
    if path.suffix == ".parquet":
        return len(polars.read_parquet(path))
    return len(path.read_text().splitlines()) - (path.suffix == ".csv")


LATE = """
import os, signal, sys
class Late:
    def __del__(self, kill=os.kill, own=os.getpid(), number=signal.SIGTERM):
        kill(own, number)  # when Python clears up
sys.late = Late()
from evobool.__main__ import main
main()
"""


@pytest.mark.long
def test_sigterm_after_the_end_changes_nothing(store: Path) -> None:
    command = [sys.executable, "-c", LATE, "study", "status", str(store)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
