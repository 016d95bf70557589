"""How `evobool run` makes its runs: one that is watched, or many with a progress bar."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack, closing, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

from evobool.cli.shared.progress import Waiting
from evobool.engines.base import Engine
from evobool.engines.reference import ReferenceEngine
from evobool.engines.short import short_run
from evobool.engines.stepping import MOST_ATTEMPTS, attempts
from evobool.errors import InputError
from evobool.interrupts import saving
from evobool.memory import available_memory, bytes_in_words
from evobool.model.outcome.run import Run, Step
from evobool.model.outcome.runs import Runs
from evobool.model.outcome.trace import Changes, Mark, Trace
from evobool.model.settings.describing import short as shortened
from evobool.studies.files.records import RecordsFile
from evobool.studies.work.executors import Work, carry_out
from evobool.studies.work.progress import Progress

TELL_SECONDS = 1.0  # between two words of where a run is; where no spinner is seen, it takes longer
MOST_TREES = 5_000  # accepted changes whose trees are kept to be drawn
BYTES_A_RUN = 1_000  # of a short run; a long one has a larger tree


def check_room(field: str, runs: int) -> None:
    """Refuse more runs than memory can hold: a table is made of all of them."""
    needed, free = runs * BYTES_A_RUN, available_memory()
    if needed > free:
        what = f"would take {bytes_in_words(needed)}, but {bytes_in_words(free)} are free"
        raise InputError(field, runs, f"{what}; evobool study run keeps any number of runs in a file")


class Watching:
    """The accepted changes of one run, with the steps that its files show."""

    def __init__(self, work: Work, kinds: Collection[str]) -> None:
        self.changes, self.steps = Changes(), list[Step]()
        self.first = MOST_ATTEMPTS // work.setting.offspring if "html" in kinds else 0
        self.trees = MOST_TREES if "animate" in kinds else 0
        self.last: Step | None = None
        self.began = self.told = time.monotonic()

    def where(self, tell: Callable[[str], None]) -> bool:
        """Say now and then where the run is; never stop it."""
        now = time.monotonic()
        if now - self.told >= TELL_SECONDS:
            self.told = now
            tell(f"running for {now - self.began:,.0f} s: {self._place()}")
        return False

    def _place(self) -> str:
        if self.last is None:
            return "nothing accepted yet"
        step = self.last
        size = "1 leaf" if step.leaves == 1 else f"{step.leaves:,} leaves"
        return f"last accepted in iteration {step.iteration:,}, error {shortened(step.error)}, {size}"

    def keep(self, step: Step) -> None:
        """Note a change."""
        self.last = step
        self.changes.add(Mark.of(step))
        if step.iteration <= self.first or len(self.steps) < self.trees:
            self.steps.append(step)

    def trace(self, engine: Engine, run: Run) -> Trace:
        """The run with its changes, and the offspring or the trees that its files show."""
        if self.trees:
            run = replace(run, trajectory=tuple(self.steps))
        if self.first:
            made = attempts(engine, run, self.steps, self.first)
            run = replace(run, attempts=made, attempts_cap=self.first)
        return Trace.thin(run, self.changes)


def short(work: Work, kinds: Collection[str] = ()) -> tuple[Trace, float] | None:
    """One run that needs no compiled code, and how long it took; None if it does."""
    if work.engine != "auto" or work.max_branches is not None or work.sources:
        return None
    watching, started = Watching(work, kinds), time.perf_counter()
    run = short_run(work.setting, work.seed, work.first, watching.keep)
    seconds = time.perf_counter() - started
    return None if run is None else (watching.trace(ReferenceEngine(work.setting), run), seconds)


def watched(
    work: Work, engine: Engine, records: Path | None, quiet: bool, *, kinds: Collection[str] = ()
) -> tuple[Trace, float]:
    """One run, and how long it took."""
    watching = Watching(work, kinds)
    with nullcontext() if records is None else RecordsFile(records) as sink:
        with Waiting(quiet) as waiting:
            engine.warm_up()
            waiting.compiled()
            started = time.perf_counter()
            stop = partial(watching.where, waiting.spinner.update)
            run = engine.run(work.seed, work.first, watch=watching.keep, stop=stop)
            seconds = time.perf_counter() - started
        if sink is not None:
            sink.write([run])
    return watching.trace(engine, run), seconds


def collect(
    work: Work, engine: Engine, workers: int, records: Path | None, quiet: bool
) -> tuple[Runs, float]:
    """Carry out the runs with a progress bar, writing records as they come."""
    done: list[Sequence[Run]] = []
    with saving(), ExitStack() as stack:
        sink = None if records is None else stack.enter_context(RecordsFile(records))
        with Waiting(quiet):
            engine.warm_up()
        progress = stack.enter_context(Progress(work.count, quiet))
        started = time.perf_counter()
        for chunk in stack.enter_context(closing(carry_out([work], workers))):
            done.append(chunk)
            if sink is not None:
                sink.write(chunk)
            progress.advance(chunk)
        return Runs.joined([Runs.of(chunk) for chunk in done if chunk]), time.perf_counter() - started
