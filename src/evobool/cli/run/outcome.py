"""What `evobool run` prints: one run as a tree and a falling error, many as a table, or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from evobool.cli.run.chart import error_chart
from evobool.cli.shared.messages import say
from evobool.cli.shared.tables import print_listing
from evobool.model.formulas.tree import Tree
from evobool.model.outcome.attempt import of_rows
from evobool.model.outcome.run import Run
from evobool.model.outcome.runs import Runs, total_iterations
from evobool.model.outcome.trace import Trace
from evobool.model.settings.describing import describe, short
from evobool.studies.analysis.lines import HEADS, lines
from evobool.studies.analysis.listing import Listing
from evobool.studies.analysis.sample import Sample
from evobool.studies.work.executors import Work

LARGEST_DRAWING = 64  # leaves; a larger tree is printed on one line


def print_run(trace: Trace, quiet: bool = False, style: str | None = None) -> None:
    """The tree, how it did, and how its error fell."""
    run = trace.run
    print(drawn(run.tree, style))
    print()
    outcome = "solved" if run.solved else f"not solved (stopped by: {run.stopped})"
    print(f"{headline(run)}, {run.engine} engine")
    count = f", {run.evaluations:,} evaluations" if run.setting.several else ""
    print(
        f"{outcome}: {run.iterations} iterations{count}, {run.leaves} leaves, error {short(run.error)}",
        end="",
    )
    if not run.setting.on_all_inputs:
        print(of_rows(run.setting), end="")
    if not run.setting.on_all_inputs and run.generalisation_error is not None:
        print(f", {run.setting.goal.error_name} {float(run.generalisation_error):.3g}", end="")
    print("\n")
    print(error_chart(trace))
    if not quiet:
        print_advice([run])


def drawn(tree: Tree, style: str | None) -> str:
    """A tree as text: drawn where it is small, on one line where it is not or a style is asked for."""
    return tree.draw() if style is None and tree.leaves <= LARGEST_DRAWING else tree.text(style or "symbols")


def headline(run: Run) -> str:
    """A run in a few words: its setting, its seed, and its number unless that is 0."""
    number = f", index {run.index}" if run.index else ""
    return f"{describe(run.setting)}, seed {run.seed}{number}"


def print_table(work: Work, engine: str, runs: Sequence[Run], seconds: float, quiet: bool = False) -> None:
    """B, T and S as in the paper's tables, with 95 % intervals."""
    what = "runs" if work.race is None else f"races of {work.race} runs"
    start = f" from index {work.first} on" if work.first else ""
    caption = f"{len(runs)} {what}{start}, seed {work.seed}, {engine} engine"
    print_listing(Listing(describe(work.setting), HEADS, lines(Sample.of(runs)), [], caption), left=("",))
    if not quiet:
        print_advice(runs)
    print(f"{total_iterations(runs):,} iterations in {seconds:.2f} s")


def print_json(work: Work, engine: str, runs: Sequence[Run], seconds: float) -> None:
    """The same for machines."""
    race = {} if work.race is None else {"race": work.race}
    head: dict[str, Any] = {"setting": work.setting.to_dict(), "engine": engine, "seed": work.seed}
    if len(runs) == 1 and runs[0].population is not None:
        head["members"] = [each.to_dict() for each in runs[0].population]
    head |= {"index": work.first} | race | Sample.of(runs).to_dict() | {"seconds": round(seconds, 6)}
    print(json.dumps(head))


def print_advice(runs: Sequence[Run]) -> None:
    """If all runs gave up too soon: which flag to raise, and what T to expect where it is known."""
    setting = runs[0].setting
    if setting.warnings or set(Runs.of(runs).stopped) != {"iterations"}:
        return
    from evobool.theory.expectation import expected_time

    who = "gave up" if len(runs) == 1 else "every run gave up"
    words = f"{who} after {setting.max_iterations:,} iterations; raise --max-iterations"
    usual = expected_time(setting)
    if usual is not None:
        words += f" (at n = {setting.n} a run takes about {float(f'{usual:.3g}'):,.0f})"
    elif setting.deletion == "leaf":
        words += ", or ask evobool landscape whether the tree is stuck for ever"
    say(words)
