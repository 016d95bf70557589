"""The engines compared with DEAP: time per iteration, time to compile and to start, memory.

Prints tables and writes them to benchmarks.md; `--quick` makes few runs and writes nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import _measure as measure
from _docs import Table, digits, machine, write_section
from evobool.engines import ENGINES
from evobool.model.settings.setting import Setting

SIZES = (8, 12, 16)
COMPILED = [name for name in ("packed", "exact") if name in ENGINES]
RUNS = {"reference": 20, "packed": 500, "exact": 2000}  # per round
DEAP_RUNS = {8: 50, 12: 10, 16: 3}
NOTE = """\
Time is the processor time of whole runs, including their records, divided by their iterations: the median of
the rounds for compiled engines, all rounds together for the others. DEAP makes few runs at n = 16; a mean T
above the others' means that its runs were longer than usual, and an iteration of a long run costs more."""


def per_iteration(quick: bool) -> Table:
    """AND_n, at most 2n leaves, complete truth table: whole runs to the optimum, on one core."""
    table = Table(
        "AND_n, at most 2n leaves, complete truth table, one core",
        (
            "n",
            "engine",
            "runs",
            "mean T",
            "µs per iteration",
            "spread of a round",
            "times DEAP",
            "times reference",
        ),
    )
    for n in SIZES:
        setting = Setting(n=n, limit="2n")
        contenders = [
            measure.deap(n, 2 * n, 1 if quick else DEAP_RUNS[n]),
            measure.engine("reference", setting, 4 if quick else RUNS["reference"], pooled=True),
            *(measure.engine(name, setting, RUNS[name]) for name in COMPILED),
        ]
        measure.interleave(contenders, 2 if quick else 6)
        deap, reference = (contender.micros for contender in contenders[:2])
        for contender in contenders:
            table.add(
                str(n),
                contender.name,
                f"{contender.runs:,}",
                f"{contender.mean_iterations:.0f}",
                digits(contender.micros),
                f"{contender.spread:.1%}",
                digits(deap / contender.micros),
                digits(reference / contender.micros),
            )
    return table


def surroundings(quick: bool) -> Table:
    """What else a user waits or pays for."""
    table = Table("Start-up and memory", ("what", "measured", "goal"))
    if not quick:
        what = "all kernels: processor time to compile, from an empty cache, the best of 3"
        table.add(what, f"{min(compile_seconds() for _ in range(3)):.1f} s", "under 30 s")
    for what, goal in (("--help", "under 0.5 s"), ("run --n 8 --seed 1", "under 0.8 s")):
        seconds = min(command_seconds(what.split()) for _ in range(2 if quick else 15))
        table.add(f"`evobool {what}`, compiled code in the cache, the best of 15", f"{seconds:.2f} s", goal)
    for name in COMPILED:
        megabytes = measure.peak_memory(name, Setting(n=16, limit="2n"))
        table.add(f"`{name}`: peak memory of a run, n = 16", f"{megabytes:.0f} MB", "under 300 MB")
    return table


def compile_seconds() -> float:
    """Processor time from nothing to all kernels compiled."""
    code = "import time\nfrom evobool.engines.warm import warm\nwarm()\nprint(time.process_time())\n"
    with tempfile.TemporaryDirectory() as folder:
        return measure.child(code, {"NUMBA_CACHE_DIR": folder})


def command_seconds(words: list[str]) -> float:
    """The wall time of a command."""
    started = time.perf_counter()
    command = Path(sys.executable).with_name("evobool")
    subprocess.run([command, *words], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Measure, show, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few runs, nothing written")
    quick = parser.parse_args().quick
    with measure.one_core():
        tables = [per_iteration(quick)]
    tables.append(surroundings(quick))
    for table in tables:
        table.show()
    if not quick:
        text = [table.markdown() for table in tables]
        write_section("engines", "\n\n".join(["## The engines", *text, NOTE, machine()]))


if __name__ == "__main__":
    main()
