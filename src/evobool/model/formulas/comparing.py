"""Which of two trees of AND and OR is true on more inputs, exactly, from where they differ only.

Both trees have the same value unless the siblings on the way to the place where they differ let the change
through. So only the inputs that do this are counted, where the one or the other is true alone. If the one
never is, it is enough that the other can be; and what hangs neither on the one nor on the other change is a
common factor, of which it is enough that it is not 0.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from evobool.model.formulas.counting import (
    MAX_BRANCHES,
    BranchLimitError,
    Formula,
    Group,
    grouped,
    parts_of,
    share_of,
    simplified,
)
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix

Part = tuple[Group, ...]


def order_of_shares(before: Prefix, after: Prefix, max_branches: int = MAX_BRANCHES) -> int:
    """1 if the second tree is true on more inputs than the first, 0 if on as many, -1 if on fewer.

    >>> order_of_shares(("and", 1, "or", 2, 3), ("and", 1, "or", 2, 1))
    1
    """
    path, one, other = difference(before, after)
    if one == other:
        return 0
    won, lost = _alone(path, other, one), _alone(path, one, other)
    if won is False or lost is False:
        return can_be_true(won, max_branches) - can_be_true(lost, max_branches)
    (twos, parts), (other_twos, other_parts) = _factors(won), _factors(lost)
    for key in [each for each in parts if each in other_parts]:
        if not can_be_true(Group("and", (), parts[key]), max_branches):
            return 0
        del parts[key], other_parts[key]
    rest, other_rest = (
        Group("and", (), tuple(group for part in each.values() for group in part))
        for each in (parts, other_parts)
    )
    fixed, other_fixed = cube_in(rest, max_branches), cube_in(other_rest, max_branches)
    if fixed is None or other_fixed is None:
        return (fixed is not None) - (other_fixed is not None)
    if twos + fixed < other_twos:
        return 1
    if other_twos + other_fixed < twos:
        return -1
    share, other_share = share_of(rest, max_branches), share_of(other_rest, max_branches)
    larger = share * Fraction(1, 2**twos) - other_share * Fraction(1, 2**other_twos)
    return (larger > 0) - (larger < 0)


def difference(one: Prefix, other: Prefix) -> tuple[list[Prefix], Prefix, Prefix]:
    """The two subtrees in which two trees differ, and what is true where that difference tells.

    >>> difference(("and", 1, "or", 2, 3), ("and", 1, "or", 2, -3))
    ([(1,), (-2,)], (3,), (-3,))
    """
    path: list[Prefix] = []
    while isinstance(one[0], str) and one[0] == other[0]:
        function = one[0]
        (left, right), (other_left, other_right) = _children(one), _children(other)
        if left == other_left:
            sibling, one, other = left, right, other_right
        elif right == other_right:
            sibling, one, other = right, left, other_left
        else:
            break
        path.append(sibling if function == "and" else negated(sibling))
    return path, one, other


def negated(prefix: Prefix) -> Prefix:
    """A tree that is true where another is false.

    >>> negated(("and", 1, "or", -2, 3))
    ('or', -1, 'and', 2, -3)
    """
    return tuple(FUNCTIONS[token].dual.name if isinstance(token, str) else -token for token in prefix)


def can_be_true(formula: Formula, max_branches: int = MAX_BRANCHES) -> bool:
    """Whether a simplified formula is true on some input.

    >>> can_be_true(simplified(grouped(("and", "or", 1, 2, "and", "or", 1, -2, "or", -1, 2)), {}))
    True
    """
    return cube_in(formula, max_branches) is not None


def cube_in(formula: Formula, max_branches: int = MAX_BRANCHES) -> int | None:
    """How many variables some values of which make a simplified formula true; None if nothing does.

    Children that share no variable are looked at one by one. The number need not be the smallest.

    >>> cube_in(simplified(grouped(("or", 1, "and", 2, 3)), {}))
    1
    """
    if not isinstance(formula, Group) or formula.function == "or":
        return _search(formula, max_branches)
    fixed = len(formula.literals)
    for part in parts_of(formula.children):
        more = _search(Group("and", (), tuple(part)), max_branches)
        if more is None:
            return None
        fixed += more
    return fixed


def _search(formula: Formula, max_branches: int) -> int | None:
    """The same by trying: the literal that occurs most is true first."""
    waiting = [(formula, 0)]
    while waiting:
        now, fixed = waiting.pop()
        if isinstance(now, bool):
            if now:
                return fixed
            continue
        if isinstance(now, int) or (now.literals and now.function == "or"):
            return fixed + 1
        if not now.children:
            return fixed + len(now.literals)
        if max_branches == 0:
            raise BranchLimitError(max_branches)
        max_branches -= 1
        literal = _commonest(now)
        for value in (literal < 0, literal > 0):
            waiting.append((simplified(now, {abs(literal): value}), fixed + 1))
    return None


def _commonest(formula: Group) -> int:
    """The literal that occurs most often."""
    found, waiting = Counter[int](), [formula]
    while waiting:
        now = waiting.pop()
        found.update(now.literals)
        waiting += now.children
    return found.most_common(1)[0][0]


def _alone(path: list[Prefix], one: Prefix, other: Prefix) -> Formula:
    """Where a changed subtree is true, the other one is not, and that tells."""
    for larger, smaller in ((one, other), (other, one)):
        if isinstance(larger[0], str) and smaller in _children(larger):
            left, right = _children(larger)
            added = right if left == smaller else left
            if (larger[0] == "and") == (larger is one):
                return False  # one implies the other
            pair = (added, negated(smaller)) if larger is one else (smaller, negated(added))
            return _all([*path, *pair])
    return _all([*path, one, negated(other)])


def _all(trees: list[Prefix]) -> Formula:
    """Their conjunction, simplified."""
    joined: list[str | int] = ["and"] * (len(trees) - 1)
    for tree in trees:
        joined += tree
    return simplified(grouped(tuple(joined)), {})


def _children(prefix: Prefix) -> tuple[Prefix, Prefix]:
    """The two trees below the root."""
    missing, place = 1, 1
    while missing:
        missing += 1 if isinstance(prefix[place], str) else -1
        place += 1
    return prefix[1:place], prefix[place:]


def _factors(formula: Formula) -> tuple[int, dict[tuple[str | int, ...], Part]]:
    """How many literals must be true, and the parts that share no variable, by how they are written."""
    if isinstance(formula, bool):
        return 0, {}
    if isinstance(formula, int):
        return 1, {}
    if formula.function == "or":
        return 0, {_written((formula,)): (formula,)}
    parts = [tuple(part) for part in parts_of(formula.children)]
    return len(formula.literals), {_written(part): part for part in parts}


def _written(groups: Part) -> tuple[str | int, ...]:
    """Groups as one flat tuple: nested ones would be compared by recursion."""
    found: list[str | int] = []
    waiting = [*groups]
    while waiting:
        now = waiting.pop()
        found += (now.function, len(now.literals), *sorted(now.literals), len(now.children))
        waiting += now.children
    return tuple(found)
