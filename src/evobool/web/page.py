"""`run_page`: a self-contained HTML page that steps through one run."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files
from math import log2
from typing import Any

from evobool.engines.base import generalisation_error
from evobool.errors import InputError
from evobool.model.attempt import Attempt
from evobool.model.describing import describe, short
from evobool.model.record import Run
from evobool.model.tree import Tree

# Each comes after the modules it imports from.
MODULES = ("elements.js", "trees.js", "frames.js", "tree_view.js", "chart.js", "player.js")
LARGEST_NUMBER = 2**53  # beyond this, JavaScript's numbers have gaps
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"


def run_page(run: Run) -> str:
    """A page that plays the run and needs nothing but a browser.

    >>> import evobool
    >>> page = run_page(evobool.evolve(n=3, seed=1, trajectory="all"))
    >>> page.startswith("<!doctype html>"), "src=" in page
    (True, False)
    """
    data = player_data(run)
    content = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    title = escape(f"evobool: {data['title']}: {data['outcome']}")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{_source("player.css")}</style>
</head>
<body>
<main id="player"><noscript>This page needs JavaScript.</noscript></main>
<script type="application/json" id="data">{content}</script>
<script type="module">
{_script()}
const container = document.getElementById("player");
try {{
  mountPlayer(container, JSON.parse(document.getElementById("data").textContent), {{hash: true}});
}} catch (problem) {{
  container.textContent = `This run cannot be shown: ${{problem.message}}`;
  throw problem;
}}
</script>
</body>
</html>
"""


def player_data(run: Run) -> dict[str, Any]:
    """What the player needs to know about a run, as JSON types."""
    if run.attempts is None:
        raise InputError("trajectory", run.trajectory is not None, 'must be "all" for a page')
    setting = run.setting
    which = f"seed {run.seed}, index {run.index}, {run.engine} engine"
    ended = f"{run.iterations:,} iterations, {run.leaves} leaves, error {short(run.error)}"
    return {
        "title": describe(setting),
        "outcome": f"{which}. {'Solved' if run.solved else 'Not solved'}: {ended}.",
        "solved": run.solved,
        "stopped": _stopped(run),
        "iterations": run.iterations,
        "limit": setting.leaf_limit,
        "rows": None if setting.judged_on.complete else setting.rows,
        "attempts": [
            {"iteration": attempt.iteration, "offspring": [_offspring(run, attempt)]}
            for attempt in run.attempts
        ],
        "end": {
            "tree": run.tree.prefix,
            "error": _number(run.error),
            "leaves": run.leaves,
            "share": _share(run, run.tree),
        },
    }


def _stopped(run: Run) -> str:
    if run.stopped == "branching":
        return "counting took more case distinctions than allowed"
    return f"gave up after {run.iterations:,} iterations"


def _offspring(run: Run, attempt: Attempt) -> dict[str, Any]:
    """One offspring; its tree follows from the mutations."""
    return {
        "mutations": [
            {
                "operation": mutation.operation,
                "node": None if mutation.change is None else mutation.change.node,
                "function": mutation.function,
                "literal": None if mutation.change is None else mutation.change.literal,
                "literal_first": mutation.change is not None and mutation.change.literal_first,
            }
            for mutation in attempt.mutations
        ],
        "leaves": attempt.leaves,
        "before": _number(attempt.before),
        "after": _number(attempt.after),
        "share": _share(run, attempt.tree) if attempt.accepted else None,
        "accepted": attempt.accepted,
        "reason": attempt.reason,
    }


def _share(run: Run, tree: Tree) -> float | None:
    """The exact share of all inputs a tree gets wrong, which its error on sampled rows does not show."""
    if run.setting.judged_on.complete or not tree.prefix:
        return None
    share = generalisation_error(run.setting, tree, 0)
    return None if share is None else float(share)


def _number(error: int | None) -> int | dict[str, float] | None:
    """An error as it is, or its logarithm if it is too large to write out."""
    if error is None or error < LARGEST_NUMBER:
        return error
    return {"log2": round(log2(error), 3)}


def _script() -> str:
    """All modules as one script; what they import from each other comes first."""
    joined = "".join(_source(name) for name in MODULES)
    return re.sub(r"^export |^import .*?;\n", "", joined, flags=re.MULTILINE)


def _source(name: str) -> str:
    return files("evobool.web").joinpath(name).read_text(encoding="utf-8")
