"""`Setting`: one cell of a table, checked when made."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import Any

from evobool.checks import as_integer, as_list, check_choice
from evobool.errors import InputError
from evobool.model.algorithms import ALGORITHMS, Scheme
from evobool.model.formulas.prefix import literal_name
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import OPERATORS, Operator
from evobool.model.named import Named, named, share_of
from evobool.model.objective import Objective, objective_of
from evobool.model.populations.crossover import CROSSOVERS
from evobool.model.populations.islands import Islands, islands_of
from evobool.model.populations.parents import PARENTS
from evobool.model.populations.survival import SURVIVALS, Survival
from evobool.model.selection import SELECTIONS, Selection
from evobool.model.settings.beginning import check_start, depth_allowed, start_of
from evobool.model.settings.declared import Declared
from evobool.model.settings.fields import Definition, documented
from evobool.model.settings.leaf_limit import Terms, leaves_allowed, read_limit
from evobool.model.settings.together import check_together
from evobool.model.targets.labelled import remember
from evobool.model.targets.row_files import rows_of
from evobool.model.targets.targets import Goal, goal_of, target_text
from evobool.model.training import Training, training_of


class Setting(Declared):
    """What to run: the target, the GP system and when to stop.

    Parameters
    ----------
    {fields}

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

    See Also
    --------
    evolve : run one
    grid : many of them
    evobool.theory.Chain : what its runs do, exactly
    """

    def __post_init__(self) -> None:
        given = rows_of(self.target)
        if given is not None:  # read once, and then known by what it holds
            object.__setattr__(self, "target", remember(given))
        if vars(self)["n"] is None:
            if given is None:
                raise InputError("n", None, "must be given")
            object.__setattr__(self, "n", given.n)
        for name, definition in DEFINITIONS.items():
            object.__setattr__(self, name, definition.takes.checked(name, self))
        check_together(self)
        if self.leaf_limit is not None and self.leaf_limit < 1:
            raise InputError("limit", self.limit, f"allows {self.leaf_limit} leaves, must be at least 1")
        check_start(self)

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the fields, not what was derived from them."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @cached_property
    def limit_terms(self) -> Terms | None:
        """The limit as a sum of terms in n, None without a limit."""
        return read_limit(self.limit)

    @cached_property
    def leaf_limit(self) -> int | None:
        """The most leaves a tree may have (the paper's l), None without a limit."""
        return leaves_allowed(self.limit_terms, self.n)

    @cached_property
    def goal(self) -> Goal:
        """The target of n variables."""
        return goal_of(target_text(self.target, self.n), self.n)

    @cached_property
    def judged_on(self) -> Training:
        """The rows trees are judged on."""
        return training_of(self.training)

    @property
    def rows(self) -> int:
        """How many rows trees are judged on; 0 if the training regime does not say."""
        if not self.judged_on.complete:
            return self.judged_on.rows
        return 2**self.n if self.goal.given is None else self.goal.given.rows

    @property
    def on_all_inputs(self) -> bool:
        """Whether trees are judged on all 2^n inputs."""
        return self.judged_on.complete and self.goal.total

    @property
    def rows_in_words(self) -> str:
        """What trees are judged on, in words."""
        if self.judged_on.complete and not self.goal.total:
            return f"all {self.rows:,} given rows"
        return str(self.judged_on)

    @cached_property
    def aim(self) -> Objective:
        """What makes one tree better than another."""
        return objective_of(self.objective)

    @property
    def rule(self) -> Selection:
        """The selection rule."""
        return SELECTIONS[self.selection]

    @property
    def survivor(self) -> Survival:
        """Who is kept."""
        return SURVIVALS[self.survival]

    @property
    def several(self) -> bool:
        """Whether more than one tree may be kept."""
        return self.survivor.archive or self.size > 1

    @property
    def size(self) -> int:
        """How many trees there are on all islands, an archive aside."""
        return self.population * self.archipelago.number

    @property
    def by_rows(self) -> bool:
        """Whether it matters which rows are wrong, not only how many."""
        return self.chooser.entry.by_rows or self.survivor.by_rows or self.distinct == "functions"

    @cached_property
    def chooser(self) -> Named:
        """How a parent is chosen."""
        return named("parents", self.parents, PARENTS)

    @cached_property
    def crosser(self) -> Named:
        """How two parents are crossed, and the probability."""
        return named("crossover", self.crossover, CROSSOVERS)

    @cached_property
    def mutates(self) -> Fraction:
        """The probability of mutation."""
        found = share_of(self.mutation_rate)
        if found is None:
            why = "must be a probability with at most nine decimals, such as 0.1"
            raise InputError("mutation_rate", self.mutation_rate, why)
        return found

    @cached_property
    def deepest(self) -> int | None:
        """How deep a tree may be; None for any depth."""
        return depth_allowed(self.depth)

    @cached_property
    def archipelago(self) -> Islands:
        """The islands."""
        return islands_of(self.islands)

    @property
    def scheme(self) -> Scheme:
        """The algorithm: how many mutations make an offspring."""
        return ALGORITHMS[self.algorithm]

    @property
    def operator(self) -> Operator:
        """The mutation operator."""
        entry: Operator = self.operating.entry
        return entry

    @cached_property
    def operating(self) -> Named:
        """The mutation operator with the number it may have."""
        return named("mutation", self.mutation, OPERATORS)

    @cached_property
    def odds(self) -> tuple[int, int, int]:
        """The weights of INS, DEL and SUB."""
        return _odds(self.weights)

    @cached_property
    def begins(self) -> Tree | Named:
        """The tree a run begins with, or how random ones are drawn."""
        return start_of(self.start)

    @property
    def beginning(self) -> Named | None:
        """How the trees a run begins with are drawn, None where they are not."""
        return self.begins if isinstance(self.begins, Named) else None

    @property
    def start_tree(self) -> Tree:
        """The tree a run begins with, where it is not drawn."""
        if isinstance(self.begins, Named):
            raise InputError("start", self.start, "is a random tree, not the same in every run")
        return self.begins

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
        fresh, number = self.judged_on.fresh, self.archipelago.number
        each = number * (self.offspring + self.population * fresh)
        once = self.size * (self.start != "empty" and not fresh)
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
        if self.goal.total and self.leaf_limit is not None and self.leaf_limit < needed:
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
        values = {each.name: (getattr(self, each.name), each.default) for each in fields(self)}
        return {name: value for name, (value, usual) in values.items() if value != usual}

    def __repr__(self) -> str:
        return f"Setting({', '.join(f'{name}={value!r}' for name, value in self.unusual.items())})"

    def to_dict(self) -> dict[str, Any]:
        """Every field, as JSON types."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def identity(self) -> dict[str, Any]:
        """The fields that make the id: all but those added since version 0.1 that are at their default."""
        left_out = ADDED - set(self.unusual)
        return {name: value for name, value in self.to_dict().items() if name not in left_out}

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


Setting.__dataclass_fields__["n"].default = MISSING  # it must be given where no table tells it
del Declared.n
FIELDS = tuple(field.name for field in fields(Setting))
DEFINITIONS: dict[str, Definition] = {field.name: field.metadata["definition"] for field in fields(Setting)}
ADDED = frozenset(name for name, definition in DEFINITIONS.items() if not definition.in_id)
KEEP_ONE = frozenset(("population", "survival", "islands"))  # at their defaults, one tree is kept
Setting.__doc__ = documented(Setting.__doc__ or "", fields(Setting))


def id_of(identity: Mapping[str, Any]) -> str:
    """The id that belongs to identifying fields, whether or not their plugins are loaded.

    >>> id_of(Setting(n=16, limit="2n").identity())
    '5819d0f0201a6f94'
    """
    canonical = json.dumps(identity, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def keeps_several(identity: Mapping[str, Any]) -> bool:
    """Whether a setting, of which the identifying fields are known, may keep more than one tree.

    >>> keeps_several(Setting(n=4).identity()), keeps_several(Setting(n=4, population=5).identity())
    (False, True)
    """
    return not KEEP_ONE.isdisjoint(identity)


def _odds(value: object) -> tuple[int, int, int]:
    """The weights in lowest terms, so that 2:2:2 and 1:1:1 are one setting."""
    numbers = as_list(value)
    text = ":".join(str(as_integer(each)) for each in numbers) if numbers else value
    text = text if isinstance(text, str) else ""
    match = re.fullmatch(r"\s*(\d{1,9})\s*:\s*(\d{1,9})\s*:\s*(\d{1,9})\s*", text, re.ASCII)
    if match is None:
        raise InputError("weights", value, "must look like 1:1:1 or (1, 1, 1), the odds of INS, DEL and SUB")
    insertion, deletion, substitution = map(int, match.groups())
    common = gcd(insertion, deletion, substitution)
    if common == 0:
        raise InputError("weights", text, "at least one must be above 0")
    return insertion // common, deletion // common, substitution // common
