"""Read or refused: which fields of a setting a tool reads, and what it says of the rest.

Every engine and every tool of the theory names the fields it reads. A field that it does not read may only
have its default, so a field that is new is refused by every tool until somebody reads it.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from evobool.errors import InputError
from evobool.model.settings.setting import Setting

GIVEN = "rows given"  # what reads a target that is known on the rows of a table only
DRAWN = "start drawn"  # what begins with random trees


def unread(setting: Setting, reads: AbstractSet[str]) -> str | None:
    """The first field with an unusual value that is not among those read; None if there is none.

    >>> unread(Setting(n=4, offspring=5, start="x1"), {"n", "start"})
    'offspring'
    """
    if not setting.goal.total and GIVEN not in reads:
        reads = reads - {"target"}
    if setting.beginning is not None and DRAWN not in reads:
        reads = reads - {"start"}
    return next((name for name in setting.unusual if name not in reads), None)


def check_read(setting: Setting, reads: AbstractSet[str], tool: str) -> None:
    """Refuse a setting with an unusual value that the tool does not read.

    >>> check_read(Setting(n=4, offspring=5), {"n"}, "the landscape")
    Traceback (most recent call last):
    evobool.errors.InputError: offspring = 5: the landscape does not take it into account
    """
    field = unread(setting, reads)
    if field is not None:
        raise InputError(field, getattr(setting, field), f"{tool} does not take it into account")
