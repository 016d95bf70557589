"""What the scripts share: where tables and pictures go."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from textwrap import fill

import matplotlib
from marks import found, write_between
from matplotlib.figure import Figure

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "evobool"  # the same picture gives the same bytes
DOCS = Path(__file__).resolve().parents[1]
DATA = DOCS / "data"


def begin(page: str) -> bool:
    """Read the command line; with --quick FOLDER, the page is made there from few and small runs."""
    global DOCS, DATA
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--quick", metavar="FOLDER", type=Path, help="a trial of a minute or two, made in FOLDER"
    )
    folder: Path | None = parser.parse_args().quick
    if folder is None:
        return False
    for inside in ("data", "figures"):
        (folder / inside).mkdir(parents=True, exist_ok=True)
    shutil.copy(found(page, DOCS), folder)
    DOCS, DATA = folder, folder / "data"
    return True


def save(figure: Figure, name: str) -> None:
    """Keep a picture in docs/figures."""
    figure.savefig(DOCS / "figures" / f"{name}.svg", metadata={"Date": None})


def put(name: str, text: str, page: str) -> None:
    """Write text between the marks of a name in a page of docs."""
    write_between(found(page, DOCS), name, text)


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def paragraph(text: str) -> str:
    """Text wrapped into lines."""
    return fill(text, 110, break_long_words=False, break_on_hyphens=False)


def small(p: float) -> str:
    """A short p-value."""
    return "< 10⁻⁶" if p < 1e-6 else f"{p:.1g}" if p < 0.1 else f"{p:.2f}"
