"""`Setting`: one cell of a table, checked when made."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from evobool.errors import InputError
from evobool.model.functions import FUNCTIONS
from evobool.model.targets import TARGETS, Target
from evobool.model.words import (
    Algorithm,
    Deletion,
    FirstLeaf,
    FunctionNames,
    Limit,
    Literals,
    Selection,
    TargetName,
    Training,
)

LARGEST_SAMPLE = 2**62
LONGEST_LIMIT = 40  # characters
CHOICES: dict[str, tuple[str, ...]] = {
    "target": tuple(TARGETS),
    "literals": ("positive", "all"),
    "deletion": ("subtree", "leaf"),
    "algorithm": ("rls-gp", "1+1-gp"),
    "selection": ("nonstrict", "strict"),
    "first_leaf": ("any", "insertion"),
}


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What to run: the target, the GP system and when to stop.

    Parameters
    ----------
    n
        The number of variables.
    target
        The function to evolve: and (AND_n) or or (OR_n).
    functions
        The paper's F: the functions trees are made of, and, or, or both with a comma.
    literals
        The paper's L: positive, or all (negated ones too).
    limit
        The most leaves of a tree: a number, n, n+1, 2n, any an+b, or none.
    deletion
        What DEL removes: any subtree, or a leaf.
    algorithm
        rls-gp (one mutation an iteration) or 1+1-gp (1 + Poisson(1) of them).
    selection
        nonstrict accepts an offspring that is not worse, strict only a better one.
    training
        complete (the whole truth table), or how many rows to draw afresh each iteration.
    accept_error
        The paper's A: stop when at most so many rows are wrong.
    max_iterations
        Give up after so many iterations.
    first_leaf
        any: the empty tree takes its first literal whatever the operation; insertion: only by INS.

    Examples
    --------

    >>> setting = Setting(target="and", n=16, limit="2n")
    >>> setting.leaf_limit, setting.functions, setting.id
    (32, ('and', 'or'), '5819d0f0201a6f94')
    >>> Setting(n=0)
    Traceback (most recent call last):
    evobool.errors.InputError: n = 0: must be at least 1
    """

    n: int
    target: TargetName = "and"
    functions: FunctionNames = ("and", "or")
    literals: Literals = "positive"
    limit: Limit = "none"
    deletion: Deletion = "subtree"
    algorithm: Algorithm = "rls-gp"
    selection: Selection = "nonstrict"
    training: Training = "complete"
    accept_error: int = 0
    max_iterations: int = 10_000
    first_leaf: FirstLeaf = "any"

    def __post_init__(self) -> None:
        for field, choices in CHOICES.items():
            check_choice(field, getattr(self, field), choices)
        for field, least in (("n", 1), ("accept_error", 0), ("max_iterations", 1)):
            check_integer(field, getattr(self, field), least)
        for field, most in (("n", 2**20), ("accept_error", 2**60), ("max_iterations", 2**62)):
            if getattr(self, field) > most:
                raise InputError(field, getattr(self, field), f"must be at most {most}")
        object.__setattr__(self, "functions", _functions(self.functions))
        object.__setattr__(self, "training", _training(self.training))
        object.__setattr__(self, "limit", _limit(self.limit))
        if self.leaf_limit is not None and self.leaf_limit < 1:
            raise InputError("limit", self.limit, f"allows {self.leaf_limit} leaves, must be at least 1")

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the fields, not what was derived from them."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @cached_property
    def leaf_limit(self) -> int | None:
        """The most leaves a tree may have (the paper's l), None without a limit."""
        return None if self.limit == "none" else _evaluate_limit(self.limit, self.n)

    @property
    def samples(self) -> int | None:
        """The number s of rows drawn each iteration, None for the complete truth table."""
        return None if isinstance(self.training, str) else self.training

    @cached_property
    def goal(self) -> Target:
        """The target's entry in the registry."""
        return TARGETS[self.target]

    @cached_property
    def literal_list(self) -> tuple[int, ...]:
        """The paper's L in the order it is drawn from: x1 ... xn, then ~x1 ... ~xn."""
        positive = tuple(range(1, self.n + 1))
        return positive if self.literals == "positive" else positive + tuple(-x for x in positive)

    @cached_property
    def function_list(self) -> tuple[str, ...]:
        """The paper's F in the order it is drawn from: the target's own function first."""
        return tuple(sorted(self.functions, key=lambda name: name != self.goal.first))

    @cached_property
    def evaluations_an_iteration(self) -> int:
        """Trees judged: the offspring, and on fresh rows the parent as well."""
        return 1 if self.samples is None else 2

    @property
    def warnings(self) -> list[str]:
        """What is allowed but deserves a word."""
        smallest = self.goal.smallest(self.n)
        found = []
        if self.leaf_limit is not None and self.leaf_limit < smallest:
            found.append(
                f"limit = {self.limit}: {self.goal.title} with n = {self.n} needs {smallest} leaves, "
                f"so no tree within the limit is correct"
            )
        return found

    @property
    def unusual(self) -> dict[str, Any]:
        """The fields that differ from their defaults; n always does."""
        fields = self.__dataclass_fields__.items()
        return {name: getattr(self, name) for name, field in fields if getattr(self, name) != field.default}

    def __repr__(self) -> str:
        return f"Setting({', '.join(f'{name}={value!r}' for name, value in self.unusual.items())})"

    def to_dict(self) -> dict[str, Any]:
        """Every field, as JSON types."""
        return asdict(self) | {"functions": list(self.functions)}

    @cached_property
    def id(self) -> str:
        """Sixteen hexadecimal digits: the SHA-256 of the fields as canonical JSON."""
        canonical = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]

    def with_(self, **changes: Any) -> Setting:
        """The same setting with some fields changed.

        >>> Setting(n=4).with_(limit="n+1").leaf_limit
        5
        """
        return replace(self, **changes)


def check_choice(field: str, value: object, choices: Iterable[str]) -> None:
    """Refuse a value that is not among the choices, and name the nearest one."""
    choices = tuple(choices)
    if value in choices:
        return
    near = get_close_matches(str(value), choices, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise InputError(field, value, f"must be one of {', '.join(choices)}{hint}")


def check_integer(field: str, value: object, least: int) -> None:
    """Refuse what is not an integer of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(field, value, "must be an integer")
    if value < least:
        raise InputError(field, value, f"must be at least {least}")


def _functions(value: str | Iterable[str]) -> tuple[str, ...]:
    """F as a tuple in the registry's order; `and,or` is read too."""
    if not isinstance(value, Iterable):
        raise InputError("functions", value, f"must be some of {', '.join(FUNCTIONS)}")
    parts = [value] if isinstance(value, str) else value
    names = [name.strip() for part in parts for name in str(part).split(",") if name.strip()]
    if not names:
        raise InputError("functions", value or "(nothing)", f"needs at least one of {', '.join(FUNCTIONS)}")
    for name in names:
        check_choice("functions", name, FUNCTIONS)
    return tuple(name for name in FUNCTIONS if name in names)


def _training(value: str | int) -> str | int:
    """`complete`, or the number of rows as an integer."""
    if value == "complete":
        return value
    try:
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise ValueError
        rows = int(value)
    except ValueError:
        raise InputError("training", value, "must be complete or a number of rows") from None
    if rows < 1:
        raise InputError("training", value, "must be complete or at least 1 row")
    if rows > LARGEST_SAMPLE:
        raise InputError("training", value, "must be at most 2^62 rows")
    return rows


_LIMIT = re.compile(r"(?:(?P<factor>\d*)\*?(?P<n>n))?(?P<constant>(?(n)[+-]|[+-]?)\d+)?")


def _limit_parts(text: str) -> tuple[int, int]:
    """The a and b of a limit a n + b."""
    match = _LIMIT.fullmatch(text) if len(text) < LONGEST_LIMIT else None
    if match is None or not text:
        raise InputError(
            "limit", text[:LONGEST_LIMIT], "must be none, a number, or a n + b such as n, n+1 or 2n"
        )
    factor = int(match["factor"] or 1) if match["n"] else 0
    return factor, int(match["constant"] or 0)


def _limit(value: object) -> str:
    """The limit in its shortest form, so that 2*n + 0 and 2n are one setting."""
    if value is None:
        return "none"
    text = "".join(str(value).split()).lower()
    if text == "none":
        return text
    factor, constant = _limit_parts(text)
    if factor == 0:
        return str(constant)
    return f"{'' if factor == 1 else factor}n" + (f"{constant:+d}" if constant else "")


def _evaluate_limit(text: str, n: int) -> int:
    factor, constant = _limit_parts(text)
    return factor * n + constant
