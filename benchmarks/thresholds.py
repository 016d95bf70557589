"""Where rows are quicker than counts: writes what `auto` goes by, and the section `thresholds` of the docs.

For each kind of setting, both engines make the same runs on the complete truth table at growing n. `--quick`
makes few runs and writes nothing.
"""

from __future__ import annotations

import argparse
import csv
import time
from itertools import product
from typing import Any

from _docs import Table, digits, machine, write_section
from _measure import one_core
from evobool.engines import pick
from evobool.engines.quicker import TABLE, Kind, kind_of
from evobool.model.settings.setting import Setting

SIZES = (4, 6, 7, 8, 10, 12, 14, 16)
ROUNDS, SECONDS, SEED = 5, 0.05, 5
NANO = 1e9


def setting_of(kind: Kind, n: int) -> Setting:
    """A setting of a kind, with the limit of most of the paper's runs."""
    more: dict[str, Any] = {"target": f"and:{n // 2}"} if kind.variables == "some" else {}
    setting = Setting(
        n=n,
        limit="2n",
        literals="positive" if kind.literals == "positive" else "all",
        algorithm="rls-gp" if kind.mutations == "one" else "1+1-gp",
        max_iterations=5_000,
        **more,
    )
    assert kind_of(setting) == kind
    return setting


def nanoseconds(setting: Setting, rounds: int) -> tuple[float, float]:
    """Processor time over iterations on rows and by counts, the better of some rounds in turn."""
    engines = [pick(setting, name) for name in ("packed", "exact")]
    runs, best = 1, [float("inf")] * 2
    for engine in engines:
        engine.warm_up()
    while True:  # enough runs to be timed
        started = time.process_time()
        engines[0].runs(SEED, 0, runs)
        if time.process_time() - started > SECONDS:
            break
        runs *= 2
    for _ in range(rounds):
        for number, engine in enumerate(engines):
            started = time.process_time()
            done = engine.runs(SEED, 0, runs)
            taken = (time.process_time() - started) / sum(run.iterations for run in done)
            best[number] = min(best[number], taken * NANO)
    return best[0], best[1]


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few runs, nothing written")
    quick = parser.parse_args().quick
    heads = ["literals, target about, mutations", *(f"n = {n}" for n in SIZES), "rows up to n ="]
    table = Table("Nanoseconds an iteration on rows / by counts", heads)
    lines: list[dict[str, str | int]] = []
    with one_core():
        for kind in map(Kind._make, product(("positive", "negated"), ("all", "some"), ("one", "several"))):
            found = [nanoseconds(setting_of(kind, n), 1 if quick else ROUNDS) for n in SIZES]
            lost = [n for n, (rows, counts) in zip(SIZES, found, strict=True) if rows > counts]
            largest = max((n for n in SIZES if not lost or n < lost[0]), default=0)
            cells = [f"{digits(rows)} / {digits(counts)}" for rows, counts in found]
            table.add(f"{kind.literals}, {kind.variables}, {kind.mutations}", *cells, str(largest))
            lines.append(kind._asdict() | {"n": largest})
    table.show()
    if quick:
        return
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [*Kind._fields, "n"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
    note = """\
`auto` takes the packed engine up to the n of the last column, and the exact engine beyond. Both make the same
runs. Fresh rows are always counted where they can be."""
    write_section("thresholds", f"## Rows or counts\n\n{table.markdown()}\n\n{note}\n\n{machine()}")


if __name__ == "__main__":
    main()
