"""Exact and simulated values of T, kept in a file so that none is computed twice."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import csv_rows

from evobool import Setting
from evobool.model.settings.completion import Deletion, Literals
from evobool.theory.chain.chain import Chain

EXACT, SIMULATED = "exact", "simulated"
MOST_STATES = 1_000_000
NO_CAP = 10**12  # iterations; no run comes near


@dataclass(frozen=True)
class Point:
    """E[T] of a setting, from the chain (with its states, processor time and memory) or from runs."""

    way: str
    literals: Literals
    deletion: Deletion
    n: int
    limit: str
    T: float
    sd: float
    runs: int = 0
    states: int = 0
    p_stuck: float = 0.0
    seconds: float = 0.0
    megabytes: int = 0

    @property
    def error(self) -> float:
        """The standard error of T; 0 if exact."""
        return self.sd / self.runs**0.5 if self.runs else 0.0


Key = tuple[str, str, str, int, str]
Points = dict[Key, Point]


def key(point: Point) -> Key:
    """What identifies a point."""
    return point.way, point.literals, point.deletion, point.n, point.limit


def exact(literals: Literals, deletion: Deletion, n: int, limit: str) -> Point:
    """From the Markov chain; to be called in its own process, whose memory is reported."""
    started = time.process_time()
    chain = Chain(Setting(n=n, limit=limit, literals=literals, deletion=deletion), max_states=MOST_STATES)
    mean, sd, states, stuck = chain.mean, chain.sd, chain.states, chain.p_stuck
    seconds = round(time.process_time() - started, 2)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return Point(EXACT, literals, deletion, n, limit, mean, sd, 0, states, stuck, seconds, megabytes)


def simulated(literals: Literals, deletion: Deletion, n: int, limit: str, runs: int, seed: int) -> Point:
    """From the command line."""
    words = (
        f"run --n {n} --limit {limit} --literals {literals} --deletion {deletion} --runs {runs} "
        f"--seed {seed} --max-iterations {NO_CAP} --workers 1 --json"
    )
    output = subprocess.run(
        [sys.executable, "-m", "evobool", *words.split()], capture_output=True, check=True
    )
    answer = json.loads(output.stdout)
    assert answer["failed"] == 0, "every run must reach the optimum"
    return Point(SIMULATED, literals, deletion, n, limit, answer["T"]["mean"], answer["T"]["sd"], runs)


def load(path: Path) -> Points:
    """What the file holds."""
    return {key(point): point for point in csv_rows.load(path, Point)}


def keep(path: Path, points: Points) -> None:
    """Write all points, in order."""
    csv_rows.write(path, [point for _, point in sorted(points.items())], ".6g")
