"""`Setting`: one cell of a table, checked when made."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from math import gcd
from typing import Any

from evobool.errors import InputError, shown
from evobool.model.algorithms import ALGORITHMS, Scheme
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import literal_name, parsed, written
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import OPERATORS, Operator
from evobool.model.selection import SELECTIONS, Selection
from evobool.model.settings import leaf_limit as limits
from evobool.model.settings.completion import (
    Algorithm,
    Deletion,
    FirstLeaf,
    FunctionNames,
    Limit,
    Literals,
    MutationName,
    SelectionName,
    Start,
    TargetName,
    TrainingName,
    Weights,
)
from evobool.model.targets.targets import Goal, check_target, goal_of
from evobool.model.training import Training, training_of

CHOICES: dict[str, tuple[str, ...]] = {
    "literals": ("positive", "all"),
    "deletion": ("subtree", "leaf"),
    "algorithm": tuple(ALGORITHMS),
    "first_leaf": ("any", "insertion"),
}
INTEGERS: dict[str, tuple[int, int]] = {
    "n": (1, 2**20),
    "accept_error": (0, 2**60),
    "max_iterations": (1, 2**62),
    "offspring": (1, 2**20),
}
LARGEST_INTEGER = 2**63 - 1  # what a machine word and a store's column hold
# Fields that version 0.1 did not have. At their default they are left out of the id, so that old ids stay.
ADDED = ("weights", "offspring", "start", "mutation")


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What to run: the target, the GP system and when to stop.

    Parameters
    ----------
    n
        The number of variables.
    target
        The function to evolve: and, or, xor, majority or mux; and:K, or:K, xor:K or majority:K if only x1
        ... xK matter; a formula in quotes, such as "x1 & (x2 | ~x3) ^ x4"; or table:HEX, a truth table in
        hexadecimal, row r its bit r (table:8000 is the AND of 4).
    functions
        The paper's F, the functions trees are made of: some of and, or, xor, nand, nor, xnor, gt, lt, ge, le.
    literals
        The paper's L: positive, or all (negated ones too).
    limit
        The most leaves of a tree: none, a number, or an expression in n such as n+1, 1.5n or n + log2 n.
    deletion
        What DEL removes: any subtree, or a leaf.
    algorithm
        rls-gp (one mutation per offspring) or 1+1-gp (1 + Poisson(1) of them).
    selection
        nonstrict accepts an offspring that is not worse, strict only a better one, parsimony a better one or
        an equally good one with no more leaves.
    training
        complete (the whole truth table), S (that many rows, drawn afresh each iteration), or fixed:S (S rows,
        drawn once at the start of the run).
    accept_error
        The paper's A: stop when at most this many rows are wrong.
    max_iterations
        Give up after this many iterations.
    first_leaf
        any: the empty tree takes its first literal whatever the operation; insertion: only by INS.
    weights
        The odds of INS, DEL and SUB as I:D:S, non-negative integers.
    offspring
        How many offspring each iteration makes; the best one within the limit competes with the parent.
    start
        The tree a run begins with: empty, or a formula.
    mutation
        The mutation operator: hvl-prime, or one of your own (see docs/plugins.md).

    Examples
    --------

    >>> setting = Setting(target="and", n=16, limit="2n")
    >>> setting.leaf_limit, setting.functions, setting.id
    (32, ('and', 'or'), '5819d0f0201a6f94')
    >>> Setting(n=4, target="(x1&x2)|~x3", weights="2:2:4").with_(start="x1").to_dict()["target"]
    '(x1 & x2) | ~x3'
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
    selection: SelectionName = "nonstrict"
    training: TrainingName = "complete"
    accept_error: int = 0
    max_iterations: int = 10_000
    first_leaf: FirstLeaf = "any"
    weights: Weights = "1:1:1"
    offspring: int = 1
    start: Start = "empty"
    mutation: MutationName = "hvl-prime"

    def __post_init__(self) -> None:
        for field, choices in CHOICES.items():
            check_choice(field, getattr(self, field), choices)
        check_choice("selection", self.selection, SELECTIONS)
        check_choice("mutation", self.mutation, OPERATORS)
        for field, (least, most) in INTEGERS.items():
            check_integer(field, getattr(self, field), least, most)
        check_target(self.target)
        for field, value in (
            ("functions", _functions(self.functions)),
            ("training", training_of(self.training).written),
            ("limit", limits.normalised(self.limit)),
            ("target", goal_of(self.target, self.n).name),
            ("weights", _weights(self.weights)),
            ("start", _start(self.start)),
        ):
            object.__setattr__(self, field, value)
        if self.leaf_limit is not None and self.leaf_limit < 1:
            raise InputError("limit", self.limit, f"allows {self.leaf_limit} leaves, must be at least 1")
        try:
            self.check_tree(self.start_tree)
        except InputError as problem:
            raise InputError("start", self.start, problem.why) from None

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the fields, not what was derived from them."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @cached_property
    def leaf_limit(self) -> int | None:
        """The most leaves a tree may have (the paper's l), None without a limit."""
        return limits.evaluated(self.limit, self.n)

    @cached_property
    def goal(self) -> Goal:
        """The target of n variables."""
        return goal_of(self.target, self.n)

    @cached_property
    def judged_on(self) -> Training:
        """The rows trees are judged on."""
        return training_of(self.training)

    @property
    def rows(self) -> int:
        """How many rows trees are judged on; 0 if the training regime does not say."""
        return 2**self.n if self.judged_on.complete else self.judged_on.rows

    @property
    def rule(self) -> Selection:
        """The selection rule."""
        return SELECTIONS[self.selection]

    @property
    def scheme(self) -> Scheme:
        """The algorithm: how many mutations make an offspring."""
        return ALGORITHMS[self.algorithm]

    @property
    def operator(self) -> Operator:
        """The mutation operator."""
        return OPERATORS[self.mutation]

    @cached_property
    def odds(self) -> tuple[int, int, int]:
        """The weights of INS, DEL and SUB."""
        insertion, deletion, substitution = map(int, self.weights.split(":"))
        return insertion, deletion, substitution

    @cached_property
    def start_tree(self) -> Tree:
        """The tree a run begins with."""
        return Tree() if self.start == "empty" else Tree.parse(self.start)

    @cached_property
    def literal_list(self) -> tuple[int, ...]:
        """The paper's L in the order it is drawn from: x1 ... xn, then ~x1 ... ~xn."""
        positive = tuple(range(1, self.n + 1))
        return positive if self.literals == "positive" else positive + tuple(-x for x in positive)

    @cached_property
    def function_list(self) -> tuple[str, ...]:
        """The paper's F in the order it is drawn from: the target's own function first."""
        return tuple(sorted(self.functions, key=lambda name: name != self.goal.target.first))

    def evaluations(self, iterations: Any) -> Any:
        """Trees judged: all offspring, on rows that change the parent as well, and a start tree once."""
        each = self.offspring + self.judged_on.fresh
        once = self.start != "empty" and not self.judged_on.fresh
        return iterations * each + once

    def check_tree(self, tree: Tree) -> None:
        """Refuse a tree that a run cannot hold: a foreign function or literal, or too many leaves."""
        self.check_tokens(tree)
        if self.leaf_limit is not None and tree.leaves > self.leaf_limit:
            raise InputError("tree", tree, f"has {tree.leaves} leaves, the limit is {self.leaf_limit}")

    def check_tokens(self, tree: Tree) -> None:
        """Refuse a tree with a foreign function or literal."""
        for token in tree.prefix:
            if isinstance(token, str):
                if token not in self.functions:
                    raise InputError("tree", tree, f"{token} is not among the functions")
            elif abs(token) > self.n or (token < 0 and self.literals == "positive"):
                raise InputError("tree", tree, f"{literal_name(token)} is not among the literals")

    @property
    def warnings(self) -> list[str]:
        """What is allowed but deserves a word."""
        needed = len(self.goal.variables)
        found = []
        if self.leaf_limit is not None and self.leaf_limit < needed:
            found.append(
                f"limit = {self.limit}: {self.goal.title} needs {needed} leaves, "
                f"so no tree within the limit is correct"
            )
        if self.odds[0] == 0 and self.start == "empty" and self.first_leaf == "insertion":
            found.append(f"weights = {self.weights}: without INS the tree stays empty")
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
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return fields | {"functions": list(self.functions)}

    def identity(self) -> dict[str, Any]:
        """The fields that make the id: all but those added since version 0.1 that are at their default."""
        defaults = {name: field.default for name, field in self.__dataclass_fields__.items()}
        return {
            name: value
            for name, value in self.to_dict().items()
            if name not in ADDED or value != defaults[name]
        }

    @cached_property
    def id(self) -> str:
        """Sixteen hexadecimal digits: the SHA-256 of the identifying fields as canonical JSON."""
        return id_of(self.identity())

    def with_(self, **changes: Any) -> Setting:
        """The same setting with some fields changed.

        >>> Setting(n=4).with_(limit="n+1").leaf_limit
        5
        """
        for name in changes:
            check_choice("setting", name, self.__dataclass_fields__)
        return replace(self, **changes)


def id_of(identity: Mapping[str, Any]) -> str:
    """The id that belongs to identifying fields, whether or not their plugins are loaded.

    >>> id_of(Setting(n=16, limit="2n").identity())
    '5819d0f0201a6f94'
    """
    canonical = json.dumps(identity, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def check_choice(field: str, value: object, choices: Iterable[str]) -> None:
    """Refuse a value that is not among the choices, and name the nearest one."""
    choices = tuple(choices)
    if value in choices:
        return
    near = get_close_matches(shown(value), choices, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise InputError(field, value, f"must be one of {', '.join(choices)}{hint}")


def check_integer(field: str, value: object, least: int, most: int = LARGEST_INTEGER) -> None:
    """Refuse what is not an integer from `least` to `most`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(field, value, "must be an integer")
    if value < least:
        raise InputError(field, value, f"must be at least {least}")
    if value > most:
        power = most.bit_length() if most >= LARGEST_INTEGER else 0  # easier to read than 2^63 - 1 in digits
        raise InputError(field, value, f"must be less than 2^{power}" if power else f"must be at most {most}")


def _functions(value: str | Iterable[object]) -> tuple[str, ...]:
    """F as a tuple in the registry's order; `and,or` is read too."""
    if not isinstance(value, Iterable):
        raise InputError("functions", value, f"must be some of {', '.join(FUNCTIONS)}")
    names: list[object] = []
    for part in [value] if isinstance(value, str) else value:
        names += (
            [name.strip() for name in part.split(",") if name.strip()] if isinstance(part, str) else [part]
        )
    if not names:
        raise InputError("functions", value or "(nothing)", f"needs at least one of {', '.join(FUNCTIONS)}")
    for name in names:
        check_choice("functions", name, FUNCTIONS)
    return tuple(name for name in FUNCTIONS if name in names)


def _weights(value: object) -> str:
    """The weights in lowest terms, so that 2:2:2 and 1:1:1 are one setting."""
    text = value if isinstance(value, str) else ""
    match = re.fullmatch(r"\s*(\d{1,9})\s*:\s*(\d{1,9})\s*:\s*(\d{1,9})\s*", text, re.ASCII)
    if match is None:
        raise InputError("weights", value, "must look like 1:1:1, the odds of INS, DEL and SUB")
    numbers = [int(group) for group in match.groups()]
    common = gcd(*numbers)
    if common == 0:
        raise InputError("weights", text, "at least one must be above 0")
    return ":".join(str(number // common) for number in numbers)


def _start(value: object) -> str:
    """The start tree in the one way it is written."""
    if not isinstance(value, str):
        raise InputError("start", value, "must be empty or a formula such as x1 & x2")
    prefix = () if value.strip().lower() == "empty" else parsed(value, "start")
    return written(prefix) if prefix else "empty"
