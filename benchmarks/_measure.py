"""How things are measured: on one core, in rounds, each engine in turn.

Time on one core is processor time of this process, so other work on the machine disturbs it little. The time
per iteration is that of whole runs to their end, divided by their iterations.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import deap_rival
from evobool.engines import pick
from evobool.model.settings.setting import Setting

MICRO = 1e6


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core, with all child processes, and release it afterwards."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@dataclass
class Contender:
    """Something that makes runs: `play(round)` makes some and returns the iterations of each."""

    name: str
    play: Callable[[int], list[int]]
    pooled: bool = False
    seconds: list[float] = field(default_factory=list)
    iterations: list[list[int]] = field(default_factory=list)

    def measure(self, number: int) -> None:
        """One round, timed."""
        started = time.process_time()
        iterations = self.play(number)
        self.seconds.append(time.process_time() - started)
        self.iterations.append(iterations)

    @property
    def rounds(self) -> list[float]:
        """Microseconds per iteration, for each round."""
        totals = [sum(runs) for runs in self.iterations]
        return [MICRO * s / t for s, t in zip(self.seconds, totals, strict=True)]

    @property
    def micros(self) -> float:
        """Microseconds per iteration.

        The median of the rounds, or the value over all rounds together if one has too few runs to be typical.
        """
        if self.pooled:
            return MICRO * sum(self.seconds) / sum(map(sum, self.iterations))
        return statistics.median(self.rounds)

    @property
    def spread(self) -> float:
        """How far a round typically is from `micros`: the median distance, as a share of it."""
        return statistics.median(abs(each / self.micros - 1) for each in self.rounds)

    @property
    def runs(self) -> int:
        """How many runs were timed."""
        return sum(len(runs) for runs in self.iterations)

    @property
    def mean_iterations(self) -> float:
        """The paper's T: equal, up to chance, if two contenders are the same algorithm."""
        return sum(sum(runs) for runs in self.iterations) / self.runs


def engine(name: str, setting: Setting, runs: int, pooled: bool = False) -> Contender:
    """One of our engines, after an untimed round; every round makes different runs."""
    chosen = pick(setting, name)

    def play(number: int) -> list[int]:
        return [run.iterations for run in chosen.runs(1, number * runs, runs)]

    play(0)
    return Contender(name, play, pooled)


def deap(n: int, limit: int, runs: int) -> Contender:
    """The rival; with few runs per round, so that only all rounds together are typical."""
    toolbox = deap_rival.make_toolbox(n)

    def play(number: int) -> list[int]:
        random.seed(number)
        return [deap_rival.rls_gp(toolbox, n, limit)[0] for _ in range(runs)]

    return Contender("DEAP", play, pooled=True)


def interleave(contenders: list[Contender], rounds: int) -> None:
    """Run the contenders in turn, so that a slow minute of the machine is slow for all."""
    for number in range(rounds):
        for contender in contenders:
            contender.measure(number)


def child(code: str, environment: dict[str, str] | None = None) -> float:
    """The number that a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | (environment or {}),
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


def peak_memory(name: str, setting: Setting, runs: int = 1) -> float:
    """The peak memory, in MB, of a process that only imports evobool and makes runs.

    From VmHWM, not `resource.getrusage`: on Linux the latter also includes the parent's memory.
    """
    return child(
        "from evobool.engines import pick\n"
        "from evobool.model.settings.setting import Setting\n"
        f"pick({setting!r}, {name!r}).runs(1, 0, {runs})\n"
        "lines = open('/proc/self/status').read().splitlines()\n"
        "print(next(int(line.split()[1]) / 1000 for line in lines if line.startswith('VmHWM')))\n"
    )
