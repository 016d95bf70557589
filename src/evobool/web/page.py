"""`run_page`: a self-contained HTML page that steps through one run."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files

from evobool.model.record import Run
from evobool.web.data import player_data

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


def _script() -> str:
    """All modules as one script; what they import from each other comes first."""
    joined = "".join(_source(name) for name in MODULES)
    return re.sub(r"^export |^import .*?;\n", "", joined, flags=re.MULTILINE)


def _source(name: str) -> str:
    return files("evobool.web").joinpath(name).read_text(encoding="utf-8")
