"""A landscape for people: its offspring merged and ordered, and its verdict in words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from evobool.model.formulas.tree import Tree
from evobool.model.objective import Wrong
from evobool.theory.drift.offspring import Appraised, Offspring
from evobool.theory.landscape.normal_form import same_in

if TYPE_CHECKING:
    from evobool.theory.drift.outcomes import Outcome
    from evobool.theory.landscape.explore import Exploration
    from evobool.theory.landscape.landscape import Landscape

MEANING = {  # of each kind of tree; trees that differ in the order of children alone count as one
    "optimum": "a run stops here",
    "strict local optimum": "every accepted offspring is the tree itself",
    "plateau": "other trees are accepted, but none with a smaller error",
    "improvable": "a tree with a smaller error is one mutation away",
}


@dataclass(frozen=True)
class Neighbour(Appraised):
    """Offspring that are one tree up to the order of children; `change` makes the one that is shown."""

    tree: Tree
    change: Outcome
    operations: list[str]
    probability: Fraction
    wrong: Wrong
    value: Any
    chance: Fraction
    same: bool

    def to_dict(self) -> dict[str, Any]:
        """As JSON types; the probability as a number and exactly."""
        return {
            "tree": str(self.tree),
            "operations": self.operations,
            "probability": float(self.probability),
            "leaves": self.leaves,
            "error": self.error,
            "false_positives": self.wrong.false_positives,
            "false_negatives": self.wrong.false_negatives,
            "accepted": self.accepted,
            "acceptance": float(self.chance),
            "same": self.same,
            "exact_probability": str(self.probability),
        }


def neighbours(found: Landscape) -> list[Neighbour]:
    """The offspring merged, those that matter first: accepted ones, the tree itself, too large ones last."""
    merged: dict[Tree, list[Offspring]] = {}
    for each in found.offspring:
        merged.setdefault(same_in(found.setting, each.tree()), []).append(each)
    same = same_in(found.setting, found.tree)

    def neighbour(tree: Tree, alike: list[Offspring]) -> Neighbour:
        first, operations = alike[0], sorted({each.operation for each in alike})
        shown = found.tree if tree == same else first.tree()
        chance = sum((each.probability for each in alike), Fraction(0))
        outcome = first.wrong, first.value, first.chance
        return Neighbour(shown, first.change, operations, chance, *outcome, tree == same)

    def rank(one: Neighbour) -> tuple[bool, bool, bool, Any, Fraction]:
        return not one.accepted, one.same, too_large(found, one), one.value, -one.probability

    return sorted(map(neighbour, merged, merged.values()), key=rank)


def too_large(found: Landscape, one: Neighbour) -> bool:
    """Whether an offspring has more leaves than allowed."""
    limit = found.setting.leaf_limit
    return limit is not None and one.leaves > limit


def answer(found: Landscape, one: Neighbour) -> str:
    """Whether an offspring is accepted, and why not."""
    if one.accepted:
        better = ", better" if one.value < found.setting.aim.of(found.wrong) else ""
        return "yes" + better if one.chance == 1 else f"with {float(one.chance):.3g}{better}"
    return "no, too large" if too_large(found, one) else "no"


def fate(explored: Exploration) -> str:
    """Whether an optimum can be reached, in one sentence.

    >>> from evobool import Setting
    >>> from evobool.theory.landscape.explore import explore
    >>> fate(explore(Tree.parse("(x1 & x2) | (x1 & x2)"), Setting(n=4, limit="4"), shortest=True))
    'an optimum can be reached: the shortest way takes 3 mutations'
    """
    if explored.reachable is None:
        return (
            f"not known whether an optimum can be reached: more than {explored.cap:,} trees can, "
            "and no optimum is among those met"
        )
    if explored.reachable:
        steps = f"{len(explored.way)} mutation{'' if len(explored.way) == 1 else 's'}"
        which = "the shortest way takes" if explored.shortest else "a way, perhaps not the shortest, takes"
        return f"an optimum can be reached: {which} {steps}"
    count = "1 tree" if len(explored.met) == 1 else f"{len(explored.met):,} trees"
    alike = " up to the order of children and the names of variables"
    own = explored.setting.operator.outcomes is not None
    return f"dead end: no optimum can be reached, only {count}{'' if own else alike}"
