"""Trees, runs and races as a notebook shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evobool.show.drawing import places
from evobool.show.pieces import MOST_LEAVES, Html, beside, card, facts, note, number, picture, share

if TYPE_CHECKING:
    from evobool.model.formulas.tree import Tree
    from evobool.model.outcome.run import Race, Run
    from evobool.model.settings.setting import Setting


def fields_text(setting: Setting) -> str:
    """A setting in a line: n, the target, and what differs from the defaults."""
    chosen = {"n": setting.n, "target": setting.target} | setting.unusual
    return ", ".join(f"{name} = {plain(value)}" for name, value in chosen.items())


def plain(value: object) -> str:
    """The value of a field without quotes."""
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def small_svg(tree: Tree) -> str | None:
    """The tree drawn if it is not too large for that."""
    return tree.svg() if tree.leaves <= MOST_LEAVES else None


def tree_html(tree: Tree) -> Html:
    """The tree drawn, or described if it is empty or large."""
    if not tree.prefix:
        return note("the empty tree")
    if tree.leaves <= MOST_LEAVES:
        return picture(tree.svg(), str(tree))
    depth = max(depth for _, depth in places(tree))
    counts = {f"{name} nodes": number(count) for name, count in tree.functions.items()}
    size = {"leaves": number(tree.leaves), "variables": number(len(tree.variables)), "depth": number(depth)}
    return card(f"a tree too large to draw (more than {MOST_LEAVES} leaves)", facts(size | counts))


def outcome(run: Run) -> str:
    """How a run ended, in a few words."""
    iterations = f"{run.iterations:,} iteration{'' if run.iterations == 1 else 's'}"
    if run.solved:
        return f"solved in {iterations}" if run.iterations else "solved by the start tree"
    why = "" if run.stopped in ("", "iterations") else f" (stopped by {run.stopped})"
    return f"not solved in {iterations}{why}"


def run_title(run: Run) -> str:
    """A run in a line."""
    which = f"{run.setting!r}, seed={run.seed}, index={run.index}"
    return f"Run of {which}: {outcome(run)}, {run.leaves:,} leaves"


def race_title(race: Race) -> str:
    """A race in a line."""
    which = f"{race.runs:,} runs of {race.winner.setting!r}, seed={race.winner.seed}"
    return f"Race of {which}: {outcome(race.winner)}, {race.evaluations:,} evaluations"


def run_html(run: Run) -> Html:
    """How the run went, and its last tree."""
    return card(f"Run: {outcome(run)}", beside(facts(run_facts(run)), tree_html(run.tree)))


def run_facts(run: Run) -> dict[str, str]:
    """The lines of the card."""
    setting, final = run.setting, run.functions_final
    rows = f" of {number(setting.rows)} rows" if setting.rows else " on its rows"
    limit = "" if setting.leaf_limit is None else f" (limit {setting.leaf_limit:,})"
    lines = {
        "setting": fields_text(setting),
        "seed, index": f"{run.seed}, {run.index}",
        "leaves": f"{run.leaves:,}{limit}",
        "error": "none: the tree is empty" if run.error is None else f"{number(run.error)}{rows}",
    }
    if not setting.on_all_inputs and run.generalisation_error is not None:
        lines[setting.goal.error_name] = share(run.generalisation_error)
    for name, accepted in run.functions_accepted.items():
        lines[f"{name.upper()}: accepted / in the tree"] = f"{accepted:,} / {final[name]:,}"
    return lines


def race_html(race: Race) -> Html:
    """The effort of all runs, and the winner."""
    effort = {"runs": f"{race.runs:,}", "evaluations of all runs": f"{race.evaluations:,}"}
    head = f"Race of {race.runs:,} runs: {outcome(race.winner)}"
    return card(head, beside(facts(effort | run_facts(race.winner)), tree_html(race.winner.tree)))
