"""Nanoseconds an iteration on one core, the runs' columns included, beside a plain C++ program in one run.

Prints a table and writes it to docs/benchmarks.md; `--quick` makes few runs and writes nothing. The C++
program (`rival.cpp`) evaluates the whole tree on packed rows for every offspring. Absolute times depend on
the machine; the ratios do so less.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from _docs import Table, digits, machine, write_section
from _measure import one_core, peak_memory
from evobool.engines import pick
from evobool.model.setting import Setting

NANO = 1e9
ROUNDS = 5
LONG: dict[str, Any] = {"max_iterations": 10**9}
# What, engine, fields of the setting, runs per round, the goal in ns: where it is not a round number, half of
# what it took before mutations were decided by structure, or a third for leaf deletion.
WORK: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("AND_8, limit 2n", "exact", {"n": 8, "limit": "2n"}, 2000, "85"),
    ("AND_12, limit 2n", "exact", {"n": 12, "limit": "2n"}, 1000, "85"),
    ("AND_16, limit 2n", "exact", {"n": 16, "limit": "2n"}, 600, "90"),
    ("AND_16, all literals, no success", "exact", {"n": 16, "limit": "2n", "literals": "all"}, 20, "100"),
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
RIVALS = ((8, 3000), (12, 1000), (16, 100))


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


def rivals(rounds: int) -> dict[int, float]:
    """Nanoseconds an iteration of the C++ program, by n; empty without a compiler."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        print("no C++ compiler: its column stays empty")
        return {}
    source, found = Path(__file__).with_name("rival.cpp"), dict[int, float]()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "rival"
        subprocess.run([compiler, "-O3", "-march=native", "-std=c++17", source, "-o", program], check=True)
        for n, runs in RIVALS:
            outs = [
                subprocess.run(
                    [program, str(n), str(2 * n), str(runs)], check=True, capture_output=True
                ).stdout
                for _ in range(rounds)
            ]
            found[n] = min(float(out.split()[0]) for out in outs)
    return found


def largest(table: Table) -> None:
    """AND_100000 without a limit, one run to the optimum."""
    setting = Setting(n=100_000, **LONG)
    engine = pick(setting, "exact")
    engine.warm_up()
    started = time.process_time()
    run = engine.runs(1, 0, 1)[0]
    seconds = time.process_time() - started
    took = f"{run.iterations:,} iterations, {digits(seconds)} s, {peak_memory('exact', setting):.0f} MB"
    what = f"AND_100000, no limit, one run: {took}"
    table.add(what, digits(seconds / run.iterations * NANO), "", "", "10 s, 1 GB")


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few runs, nothing written")
    quick = parser.parse_args().quick
    rounds = 1 if quick else ROUNDS
    table = Table("Nanoseconds an iteration", ["work", "ns", "C++ ns", "C++ / evobool", "goal"])
    with one_core():
        plain = rivals(rounds)
        for what, engine, fields, runs, goal in WORK:
            found = nanoseconds(engine, fields, max(1, runs // 10) if quick else runs, rounds)
            rival = plain.get(fields["n"]) if what.startswith("AND_") and what.endswith("limit 2n") else None
            ratio = ("", "") if rival is None else (digits(rival), digits(rival / found))
            table.add(what, digits(found), *ratio, goal)
        if not quick:
            largest(table)
    table.show()
    if not quick:
        write_section("decisions", f"## Deciding without counting\n\n{table.markdown()}\n\n{machine()}")


if __name__ == "__main__":
    main()
