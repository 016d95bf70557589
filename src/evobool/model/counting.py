"""How many inputs satisfy a tree of AND and OR, exactly, without listing them.

In a maximal AND-group, a literal that is a leaf of the group is true wherever the group is, so the other
children may be simplified under it; dually in an OR-group with the literal false. What remains after this
unit propagation rarely shares a variable, and children that share none are independent: their shares
multiply. Only children that still share a variable are branched upon. This is the plain version, on
exact fractions of any size; `engines/counts/count.py` is its compiled twin.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import NamedTuple

from evobool.errors import EvoboolError
from evobool.model.diagrams import Diagram, DiagramLimitError, Nodes
from evobool.model.functions import FUNCTIONS
from evobool.model.prefix import Prefix, evaluated
from evobool.model.targets import Goal, truth_columns

MAX_BRANCHES = 10_000
COUNTABLE = {"and", "or"}  # groups of these are what is counted
LARGEST_TABLE = 16  # variables


class BranchLimitError(EvoboolError):
    """Counting would branch more often than allowed."""

    def __init__(self, max_branches: int) -> None:
        super().__init__(f"the tree needs more than max_branches = {max_branches} case distinctions to count")
        self.max_branches = max_branches


class Group(NamedTuple):
    """A maximal group of one function: its literals and the groups of the other function below."""

    function: str
    literals: tuple[int, ...]
    children: tuple[Group, ...]


Formula = bool | int | Group
Values = dict[int, bool]


def wrong_share(prefix: Prefix, goal: Goal, max_branches: int = MAX_BRANCHES) -> Fraction:
    """The exact fraction of all 2^n inputs on which a tree and the target differ.

    By counting where tree and target are made of AND and OR and the target joins literals, by truth table
    where few variables occur, by decision diagrams elsewhere. Raises `BranchLimitError` where that takes too
    long.
    """
    if goal.joins is not None and set(prefix) <= COUNTABLE | {x for x in prefix if isinstance(x, int)}:
        return _counted(prefix, goal, max_branches)
    variables = sorted({abs(x) for x in prefix if isinstance(x, int)} | set(goal.variables))
    if len(variables) <= LARGEST_TABLE:
        every = dict(zip(variables, truth_columns(len(variables)), strict=True))
        rows, ones = 2 ** len(variables), (1 << 2 ** len(variables)) - 1
        columns = [every.get(x, 0) for x in range(1, goal.n + 1)]
        wrong = evaluated(prefix, columns, ones) ^ goal.value(columns, ones)
        return Fraction(int(wrong).bit_count(), rows)
    try:
        nodes = Nodes(variables)
        columns, one = nodes.columns(goal.n), nodes.ones
        columns = [one ^ one if column is None else column for column in columns]
        found: Diagram = evaluated(prefix, columns, one) ^ goal.value(columns, one)
        return found.share()
    except DiagramLimitError:
        raise BranchLimitError(max_branches) from None


def _counted(prefix: Prefix, goal: Goal, max_branches: int) -> Fraction:
    """|tree| + |target| - 2 |tree and target|, the last by setting the target's literals."""
    if goal.joins == "or":  # an OR of literals is the dual of their AND
        prefix = dual(prefix)
    share = Fraction(1, 2 ** len(goal.literals))
    true = {abs(x): x > 0 for x in goal.literals}
    both = satisfied_share(prefix, max_branches, true)
    return satisfied_share(prefix, max_branches) + share * (1 - 2 * both)


def dual(prefix: Prefix) -> Prefix:
    """The tree with every function replaced by its dual: complemented inputs give the complemented value.

    >>> dual(("and", 1, "or", 2, 3))
    ('or', 1, 'and', 2, 3)
    """
    return tuple(FUNCTIONS[token].dual.name if isinstance(token, str) else token for token in prefix)


def satisfied_share(
    prefix: Prefix, max_branches: int = MAX_BRANCHES, known: Values | None = None
) -> Fraction:
    """The fraction of inputs on which a tree of AND and OR is true; `known` variables have fixed values.

    >>> print(satisfied_share(("or", "and", 1, "or", 2, 1, 3)))
    3/4
    """
    formula = grouped(prefix)
    with _recursion(len(prefix)):
        return _Counter(max_branches).share(simplified(formula, dict(known or {})))


def grouped(prefix: Prefix) -> int | Group:
    """The tree with neighbours of one function merged."""
    stack: list[int | Group] = []
    for token in reversed(prefix):
        if isinstance(token, int):
            stack.append(token)
        else:
            literals: list[int] = []
            children: list[Group] = []
            for side in (stack.pop(), stack.pop()):
                if isinstance(side, int):
                    literals.append(side)
                elif side.function == token:
                    literals += side.literals
                    children += side.children
                else:
                    children.append(side)
            stack.append(Group(token, tuple(literals), tuple(children)))
    return stack[0]


def simplified(formula: int | Group, known: Values) -> Formula:
    """The formula where some variables are known, units propagated until nothing changes.

    Units are added to `known` for the children and taken out again.
    """
    if isinstance(formula, int):
        value = known.get(abs(formula))
        return formula if value is None else value == (formula > 0)
    units: list[int] = []
    rest = _simplified_group(formula, known, units)
    for variable in units:
        del known[variable]
    return rest


def _simplified_group(group: Group, known: Values, units: list[int]) -> Formula:
    """The group simplified; `units` are the variables it added to `known`."""
    neutral = group.function == "and"  # the value of a child that no longer matters
    literals, children = list(group.literals), list(group.children)
    first = True
    while literals or first:
        first = False
        for literal in literals:
            variable, wanted = abs(literal), (literal > 0) == neutral
            if variable not in known:
                known[variable] = wanted
                units.append(variable)
            elif known[variable] != wanted:
                return not neutral
        literals, waiting, children = [], children, []
        for child in waiting:
            rest = simplified(child, known)
            if isinstance(rest, bool):
                if rest != neutral:
                    return not neutral
            elif isinstance(rest, int):
                literals.append(rest)
            elif rest.function == group.function:
                literals += rest.literals
                children += rest.children
            else:
                children.append(rest)
    kept = tuple(variable if known[variable] == neutral else -variable for variable in units)
    if not kept and not children:
        return neutral
    if not children and len(kept) == 1:
        return kept[0]
    if not kept and len(children) == 1:
        return children[0]
    return Group(group.function, kept, tuple(children))


class _Counter:
    """Counts one formula and how often that took a case distinction."""

    def __init__(self, max_branches: int) -> None:
        self.left = self.max_branches = max_branches

    def share(self, formula: Formula) -> Fraction:
        """The fraction of inputs on which a simplified formula is true."""
        if isinstance(formula, bool):
            return Fraction(formula)
        if isinstance(formula, int):
            return Fraction(1, 2)
        is_and = formula.function == "and"
        neutral = Fraction(1, 2 ** len(formula.literals))  # share on which no child decides against
        for part in _parts(formula.children):
            share = self.share(part[0]) if len(part) == 1 else self.branch(formula.function, part)
            neutral *= share if is_and else 1 - share
        return neutral if is_and else 1 - neutral

    def branch(self, function: str, children: list[Group]) -> Fraction:
        """The share of children that hang together: both values of their commonest variable."""
        if self.left == 0:
            raise BranchLimitError(self.max_branches)
        self.left -= 1
        counts = Counter(variable for child in children for variable in _variables(child))
        variable = counts.most_common(1)[0][0]
        whole = Group(function, (), tuple(children))
        cases = [self.share(simplified(whole, {variable: value})) for value in (False, True)]
        return sum(cases, Fraction(0)) / 2


def _variables(group: Group) -> set[int]:
    found, waiting = set[int](), [group]
    while waiting:
        now = waiting.pop()
        found.update(map(abs, now.literals))
        waiting += now.children
    return found


def _parts(children: tuple[Group, ...]) -> list[list[Group]]:
    """The children divided into lists that share no variable with each other."""
    if len(children) < 2:
        return [[child] for child in children]
    parts: list[tuple[set[int], list[Group]]] = []
    for child in children:
        variables, members = _variables(child), [child]
        apart = []
        for part in parts:
            if part[0] & variables:
                variables |= part[0]
                members = part[1] + members
            else:
                apart.append(part)
        parts = [*apart, (variables, members)]
    return [members for _, members in parts]


@contextmanager
def _recursion(depth: int) -> Iterator[None]:
    """Room for a recursion as deep as the tree; pure Python calls take no C stack."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 4 * depth + 1000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
