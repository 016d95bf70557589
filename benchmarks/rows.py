"""Nanoseconds an iteration on rows: now, before rows were judged by differences, and in plain C++.

All three take turns. The engine before is that of an earlier commit, which git supplies; its runs must be the
same ones. Prints a table and writes it to docs/reference/benchmarks.md, with what memory allows and, if
`--long`, a run to the optimum; `--quick` makes a hundredth of the iterations, `--only WORDS` the loads with
these words in their names, and neither writes anything.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import cpp_rival
from _docs import Table, digits, machine, write_section
from _measure import one_core
from evobool.model.settings.setting import Setting

BEFORE = "3156070"
HERE = Path(__file__).parent.parent
ROUNDS, NANO = 5, 1e9
NOISE = "(x21 ^ x22) & (x23 ^ x24) & (x25 ^ x26)"  # true on an eighth of all rows, and nothing learns it
ALL = {"literals": "all"}
MUX_37 = ALL | {"n": 37, "target": "mux", "training": "fixed:20000"}
WIDE = {"n": 50, "target": "x1 & (x2 | x3 & x4) | ~x5 & x6 & (x7 | x8)", "training": "fixed:1000000"}
NOISY = {"n": 30, "target": f"(x1 & x2 | x3 & ~x4) ^ ({NOISE})", "training": "fixed:500", "limit": "16"}
XOR = {"target": "xor", "functions": ["and", "or", "xor"]}


class Load(NamedTuple):
    """So many runs of a setting, of so many iterations; and how many times quicker than before is asked."""

    what: str
    runs: int
    iterations: int
    must: str
    fields: dict[str, Any]


LOADS = (
    Load("mux 37, 20,000 rows", 1, 800_000, "2.5", MUX_37),
    Load("mux 70, 40,000 rows", 1, 500_000, "3", MUX_37 | {"n": 70, "training": "fixed:40000"}),
    Load("mux 20, complete", 1, 60_000, "5", ALL | {"n": 20, "target": "mux"}),
    Load("mux 135, 320,000 rows", 1, 40_000, "", MUX_37 | {"n": 135, "training": "fixed:320000"}),
    Load("500 rows, 30 features, noisy, limit 16", 10, 100_000, "1.3", ALL | NOISY),
    Load("10^6 rows, 100 literals", 1, 10_000, "5", ALL | WIDE),
    Load("mux 37, 20,000 rows, (1+1) GP", 1, 100_000, "", MUX_37 | {"algorithm": "1+1-gp"}),
    Load("mux 37, 20,000 rows, 5 offspring", 1, 40_000, "", MUX_37 | {"offspring": 5}),
    Load("AND_12", 300, 10_000, "1", {"n": 12, "limit": "2n"}),
    Load("AND_16", 40, 10_000, "1", {"n": 16, "limit": "2n"}),
    Load("AND_16, (1+1) GP", 20, 10_000, "1", {"n": 16, "limit": "2n", "algorithm": "1+1-gp"}),
    Load("xor, n = 6", 50, 10_000, "1", XOR | {"n": 6}),
    Load("xor, n = 8", 50, 10_000, "1", XOR | {"n": 8}),
    Load("xor, n = 12", 30, 10_000, "1", XOR | {"n": 12}),
    Load("majority, n = 6", 50, 10_000, "1", {"n": 6, "target": "majority"}),
    Load("majority, n = 8", 50, 10_000, "1", {"n": 8, "target": "majority"}),
    Load("majority, n = 11", 30, 10_000, "1", {"n": 11, "target": "majority"}),
    Load("mux, n = 6", 50, 10_000, "1", ALL | {"n": 6, "target": "mux"}),
    Load("mux, n = 11", 10, 50_000, "1", ALL | {"n": 11, "target": "mux"}),
    Load("mux 11, 1,000 fresh rows", 100, 300, "2", ALL | {"n": 11, "target": "mux", "training": 1000}),
    Load("mux 11, 10,000 fresh rows", 20, 300, "2", ALL | {"n": 11, "target": "mux", "training": 10_000}),
    Load("mux 11, 100,000 fresh rows", 3, 300, "2", ALL | {"n": 11, "target": "mux", "training": 10**5}),
    Load("majority 9, 10,000 fresh rows", 20, 300, "2", {"n": 9, "target": "majority", "training": 10_000}),
)
LONGEST = "mux 135, 320,000 rows"
LEAST_LINES = 3
NOTE = """\
Before: the engine that followed a changed value to the root over the whole line, then counted all of it. C++:
a plain program, with packed rows, that evaluates the whole tree for every offspring. Where `before / now` is
below `must`, what was aimed at is not reached. `words looked at` says how many words of a line (a word for 64
rows) an iteration looks at before it is decided; lines of up to 8 words are looked at as a whole.

{long_run}What memory allows: an iteration reads at least {lines} lines as far as it looks (what comes in,
what was there, which rows are wrong), and one more for each level between the change and the root. A word
from memory takes {word} ns. On {longest}, {looked_at} words of {lines} lines take {limit} ns;
{measured} ns were measured, {times} times as much, and the rest is levels. So what can still be gained is in
looking at fewer words and levels, not in looking at them more quickly."""
CHILD = """
import hashlib, json, sys, time
from evobool.engines import pick
from evobool.model.settings.setting import Setting
made = {}
for line in sys.stdin:
    fields, runs = json.loads(line)
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    setting = Setting(**fields)
    if line not in made:
        made.clear()
        made[line] = pick(setting, "packed")
        made[line].warm_up()
        made[line]._wrong = lambda results, trees: [None] * len(trees)  # counting all inputs is no part of it
    started = time.process_time()
    done = made[line].runs(5, 0, runs)
    seconds = time.process_time() - started
    judge = made[line].judge
    looked = int(judge.tally[0].looked_at) if hasattr(judge, "tally") else 0  # in the last run
    told = [(run.iterations, run.error, run.solved, str(run.tree)) for run in done]
    digest = hashlib.sha256(repr(told).encode()).hexdigest()
    per = looked / done[len(done) - 1].iterations
    print(json.dumps([seconds, sum(run.iterations for run in done), digest, per]), flush=True)
"""


class Made(NamedTuple):
    """Nanoseconds an iteration, the iterations, a hash of the runs, the words looked at an iteration."""

    nanoseconds: float
    iterations: int
    digest: str
    looked_at: float


class Engine:
    """The packed engine of some source folder, in a process of its own."""

    def __init__(self, source: Path) -> None:
        path = os.pathsep.join([str(source), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [sys.executable, "-c", CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": path},
        )

    def make(self, fields: dict[str, Any], runs: int) -> Made:
        """The runs of a load."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([fields, runs]), file=self.process.stdin, flush=True)
        seconds, iterations, digest, looked_at = json.loads(self.process.stdout.readline())
        return Made(NANO * seconds / iterations, iterations, digest, looked_at)

    def end(self) -> None:
        """Let it go."""
        self.process.communicate()


@contextmanager
def engine(source: Path) -> Iterator[Engine]:
    """The engine, as long as it is needed."""
    found = Engine(source)
    try:
        yield found
    finally:
        found.end()


def earlier() -> Path:
    """The source folder of the commit before, and its compiled code, kept for the next time."""
    folder = Path(tempfile.gettempdir()) / f"evobool-{BEFORE}"
    if not (folder / "src").exists():
        folder.mkdir(exist_ok=True)
        archive = subprocess.run(["git", "archive", BEFORE, "src"], cwd=HERE, check=True, capture_output=True)
        subprocess.run(["tar", "-x"], cwd=folder, check=True, input=archive.stdout)
    return folder / "src"


def nanoseconds_a_word() -> float:
    """What it takes to read a word from memory: the best of some passes over more than caches hold."""
    words = np.ones(2**25, dtype=np.uint64)
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        np.bitwise_or.reduce(words)
        best = min(best, time.process_time() - started)
    return NANO * best / len(words)


def to_the_optimum(now: Engine) -> str:
    """One long run, in words."""
    made = now.make(MUX_37 | {"n": 135, "training": "fixed:320000", "max_iterations": 60_000_000}, 1)
    minutes = made.nanoseconds * made.iterations / NANO / 60
    return f"One run on {LONGEST}, to the optimum: {made.iterations:,} iterations, {minutes:.1f} minutes.\n\n"


def measure(
    load: Load, now: Engine, before: Engine, program: Path | None, rounds: int, share: float
) -> tuple[str, ...]:
    """A row of the table: the best of some rounds of each, in turn."""
    runs, iterations = max(1, round(load.runs * share)), load.iterations
    if load.runs == 1:
        iterations = max(1, round(iterations * share))
    fields = load.fields | {"max_iterations": iterations}
    rivals = program is not None and cpp_rival.can_run(Setting(**fields))
    plain: list[float] = []
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(now.make(fields, runs))
        theirs.append(before.make(fields, runs))
        if ours[-1].digest != theirs[-1].digest:
            raise SystemExit(f"{load.what}: the runs are not those of before: {ours[-1]}, {theirs[-1]}")
        if program is not None and rivals and (not plain or plain[0] * ours[0].iterations < NANO):
            plain.append(cpp_rival.timed(program, Setting(**fields), runs).nanoseconds)
    best, old = min(each.nanoseconds for each in ours), min(each.nanoseconds for each in theirs)
    plainly = (digits(min(plain)), digits(min(plain) / best)) if plain else ("", "")
    return (
        load.what,
        f"{ours[0].iterations:,}",
        digits(best),
        digits(old),
        digits(old / best),
        load.must,
        *plainly,
        digits(ours[0].looked_at) if ours[0].looked_at > 1 else "",  # short lines: always all
    )


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few iterations, nothing written")
    parser.add_argument("--only", default="", help="loads with these words, nothing written")
    parser.add_argument("--share", type=float, default=1, help="the share of the iterations")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--long", action="store_true", help="one run to the optimum, too")
    parser.add_argument("--no-rival", action="store_true", help="without the C++ program")
    asked = parser.parse_args()
    share = 0.01 if asked.quick else asked.share
    heads = [
        "load",
        "iterations",
        "ns",
        "ns before",
        "before / now",
        "must",
        "C++ ns",
        "C++ / now",
        "words looked at",
    ]
    table = Table("Nanoseconds an iteration on rows", heads)
    with ExitStack() as stack:
        stack.enter_context(one_core())
        program = None if asked.no_rival else stack.enter_context(cpp_rival.compiled())
        now, before = (stack.enter_context(engine(source)) for source in (HERE / "src", earlier()))
        for load in LOADS:
            if asked.only in load.what:
                table.add(*measure(load, now, before, program, asked.rounds, share))
                print(table.rows[-1], flush=True)
        if share < 1 or asked.only or program is None:
            table.show()
            return
        long_run, word = to_the_optimum(now) if asked.long else "", nanoseconds_a_word()
    table.show()
    longest = next(row for row in table.rows if row[0] == LONGEST)
    looked_at, measured = (float(longest[column].replace(",", "")) for column in (-1, 2))
    note = NOTE.format(
        long_run=long_run,
        word=digits(word),
        longest=LONGEST,
        looked_at=longest[-1],
        lines=LEAST_LINES,
        limit=digits(LEAST_LINES * looked_at * word),
        times=digits(measured / (LEAST_LINES * looked_at * word)),
        measured=longest[2],
    )
    write_section("rows", f"## Rows\n\n{table.markdown()}\n\n{note}\n\n{machine()}")


if __name__ == "__main__":
    main()
