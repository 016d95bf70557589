"""A proof that no optimum can be reached from a tree, and its check.

The proof is a set of trees that a run cannot leave. The check uses none of the methods that found the set. It
lists the neighbours of every member (`mutation.changes`), judges them on the plain truth table, and
looks for each accepted one in the set. It does so up to the order of the children of commutative functions
(by sorting them) and the names of variables (by trying to rename within the blocks of `Goal.blocks`), which
matter neither to the target nor to HVL-Prime.

The number of offspring per iteration does not matter: the one that competes is a neighbour in any case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evobool.errors import InputError
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.tree import Tree
from evobool.model.selection import Judged
from evobool.model.settings.refused import check_read
from evobool.model.settings.setting import ADDED, FIELDS, Setting
from evobool.model.targets.targets import Goal
from evobool.model.targets.wrong import CountedTable
from evobool.model.training import TrainingSet
from evobool.theory.drift.outcomes import outcomes
from evobool.theory.landscape.checking import LARGEST_TABLE, MOST_WORK, check_work
from evobool.theory.landscape.normal_form import unordered
from evobool.theory.support import check_listed
from evobool.theory.symmetric import block_numbers

CLAIM = "no optimum can be reached"
MOST_STEPS = 1_000_000  # of comparing two trees
READS = frozenset(  # the last three make no difference to what can be reached
    (
        *("n", "target", "functions", "literals", "limit", "deletion", "algorithm", "selection", "training"),
        *("accept_error", "first_leaf", "weights", "mutation", "objective"),
        *("offspring", "start", "max_iterations"),
    )
)


@dataclass(frozen=True)
class Certificate:
    """A dead end: from `tree`, accepted mutations lead only to trees like those of `closed`.

    >>> setting = Setting(n=4, limit="4", deletion="leaf")
    >>> tree = Tree.parse("(x1 & x2) | (x1 & x2)")
    >>> Certificate(setting, tree, (tree,)).check()
    True
    >>> Certificate(setting.with_(deletion="subtree"), tree, (tree,)).flaw()
    'x1 & x2 can be reached from (x1 & x2) | (x1 & x2) but is not in the set'

    See Also
    --------
    certify : finds one
    """

    setting: Setting
    tree: Tree
    closed: tuple[Tree, ...]

    def __repr__(self) -> str:
        return f"<Certificate for {self.tree!r}: a closed set of {len(self.closed):,} trees>"

    def check(self, most_work: int = MOST_WORK) -> bool:
        """Whether the claim is proved. A set that would take more than `most_work` to check is refused."""
        return self.flaw(most_work) is None

    def flaw(self, most_work: int = MOST_WORK) -> str | None:
        """What the proof lacks; None if it holds."""
        setting = self.setting
        try:
            check_provable(setting)
        except InputError as problem:
            return str(problem)
        for tree in (self.tree, *self.closed):
            try:
                setting.check_tree(tree)
            except InputError as problem:
                return f"a run cannot hold {tree}: {problem.why}"
        check_work(setting, self.closed, most_work)
        own = setting.operator.outcomes is not None  # it may treat no two trees alike
        members, goal = set(self.closed) if own else _Members(self.closed, setting.goal), setting.goal
        errors = TrainingSet.complete(goal) if goal.n <= LARGEST_TABLE else CountedTable(goal)
        if self.tree not in members:
            return f"{self.tree} is not in the set"
        for member in self.closed:
            wrong = errors.wrong(member)
            parent = Judged(setting.aim.of(wrong), member.leaves)
            if member.prefix and wrong.error <= setting.accept_error:
                return f"{member} is an optimum"
            for change, _ in outcomes(member, setting, ordered=True):
                near = change.apply(member)
                if setting.leaf_limit is not None and near.leaves > setting.leaf_limit:
                    continue
                made = Judged(setting.aim.of(errors.wrong(near)), near.leaves)
                if setting.rule.chance is None:
                    kept = setting.rule.accepts(made, parent, None)
                else:
                    kept = setting.rule.chance(made, parent) > 0
                if kept and near not in members:
                    return f"{near} can be reached from {member} but is not in the set"
        return None

    def to_dict(self) -> dict[str, Any]:
        """As JSON types."""
        return {
            "claim": CLAIM,
            "setting": self.setting.to_dict(),
            "tree": str(self.tree),
            "closed": [str(tree) for tree in self.closed],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Certificate:
        """Read what `to_dict` wrote, here or in version 0.1, whose settings had fewer fields."""
        if not isinstance(data, Mapping) or data.get("claim") != CLAIM:
            raise InputError("certificate", data, f"must be an object that claims {CLAIM!r}")
        fields, tree, closed = (data.get(name) for name in ("setting", "tree", "closed"))
        known = set(FIELDS)
        if not isinstance(fields, dict) or not known - set(ADDED) <= set(fields) <= known:
            raise InputError("certificate", "setting", "must be an object with all fields of a setting")
        if not isinstance(closed, list) or not all(isinstance(text, str) for text in (tree, *closed)):
            raise InputError("certificate", "tree, closed", "must be a tree and a list of trees, as text")
        return cls(Setting(**fields), Tree.parse(str(tree)), tuple(Tree.parse(text) for text in closed))


def check_provable(setting: Setting) -> None:
    """Refuse settings whose dead ends a certificate cannot prove."""
    check_read(setting, READS, "a certificate")
    why = "only rls-gp on the complete truth table is covered"
    if setting.scheme.several:
        raise InputError("algorithm", setting.algorithm, why)
    if not setting.judged_on.complete:
        raise InputError("training", setting.training, why)
    check_listed(setting)


class _Members:
    """A set of trees, up to the order of children and the names of variables."""

    def __init__(self, trees: tuple[Tree, ...], goal: Goal) -> None:
        self.goal = goal
        self._first = {x: block[0] for block in goal.blocks for x in block}
        self.known = {unordered(tree) for tree in trees}
        self.alike: dict[Tree, list[Tree]] = {}
        for tree in trees:
            self.alike.setdefault(self._nameless(tree), []).append(tree)

    def __contains__(self, tree: Tree) -> bool:
        tree = unordered(tree)
        if tree not in self.known and any(
            renamed(tree, other, self.goal) for other in self.alike.get(self._nameless(tree), [])
        ):
            self.known.add(tree)
        return tree in self.known

    def _nameless(self, tree: Tree) -> Tree:
        """The sorted tree with every variable renamed to the first of its block."""
        first = self._first
        tokens = (
            token if isinstance(token, str) else first[token] if token > 0 else -first[-token]
            for token in tree.prefix
        )
        return unordered(Tree.trusted(tuple(tokens)))


def renamed(tree: Tree, other: Tree, goal: Goal) -> bool:
    """Whether renaming within the target's blocks and reordering children turn one tree into the other.

    >>> from evobool.model.targets.targets import goal_of
    >>> renamed(Tree.parse("x1 | (x2 & x1)"), Tree.parse("(x3 & x2) | x3"), goal_of("and", 3))
    True
    >>> renamed(Tree.parse("x1 | (x2 & x1)"), Tree.parse("(x3 & x2) | x1"), goal_of("and", 3))
    False
    >>> renamed(Tree.parse("x1"), Tree.parse("x3"), goal_of("and:2", 3))
    False
    """
    if not tree.prefix or not other.prefix:
        return tree == other
    block = block_numbers(goal)
    counts, other_counts = _occurrences(tree), _occurrences(other)
    waiting: list[tuple[tuple[tuple[int, int], ...], dict[int, int]]] = [(((0, 0),), {})]
    steps = 0
    while waiting:
        steps += 1
        if steps > MOST_STEPS:
            raise InputError(
                "certificate", tree, f"takes more than {MOST_STEPS:,} steps to compare with {other}"
            )
        pairs, names = waiting.pop()
        if not pairs:
            return True
        (i, j), rest = pairs[0], pairs[1:]
        old, new = tree.prefix[i], other.prefix[j]
        if isinstance(old, str) or isinstance(new, str):
            if old == new and tree.ends[i] - i == other.ends[j] - j:
                left, right, first, second = i + 1, tree.ends[i + 1], j + 1, other.ends[j + 1]
                waiting.append((((left, first), (right, second), *rest), names))
                if FUNCTIONS[str(old)].commutative:
                    waiting.append((((left, second), (right, first), *rest), names))
        elif (old > 0) == (new > 0) and counts[abs(old)] == other_counts[abs(new)]:
            old, new = abs(old), abs(new)
            fits = names.get(old, new) == new and (old in names or new not in names.values())
            if fits and block[old] == block[new]:
                waiting.append((rest, {**names, old: new}))
    return False


def _occurrences(tree: Tree) -> Counter[int]:
    return Counter(abs(token) for token in tree.prefix if isinstance(token, int))
