"""Learners side by side: what is owed is measured, and docs/reference/learning.md written.

All of it takes about an hour of a processor and needs `make peers`; what was measured is kept in
docs/data/learning and not measured again. `--write` only writes the page; `python -m learners.ours errors`
and its neighbours measure a part.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from _docs import Table, cpu_model, digits, write_section
from learners import comparison, made_runs, pictures, protocol, rival_multiplexers, scale
from learners.made import PROBLEMS

HERE = Path(__file__).parent
PEERS = HERE.parent / ".peers/bin/python"
MUST = {
    "multiplexer 37": "10 of 10, median under 1 s",
    "multiplexer 70": "9 of 10, median under 15 s",
    "multiplexer 135": "2 of 3, each under 600 s",
}
OBJECTIVES = ("errors", "balanced")


def measure() -> None:
    """Everything that is owed; the peers by their own interpreter."""
    if not PEERS.exists():
        sys.exit("the learners to compare with are not there: make peers")
    made_runs.main([])
    scale.main()
    run(str(PEERS), "-m", "learners.rival_multiplexers")
    for objective in OBJECTIVES:
        run(sys.executable, "-m", "learners.ours", objective)
        run(str(PEERS), "-m", "learners.peers", objective)


def run(*command: str) -> None:
    """Run in this folder."""
    subprocess.run(command, cwd=HERE, check=True)


def made() -> Table:
    """How often the rule is found, and how soon."""
    table = Table(
        "Made problems, whose rule is known",
        ["problem", "rows", "found", "chosen", "leaves", "wrong / floor", "s: median, most", "must"],
    )
    kept = protocol.kept(made_runs.FILE, made_runs.Found)
    for name, problem in PROBLEMS.items():
        mine = [each for each in kept if each.problem == name]
        if not mine:
            continue
        seconds = [each.seconds for each in mine]
        table.add(
            name,
            f"{problem.rows(1).rows:,}",
            f"{sum(each.found for each in mine)} of {len(mine)}",
            f"{sum(each.chosen for each in mine)}",
            f"{statistics.median(each.leaves for each in mine):g}",
            f"{statistics.median(each.errors for each in mine):g} / "
            f"{statistics.median(each.floor for each in mine):g}",
            f"{digits(statistics.median(seconds))}, {digits(max(seconds))}",
            MUST.get(name, "9 of 10"),
        )
    return table


def multiplexers() -> Table:
    """Learners on the same rows."""
    kept = protocol.kept(rival_multiplexers.FILE, rival_multiplexers.Score)
    names = {
        "ours": "FormulaClassifier",
        "tree": "tree",
        "forest": "forest",
        "boosting": "gradient boosting",
        "exstracs": "ExSTraCS",
    }
    sizes = sorted({(each.n, each.rows) for each in kept})
    heads = [f"{n} bits, {rows:,} rows" for n, rows in sizes]
    table = Table("Accuracy on 10,000 fresh rows, size, seconds", ["learner", *heads])
    for name, shown in names.items():
        mine = {each.n: each for each in kept if each.learner == name}
        if mine:
            cells = [
                f"{mine[n].accuracy:.4f}, {mine[n].size:,}, {digits(mine[n].seconds)} s" if n in mine else "–"
                for n, _ in sizes
            ]
            table.add(shown, *cells)
    return table


def scales() -> str:
    """Reading, the usual effort, and an iteration."""
    told = json.loads(scale.FILE.read_text())
    table = Table("Time and memory", ["what", "measured", "must"])
    reading, usual = told["reading"], told["usual"]
    table.add(
        f"a CSV file of {scale.ROWS:,} rows and {scale.COLUMNS} columns, {reading['megabytes']:.0f} MB: read "
        f"as {reading['features']} questions, processor time",
        f"{digits(reading['cpu'])} s",
        "15 s",
    )
    table.add("its memory, at most", f"{reading['gigabytes']:.2f} GB", "3 GB")
    table.add(
        "the usual effort on 1,000 rows of 60 literals, processor time of both workers",
        f"{digits(usual['cpu'])} s",
        "20 s, which is 10 s on two cores",
    )
    if "front" in told:
        front = told["front"]
        table.add(
            f"a front on {front['rows']:,} rows of {front['features']} questions, {front['effort']:,} "
            "formulas tried, five folds, processor time",
            f"{digits(front['cpu'])} s",
            "minutes",
        )
    pictures.draw_cost([tuple(point) for point in told["iteration"]])
    picture = "![nanoseconds an iteration against rows and literals](../figures/learning-cost.svg)"
    return f"{table.markdown()}\n\n{picture}"


def tables(objective: str) -> str | None:
    """The comparison on real tables by an objective."""
    told = comparison.league(objective)
    if told is None:
        return None
    pictures.draw_ranks(told)
    pictures.draw_seconds(told)
    common, what = len(told.common), told.what
    ranks = f"![mean ranks by {what}](../figures/learning-ranks-{objective}.svg)"
    seconds = f"![{what} and seconds](../figures/learning-seconds-{objective}.svg)"
    return "\n\n".join(
        (
            comparison.summary(told).markdown(),
            f"Ranks are over the {common} folds of each table that all learners have.",
            ranks,
            seconds,
            comparison.every_table(told).markdown(),
        )
    )


def sections() -> dict[str, str]:
    """What stands between the marks of each name."""
    where = f"Measured on: {cpu_model()}, shared with other work; all times are those of a processor."
    parts: dict[str, str | None] = {
        "made": made().markdown() if made_runs.FILE.exists() else None,
        "multiplexers": multiplexers().markdown() if rival_multiplexers.FILE.exists() else None,
        "scale": scales(),
        **{objective: tables(objective) for objective in OBJECTIVES},
    }
    return {name: f"{text}\n\n{where}" for name, text in parts.items() if text is not None}


def main(words: Sequence[str]) -> None:
    """Measure unless told not to, and write."""
    if "--write" not in words:
        measure()
    for name, text in sections().items():
        write_section(name, text, "learning.md")


if __name__ == "__main__":
    main(sys.argv[1:])
