"""The fields of settings: which of them vary, which settings are chosen, and what must not be pooled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from evobool.errors import InputError
from evobool.model.describing import FIELDS, flat_fields, varying
from evobool.model.setting import Setting, check_choice

Where = Mapping[str, object]


def select(settings: Iterable[Setting], where: Where | None = None) -> list[Setting]:
    """The settings whose fields have the values `where`; a value that no setting has is refused.

    >>> [setting.n for setting in select([Setting(n=4), Setting(n=8)], {"n": 8})]
    [8]
    """
    chosen = list(settings)
    for name, wanted in (where or {}).items():
        check_choice("where", name, FIELDS)
        text = ",".join(wanted) if isinstance(wanted, tuple | list) else str(wanted)
        held = list(dict.fromkeys(str(flat_fields(setting)[name]) for setting in chosen))
        if text not in held:
            raise InputError("where", f"{name}={text}", f"no such runs; there are {', '.join(held)}")
        chosen = [setting for setting in chosen if str(flat_fields(setting)[name]) == text]
    return chosen


def refuse_pooling(
    source: Path, settings: Iterable[Setting], apart: Sequence[str], groupable: bool = False
) -> None:
    """Refuse settings that differ in fields other than those that tell them apart.

    >>> refuse_pooling(Path("a.db"), [Setting(n=4, limit="4"), Setting(n=4, limit="5")], ["n"])
    Traceback (most recent call last):
    evobool.errors.InputError: store = a.db: also varies limit (4, 5); choose with where limit=4
    """
    more = {name: values for name, values in varying(settings).items() if name not in apart}
    if more:
        told = " and ".join(f"{name} ({', '.join(map(str, values))})" for name, values in more.items())
        choice = " ".join(f"{name}={values[0]}" for name, values in more.items())
        grouped = f", or group by {' and '.join(more)} too" if groupable else ""
        raise InputError("store", source, f"also varies {told}; choose with where {choice}{grouped}")


def number(setting: Setting, field: str) -> float:
    """A field as a number: n, the rows of a sample, a limit in leaves."""
    check_choice("x", field, FIELDS)
    value = setting.leaf_limit if field == "limit" else getattr(setting, field)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError("x", field, f"is not a number in every setting (here {value})")
    return float(value)
