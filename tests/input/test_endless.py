"""Work without end: refused with its size and the bound, or done with progress and in little memory."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import evobool
from evobool import InputError, Run, Setting, Tree, race
from evobool.cli import main
from evobool.cli.run import making
from evobool.cli.shared import spinner
from evobool.engines.base import Engine
from evobool.engines.reference import ReferenceEngine
from evobool.studies.work.progress import PATIENCE_SECONDS, Progress
from evobool.theory.drift import drift
from evobool.theory.drift.appraisal import appraiser_of
from evobool.theory.landscape.landscape import classify


def refused(capsys: pytest.CaptureFixture[str], command: str) -> str:
    with pytest.raises(SystemExit) as stop:
        main(command.split())
    printed = capsys.readouterr()
    assert (stop.value.code, printed.out) == (2, "")
    assert printed.err.count("\n") == 1, printed.err
    return printed.err


def test_a_race_of_more_runs_than_can_be_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, f"run --n 4 --race {2**62}")
    assert "race = 4611686018427387904: must be at most 1000000" in message
    with pytest.raises(InputError, match="runs = 1000001"):
        race(n=4, runs=10**6 + 1, seed=1)


DONE = evobool.evolve(n=2, seed=1, engine="reference")


class Tired(ReferenceEngine):
    """Makes runs that end at once: every seventh gives up early, and the thousandth succeeds."""

    def _run(self, seed: int, index: int, cap: int | None, *_: Any) -> Run:
        run = replace(DONE)
        solved = index == 999
        spent = 3 + index % 4 if index % 7 == 0 else cap or (50 if solved else 100)
        object.__setattr__(run, "solved", solved)
        object.__setattr__(run, "iterations", spent)
        object.__setattr__(run, "evaluations", spent)
        return run


def test_a_race_counts_as_it_always_did_and_takes_no_memory() -> None:
    engine: Engine = Tired(Setting(n=2, max_iterations=100))
    expected = sum(min(50, 3 + k % 4 if k % 7 == 0 else 100) for k in range(1500))
    assert engine.race(1, 0, 1500).evaluations == expected
    engine.race(1, 0, 10)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    engine.race(1, 0, 4000)
    peak = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    assert peak < 20_000  # a list of 4,000 numbers takes more


def test_more_runs_than_memory_holds(capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, f"exact --n 2 --limit 2 --simulate {10**20}")
    assert "simulate = 100000000000000000000: must be at most 1000000000000" in message
    for command in (f"exact --n 2 --limit 2 --simulate {10**12}", f"run --n 4 --runs {10**12}"):
        message = refused(capsys, command)
        assert "= 1000000000000: would take 1e+15 bytes, but" in message
        assert "evobool study run keeps any number of runs in a file" in message


def test_a_tree_with_more_offspring_than_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, "landscape x1 --n 1000000")
    assert "tree = x1: has about 3,000,001 offspring at n = 1000000, more than 1,000,000" in message
    with pytest.raises(InputError, match="offspring"):
        classify(Tree.parse(" & ".join(f"x{k}" for k in range(1, 1001))), Setting(n=1000))


def test_the_search_says_how_far_it_is() -> None:
    told: list[int] = []
    classify(Tree.parse("(x3 & x2) | (x2 & x3)"), Setting(n=4, limit="5"), tell=told.append)
    assert told[:3] == [1, 9, 10]  # then once more, for the shortest way


def test_a_grid_of_millions_of_settings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wide = ",".join(map(str, range(1, 1733)))
    message = refused(
        capsys, f"study run --store {tmp_path}/a.db --grid n={wide} --grid max-iterations={wide}"
    )
    assert "grid = 2,999,824 settings: must be at most 100,000" in message
    with pytest.raises(InputError, match="100,001 settings"):
        evobool.grid(n=4, max_iterations=list(range(1, 100_002)))
    assert list(tmp_path.iterdir()) == []


def test_drift_says_how_far_it_is_tree_by_tree() -> None:
    told: list[tuple[int, int]] = []
    found = next(drift.met(Setting(n=4, limit="2n"), 1, 1, tell=lambda *counts: told.append(counts)))
    assert told == [(k, len(found)) for k in range(len(found))]


def test_drift_of_a_large_tree_takes_little_memory() -> None:
    tree, setting = Tree.parse(" & ".join(f"x{k}" for k in range(1, 19))), Setting(n=18)
    appraiser_of(tree, setting.goal)  # what is kept for good
    tracemalloc.start()
    drift.exact_drift(tree, setting)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000  # tables of 35 nodes; a list of its 1,619 offspring would be larger than this / 5


def test_a_spinner_nobody_sees_says_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 1000, 4))
    monkeypatch.setattr("evobool.cli.shared.spinner.time.monotonic", lambda: float(next(clock)))
    with spinner.Spinner(False, "begin") as turning:
        for step in range(6):
            turning.update(f"step {step}")
    told = capsys.readouterr().err.splitlines()
    assert 1 <= len(told) <= 3
    assert told[0].startswith("evobool: step")


def test_a_long_run_says_where_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(making, "TELL_SECONDS", 0.0)
    monkeypatch.setattr(spinner, "TELL_SECONDS", 0.0)
    main(["run", "--n", "6", "--seed", "1", "--engine", "reference", "--max-iterations", "200"])
    told = [line for line in capsys.readouterr().err.splitlines() if ": running for " in line]
    assert told[0].endswith("nothing accepted yet")
    steps = evobool.evolve(n=6, seed=1, engine="reference", trajectory=True).trajectory or ()
    for step in steps[:-1]:
        assert any(
            f"last accepted in iteration {step.iteration}, error {step.error}, " in line for line in told
        )


def test_runs_of_which_none_ends_are_told_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = Progress(500, quiet=False)
    shown.look()
    assert capsys.readouterr().err == ""
    shown.heard -= PATIENCE_SECONDS + 1
    shown.look()
    shown.look()  # not again before twice as long
    assert capsys.readouterr().err == "evobool: 0 of 500 runs; none has ended for 61 s\n"
    shown.heard -= PATIENCE_SECONDS
    shown.look()
    assert "for 121 s" in capsys.readouterr().err
    shown.advance([DONE])
    shown.look()
    assert capsys.readouterr().err == ""
