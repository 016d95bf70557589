"""The studio as a site: its pages, and the files they need, all from the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from evobool.pages.templates import rendered
from evobool.studio.form import engines, form

KINDS = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}
ROOMS = ("charts", "player", "studio")


class Page(NamedTuple):
    """One page: its address, its name in the navigation, and what it is for."""

    path: str
    name: str
    title: str


PAGES = {
    page.path: page
    for page in (
        Page("/run", "Run", "Watch a run"),
        Page("/population", "Population", "Watch a population"),
        Page("/many", "Many runs", "The law of many runs"),
        Page("/neighbourhood", "Neighbourhood", "What surrounds a tree"),
        Page("/study", "Study", "Explore a study"),
        Page("/learn", "Learn", "Learn from a table"),
        Page("/paper", "Paper", "The paper, published and measured"),
    )
}


def page_html(page: Page, given: dict[str, Any]) -> str:
    """A page; `given` is what its script must know, beside the form."""
    known = given | {"form": form(), "engines": engines()}
    return rendered(
        "pages/studio/page.html",
        page=page,
        pages=PAGES.values(),
        rooms=ROOMS,
        modules=shared_modules(),
        given=known,
    )


@cache
def shared_modules() -> list[str]:
    """The scripts that pages import: named at once, they are not asked for in turn.

    >>> "player/trees.js" in shared_modules(), "studio/page_run.js" in shared_modules()
    (True, False)
    """
    own = ("page_", "alone")  # begin a page, so nothing imports them
    return [
        name
        for name in static_files()
        if name.endswith(".js") and not name.rpartition("/")[2].startswith(own)
    ]


@cache
def static_files() -> dict[str, tuple[bytes, str]]:
    """All files a page may ask for, with their types; nothing else is ever read."""
    found = {}
    for room in ROOMS:
        for entry in files("evobool.pages").joinpath(room).iterdir():
            kind = KINDS.get(entry.name.rpartition(".")[2])
            if kind is not None:
                found[f"{room}/{entry.name}"] = (entry.read_bytes(), kind)
    return dict(sorted(found.items()))
