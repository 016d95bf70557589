"""Formulas as they are written: literals, and groups of any number of parts joined by AND, OR or XOR.

Every function is one of these three with some arguments negated, and negations are pushed down to the
literals.
Nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix, ends_of


class Group(NamedTuple):
    """Parts joined by `and`, `or` or `xor`; none of them is a group of the same function."""

    function: str
    parts: tuple[int | Group, ...]


Term = int | Group
MANY = 1 << 62  # variables
Made = TypeVar("Made")


def term_of(prefix: Prefix) -> Term:
    """A formula in this shape, with literals before groups, as is read most easily.

    >>> term_of(("nand", 1, "or", 2, 3)), term_of(("xnor", 1, "gt", 2, 3))
    (Group(function='or', parts=(-1, Group(function='and', parts=(-2, -3)))), \
Group(function='xor', parts=(-1, Group(function='and', parts=(2, -3)))))
    """
    ends, negated, joins = ends_of(prefix), [False] * len(prefix), [""] * len(prefix)
    for start, token in enumerate(prefix):
        if isinstance(token, str):
            joins[start], left, right = _join(token, negated[start])
            negated[start + 1], negated[ends[start + 1]] = left, right
    made: dict[int, Term] = {}
    for start in range(len(prefix) - 1, -1, -1):
        token = prefix[start]
        if isinstance(token, int):
            made[start] = -token if negated[start] else token
            continue
        parts = list[Term]()
        for side in (made.pop(start + 1), made.pop(ends[start + 1])):
            same = isinstance(side, Group) and side.function == joins[start]
            parts += side.parts if same and isinstance(side, Group) else (side,)
        made[start] = Group(joins[start], tuple(sorted(parts, key=_place)))
    return made[0]


def _place(part: Term) -> int:
    """Literals come first, in the order of their variables; groups stay as they are."""
    return abs(part) if isinstance(part, int) else MANY


def _join(name: str, negated: bool) -> tuple[str, bool, bool]:
    """A function or its negation as and, or, xor with either argument negated."""
    function = FUNCTIONS[name].complement if negated else FUNCTIONS[name]
    ones = [place for place, bit in enumerate(function.table) if bit == "1"]
    if len(ones) == 2:  # xor or xnor
        return "xor", ones == [0, 3], False
    if len(ones) == 1:
        return "and", ones[0] < 2, ones[0] % 2 == 0
    zero = function.table.index("0")
    return "or", zero >= 2, zero % 2 == 1


def folded(
    term: Term, leaf: Callable[[int], Made], group: Callable[[str, Sequence[Made], bool], Made]
) -> Made:
    """What becomes of a term when literals and groups do; `group` is told whether it is the whole term."""
    listed, waiting = list[Group](), [term] if isinstance(term, Group) else []
    while waiting:
        now = waiting.pop()
        listed.append(now)
        waiting += [part for part in now.parts if isinstance(part, Group)]
    if isinstance(term, int):
        return leaf(term)
    made: dict[int, Made] = {}
    for now in reversed(listed):
        parts = [leaf(part) if isinstance(part, int) else made[id(part)] for part in now.parts]
        made[id(now)] = group(now.function, parts, now is term)
    return made[id(term)]


def depth(term: Term) -> int:
    """How deep groups lie in groups."""
    return folded(term, lambda literal: 0, lambda name, parts, whole: 1 + max(parts))
