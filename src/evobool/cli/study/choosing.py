"""What the study commands share: flags that choose settings, and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evobool.checks import check_choice
from evobool.errors import InputError

if TYPE_CHECKING:
    from rich.table import Table

    from evobool.studies.analysis.listing import Listing

PIPE_WIDTH = 110


def parse_where(pairs: Sequence[str] | None) -> dict[str, str]:
    """Fields and values from words such as deletion=leaf.

    >>> parse_where(["deletion=leaf", "accept-error=8"])
    {'deletion': 'leaf', 'accept_error': '8'}
    """
    chosen: dict[str, str] = {}
    for pair in pairs or []:
        name, equals, wanted = pair.partition("=")
        if not equals:
            raise InputError("where", pair, "must be a field and its value, such as deletion=leaf")
        name, wanted = name.strip().replace("-", "_"), wanted.strip()
        if chosen.setdefault(name, wanted) != wanted:
            raise InputError("where", pair, f"{name} was already chosen to be {chosen[name]}")
    return chosen


def parse_group(words: Sequence[str] | None) -> list[str]:
    """Fields from words such as limit,deletion; limit alone if none are given.

    >>> parse_group(["limit,deletion"]), parse_group(None)
    (['limit', 'deletion'], ['limit'])
    """
    names = [name.strip().replace("-", "_") for word in words or ["limit"] for name in word.split(",")]
    return [name for name in names if name]


def print_table(table: Table) -> None:
    """Print a table, as wide as it needs to be where the output is no terminal."""
    from rich.measure import Measurement

    from evobool.cli.shared.console import Console

    console = Console()
    if not console.is_terminal:
        unbounded = console.options.update(max_width=10_000)
        console = Console(width=max(PIPE_WIDTH, Measurement.get(console, unbounded, table).maximum))
    console.print(table)


def check_format(format: str) -> None:
    """Refuse a form in which tables are not written, before the work."""
    from evobool.studies.analysis.listing import FORMATS

    check_choice("format", format, FORMATS)


def write_listing(listing: Listing, format: str, left: Sequence[str] = ()) -> None:
    """Print a table to be read, or in the form that was asked for."""
    if format == "table":
        print_listing(listing, left)
    else:
        print(listing.text(format))


def print_listing(listing: Listing, left: Sequence[str] = ()) -> None:
    """Print a table to be read; the columns named in `left` hold words."""
    from rich.table import Table

    table = Table(title=listing.title, caption=listing.caption)
    for name in listing.head:
        table.add_column(name, justify="left" if name in left else "right", no_wrap=True)
    for line in listing.lines:
        table.add_row(*line)
    print_table(table)
