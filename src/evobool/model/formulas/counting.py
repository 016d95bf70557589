"""How many inputs satisfy a tree of AND and OR, exactly, without listing them.

In a maximal AND-group, a literal that is a leaf of the group is true wherever the group is, so the other
children may be simplified under it; dually in an OR-group with the literal false. What remains after this
unit propagation rarely shares a variable, and children that share none are independent: their shares
multiply. Only children that still share a variable are branched upon. Fractions may be of any size. Nothing
here recurses, so a tree may be as deep as it likes.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, cast

from evobool.errors import EvoboolError
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix

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
    return share_of(simplified(grouped(prefix), dict(known or {})), max_branches)


def share_of(formula: Formula, max_branches: int = MAX_BRANCHES) -> Fraction:
    """The same of a simplified formula."""
    return _Counter(max_branches).share(formula)


def grouped(prefix: Prefix) -> int | Group:
    """The tree with neighbours of one function merged; literals and groups in the tree's order."""
    if isinstance(prefix[0], int):
        return prefix[0]
    made: list[tuple[str, list[int], list[int]]] = []  # function, literals, the numbers of the groups below
    owners: list[int] = []  # of the subtrees to come, the next one last: the group it belongs to
    for token in prefix:
        owner = owners.pop() if owners else -1
        if isinstance(token, int):
            made[owner][1].append(token)
            continue
        if owner < 0 or made[owner][0] != token:
            if owner >= 0:
                made[owner][2].append(len(made))
            owner = len(made)
            made.append((token, [], []))
        owners += (owner, owner)
    groups: list[Any] = [None] * len(made)
    for number in range(len(made) - 1, -1, -1):  # what is below a group was made after it
        function, literals, below = made[number]
        groups[number] = Group(function, tuple(literals), tuple(groups[each] for each in below))
    return cast("Group", groups[0])


def simplified(formula: int | Group, known: Values) -> Formula:
    """The formula where some variables are known, units propagated until nothing changes.

    Units are added to `known` for the children and taken out again.
    """
    if isinstance(formula, int):
        value = known.get(abs(formula))
        return formula if value is None else value == (formula > 0)
    open_groups, rest = [_Simplifying(formula)], cast("Formula | None", None)
    while open_groups:
        child = open_groups[-1].next_child(known, rest)
        if child is not None:
            open_groups.append(_Simplifying(child))
            rest = None
        else:
            done = open_groups.pop()
            rest = done.result
            for variable in done.units:
                del known[variable]
    assert rest is not None
    return rest


class _Simplifying:
    """A group whose children are simplified one after the other, again whenever one became a literal."""

    __slots__ = ("children", "group", "literals", "neutral", "result", "units", "waiting")

    def __init__(self, group: Group) -> None:
        self.group = group
        self.neutral = group.function == "and"  # the value of a child that no longer matters
        self.units: list[int] = []  # the variables it added to `known`
        self.literals = list(group.literals)
        self.children = list(group.children)
        self.waiting: Iterator[Group] = iter(())
        self.result: Formula | None = None

    def next_child(self, known: Values, rest: Formula | None) -> Group | None:
        """Take what the last child became, None at first; the next child, or None once there is a result."""
        if rest is None:
            self.begin(known)
        else:
            self.take(rest)
        while self.result is None:
            for child in self.waiting:
                if child.children:
                    return child
                if self.take(_literals_left(child, known)):
                    return None
            if self.literals:
                self.begin(known)
            else:
                self.finish(known)
        return None

    def begin(self, known: Values) -> None:
        """Note the literals as known, and go through the children under them."""
        for literal in self.literals:
            variable, wanted = abs(literal), (literal > 0) == self.neutral
            if variable not in known:
                known[variable] = wanted
                self.units.append(variable)
            elif known[variable] != wanted:
                self.result = not self.neutral
                return
        self.literals, self.waiting, self.children = [], iter(self.children), []

    def take(self, rest: Formula) -> bool:
        """A child, simplified; returns whether it decides the group."""
        if isinstance(rest, bool):
            if rest != self.neutral:
                self.result = rest
                return True
        elif isinstance(rest, int):
            self.literals.append(rest)
        elif rest.function == self.group.function:
            self.literals += rest.literals
            self.children += rest.children
        else:
            self.children.append(rest)
        return False

    def finish(self, known: Values) -> None:
        """What is left of the group."""
        kept = tuple(variable if known[variable] == self.neutral else -variable for variable in self.units)
        if not kept and not self.children:
            self.result = self.neutral
        elif not self.children and len(kept) == 1:
            self.result = kept[0]
        elif not kept and len(self.children) == 1:
            self.result = self.children[0]
        else:
            self.result = Group(self.group.function, kept, tuple(self.children))


def _literals_left(group: Group, known: Values) -> Formula:
    """A group of nothing but literals, simplified: most are."""
    neutral, found = group.function == "and", dict[int, bool]()
    for literal in group.literals:
        variable, wanted = abs(literal), (literal > 0) == neutral
        value = known.get(variable)
        if value is None:
            value = found.setdefault(variable, wanted)
        if value != wanted:
            return not neutral
    if len(found) == len(group.literals) > 1:
        return group
    kept = tuple(variable if wanted == neutral else -variable for variable, wanted in found.items())
    return Group(group.function, kept, ()) if len(kept) > 1 else kept[0] if kept else neutral


Counting = Generator[Formula, Fraction, Fraction]  # asks for shares of formulas, ends with its own


class _Counter:
    """Counts one formula and how often that took a case distinction.

    A count asks for those of smaller formulas by yielding them, so that deep ones need no recursion.
    """

    def __init__(self, max_branches: int) -> None:
        self.left = self.max_branches = max_branches

    def share(self, formula: Formula) -> Fraction:
        """The fraction of inputs on which a simplified formula is true."""
        counts = [self.counted(formula)]
        answer: Any = None
        while True:
            try:
                counts.append(self.counted(counts[-1].send(answer)))
                answer = None
            except StopIteration as done:
                answer = done.value
                counts.pop()
                if not counts:
                    return cast("Fraction", answer)

    def counted(self, formula: Formula) -> Counting:
        """The share of one formula."""
        if isinstance(formula, bool):
            return Fraction(formula)
        if isinstance(formula, int):
            return Fraction(1, 2)
        is_and = formula.function == "and"
        neutral = Fraction(1, 2 ** len(formula.literals))  # share on which no child decides against
        for part in parts_of(formula.children):
            if len(part) > 1:
                share = yield from self.branch(formula.function, part)
            elif part[0].children:
                share = yield part[0]
            else:  # a group of literals, inside an OR true together, inside an AND false together
                alone = Fraction(1, 2 ** len(part[0].literals))
                share = 1 - alone if is_and else alone
            neutral *= share if is_and else 1 - share
        return neutral if is_and else 1 - neutral

    def branch(self, function: str, children: Sequence[Group]) -> Counting:
        """The share of children that hang together: both values of their commonest variable."""
        if self.left == 0:
            raise BranchLimitError(self.max_branches)
        self.left -= 1
        counts = Counter(variable for child in children for variable in _variables(child))
        variable = counts.most_common(1)[0][0]
        whole = Group(function, (), tuple(children))
        low = yield simplified(whole, {variable: False})
        high = yield simplified(whole, {variable: True})
        return (low + high) / 2


def _variables(group: Group) -> set[int]:
    found, waiting = set[int](), [group]
    while waiting:
        now = waiting.pop()
        found.update(map(abs, now.literals))
        waiting += now.children
    return found


@dataclass
class _Part:
    """Children that hang together, their variables, and the number of the child that joined last."""

    members: deque[Group]
    variables: list[int]
    made: int


def parts_of(children: Sequence[Group]) -> list[Sequence[Group]]:
    """The children divided into lists that share no variable with each other.

    A list that was made later comes before those it is joined with, and what is joined is made last: the
    choice among equally common variables depends on this order.
    """
    if len(children) < 2:
        return [children] if children else []
    parts: list[_Part] = []
    part_of: dict[int, _Part] = {}  # by variable
    for number, child in enumerate(children):
        variables = _variables(child)
        new = [variable for variable in variables if variable not in part_of]
        met = {id(part): part for part in map(part_of.get, variables) if part is not None}
        part = _Part(deque(), [], number)
        if met:
            part = _joined(sorted(met.values(), key=lambda each: each.made), part_of)
        else:
            parts.append(part)
        part.members.append(child)
        part.variables += new
        part.made = number
        part_of.update(dict.fromkeys(new, part))
    left = sorted((part for part in parts if part.members), key=lambda each: each.made)
    return [tuple(part.members) for part in left]


def _joined(met: Sequence[_Part], part_of: dict[int, _Part]) -> _Part:
    """Parts as one, the smaller ones moved into the largest and left empty."""
    largest = max(met, key=lambda part: len(part.variables))
    members: deque[Group] = deque()
    for part in met:
        if len(part.members) < len(members):
            members.extendleft(reversed(part.members))
        else:
            part.members.extend(members)
            members = part.members
    for part in met:
        part.members = deque()
        if part is not largest:
            largest.variables += part.variables
            part_of.update(dict.fromkeys(part.variables, largest))
    largest.members = members
    return largest
