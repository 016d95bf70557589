"""Nanoseconds an iteration on one core, the runs' columns included, beside a plain C++ program in one run.

Prints a table and writes it to benchmarks.md; `--quick` makes few runs and writes nothing. The C++
program (`cpp_rival.cpp`) evaluates the whole tree on packed rows for every offspring. Absolute times depend
on the machine; the ratios do so less.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import cpp_rival
from _docs import Table, digits, machine, write_section
from _measure import one_core, peak_memory
from evobool.engines import pick
from evobool.model.settings.setting import Setting

NANO = 1e9
ROUNDS = 15
YARDSTICK = "AND_16, limit 2n"
LONG: dict[str, Any] = {"max_iterations": 10**9}
# What, engine, fields of the setting, runs per round, the goal in ns: where it is not a round number, half of
# what it took before mutations were decided by structure, or a third for leaf deletion.
WORK: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("AND_8, limit 2n", "exact", {"n": 8, "limit": "2n"}, 2000, "85"),
    ("AND_12, limit 2n", "exact", {"n": 12, "limit": "2n"}, 1000, "85"),
    (YARDSTICK, "exact", {"n": 16, "limit": "2n"}, 600, "90, ratio 45"),
    ("AND_16, all literals, no success", "exact", {"n": 16, "limit": "2n", "literals": "all"}, 20, "100"),
    (
        "AND_16, all literals, balanced",
        "exact",
        {"n": 16, "limit": "2n", "literals": "all", "objective": "balanced"},
        300,
        "90",
    ),
    ("AND_60, no limit", "exact", {"n": 60, **LONG}, 60, "150"),
    ("AND_1000, no limit", "exact", {"n": 1000, **LONG}, 2, "300"),
    ("AND_16, (1+1) GP", "exact", {"n": 16, "limit": "2n", "algorithm": "1+1-gp"}, 300, "275"),
    ("AND_16, leaf deletion, limit n", "exact", {"n": 16, "limit": "n", "deletion": "leaf"}, 200, "97"),
    ("and:8 of 16", "exact", {"n": 16, "limit": "2n", "target": "and:8"}, 300, "378"),
    ("AND_16, strict", "exact", {"n": 16, "limit": "2n", "selection": "strict"}, 200, "134"),
    ("AND_16, parsimony", "exact", {"n": 16, "limit": "2n", "selection": "parsimony"}, 200, "121"),
    ("AND_16, 5 offspring", "exact", {"n": 16, "limit": "2n", "offspring": 5}, 200, "800"),
    ("AND_50, 2^20 fresh rows", "exact", {"n": 50, "training": 2**20, "accept_error": 8}, 300, "400"),
    ("xor, n = 6", "packed", {"n": 6, "target": "xor", "functions": ("and", "or", "xor")}, 30, "80"),
    ("xor, n = 8", "packed", {"n": 8, "target": "xor", "functions": ("and", "or", "xor")}, 20, "80"),
    ("majority, n = 6", "packed", {"n": 6, "target": "majority"}, 30, "80"),
    ("majority, n = 8", "packed", {"n": 8, "target": "majority"}, 20, "80"),
    ("mux, n = 6", "packed", {"n": 6, "target": "mux", "literals": "all"}, 30, "80"),
    ("AND_12, packed", "packed", {"n": 12, "limit": "2n"}, 200, "150"),
    ("AND_16, packed", "packed", {"n": 16, "limit": "2n"}, 30, "1300"),
]
NOTE = """\
The C++ program is plain, and compiled with -O3 for this machine: packed rows, the whole tree evaluated for
every offspring. A test in `benchmarks/` checks that its runs follow the same law. Ratios in parentheses are
to its time on AND_16, limit 2n, where the rows of the work itself cannot be listed."""


def nanoseconds(engine: str, fields: dict[str, Any], runs: int, rounds: int) -> float:
    """The best of some rounds: processor time of whole runs over their iterations."""
    made = pick(Setting(**fields), engine)
    made.warm_up()
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        done = made.runs(5, 0, runs)
        best = min(best, (time.process_time() - started) / sum(run.iterations for run in done))
    return best * NANO


def rival(program: Path | None, setting: Setting, ours: float, runs: int, rounds: int) -> float | None:
    """The same of the C++ program, in about as much time; None if it cannot make such runs."""
    if program is None or not cpp_rival.can_run(setting):
        return None
    trial = cpp_rival.timed(program, setting, 1).nanoseconds
    fewer = max(3, round(runs * min(1, 5 * ours / trial)))
    return min(cpp_rival.timed(program, setting, fewer).nanoseconds for _ in range(rounds))


def of_yardstick(yardstick: float | None, ours: float) -> str:
    """The ratio where the C++ program cannot do the work itself; nothing without it."""
    return "" if yardstick is None else f"({digits(yardstick / ours)})"


def largest(table: Table, yardstick: float | None) -> None:
    """AND_100000 without a limit, one run to the optimum."""
    setting = Setting(n=100_000, **LONG)
    engine = pick(setting, "exact")
    engine.warm_up()
    started = time.process_time()
    run = engine.runs(1, 0, 1)[0]
    seconds = time.process_time() - started
    took = f"{run.iterations:,} iterations, {digits(seconds)} s, {peak_memory('exact', setting):.0f} MB"
    what = f"AND_100000, no limit, one run: {took}"
    ours = seconds / run.iterations * NANO
    table.add(what, digits(ours), "", of_yardstick(yardstick, ours), "10 s, 1 GB")


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few runs, nothing written")
    quick = parser.parse_args().quick
    rounds = 1 if quick else ROUNDS
    table = Table("Nanoseconds an iteration", ["work", "ns", "C++ ns", "C++ / evobool", "goal"])
    yardstick: float | None = None
    with one_core(), cpp_rival.compiled() as program:
        for what, engine, fields, runs, goal in WORK:
            made = max(1, runs // 10) if quick else runs
            ours = nanoseconds(engine, fields, made, rounds)
            theirs = rival(program, Setting(**fields), ours, made, rounds)
            if theirs is None:
                table.add(what, digits(ours), "", of_yardstick(yardstick, ours), goal)
                continue
            yardstick = theirs if what == YARDSTICK else yardstick
            table.add(what, digits(ours), digits(theirs), digits(theirs / ours), goal)
        if not quick:
            largest(table, yardstick)
    table.show()
    if not quick:
        shown = f"{table.markdown()}\n\n{NOTE}\n\n{machine()}"
        write_section("decisions", f"## Deciding without counting\n\n{shown}")


if __name__ == "__main__":
    main()
