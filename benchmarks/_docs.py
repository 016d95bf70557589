"""Tables on the screen and in docs/reference/benchmarks.md, which only scripts ever write."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table as RichTable

DOCS = Path(__file__).parent.parent / "docs"
sys.path.append(str(DOCS / "scripts"))

from facts import refresh  # noqa: E402
from marks import found, write_between  # noqa: E402


@dataclass
class Table:
    """A table of text: the first column is left-aligned, the others right-aligned."""

    title: str
    columns: Sequence[str]
    rows: list[tuple[str, ...]] = field(default_factory=list)

    def add(self, *cells: str) -> None:
        """Add a row."""
        self.rows.append(cells)

    def show(self) -> None:
        """Print it."""
        table = RichTable(title=self.title, title_justify="left")
        for number, column in enumerate(self.columns):
            table.add_column(column, justify="right" if number else "left")
        for row in self.rows:
            table.add_row(*row)
        Console().print(table)

    def markdown(self) -> str:
        """The same as Markdown."""
        rules = ["---"] + ["---:"] * (len(self.columns) - 1)
        lines = [f"| {' | '.join(row)} |" for row in (self.columns, rules, *self.rows)]
        return "\n".join([f"**{self.title}**", "", *lines])


def digits(value: float) -> str:
    """Three significant digits with thousands separators, never in powers of ten."""
    if value >= 100:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:#.3g}".rstrip(".")


def machine() -> str:
    """When, how and on what machine, described in general, the numbers were measured."""
    numba, deap = (importlib.metadata.version(package) for package in ("numba", "deap"))
    cores = os.cpu_count() or 1
    return (
        f"Measured on {date.today()} by `python benchmarks/{Path(sys.argv[0]).name}`: {cpu_model()}, "
        f"{cores} core{'s' if cores > 1 else ''}; "
        f"Python {platform.python_version()}, numba {numba}, DEAP {deap}."
    )


def cpu_model() -> str:
    """The processor's name as Linux reports it, else its architecture."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


def write_section(name: str, markdown: str, page: str = "benchmarks.md") -> None:
    """Put the text between the marks of a section of a page."""
    write_between(found(page, DOCS), name, markdown.strip())
    refresh()
