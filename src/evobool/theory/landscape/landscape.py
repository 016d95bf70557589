"""What surrounds a tree in RLS-GP on the complete truth table: local optima, plateaus and dead ends.

A run moves from tree to tree by accepted mutations and stops at an optimum. A tree is a dead end if no
optimum can be reached from it, like the trees in the proof of theorem 1. The proof is the closed set of all
trees that can be reached (`certificate.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from evobool.above import above
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import DEL, SUB, Change, leaf_positions
from evobool.model.objective import Wrong
from evobool.model.settings.setting import Setting
from evobool.theory.drift.appraisal import appraiser_of
from evobool.theory.drift.offspring import Offspring, check_tree, offspring
from evobool.theory.landscape.certificate import Certificate
from evobool.theory.landscape.digest import MEANING
from evobool.theory.landscape.explore import CAP, Exploration, Move, Tell, check_landscape, explore
from evobool.theory.landscape.normal_form import same_in
from evobool.theory.support import check_offspring

OPTIMUM, STRICT, PLATEAU, IMPROVABLE = MEANING


@dataclass(frozen=True)
class Landscape:
    """A tree, its kind, its offspring and what can be reached from it.

    >>> found = classify(Tree.parse("x1 & x2"), Setting(n=3))
    >>> found.kind, found.error, found.reachable, len(found.way)
    ('improvable', 1, True, 1)

    See Also
    --------
    classify : makes one
    Certificate : the proof of a dead end
    """

    tree: Tree
    setting: Setting
    wrong: Wrong
    kind: str
    offspring: tuple[Offspring, ...] = field(repr=False)
    exploration: Exploration = field(repr=False)

    @property
    def error(self) -> int:
        """On how many inputs it is wrong."""
        return self.wrong.error

    @property
    def reachable(self) -> bool | None:
        """Whether an optimum can be reached; None if the cap came first."""
        return self.exploration.reachable

    @property
    def way(self) -> tuple[Move, ...]:
        """The shortest way out found; empty if there is none."""
        return self.exploration.way

    def certificate(self) -> Certificate | None:
        """The proof of a dead end, if it is one."""
        return self.exploration.certificate()

    def _repr_html_(self) -> str:
        html: str = above("Landscape._repr_html_", self)
        return html


def classify(
    tree: Tree, setting: Setting, cap: int = CAP, tell: Tell = lambda met: None, *, seconds: float = inf
) -> Landscape:
    """What kind of tree it is, and whether an optimum can be reached from it, explored for some seconds.

    `tell` is called with the number of trees met so far, for as long as trees are explored.

    >>> found = classify(Tree.parse("(x3 & x2) | (x2 & x3)"), Setting(n=4, limit="4", deletion="leaf"))
    >>> found.error, found.kind, found.reachable
    (3, 'strict local optimum', False)
    >>> found.certificate().check()
    True

    See Also
    --------
    certify : the proof alone
    neighbourhood : what one mutation can give
    """
    check_landscape(tree, setting)
    check_offspring(tree, setting)  # before the rest takes time
    exploration = explore(tree, setting, cap, shortest=True, tell=tell, seconds=seconds)
    wrong = appraiser_of(tree, setting.goal).wrong
    near = tuple(offspring(tree, setting))
    return Landscape(tree, setting, wrong, _kind(tree, setting, wrong, near), near, exploration)


def _kind(tree: Tree, setting: Setting, wrong: Wrong, near: tuple[Offspring, ...]) -> str:
    if tree.prefix and wrong.error <= setting.accept_error:
        return OPTIMUM
    accepted, value = [each for each in near if each.accepted], setting.aim.of(wrong)
    if any(each.value < value for each in accepted):
        return IMPROVABLE
    same = same_in(setting, tree)
    return PLATEAU if any(same_in(setting, each.tree()) != same for each in accepted) else STRICT


def certify(tree: Tree, setting: Setting, cap: int = CAP) -> Certificate | None:
    """The proof that a tree is a dead end; None if it is not, or if the cap was hit (`explore` says which).

    >>> setting = Setting(n=4, limit="4", deletion="leaf")
    >>> certify(Tree.parse("(x1 & x2) | (x1 & x3)"), setting).closed
    (Tree('(x1 & x2) | (x1 & x3)'), Tree('(x1 & x3) | (x1 & x3)'))
    >>> certify(Tree.parse("x1 & x2"), setting)

    See Also
    --------
    classify : what else is known of the tree
    Certificate.check : checks the proof by plain means
    """
    return explore(tree, setting, cap).certificate()


@dataclass(frozen=True)
class LocallyOptimal:
    """What the caption of figure 1 says about its trees, in two parts."""

    no_better_substitution: bool
    no_free_deletion: bool

    @property
    def holds(self) -> bool:
        """Whether both parts are true."""
        return self.no_better_substitution and self.no_free_deletion


def locally_optimal(tree: Tree, setting: Setting) -> LocallyOptimal:
    """Whether no substitution improves a tree and no leaf can be deleted without loss (figure 1).

    >>> locally_optimal(Tree.parse("(x3 & x2) | (x2 & x3)"), Setting(n=4))
    LocallyOptimal(no_better_substitution=True, no_free_deletion=True)
    """
    check_tree(tree, setting)
    appraiser, value_of = appraiser_of(tree, setting.goal), setting.aim.of
    value, leaves = value_of(appraiser.wrong), leaf_positions(tree)
    return LocallyOptimal(
        all(
            value_of(appraiser.after(Change(SUB, i, None, x))) >= value
            for i in leaves
            for x in setting.literal_list
        ),
        all(value_of(appraiser.after(Change(DEL, i))) > value for i in leaves if i > 0),
    )
