"""The fields of settings: which of them vary, which settings are chosen, and what must not be pooled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.model.settings.describing import flat_fields, varying
from evobool.model.settings.setting import DEFINITIONS, FIELDS, Setting

Where = Mapping[str, object]
NAMED = 12  # values of a field that a message names


def select(settings: Iterable[Setting], where: Where | None = None) -> list[Setting]:
    """The settings whose fields have the values `where`; a value that no setting has is refused.

    >>> [setting.n for setting in select([Setting(n=4), Setting(n=8)], {"n": 8})]
    [8]
    """
    chosen = list(settings)
    if where is not None and not isinstance(where, Mapping):
        raise InputError("where", where, 'must be fields and their values, such as {"deletion": "leaf"}')
    for name, wanted in (where or {}).items():
        check_choice("where", name, FIELDS)
        text = ",".join(wanted) if isinstance(wanted, tuple | list) else str(wanted)
        held = list(dict.fromkeys(str(flat_fields(setting)[name]) for setting in chosen))
        chosen = [
            each for each in chosen if str(flat_fields(each)[name]) in (text, _normal(each, name, text))
        ]
        if not chosen:
            raise InputError("where", f"{name}={text}", f"no such runs; there are {', '.join(held)}")
    return chosen


def _normal(setting: Setting, field: str, text: str) -> str:
    """A value as settings write it: 3n/2 as 1.5n, x1&x2 as x1 & x2; itself if it is none."""
    try:
        return str(flat_fields(setting.with_(**{field: parsed_value(field, text)}))[field])
    except InputError:
        return text


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
        told = " and ".join(f"{name} ({_some(values)})" for name, values in more.items())
        choice = " ".join(f"{name}={values[0]}" for name, values in more.items())
        grouped = f", or group by {' and '.join(more)} too" if groupable else ""
        raise InputError("store", source, f"also varies {told}; choose with where {choice}{grouped}")


def _some(values: Sequence[object]) -> str:
    """Values, or the first of many."""
    named = ", ".join(map(str, values[:NAMED]))
    return named if len(values) <= NAMED else f"{named} and {len(values) - NAMED:,} more"


def parsed_value(field: str, text: str) -> Any:
    """The value of a field from text: an integer where the field is one, functions joined by + or commas.

    >>> parsed_value("n", "8"), parsed_value("functions", "and+xor"), parsed_value("limit", "8")
    (8, ('and', 'xor'), '8')
    """
    return DEFINITIONS[field].takes.from_text(field, text) if field in DEFINITIONS else text


def number(setting: Setting, field: str) -> float:
    """A field as a number: n, the rows of a sample, a limit in leaves, K of the n variables.

    >>> number(Setting(n=8, training="fixed:64"), "training"), number(Setting(n=8, target="and:3"), "target")
    (64.0, 3.0)
    """
    check_choice("x", field, FIELDS)
    value = getattr(setting, field)
    if field == "limit":
        value = setting.leaf_limit
    elif field == "training":
        value = setting.judged_on.rows or setting.training
    elif field == "target" and not setting.goal.spelled:
        value = setting.goal.relevant
    if isinstance(value, bool) or not isinstance(value, int):
        shown = setting.limit if value is None else value
        raise InputError("x", field, f"is not a number in every setting (here {shown})")
    return float(value)


def kind(setting: Setting, field: str) -> str:
    """What the number of a field leaves out, so that fresh and fixed rows do not share a curve.

    >>> kind(Setting(n=8, training="fixed:64"), "training"), kind(Setting(n=8), "n")
    ('fixed', '')
    """
    if field == "training":
        return setting.judged_on.regime.name
    return setting.goal.target.name if field == "target" else ""
