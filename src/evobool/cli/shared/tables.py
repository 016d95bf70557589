"""Tables in the terminal: one that is too wide is printed in parts, so that no cell is cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from evobool.cli.shared.console import Console

if TYPE_CHECKING:
    from rich.table import Table

    from evobool.studies.analysis.listing import Listing

CAPTION_WIDTH = 100  # lines longer than that are hard to read
AROUND = 3  # a cell's padding and its edge


def print_listing(listing: Listing, left: Sequence[str] = ()) -> None:
    """Print a table to be read; the columns named in `left` hold words.

    A table wider than the terminal is printed in parts, each with the first column.
    """
    from rich.text import Text

    console, widths = Console(), _widths(listing)
    if not console.is_terminal:
        console = Console(width=max(CAPTION_WIDTH, 1 + sum(widths)))
    room = console.width
    parts = list(_parts(widths, room))
    tables = [_table(listing, part, left) for part in parts]
    width = max(min(room, sum(widths[column] for column in part) + 1) for part in parts)
    if len(listing.title) <= width:
        tables[0].title = listing.title
    else:
        console.print(Text(listing.title, style="italic"))
    for table in tables:
        console.print(table)
    if listing.caption:
        lines = max(width, min(room, CAPTION_WIDTH))
        console.print(Text(listing.caption, style="dim"), width=lines)


def _widths(listing: Listing) -> list[int]:
    """How wide each column is."""
    from rich.cells import cell_len

    columns = zip(listing.head, *listing.lines, strict=True)
    return [
        max(cell_len(line) for cell in column for line in cell.split("\n")) + AROUND for column in columns
    ]


def _parts(widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """The columns of each part, as many as there is room for beside the first."""
    part, used = [0], 1 + widths[0]
    for column, width in enumerate(widths[1:], start=1):
        if len(part) > 1 and used + width > room:
            yield part
            part, used = [0], 1 + widths[0]
        part.append(column)
        used += width
    yield part


def _table(listing: Listing, part: Sequence[int], left: Sequence[str]) -> Table:
    from rich.table import Table

    table = Table()
    for column in part:
        name = listing.head[column]
        justify = "left" if name in left else "right"
        table.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for line in listing.lines:
        table.add_row(*(line[column] for column in part))
    return table
