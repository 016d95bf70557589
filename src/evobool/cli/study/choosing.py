"""What the study commands share: flags that choose settings, and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evobool.checks import check_choice
from evobool.cli.shared.tables import print_listing
from evobool.errors import InputError

if TYPE_CHECKING:
    from evobool.studies.analysis.listing import Listing


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
