"""The exact engine: time per iteration and memory, far beyond what a truth table allows.

Prints a table, writes it to benchmarks.md and draws docs/figures/cost.svg; `--quick` makes few runs and
writes nothing.
"""

from __future__ import annotations

import argparse
import sys
import time

import _measure as measure
import cost_figure
from _docs import Table, digits, machine, write_section
from evobool.engines import ENGINES, pick
from evobool.model.settings.setting import Setting
from evobool.studies.work.executors import Work, carry_out

MANY = 10**7  # iterations: enough for every run here to end at the optimum
AND_16 = Setting(n=16, limit="2n")


def beside_the_others(table: Table, quick: bool) -> None:
    """AND_16, at most 2n leaves, complete: exact, packed and DEAP measured together."""
    rival = measure.deap(16, 32, 1 if quick else 4)
    packed, exact = measure.engine("packed", AND_16, 500), measure.engine("exact", AND_16, 2000)
    measure.interleave([rival, packed, exact], 2 if quick else 6)
    work = "AND_16, limit 2n, complete"
    table.add(f"{work}: packed", f"{digits(packed.micros)} µs", "")
    table.add(f"{work}: exact", f"{digits(exact.micros)} µs", "under 0.36 µs")
    table.add(f"{work}: packed / exact", digits(packed.micros / exact.micros), "at least 5")
    table.add(f"{work}: DEAP / exact", digits(rival.micros / exact.micros), "at least 36,000")


def without_success(table: Table, quick: bool) -> None:
    """AND_16 with negated literals: runs stay at a local optimum for all 10,000 iterations."""
    for limit in ("none", "2n"):
        setting = Setting(n=16, literals="all", limit=limit)
        exact = measure.engine("exact", setting, 20)
        measure.interleave([exact], 3 if quick else 7)
        unsolved = sum(runs.count(setting.max_iterations) for runs in exact.iterations)
        work = f"AND_16, all literals, limit {limit}, {unsolved} of {exact.runs} runs without success"
        table.add(work, f"{digits(exact.micros)} µs", "under 0.25 µs")


def growing_n(table: Table, quick: bool) -> None:
    """AND_60 compared with AND_16, no limit."""
    small, large = (
        measure.engine("exact", Setting(n=n, max_iterations=MANY), runs)
        for n, runs in ((16, 1000), (60, 50 if quick else 200))
    )
    measure.interleave([small, large], 3 if quick else 7)
    table.add("AND_16, no limit, complete", f"{digits(small.micros)} µs", "")
    table.add("AND_60, no limit, complete", f"{digits(large.micros)} µs", "")
    table.add("AND_60 / AND_16", digits(large.micros / small.micros), "at most 3")


def thousand_variables(table: Table, quick: bool) -> None:
    """AND_1000, no limit, to the optimum, on two workers."""
    setting, count = Setting(n=1000, max_iterations=MANY), 2 if quick else 20
    engine = pick(setting, "exact")
    engine.warm_up()
    started = time.perf_counter()
    runs = [run for chunk in carry_out([Work(setting, 1, 0, count, "exact")], 2) for run in chunk]
    seconds = time.perf_counter() - started
    solved = sum(run.solved for run in runs)
    work = f"AND_1000, no limit, complete: {solved} of {count} runs to the optimum, two workers"
    table.add(work, f"{digits(seconds)} s", "under 60 s")


def growing_s(table: Table, quick: bool) -> None:
    """AND_50 on samples of 2^40 and of 2^10 rows, with the same A and with the same share A / s."""
    few, many = 2**10, 2**40
    for accepted, wrong in (("A = 8", 8), ("A / s = 2^-7", many // 2**7)):
        small, large = (
            measure.engine("exact", Setting(n=50, training=s, accept_error=a, max_iterations=MANY), runs)
            for s, a, runs in ((few, 8, 500), (many, wrong, 100 if quick else 500))
        )
        measure.interleave([small, large], 3 if quick else 7)
        work = f"AND_50, sampled, {accepted}"
        table.add(f"{work}: s = 2^10", f"{digits(small.micros)} µs", "")
        table.add(f"{work}: s = 2^40", f"{digits(large.micros)} µs", "")
        table.add(f"{work}: 2^40 / 2^10", digits(large.micros / small.micros), "at most 1.3")


def memory(table: Table, quick: bool) -> None:
    """The peak memory of a process, at both ends of n and of s."""
    settings = {
        "n = 16, complete": Setting(n=16),
        "n = 1000, complete": Setting(n=1000, max_iterations=MANY),
        "n = 16, s = 2^10": Setting(n=16, training=2**10),
        "n = 16, s = 2^62": Setting(n=16, training=2**62),
        "n = 1000, s = 2^10": Setting(n=1000, training=2**10, accept_error=8),
        "n = 1000, s = 2^62": Setting(n=1000, training=2**62, accept_error=8),
    }
    for work, setting in settings.items():
        table.add(
            f"peak memory, {work}", f"{measure.peak_memory('exact', setting):.0f} MB", "all about equal"
        )


MEASUREMENTS = (beside_the_others, without_success, growing_n, growing_s, memory)


def main() -> None:
    """Measure, show, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few runs, nothing written")
    quick = parser.parse_args().quick
    if "exact" not in ENGINES:
        sys.exit("exact.py: this version of evobool has no exact engine, so there is nothing to measure")
    table = Table("The exact engine, per iteration on one core", ("work", "measured", "goal"))
    with measure.one_core():
        for measurement in MEASUREMENTS:
            measurement(table, quick)
        costs = cost_figure.measured(quick)
    thousand_variables(table, quick)
    table.show()
    grown = cost_figure.table(costs)
    grown.show()
    if not quick:
        cost_figure.save(costs)
        text = ["## The exact engine", table.markdown(), machine(), "### How the cost grows"]
        figure = "![time per iteration and memory against n](figures/cost.svg)"
        why = cost_figure.sentences(costs)
        write_section("exact", "\n\n".join([*text, figure, why, grown.markdown()]))


if __name__ == "__main__":
    main()
