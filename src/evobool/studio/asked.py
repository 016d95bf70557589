"""What a request asks for: its words read as the command line reads them, and checked as it checks them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from evobool.checks import check_choice, check_integer, whole_number
from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.seeds import check_seed
from evobool.model.settings.given import known_fields
from evobool.model.settings.setting import Setting
from evobool.model.targets.labelled import DATA
from evobool.studies.analysis.choosing import parsed_value
from evobool.studio.allowed import LONGEST_FORMULA, check_limits, check_most

LONGEST_QUERY = 8_000  # characters
SECOND = "b."  # before the fields in which a second setting differs from the first
Words = dict[str, str]


def words_of(pairs: Iterable[tuple[str, str]]) -> Words:
    """The words of an address by name; a name given twice is refused.

    >>> words_of([("n", "8"), ("n", "4")])
    Traceback (most recent call last):
    evobool.errors.InputError: n = 4: is given twice
    """
    found: Words = {}
    for name, value in pairs:
        if name in found:
            raise InputError(name[:40], value[:40], "is given twice")
        if len(value) > LONGEST_FORMULA:
            raise InputError(name[:40], f"{value[:40]}…", f"is longer than {LONGEST_FORMULA:,} characters")
        found[name] = value
    return found


def setting_of(words: Words, others: Iterable[str] = ()) -> Setting:
    """The setting that words name; `others` are names with another meaning, and anything else is refused.

    >>> setting_of({"n": "8", "training": "64", "seed": "1"}, ["seed"])
    Setting(n=8, training=64)
    """
    known = set(others)
    fields = {name: text for name, text in words.items() if name not in known}
    given = known_fields("address", fields)
    if given.get("target", "").partition(":")[0].strip() == DATA:
        raise InputError("target", given["target"], "the studio reads no files; use the command line")
    if "n" not in given:
        raise InputError("n", "(nothing)", "must be given")
    return Setting(**values_of(given))


def values_of(given: Words) -> dict[str, Any]:
    """The values of fields from their words."""
    return {name: parsed_value(name, text.strip()) for name, text in given.items()}


def whole(words: Words, name: str, default: int | None, least: int, most: int) -> int | None:
    """A whole number within bounds."""
    text = words.get(name, "").strip()
    if not text:
        return default
    return check_most(name, check_integer(name, whole_number(name, text), least), most)


@dataclass(frozen=True)
class Asked:
    """One run: its setting, which run of which seed, and who makes it."""

    setting: Setting
    seed: int | None
    index: int
    engine: str

    NAMES = ("seed", "index", "engine")

    @classmethod
    def of(cls, words: Words, others: Iterable[str] = ()) -> Asked:
        """From the words of an address."""
        engine = words.get("engine", "").strip() or "auto"
        setting = check_limits(setting_of(words, [*cls.NAMES, *others]), engine)
        seed = whole(words, "seed", None, 0, 2**64 - 1)
        index = whole(words, "index", 0, 0, 2**53)
        return cls(setting, None if seed is None else check_seed(seed), index or 0, engine)

    @property
    def options(self) -> dict[str, object]:
        """What a command needs beside the setting, the usual left out."""
        usual = {"seed": None, "index": 0, "engine": "auto"}
        return {name: getattr(self, name) for name in self.NAMES if getattr(self, name) != usual[name]}


def second_of(words: Words, first: Setting) -> Setting | None:
    """The setting to compare with: the first, with the fields that have the prefix changed; None if none."""
    changed = {name.removeprefix(SECOND): text for name, text in words.items() if name.startswith(SECOND)}
    if not changed:
        return None
    given = known_fields("address", changed)
    try:
        other = first.with_(**values_of(given))
    except InputError as problem:
        raise InputError(SECOND + problem.field, problem.value, problem.why) from None
    return check_limits(other)


def tree_of(words: Words) -> Tree:
    """The tree that words name, `(empty)` for the empty one."""
    text = words.get("tree", "").strip()
    if not text:
        raise InputError("tree", "(nothing)", "type a tree, such as (x3 & x2) | (x2 & x3)")
    return Tree() if text in ("empty", "(empty)") else Tree.parse(text)


def only(words: Words, known: Iterable[str], prefix: str = "(none)") -> Words:
    """Refuse words that mean nothing here; those that begin with the prefix may have any name."""
    names = tuple(known)
    for name in words:
        if not name.startswith(prefix):
            check_choice("address", name, names)
    return words


def choice(words: Words, name: str, default: str, known: Iterable[str]) -> str:
    """One of some words."""
    value = words.get(name, "").strip() or default
    check_choice(name, value, known)
    return value
