"""What a field of a setting is: what it takes, what it is for, how it is told and asked for.

A field is defined once, where `Setting` declares it: `offspring: int = usually(1, ...)`. Checks, ids,
help, flags, grids, signatures, the studio's form and descriptions follow from that. Signatures that editors
read without running Python are written by `docs/scripts/keywords.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import Field, dataclass, field
from inspect import cleandoc
from textwrap import fill, indent
from typing import Any

from evobool.checks import check_choice, check_integer
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
        value = getattr(setting, name)
        check_integer(name, value, self.least, self.most)
        return value

    def unusual(self, default: Any) -> Any:
        """The next number."""
        return default + 1

    def from_text(self, name: str, text: str) -> Any:
        """As `Takes.from_text`."""
        try:
            return int(text)
        except ValueError:
            raise InputError(name, text, "must be an integer") from None


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
        return value

    def unusual(self, default: Any) -> Any:
        """The first other word."""
        return next((word for word in self.choices if word != default), None)


@dataclass(frozen=True)
class SomeOf(Takes):
    """Some names, at least one, kept as a tuple in the order of the choices; `and,or` is read too."""

    choices: Mapping[str, Any]

    def checked(self, name: str, setting: Any) -> Any:
        """As `Takes.checked`."""
        value = getattr(setting, name)
        if not isinstance(value, Iterable):
            raise InputError(name, value, f"must be some of {', '.join(self.choices)}")
        names: list[object] = []
        for part in [value] if isinstance(value, str) else value:
            words = [word.strip() for word in part.split(",")] if isinstance(part, str) else [part]
            names += [word for word in words if word != ""]
        if not names:
            why = f"needs at least one of {', '.join(self.choices)}"
            raise InputError(name, value or "(nothing)", why)
        for each in names:
            check_choice(name, each, self.choices)
        return tuple(each for each in self.choices if each in names)

    def unusual(self, default: Any) -> Any:
        """The last of the choices alone."""
        return (list(self.choices)[-1],)

    def from_text(self, name: str, text: str) -> Any:
        """Names joined by + or commas."""
        return tuple(text.replace("+", ",").split(","))

    def flat(self, value: Any) -> Any:
        """The names in one word."""
        return ",".join(value)


@dataclass(frozen=True)
class Spelled(Takes):
    """What is read once, by a property of the setting, and kept in the one way it is written."""

    attribute: str
    written: Callable[[Any], Any]
    example: Any
    words: Collection[str] = ()  # to suggest, where those that its type lists are not all
    registry: Entries | None = None
    entry: Callable[[Any], Any] | None = None

    def checked(self, name: str, setting: Any) -> Any:
        """As `Takes.checked`."""
        return self.written(getattr(setting, self.attribute))

    def unusual(self, default: Any) -> Any:
        """The example."""
        return self.example

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
    told = [f"{each.name}\n" + indent(fill(each.metadata["definition"].help, 100), "    ") for each in fields]
    return cleandoc(text).format(fields="\n".join(told))
