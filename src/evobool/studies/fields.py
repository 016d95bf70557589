"""The fields of settings: which of them vary, which settings are chosen, and what must not be pooled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evobool.errors import InputError
from evobool.model.setting import Setting, check_choice

FIELDS = tuple(Setting.__dataclass_fields__)
Where = Mapping[str, object]


def flat_fields(setting: Setting) -> dict[str, Any]:
    """The fields of a setting as numbers and words, each always of the same type.

    >>> flat_fields(Setting(n=4, training=16))["training"]
    '16'
    """
    fields = setting.to_dict()
    return fields | {"functions": ",".join(setting.functions), "training": str(setting.training)}


def varying(settings: Iterable[Setting]) -> dict[str, list[Any]]:
    """The fields that settings differ in, each with its values in the order met.

    >>> varying([Setting(n=4), Setting(n=8), Setting(n=8, limit="n")])
    {'n': [4, 8], 'limit': ['none', 'n']}
    """
    flat = [flat_fields(setting) for setting in settings]
    values = {name: list(dict.fromkeys(fields[name] for fields in flat)) for name in FIELDS}
    return {name: met for name, met in values.items() if len(met) > 1}


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


def common(settings: Sequence[Setting], apart: Sequence[str] = ()) -> str:
    """What settings have in common, in a few words, without the fields that tell them apart.

    >>> common([Setting(n=4, limit="n"), Setting(n=8, limit="n")], ["n"])
    'AND_n, rls-gp, limit n, subtree deletion, complete truth table'
    """
    first, various = settings[0], {*varying(settings), *apart}
    usual = Setting(n=first.n)
    n = "n" if "n" in various else str(first.n)
    words = {
        "target": first.goal.title.replace("n", n),
        "algorithm": first.algorithm,
        "limit": f"limit {first.limit}",
        "deletion": f"{first.deletion} deletion",
        "training": "complete truth table" if first.samples is None else f"{first.samples} rows",
        "literals": f"{first.literals} literals",
        "functions": f"only {' and '.join(first.functions)}",
        "selection": f"{first.selection} selection",
        "accept_error": f"A = {first.accept_error}",
        "first_leaf": f"first leaf by {first.first_leaf}",
        "max_iterations": f"at most {first.max_iterations:,} iterations",
    }
    always = ("target", "algorithm", "limit", "deletion", "training")
    told = [
        text
        for name, text in words.items()
        if name not in various and (name in always or getattr(first, name) != getattr(usual, name))
    ]
    if "target" in various and n != "n":
        told.insert(0, f"n = {n}")
    return ", ".join(told)
