"""The targets: Boolean functions of n variables to evolve.

A target is one entry: its name and its definition, a plain function on bit columns. The definition is used
as it is for truth tables and sampled rows; traced once, it becomes a program for the compiled engines. To
add a target, write its definition and add a line to TARGETS. A formula in quotes and a truth table
(`tabled.py`) are targets too.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from typing import Any

from evobool.errors import InputError
from evobool.model.formulas.prefix import Prefix, evaluated, literal_name, parsed, written
from evobool.model.targets.tabled import TABLE, tabled

Columns = Sequence[Any]
Definition = Callable[[Columns, Any], Any]
LARGEST_CHECK = 14  # variables; a target of more is not searched for symmetries


@dataclass(frozen=True)
class Target:
    """A family of Boolean functions.

    Parameters
    ----------
    name
        What a setting calls it.
    define
        The value on columns x[0] ... x[n-1]; `ones` is the column that is true everywhere.
    symmetric
        Whether all variables that matter may change places.
    refuses
        Why there is no such function of so many variables; None if there is.
    first
        The function drawn first from F.
    complement
        Whether sampled rows are inverted. With `first` this makes the runs of a target and of its dual mirror
        images at equal seeds.
    literals
        "and" or "or" if the target joins all its variables by that function: then trees can be counted.
    some
        Whether `name:K` is a target too: only x1 ... xK matter.
    source
        The hash of the file a plugin's target was defined in.
    """

    name: str
    define: Definition
    symmetric: bool = False
    refuses: Callable[[int], str | None] = lambda n: None
    first: str | None = None
    complement: bool = False
    literals: str | None = None
    some: bool = True
    source: str | None = None


def _majority(x: Columns, ones: Any) -> Any:
    """More than half: the bits are added up by full adders, and the sum compared with n // 2."""
    weights: list[list[Any]] = [list(x)]
    digits: list[Any] = []
    for bits in weights:
        while len(bits) > 1:
            a, b = bits.pop(), bits.pop()
            c = bits.pop() if bits else None
            half = a ^ b
            bits.insert(0, half if c is None else half ^ c)
            carry = a & b if c is None else (a & b) | (half & c)
            if len(weights) == len(digits) + 1:
                weights.append([])
            weights[len(digits) + 1].append(carry)
        digits.append(bits[0])
    greater = ones ^ ones
    for place, digit in enumerate(digits):  # from the lowest digit up: the highest that differs decides
        greater = greater & digit if len(x) // 2 >> place & 1 else greater | digit
    return greater


def _mux(x: Columns, ones: Any) -> Any:
    """The multiplexer: x1 ... xk are an address, highest bit first, the other 2^k variables the data."""
    address = _address_bits(len(x))
    data = list(x[address:])
    for bit in reversed(x[:address]):
        data = [(low & (bit ^ ones)) | (high & bit) for low, high in zip(data[::2], data[1::2], strict=True)]
    return data[0]


def _address_bits(n: int) -> int:
    return next((k for k in range(1, n) if k + 2**k >= n), 1)


def _mux_refuses(n: int) -> str | None:
    k = _address_bits(n)
    return None if k + 2**k == n else "mux needs n = k + 2^k: 3, 6, 11, 20, ..."


TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target("and", lambda x, ones: reduce(operator.and_, x), True, first="and", literals="and"),
        Target(
            "or", lambda x, ones: reduce(operator.or_, x), True, first="or", complement=True, literals="or"
        ),
        Target("xor", lambda x, ones: reduce(operator.xor, x), True),
        Target("majority", _majority, True),
        Target("mux", _mux, refuses=_mux_refuses, some=False),
    )
}


@dataclass(frozen=True)
class Goal:
    """A target of n variables: what a setting's `target` and `n` name.

    `relevant` are the variables it is defined on; the others make no difference.

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

    def value(self, columns: Columns, ones: Any) -> Any:
        """The target on whole columns, as `Tree.evaluate`."""
        if self.formula:
            return evaluated(self.formula, columns, ones)
        return self.target.define(columns[: self.relevant], ones)

    @property
    def title(self) -> str:
        """How tables and figures call it: AND_8, AND of 2 of 8, or the formula itself."""
        return self.title_for(str(self.n))

    def title_for(self, n: str) -> str:
        """The same with another word for n: AND_n."""
        if self.spelled:
            return self.name
        name = self.target.name.upper()
        return f"{name}_{n}" if self.relevant == self.n else f"{name} of {self.relevant} of {n}"

    @property
    def spelled(self) -> bool:
        """Whether it is spelled out, as a formula or a table, rather than one of a family."""
        return bool(self.formula) or self.target.name == TABLE

    @cached_property
    def joins(self) -> str | None:
        """The function that joins literals to make the target; None if it is not of that kind."""
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


def check_target(target: object) -> None:
    """Refuse what is not even text; a cache would trip over a list before it is looked at."""
    if not isinstance(target, str):
        raise InputError("target", target, "must be a name or a formula")


@lru_cache(maxsize=256)
def goal_of(target: str, n: int) -> Goal:
    """The target of a name, a name with the number of variables that matter, a table, or a formula."""
    check_target(target)
    name, colon, count = target.strip().partition(":")
    name = name.strip()
    if name == TABLE:
        define = tabled(target, n)
        return Goal(define.name, n, n, Target(TABLE, define))
    if name in TARGETS:
        return _named(TARGETS[name], target, n, count.strip() if colon else None)
    if colon or (not set(name) & set("&|^~<>() ") and not _is_variable(name)):
        from difflib import get_close_matches

        near = get_close_matches(name, TARGETS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        names = ", ".join(TARGETS)
        raise InputError("target", target, f"must be one of {names}, table:HEX, or a formula{hint}")
    formula = parsed(target, "target")
    if not formula:
        raise InputError("target", target, "the formula is empty")
    largest = max((abs(token) for token in formula if isinstance(token, int)), default=0)
    if largest > n:
        raise InputError("target", target, f"names x{largest}, but n = {n}")
    return Goal(written(formula), n, n, Target("formula", lambda x, ones: None), formula)


def _is_variable(text: str) -> bool:
    return text[:1] == "x" and text[1:].isdigit()


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


@dataclass(frozen=True)
class Program:
    """A target as straight-line code: register n holds all ones, step k writes register n + 1 + k.

    A step is (operation, register, register), the operation 0 for AND, 1 for OR, 2 for XOR.
    """

    steps: tuple[tuple[int, int, int], ...]
    result: int


@dataclass(frozen=True)
class _Wire:
    """A column that remembers what is done to it."""

    steps: list[tuple[int, int, int]]
    register: int
    inputs: int

    def _with(self, operation: int, other: _Wire) -> _Wire:
        self.steps.append((operation, self.register, other.register))
        return _Wire(self.steps, self.inputs + len(self.steps), self.inputs)

    def __and__(self, other: _Wire) -> _Wire:
        return self._with(0, other)

    def __or__(self, other: _Wire) -> _Wire:
        return self._with(1, other)

    def __xor__(self, other: _Wire) -> _Wire:
        return self._with(2, other)


def traced(goal: Goal) -> Program:
    """The target's definition as a program: what it does to columns, written down once.

    >>> traced(goal_of("x1 & ~x2", 2))
    Program(steps=((2, 1, 2), (0, 0, 3)), result=4)
    """
    steps: list[tuple[int, int, int]] = []
    wires = [_Wire(steps, register, goal.n) for register in range(goal.n + 1)]
    try:
        result = goal.value(wires[:-1], wires[-1])
    except (TypeError, AttributeError):
        result = None  # something but &, | and ^ on columns
    if not isinstance(result, _Wire):
        raise InputError("target", goal.name, "its definition must use &, | and ^ on its columns only")
    return Program(tuple(steps), result.register)


__all__ = ["TARGETS", "Goal", "Program", "Target", "goal_of", "literal_name", "traced", "truth_columns"]
