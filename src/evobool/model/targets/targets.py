"""The target of a setting: a family, a formula in quotes or a truth table (`tabled.py`), of n variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any

from evobool.checks import as_list
from evobool.errors import InputError
from evobool.model.formulas.prefix import Prefix, evaluated
from evobool.model.formulas.reading import is_formula, parsed
from evobool.model.formulas.tree import Tree
from evobool.model.formulas.writing import written
from evobool.model.targets.families import TARGETS, Columns, Target
from evobool.model.targets.labelled import DATA, Labelled, remember
from evobool.model.targets.row_files import rows_of
from evobool.model.targets.tabled import TABLE, table_of, tabled

LARGEST_CHECK = 14  # variables; a target of more is not searched for symmetries


@dataclass(frozen=True)
class Goal:
    """A target of n variables: what a setting's `target` and `n` name.

    `relevant` are the variables it is defined on; the others make no difference. `given` are the rows of a
    table, where the target is known on them only.

    >>> goal = goal_of("and:2", 4)
    >>> goal.title, goal.relevant, goal.blocks, goal.literals
    ('AND of 2 of 4', 2, ((1, 2), (3, 4)), (1, 2))
    >>> goal.value([0b0011, 0b0101, 0, 0], 0b1111)
    1
    >>> goal_of("x2 | ~x1", 3).blocks
    ((1,), (2,), (3,))
    """

    name: str
    n: int
    relevant: int
    target: Target
    formula: Prefix = ()
    given: Labelled | None = None

    def value(self, columns: Columns, ones: Any) -> Any:
        """The target on whole columns, as `Tree.evaluate`."""
        if self.given is not None:
            raise InputError("target", self.name, "is known on the rows of its table only, not on others")
        if self.formula:
            return evaluated(self.formula, columns, ones)
        return self.target.define(columns[: self.relevant], ones)

    @property
    def total(self) -> bool:
        """Whether the target is defined on all 2^n inputs."""
        return self.given is None

    @property
    def inputs(self) -> int:
        """What a generalisation error is a share of: all 2^n inputs, or the rows held out (0 if none are)."""
        if self.given is None:
            return int(2**self.n)
        return 0 if self.given.held_out is None else self.given.held_out.rows

    @property
    def error_name(self) -> str:
        """What a generalisation error is called: one on rows held out says so."""
        if self.given is None or self.given.held_out is None:
            return "generalisation error"
        return f"error on the {self.given.held_out.rows:,} rows held out"

    @property
    def title(self) -> str:
        """How tables and figures call it: AND_8, AND of 2 of 8, or the formula itself."""
        return self.title_for(str(self.n))

    def title_for(self, n: str) -> str:
        """The same with another word for n: AND_n."""
        if self.given is not None:
            return self.given.title
        if self.spelled:
            return self.name
        name = self.target.name.upper()
        return f"{name}_{n}" if self.relevant == self.n else f"{name} of {self.relevant} of {n}"

    @property
    def spelled(self) -> bool:
        """Whether it is spelled out, as a formula or a table, rather than one of a family."""
        return not self.target.family

    @cached_property
    def joins(self) -> str | None:
        """The function that joins the target's literals, if it is a plain conjunction or disjunction."""
        if not self.formula:
            return self.target.literals
        functions = {token for token in self.formula if isinstance(token, str)}
        distinct = len({abs(x) for x in self._leaves}) == len(self._leaves)
        if not distinct or functions - {"and", "or"} or len(functions) > 1:
            return None
        return next(iter(functions), "and")

    @property
    def _leaves(self) -> tuple[int, ...]:
        return tuple(token for token in self.formula if isinstance(token, int))

    @cached_property
    def literals(self) -> tuple[int, ...]:
        """The literals of a target that `joins` them; empty for all others."""
        if self.joins is None:
            return ()
        return self._leaves or tuple(range(1, self.relevant + 1))

    @cached_property
    def variables(self) -> tuple[int, ...]:
        """The variables the target depends on."""
        if self.given is not None:
            return tuple(range(1, self.n + 1))
        if self.joins is not None:
            return tuple(sorted(map(abs, self.literals)))
        if self.target.symmetric and not self.formula:
            return tuple(range(1, self.relevant + 1))
        named = sorted({abs(x) for x in self._leaves}) or list(range(1, self.relevant + 1))
        if len(named) > LARGEST_CHECK:
            return tuple(named)
        table, columns = self._table(named)
        return tuple(x for x, column in zip(named, columns, strict=True) if _depends(table, column))

    @cached_property
    def blocks(self) -> tuple[tuple[int, ...], ...]:
        """The variables divided into classes that may change places without changing the target."""
        rest = tuple(sorted(set(range(1, self.n + 1)) - set(self.variables)))
        return tuple(sorted(block for block in (*self._alike(), rest) if block))

    def _alike(self) -> list[tuple[int, ...]]:
        """The variables the target depends on, in classes: declared, or found by checking every pair."""
        if self.given is not None:
            return [(x,) for x in self.variables]
        if self.joins is not None:
            signs = [[x for x in self.literals if x > 0], [-x for x in self.literals if x < 0]]
            return [tuple(sorted(block)) for block in signs if block]
        if self.target.symmetric and not self.formula:
            return [self.variables]
        if len(self.variables) > LARGEST_CHECK:
            return [(x,) for x in self.variables]
        table, columns = self._table(list(self.variables))
        found: list[list[int]] = []
        for place, variable in enumerate(self.variables):
            for block in found:
                first = self.variables.index(block[0])
                swapped = [*columns]
                swapped[first], swapped[place] = columns[place], columns[first]
                if self._over(self.variables, swapped) == table:
                    block.append(variable)
                    break
            else:
                found.append([variable])
        return [tuple(block) for block in found]

    def _table(self, variables: list[int]) -> tuple[int, list[int]]:
        """The truth table over some variables, the others false, as an integer; and their columns."""
        columns = truth_columns(len(variables))
        return self._over(variables, columns), columns

    def _over(self, variables: Sequence[int], columns: list[int]) -> int:
        ones = (1 << 2 ** len(variables)) - 1
        every = dict(zip(variables, columns, strict=True))
        return int(self.value([every.get(x, 0) for x in range(1, self.n + 1)], ones))


@lru_cache(maxsize=16)
def _truth_columns(n: int) -> tuple[int, ...]:
    columns = []
    for i in range(n):
        block = 2**i
        column = ((1 << block) - 1) << block  # `block` zeros, then `block` ones
        while block < 2 ** (n - 1):
            block *= 2
            column |= column << block
        columns.append(column)
    return tuple(columns)


def truth_columns(n: int) -> list[int]:
    """The columns of the complete truth table as integers: on row r, variable i has bit i - 1 of r.

    >>> [format(column, "08b") for column in truth_columns(3)]
    ['10101010', '11001100', '11110000']
    """
    return list(_truth_columns(n))


def _depends(table: int, column: int) -> bool:
    """Whether flipping the variable of this column ever changes the table."""
    distance = (column & -column).bit_length() - 1
    return (table & column) >> distance != table & (column >> distance)


def target_text(target: object, n: int) -> str:
    """A target as text, where it is that, a tree or a truth table; a cache would trip over a list.

    >>> target_text([0, 0, 0, 1], 2)
    'table:8'
    """
    if isinstance(target, Labelled):
        return remember(target)
    if isinstance(target, Tree):
        return str(target)
    bits = as_list(target)
    if bits and not any(isinstance(bit, str) for bit in bits):
        return table_of(bits, n)
    if not isinstance(target, str):
        why = "must be a name or a formula, a tree, a list of 0 and 1, or labelled rows"
        raise InputError("target", target, why)
    return target


def goal_of(target: str, n: int) -> Goal:
    """The target of a name, a name with the number of variables that matter, a table, or a formula."""
    given = rows_of(target)
    if given is None:
        return _goal_of(target, n)
    if given.n != n:
        raise InputError("n", n, f"the table has {given.n:,} columns besides the label")
    return Goal(
        remember(given), n, n, Target(DATA, _unknown, family=False), given=given
    )  # not kept: tables may be large


def _unknown(x: Columns, ones: Any) -> Any:
    raise AssertionError("a formula, and a target given by rows, have no definition")


@lru_cache(maxsize=256)
def _goal_of(target: str, n: int) -> Goal:
    target = target_text(target, n)
    name, colon, count = target.strip().partition(":")
    name = name.strip()
    if name == TABLE:
        define = tabled(target, n)
        return Goal(define.name, n, n, Target(TABLE, define, family=False))
    if name in TARGETS:
        return _named(TARGETS[name], target, n, count.strip() if colon else None)
    if colon or not is_formula(name):
        near = get_close_matches(name, TARGETS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        names = ", ".join(TARGETS)
        raise InputError(
            "target", target, f"must be one of {names}, table:HEX, data:FILE, or a formula{hint}"
        )
    formula = parsed(target, "target")
    if not formula:
        raise InputError("target", target, "the formula is empty")
    largest = max((abs(token) for token in formula if isinstance(token, int)), default=0)
    if largest > n:
        raise InputError("target", target, f"names x{largest}, but n = {n}")
    return Goal(written(formula), n, n, Target("formula", _unknown, family=False), formula)


def forget_goals() -> None:
    """Read targets anew: their definitions may have changed."""
    _goal_of.cache_clear()


def _named(entry: Target, target: str, n: int, count: str | None) -> Goal:
    relevant = n
    if count is not None:
        if not entry.some:
            raise InputError("target", target, f"{entry.name} takes no number of variables")
        if not count.isascii() or not count.isdigit() or not 1 <= int(count[:9]) <= n or len(count) > 9:
            raise InputError("target", target, f"the number of variables must be 1 to n = {n}")
        relevant = int(count)
    refused = entry.refuses(relevant)
    if refused is not None:
        raise InputError("target", target, f"{refused}, not {relevant}")
    return Goal(entry.name if relevant == n else f"{entry.name}:{relevant}", n, relevant, entry)
