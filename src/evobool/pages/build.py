"""Pages in one file that need nothing but a browser: `run_page` steps through one run."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from evobool.model.outcome.run import Run
from evobool.pages.run_data import player_data
from evobool.pages.templates import rendered, text_of

PLAIN = " !\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"  # what an address of data may hold besides letters and digits


def run_page(run: Run) -> str:
    """A page that plays the run.

    >>> import evobool
    >>> page = run_page(evobool.evolve(n=3, seed=1, trajectory="all"))
    >>> page.startswith("<!doctype html>"), "src=" in page
    (True, False)
    """
    data = player_data(run)
    return one_file(f"evobool: {data['title']}: {data['outcome']}", "player", data)


def save_run_page(run: Run, path: Path) -> None:
    """Write the page of a run."""
    path.write_text(run_page(run), encoding="utf-8")


def one_file(title: str, room: str, data: object) -> str:
    """A page that shows data: `alone.js` of a room begins, with its style and the modules it may import."""
    rooms = dict.fromkeys(("charts", "player", room))
    styles = [text_of(f"pages/{name}/{name}.css") for name in rooms]
    imports = {name: address for each in rooms for name, address in modules(each).items()}
    return rendered(
        "pages/alone.html", title=title, room=room, styles=styles, imports={"imports": imports}, data=data
    )


def modules(room: str) -> dict[str, str]:
    """The scripts of a room as addresses that hold their text, by the names that other scripts import.

    Scripts import `../room/name.js`. From an address of data there is no way up, so the dots go; the page's
    import map has the rest.
    """
    names = (entry.name for entry in files("evobool.pages").joinpath(room).iterdir())
    texts = {name: text_of(f"pages/{room}/{name}") for name in sorted(names) if name.endswith(".js")}
    return {
        f"{room}/{name}": "data:text/javascript;charset=utf-8," + quote(text.replace('"../', '"'), safe=PLAIN)
        for name, text in texts.items()
    }
