"""The pages: each a frame of HTML that its script fills, and the files they need, all from the package."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from evobool.studio.form import engines, form

KINDS = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}


@dataclass(frozen=True)
class Page:
    """One page: its address, its name in the navigation, and what it is for."""

    path: str
    name: str
    title: str


PAGES = {
    page.path: page
    for page in (
        Page("/run", "Run", "Watch a run"),
        Page("/many", "Many runs", "The law of many runs"),
        Page("/neighbourhood", "Neighbourhood", "What surrounds a tree"),
        Page("/study", "Study", "Explore a study"),
        Page("/paper", "Paper", "The paper, published and measured"),
    )
}


def page_html(page: Page, given: dict[str, Any]) -> str:
    """A page; `given` is what its script must know, beside the form."""
    links = "\n".join(
        f'<a href="{other.path}"{" aria-current=page" if other == page else ""}>{other.name}</a>'
        for other in PAGES.values()
    )
    script = f"page_{page.path[1:]}.js"
    preloaded = "\n".join(f'<link rel="modulepreload" href="/static/{name}">' for name in imported(script))
    data = json.dumps(given | {"form": form(), "engines": engines()}).replace("<", "\\u003c")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(page.title)} - evobool studio</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/player.css">
<link rel="stylesheet" href="/static/studio.css">
{preloaded}
<script type="module" src="/static/{script}"></script>
</head>
<body class="studio page-{page.path[1:]}">
<a class="skip" href="#main">Skip to content</a>
<nav class="bar" aria-label="pages"><a class="brand" href="/run">evobool <span>studio</span></a>
<div class="links">
{links}
</div></nav>
<main id="main" tabindex="-1"><noscript>The studio needs JavaScript.</noscript></main>
<script type="application/json" id="given">{data}</script>
</body>
</html>
"""


@cache
def imported(script: str) -> tuple[str, ...]:
    """The modules that a script imports, one way or another: named at once, they are not asked for in turn.

    >>> "trees.js" in imported("page_run.js")
    True
    """
    found: dict[str, None] = {}
    waiting = [script]
    while waiting:
        text = static_files()[waiting.pop()][0].decode()
        fresh = [
            name
            for name in re.findall(r'^import .* from "\./(\w+\.js)";$', text, re.MULTILINE)
            if name not in found
        ]
        found |= dict.fromkeys(fresh)
        waiting += fresh
    return tuple(found)


@cache
def static_files() -> dict[str, tuple[bytes, str]]:
    """All files a page may ask for, with their types; nothing else is ever read."""
    found = {}
    for root in (files("evobool.pages") / "player", files("evobool.pages") / "studio"):
        for entry in root.iterdir():
            kind = KINDS.get(entry.name.rpartition(".")[2])
            if kind is not None:
                found[entry.name] = (entry.read_bytes(), kind)
    return found
