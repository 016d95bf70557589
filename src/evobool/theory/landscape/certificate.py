"""A proof that no optimum can be reached from a tree, and its check.

The proof is a set of trees that a run cannot leave. The check uses none of the means by which the set was
found: it lists the neighbours of every member (`mutation.neighbourhood`), judges them on the plain truth
table, and looks for each accepted one in the set, up to the order of children (by sorting them) and the
names of variables (by trying to rename), which neither AND_n and OR_n nor HVL-Prime tell apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evobool.engines.reference import TrainingSet
from evobool.errors import InputError
from evobool.model.mutation import neighbourhood
from evobool.model.setting import Setting
from evobool.model.tree import Tree
from evobool.theory.landscape.normal_form import unordered

CLAIM = "no optimum can be reached"
LARGEST_TABLE = 20  # variables; beyond, errors are counted


@dataclass(frozen=True)
class Certificate:
    """A dead end: from `tree`, accepted mutations lead only to trees like those of `closed`.

    >>> setting = Setting(n=4, limit="4", deletion="leaf")
    >>> tree = Tree.parse("(x1 & x2) | (x1 & x2)")
    >>> Certificate(setting, tree, (tree,)).check()
    True
    >>> Certificate(setting.with_(deletion="subtree"), tree, (tree,)).flaw()
    'x1 & x2 can be reached from (x1 & x2) | (x1 & x2) but is not in the set'
    """

    setting: Setting
    tree: Tree
    closed: tuple[Tree, ...]

    def __repr__(self) -> str:
        return f"<Certificate for {self.tree!r}: a closed set of {len(self.closed):,} trees>"

    def check(self) -> bool:
        """Whether the claim is proved."""
        return self.flaw() is None

    def flaw(self) -> str | None:
        """What the proof lacks; None if it holds."""
        setting = self.setting
        if setting.algorithm != "rls-gp" or setting.samples is not None:
            return "only rls-gp on the complete truth table is covered"
        for tree in (self.tree, *self.closed):
            if any(x > setting.n for x in tree.variables):
                return f"there are variables beyond x{setting.n}"
            if any(isinstance(token, str) and token not in setting.functions for token in tree.prefix):
                return f"{tree} has a function that the setting has not"
            if any(isinstance(token, int) and token not in setting.literal_list for token in tree.prefix):
                return f"{tree} has a literal that the setting has not"
            if setting.leaf_limit is not None and tree.leaves > setting.leaf_limit:
                return f"{tree} is larger than the limit"
        members, errors = _Members(self.closed), _Errors(setting)
        if self.tree not in members:
            return f"{self.tree} is not in the set"
        for member in self.closed:
            error = errors.of(member)
            if member.prefix and error <= setting.accept_error:
                return f"{member} is an optimum"
            for near in neighbourhood(member, setting):
                if setting.leaf_limit is not None and near.leaves > setting.leaf_limit:
                    continue
                worse = errors.of(near) - error
                kept = worse < 0 or (worse == 0 and setting.selection == "nonstrict")
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
        """What `to_dict` wrote."""
        if not isinstance(data, Mapping) or data.get("claim") != CLAIM:
            raise InputError("certificate", str(data)[:40], f"must be an object that claims {CLAIM!r}")
        fields, tree, closed = (data.get(name) for name in ("setting", "tree", "closed"))
        if not isinstance(fields, dict) or set(fields) != set(Setting.__dataclass_fields__):
            raise InputError("certificate", "setting", "must be an object with all fields of a setting")
        if not isinstance(closed, list) or not all(isinstance(text, str) for text in (tree, *closed)):
            raise InputError("certificate", "tree, closed", "must be a tree and a list of trees, as text")
        return cls(Setting(**fields), Tree.parse(str(tree)), tuple(Tree.parse(text) for text in closed))


class _Errors:
    """Errors by plain evaluation, by exact counting where the truth table is too large."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.rows = TrainingSet.complete(setting) if setting.n <= LARGEST_TABLE else None

    def of(self, tree: Tree) -> int:
        """The error of a tree."""
        if self.rows is not None:
            return self.rows.error(tree)
        if not tree.prefix:
            return (1 << self.setting.n) + 1
        return int(tree.error_rate(self.setting.target, self.setting.n) * 2**self.setting.n)


class _Members:
    """A set of trees taken up to the order of children and the names of variables."""

    def __init__(self, trees: tuple[Tree, ...]) -> None:
        self.known = {unordered(tree) for tree in trees}
        self.alike: dict[Tree, list[Tree]] = {}
        for tree in trees:
            self.alike.setdefault(_nameless(tree), []).append(tree)

    def __contains__(self, tree: Tree) -> bool:
        tree = unordered(tree)
        if tree not in self.known and any(
            renamed(tree, other) for other in self.alike.get(_nameless(tree), [])
        ):
            self.known.add(tree)
        return tree in self.known


def _nameless(tree: Tree) -> Tree:
    """The tree with all variables called x1, sorted."""
    tokens = (token if isinstance(token, str) else 1 if token > 0 else -1 for token in tree.prefix)
    return unordered(Tree.trusted(tuple(tokens)))


def renamed(tree: Tree, other: Tree) -> bool:
    """Whether new names and another order of children make one tree the other.

    >>> renamed(Tree.parse("x1 | (x2 & x1)"), Tree.parse("(x3 & x2) | x3"))
    True
    >>> renamed(Tree.parse("x1 | (x2 & x1)"), Tree.parse("(x3 & x2) | x1"))
    False
    """
    if not tree.prefix or not other.prefix:
        return tree == other
    counts, other_counts = _occurrences(tree), _occurrences(other)
    waiting: list[tuple[tuple[tuple[int, int], ...], dict[int, int]]] = [(((0, 0),), {})]
    while waiting:
        pairs, names = waiting.pop()
        if not pairs:
            return True
        (i, j), rest = pairs[0], pairs[1:]
        old, new = tree.prefix[i], other.prefix[j]
        if isinstance(old, str) or isinstance(new, str):
            if old == new and tree.ends[i] - i == other.ends[j] - j:
                left, right, first, second = i + 1, tree.ends[i + 1], j + 1, other.ends[j + 1]
                waiting.append((((left, first), (right, second), *rest), names))
                waiting.append((((left, second), (right, first), *rest), names))
        elif (old > 0) == (new > 0) and counts[abs(old)] == other_counts[abs(new)]:
            old, new = abs(old), abs(new)
            if names.get(old, new) == new and (old in names or new not in names.values()):
                waiting.append((rest, {**names, old: new}))
    return False


def _occurrences(tree: Tree) -> Counter[int]:
    return Counter(abs(token) for token in tree.prefix if isinstance(token, int))
