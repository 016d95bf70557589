"""What a field of a setting is: what it takes, what it is for, how it is described and asked for.

A field is defined once, in `declared.py`: `offspring: int = usually(1, ...)`. Checks, ids,
help, flags, grids, signatures, the studio's form and descriptions follow from that. Signatures that editors
read without running Python are written by `docs/scripts/keywords.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import Field, dataclass, field
from inspect import cleandoc
from re import sub
from textwrap import fill, indent
from typing import Any

from evobool.checks import as_list, check_choice, check_integer, whole_number
from evobool.errors import InputError

Entries = dict[str, Any]  # of a registry, by name
LAST = 1_000  # in an order


class Takes(ABC):
    """The values that a field takes."""

    entry: Callable[[Any], Any] | None = None  # the registry's entry that a value names
    registry: Entries | None = None  # where plugins may add to what is taken

    @abstractmethod
    def checked(self, name: str, setting: Any) -> Any:
        """The value as the setting keeps it; what cannot be used is refused."""

    @abstractmethod
    def unusual(self, default: Any) -> Any:
        """A value that is not the default."""

    def from_text(self, name: str, text: str) -> Any:
        """The value that a word of a command line stands for.

        >>> from evobool.model.settings.setting import DEFINITIONS
        >>> DEFINITIONS["functions"].takes.from_text("functions", "and+xor")
        ('and', 'xor')
        """
        return text

    def values(self, name: str, given: Any) -> list[Any]:
        """The values that a grid gives for the field: one, or a list of them."""
        listed = as_list(given)
        return [given] if listed is None else listed

    def values_from_text(self, name: str, text: str) -> list[Any]:
        """The values that a word such as `4,8` of a command line gives for the field."""
        return [self.from_text(name, part.strip()) for part in text.split(",") if part.strip()]

    def flat(self, value: Any) -> Any:
        """The value as a number or a word."""
        return value


@dataclass(frozen=True)
class Whole(Takes):
    """Whole numbers within bounds."""

    least: int
    most: int

    def checked(self, name: str, setting: Any) -> Any:
        """As `Takes.checked`."""
        return check_integer(name, getattr(setting, name), self.least, self.most)

    def unusual(self, default: Any) -> Any:
        """The next number."""
        return default + 1

    def from_text(self, name: str, text: str) -> Any:
        """As `Takes.from_text`."""
        return whole_number(name, text)


@dataclass(frozen=True)
class OneOf(Takes):
    """One of some words, or of the names in a registry."""

    choices: Collection[str]
    registry: Entries | None = None
    entry: Callable[[Any], Any] | None = None

    def checked(self, name: str, setting: Any) -> Any:
        """As `Takes.checked`."""
        value = getattr(setting, name)
        check_choice(name, value, self.choices)
        return str(value)

    def unusual(self, default: Any) -> Any:
        """The first other word."""
        return next((word for word in self.choices if word != default), None)


@dataclass(frozen=True)
class SomeOf(Takes):
    """A set of names, at least one, kept as a tuple in the order of the choices.

    In text, + joins the names of a set: `and+or`. A comma does too where there is no +, and where there is
    one it separates sets: `and+or,xor`. A list of single names could be either, so a grid refuses it.
    """

    choices: Mapping[str, Any]

    def checked(self, name: str, setting: Any) -> Any:
        """As `Takes.checked`."""
        value = getattr(setting, name)
        if not isinstance(value, Iterable):
            raise InputError(name, value, f"must be some of {', '.join(self.choices)}")
        names: list[object] = []
        parts = [value] if isinstance(value, str) else as_list(value) or list(value)
        for part in parts:
            sets = _sets(part) if isinstance(part, str) else [(part,)]
            if len(sets) > 1 or (len(parts) > 1 and isinstance(part, str) and "+" in part):
                given = value if len(parts) > 1 else parts[0]
                raise InputError(name, given, "is more than one set; only the grid of a study takes several")
            names += [word for words in sets for word in words]
        if not names:
            why = f"needs at least one of {', '.join(self.choices)}"
            raise InputError(name, value if parts else "(nothing)", why)
        for each in names:
            check_choice(name, each, self.choices)
        return tuple(each for each in self.choices if each in names)

    def unusual(self, default: Any) -> Any:
        """The last of the choices alone."""
        return (list(self.choices)[-1],)

    def from_text(self, name: str, text: str) -> Any:
        """One set."""
        sets = _sets(text)
        return sets[0] if len(sets) == 1 else text  # which is refused when it is checked

    def values(self, name: str, given: Any) -> list[Any]:
        """The sets of a grid, whose names may be in lists, or joined."""
        listed = as_list(given)
        if listed is None:
            return list(_sets(given)) if isinstance(given, str) else [given]
        if len(listed) > 1 and all(isinstance(each, str) and not {"+", ","} & set(each) for each in listed):
            if isinstance(given, tuple):  # as a setting has it
                return [given]
            one, several = "+".join(listed), ", ".join(f'["{each}"]' for each in listed)
            raise InputError(name, given, f'write ["{one}"] for one set, [{several}] for {len(listed)} sets')
        return [each for part in listed for each in (_sets(part) if isinstance(part, str) else [part])]

    def values_from_text(self, name: str, text: str) -> list[Any]:
        """The sets of a grid, as `and,and+or`."""
        if "," in text and "+" not in text:
            words = [word for (words,) in [_sets(text)] for word in words]
            if len(words) > 1:
                one, several = "+".join(words), " --grid ".join(f"{name}={each}" for each in words)
                raise InputError(
                    name,
                    text,
                    f"write --grid {name}={one} for one set, --grid {several} for {len(words)} sets",
                )
        return list(_sets(text))

    def flat(self, value: Any) -> Any:
        """The names in one word."""
        return ",".join(value)


def _sets(text: str) -> list[tuple[str, ...]]:
    """The sets of names in a text: `and+or,xor` are two, `and,or` is one."""
    parts = [part.split("+") for part in text.split(",")] if "+" in text else [text.split(",")]
    found = [tuple(word.strip() for word in part if word.strip()) for part in parts]
    return [names for names in found if names]


@dataclass(frozen=True)
class Spelled(Takes):
    """What is read once, by a property of the setting, and kept in the one way it is written."""

    attribute: str
    written: Callable[[Any], Any]
    example: Any
    words: Collection[str] = ()  # to suggest, where those that its type lists are not all
    numbers: bool = False  # whether a list of numbers is one value
    registry: Entries | None = None
    entry: Callable[[Any], Any] | None = None

    def checked(self, name: str, setting: Any) -> Any:
        """As `Takes.checked`."""
        return self.written(getattr(setting, self.attribute))

    def unusual(self, default: Any) -> Any:
        """The example."""
        return self.example

    def values(self, name: str, given: Any) -> list[Any]:
        """As `Takes.values`."""
        listed = as_list(given)
        if listed and self.numbers and not any(isinstance(each, str) or as_list(each) for each in listed):
            return [given]
        return super().values(name, given)

    def flat(self, value: Any) -> Any:
        """The value as a word."""
        return str(value)


@dataclass(frozen=True)
class Definition:
    """All there is to know of a field but its name, its type and its default.

    Parameters
    ----------
    takes
        The values it takes.
    help
        What it is for, as `--help` says it.
    said
        How a description says its {value}, or something else of the setting, {0}.
    told
        Its place in a description, where its default is said only if `always`.
    asked
        Its place among the fields that a form shows at once; the others are folded away.
    in_id
        Whether it is part of the id even at its default, as all fields of version 0.1 are.
    """

    takes: Takes
    help: str
    said: str | None = None
    told: int = LAST
    always: bool = False
    asked: int = LAST
    in_id: bool = False


def defined(takes: Takes, help: str, **more: Any) -> dict[str, Definition]:
    """The definition of a field without a default, as `dataclasses.field(metadata=...)` takes it."""
    return {"definition": Definition(takes, help, **more)}


def usually(default: Any, takes: Takes, help: str, **more: Any) -> Any:
    """A field with a default, and its definition."""
    return field(default=default, metadata=defined(takes, help, **more))


def documented(text: str, fields: Collection[Field[Any]]) -> str:
    """A docstring with a paragraph for each field in place of {fields}."""
    told = [
        f"{each.name}\n" + indent(fill(_quoted(each.metadata["definition"].help), 100), "    ")
        for each in fields
    ]
    return cleandoc(text).format(fields="\n".join(told))


def _quoted(text: str) -> str:
    """Help with flags and words such as data:FILE as code: on a page they would be dashes and links."""
    return sub(r"(?<![\w`-])(--[a-z-]+|[a-z-]+:[A-Z][A-Z:-]*)(?!\w)", r"`\1`", text)
