"""`run_page`: a self-contained HTML page that steps through one run."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from evobool.model.outcome.run import Run
from evobool.pages.run_data import player_data

# Each after those it imports from.
MODULES = (
    "elements.js",
    "trees.js",
    "mutations.js",
    "tallies.js",
    "frames.js",
    "tree_view.js",
    "chart.js",
    "offspring.js",
    "inputs.js",
    "words.js",
    "controls.js",
    "player.js",
)
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"


def run_page(run: Run) -> str:
    """A page that plays the run and needs nothing but a browser.

    >>> import evobool
    >>> page = run_page(evobool.evolve(n=3, seed=1, trajectory="all"))
    >>> page.startswith("<!doctype html>"), "src=" in page
    (True, False)
    """
    data = player_data(run)
    body = f"""<body>
<main id="player"><noscript>This page needs JavaScript.</noscript></main>
<script type="application/json" id="data">{embedded(data)}</script>
<script type="module">
{script(MODULES)}
const container = document.getElementById("player");
try {{
  mountPlayer(container, JSON.parse(document.getElementById("data").textContent), {{hash: true}});
}} catch (problem) {{
  container.textContent = `This run cannot be shown: ${{problem.message}}`;
  throw problem;
}}
</script>
</body>"""
    return document(f"evobool: {data['title']}: {data['outcome']}", source("player.css"), body)


def save_run_page(run: Run, path: Path) -> None:
    """Write the page of a run."""
    path.write_text(run_page(run), encoding="utf-8")


def document(title: str, style: str, body: str) -> str:
    """A page in one file: nothing is loaded from anywhere."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<link rel="icon" href="data:,">
<title>{escape(title)}</title>
<style>
{style}</style>
</head>
{body}
</html>
"""


def embedded(data: object) -> str:
    """Data as JSON that can stand inside a page."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def script(modules: Sequence[str], *more: str) -> str:
    """Modules of this folder, and the text of others, as one script; each comes after those it imports."""
    joined = "".join([*map(source, modules), *more])
    return re.sub(r"^export |^import .*?;\n", "", joined, flags=re.MULTILINE)


def source(name: str) -> str:
    """The text of a file of this folder."""
    return (files("evobool.pages") / "player" / name).read_text(encoding="utf-8")
