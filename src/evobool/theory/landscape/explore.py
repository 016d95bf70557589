"""What RLS-GP can reach from a tree on the complete truth table by accepted mutations.

Trees are taken up to the order of children and the names of variables (`normal_form.py`). The number of
offspring per iteration does not matter: each accepted neighbour is the best of them with some probability,
and nothing else is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import inf
from time import monotonic
from typing import Any, NamedTuple

from evobool.checks import check_integer
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import DEL, INS, SUB, changes
from evobool.model.objective import Wrong
from evobool.model.selection import Judged
from evobool.model.settings.refused import check_read
from evobool.model.settings.setting import Setting
from evobool.theory.drift import offspring
from evobool.theory.drift.appraisal import appraiser_of
from evobool.theory.drift.offspring import check_tree
from evobool.theory.drift.outcomes import Given, Outcome, outcomes
from evobool.theory.landscape.certificate import Certificate
from evobool.theory.landscape.missing import missing
from evobool.theory.landscape.normal_form import Form, form_in
from evobool.theory.support import check_one_mutation
from evobool.theory.symmetric import StandIns

CAP = 20_000  # trees
READS = (
    offspring.READS
)  # max_iterations and start make no difference to what can be reached from a given tree
FATES = {False: "dead end", True: "not yet", None: "undecided"}
Tell = Callable[[int], None]


@dataclass(frozen=True)
class Move:
    """A step on a path: the operation, the tree it gives and that tree's error."""

    operation: str
    tree: Tree
    error: int


@dataclass(frozen=True)
class Exploration:
    """What can be reached from a tree.

    `reachable` says whether an optimum can be reached; None if more than `cap` trees came first. `met` holds
    the trees met; if `reachable` is False, these are all that can be reached. If it is True, `way` leads to
    an optimum, and `shortest` says whether no other way is shorter.
    """

    tree: Tree
    setting: Setting
    cap: int
    reachable: bool | None
    met: tuple[Tree, ...] = field(repr=False)
    way: tuple[Move, ...] = ()
    shortest: bool = False

    @property
    def fate(self) -> str:
        """`dead end`, `not yet` (an optimum can be reached), or `undecided` (more trees than the cap)."""
        return FATES[self.reachable]

    def certificate(self) -> Certificate | None:
        """The proof of a dead end, if it is one."""
        return Certificate(self.setting, self.tree, self.met) if self.reachable is False else None


def explore(
    tree: Tree,
    setting: Setting,
    cap: int = CAP,
    *,
    shortest: bool = False,
    seconds: float = inf,
    tell: Tell = lambda met: None,
) -> Exploration:
    """Follow accepted mutations until an optimum is found, nothing is left, or more than `cap` trees are met.

    It also stops, undecided, when the `seconds` are up. Better trees are followed first. With `shortest`, a
    second search looks for the shortest way, under the same cap. `tell` is called with the trees met so far.

    >>> stuck = Tree.parse("(x1 & x2) | (x1 & x2)")
    >>> explore(stuck, Setting(n=4, limit="4", deletion="leaf")).reachable
    False
    >>> for move in explore(stuck, Setting(n=4, limit="4"), shortest=True).way:
    ...     print(move.operation, move.tree, move.error)
    DEL x1 & x2 3
    INS (x1 & x2) & x3 1
    INS ((x1 & x2) & x3) & x4 0
    """
    check_landscape(tree, setting)
    cap = check_integer("cap", cap, 1)
    deadline = monotonic() + seconds
    search = _Search(tree, setting, cap, deadline, tell)
    found = search.run(lambda now, left, foreign: (now.value, left + foreign, now.steps))
    if found is None:
        return Exploration(tree, setting, cap, None if search.capped else False, search.trees())
    way, proved = found.way(), found.steps == _least(tree, setting)
    if shortest and not proved:
        search_again = _Search(tree, setting, cap, deadline, tell, below=found.steps)
        shorter = search_again.run(lambda now, left, foreign: (now.steps + left, now.value, foreign))
        way = shorter.way() if shorter is not None and shorter.steps < found.steps else way
        proved = not search_again.capped
    return Exploration(tree, setting, cap, True, search.trees(), way, proved)


@dataclass(frozen=True)
class _Met:
    """A tree met, and how it was reached."""

    tree: Tree
    error: int
    value: Any  # what selection compares
    steps: int = 0
    before: _Met | None = None
    operation: str = ""

    def optimal(self, setting: Setting) -> bool:
        """Whether a run stops here."""
        return bool(self.tree.prefix) and self.error <= setting.accept_error

    def way(self) -> tuple[Move, ...]:
        """The moves that led here."""
        moves, now = [], self
        while now.before is not None:
            moves.append(Move(now.operation, now.tree, now.error))
            now = now.before
        return tuple(reversed(moves))


Rank = Callable[[_Met, int, int], tuple[Any, Any, int]]


class _Search:
    """Best-first search, ranked by the tree, the variables it lacks and its functions foreign to the target.

    Ranked by steps plus missing variables this is A*, and the first optimum it finds has the shortest way,
    since a mutation of HVL-Prime brings in at most one variable. Ways of `below` steps or more are not
    followed.
    """

    def __init__(
        self, tree: Tree, setting: Setting, cap: int, deadline: float, tell: Tell, below: int | None = None
    ) -> None:
        self.setting, self.cap, self.deadline, self.below = setting, cap, deadline, below
        self.tell = tell
        wrong = appraiser_of(tree, setting.goal).wrong
        first = _Met(tree, wrong.error, setting.aim.of(wrong))
        self.met: dict[Form, _Met] = {form_in(setting, tree): first}
        self.capped = False

    def run(self, rank: Rank) -> _Met | None:
        """The first optimum; `capped` says whether the cap ended the search early."""
        waiting: list[tuple[tuple[Any, Any, int], int, Form]] = []
        done: set[Form] = set()
        order = count()

        def wait(form: Form, now: _Met) -> None:
            left = _least(now.tree, self.setting)
            if self.below is None or now.steps + left < self.below:
                heappush(waiting, (rank(now, left, _foreign(now.tree, self.setting)), next(order), form))

        for form, first in self.met.items():
            wait(form, first)
        while waiting and len(self.met) <= self.cap and not self.capped:
            form = heappop(waiting)[-1]
            now = self.met[form]
            if now.optimal(self.setting):
                return now
            if form in done:
                continue
            done.add(form)
            self.tell(len(self.met))
            for change, wrong in accepted_changes(now.tree, self.setting, self.deadline):
                near = change.apply(now.tree)
                form = form_in(self.setting, near)
                known = self.met.get(form)
                if known is None or now.steps + 1 < known.steps:
                    value = self.setting.aim.of(wrong)
                    self.met[form] = _Met(near, wrong.error, value, now.steps + 1, now, change.operation)
                    wait(form, self.met[form])
            self.capped = monotonic() > self.deadline  # then some of the last tree's changes may be missing
        self.capped = self.capped or bool(waiting)
        optima = [each for each in self.met.values() if each.optimal(self.setting)]
        return min(optima, key=lambda each: each.steps, default=None)

    def trees(self) -> tuple[Tree, ...]:
        """The trees met."""
        return tuple(each.tree for each in self.met.values())


class _FewLiterals(NamedTuple):
    """HVL-Prime as `mutation.System` has it, with fewer literals."""

    literal_list: tuple[int, ...]
    function_list: tuple[str, ...]
    odds: tuple[int, int, int]
    deletion: str
    first_leaf: str


SMALL_FIRST = {DEL: 0, SUB: 1, INS: 2}


def accepted_changes(tree: Tree, setting: Setting, deadline: float = inf) -> Iterator[tuple[Outcome, Wrong]]:
    """Changes that can be accepted, and how wrong they leave the tree.

    At the deadline (on the monotonic clock) the rest is left out.
    """
    appraiser, limit, aim = appraiser_of(tree, setting.goal), setting.leaf_limit, setting.aim
    parent = Judged(aim.of(appraiser.wrong), tree.leaves)
    for change in sorted(_listed(tree, setting), key=lambda change: SMALL_FIRST.get(change.operation, 0)):
        if monotonic() > deadline:
            return
        leaves = change.leaves(tree)
        if (limit is not None and leaves > limit) or _idle(change, tree):
            continue
        wrong = appraiser.after(change)
        if setting.rule.likely(Judged(aim.of(wrong), leaves), parent):
            yield change, wrong


def _listed(tree: Tree, setting: Setting) -> Iterator[Outcome]:
    """What one mutation can be; of HVL-Prime's, one variable not in the tree stands for all like it."""
    if setting.operator.outcomes is not None:
        yield from (change for change, _ in outcomes(tree, setting))
        return
    variables = StandIns(tree, setting.goal).variables
    signs = (1,) if setting.literals == "positive" else (1, -1)
    literals = tuple(sign * x for sign in signs for x in variables)
    few = _FewLiterals(literals, setting.function_list, setting.odds, setting.deletion, setting.first_leaf)
    yield from (change for change, _ in changes(tree, few))


def _least(tree: Tree, setting: Setting) -> int:
    """At least how many mutations an optimum is away; other operators may bring in many variables at once."""
    return missing(tree, setting) if setting.operator.outcomes is None else 0


def _idle(change: Outcome, tree: Tree) -> bool:
    """Whether a change leaves the tree as it is: a leaf replaced by itself, or nothing planted."""
    if isinstance(change, Given):
        return change.made == tree
    if change.operation == SUB and tree.prefix:
        return tree.prefix[change.node] == change.literal
    return not tree.prefix and change.literal is None


def _foreign(tree: Tree, setting: Setting) -> int:
    """How many functions in a tree differ from the target's own, if it has one."""
    own = setting.goal.target.first
    return 0 if own is None else sum(tree.functions.values()) - tree.functions[own]


def check_landscape(tree: Tree, setting: Setting) -> None:
    """Refuse trees and settings without a landscape of this kind."""
    check_read(setting, READS, "the landscape")
    check_one_mutation(
        setting, "must be rls-gp: several mutations at once can lead from any tree to any other"
    )
    check_tree(tree, setting)
