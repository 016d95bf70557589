"""Which selection finds the rule of tic-tac-toe: the table in docs/learn/how.md, from 20 runs each.

python docs/scripts/learn_selection.py
"""

from __future__ import annotations

from statistics import median
from typing import Any

from marks import write_between
from tables import TABLES

from evobool import Setting
from evobool.engines import pick
from evobool.learning.tables.table import read_table
from evobool.model.targets.labelled import remember

PAGE = TABLES.parents[1] / "learn" / "how.md"
RUNS, ITERATIONS, LIMIT = 20, 300_000, 32


def main() -> None:
    """Make the runs, and write the table."""
    rows = read_table(TABLES / "tictactoe.csv", "x_won").labelled()
    common: dict[str, Any] = {"target": remember(rows), "n": rows.n, "literals": "all", "limit": LIMIT}
    lines = [
        f"{RUNS} runs each on all 958 positions, at most {LIMIT} leaves and {ITERATIONS:,} iterations:",
        "",
        "| selection | deletion | runs that find the rule | median of the wrong rows at the end |",
        "| --- | --- | --- | --- |",
    ]
    for selection in ("nonstrict", "strict", "parsimony"):
        for deletion in ("leaf", "subtree"):
            setting = Setting(**common, selection=selection, deletion=deletion, max_iterations=ITERATIONS)
            runs = pick(setting).runs(1, 0, RUNS)
            found, wrong = sum(run.solved for run in runs), median(run.error or 0 for run in runs)
            lines.append(f"| {selection} | {deletion} | {found} of {RUNS} | {wrong:g} |")
            print(lines[-1])
    write_between(PAGE, "selection", "\n".join(lines))


if __name__ == "__main__":
    main()
