"""`--target data:FILE` on the command line: which column is the label, and how many columns there are."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import Token

from evobool.errors import InputError
from evobool.model.settings.setting import Setting
from evobool.model.targets.labelled import DATA
from evobool.model.targets.row_files import Asked, read_from_now_on, rows_of

if TYPE_CHECKING:
    from cyclopts import App, ArgumentCollection


def load_table(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """Read the table that is the target, which says n; the parser calls this before it makes a setting."""
    words = {each.name: [token.value for token in each.tokens] for each in arguments}
    label, test = (next(iter(words.get(name, [])), None) for name in ("--label", "--test"))
    read_from_now_on(Asked(label, None if test is None else Path(test)))
    target = next(iter(words.get("--target", [])), "")
    for argument in arguments:
        if argument.name == "--n" and not argument.tokens and target.partition(":")[0].strip() == DATA:
            rows = rows_of(target)
            assert rows is not None
            argument.append(Token(keyword="--n", value=str(rows.n), source="table"))


def check_used(label: str | None, test: Path | None, settings: Iterable[Setting]) -> None:
    """Refuse a label or rows held out where no target is given by rows."""
    if all(setting.goal.total for setting in settings):
        for field, value in (("label", label), ("test", test)):
            if value is not None:
                raise InputError(field, value, "is read with --target data:FILE only")
