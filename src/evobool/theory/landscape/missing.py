"""The least number of variables a tree lacks to be an optimum; it makes the shortest-way search quick.

Take the pairs of inputs that differ only in x and on which the target differs. A function that does not
depend on x is wrong on one input of each pair. So a tree with at most A wrong inputs holds every variable
that matters on more than A pairs.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.model.targets.targets import LARGEST_CHECK, Goal, truth_columns


def missing(tree: Tree, setting: Setting) -> int:
    """The least number of variables a tree lacks to be an optimum; never an overestimate.

    >>> missing(Tree.parse("x1"), Setting(n=4)), missing(Tree.parse("x1"), Setting(n=4, accept_error=3))
    (3, 1)
    >>> missing(Tree.parse("x1"), Setting(n=4, target="xor", accept_error=7))
    3
    """
    held = tree.variables
    lacking = sum(
        pairs > setting.accept_error for x, pairs in deciding_pairs(setting.goal).items() if x not in held
    )
    return max(lacking, _missing_by_size(tree, setting))


def _missing_by_size(tree: Tree, setting: Setting) -> int:
    """A sharper bound for AND_n and OR_n and monotone trees.

    A tree of m distinct variables is true on a multiple of 2^(n-m) inputs. If monotone and without negated
    literals it is not constant, so it is wrong on at least 2^(n-m) - 1 inputs of AND_n, and dually of OR_n.
    """
    goal = setting.goal
    if setting.literals != "positive" or goal.joins is None or min(goal.literals) < 0:
        return 0
    if len(goal.literals) < setting.n or not all(FUNCTIONS[name].monotone for name in setting.functions):
        return 0
    enough = setting.n + 1 - (setting.accept_error + 1).bit_length()
    return max(0, enough - len(tree.variables))


@lru_cache(maxsize=16)
def deciding_pairs(goal: Goal) -> dict[int, int]:
    """For each variable, the number of pairs of inputs, differing only in it, on which the target differs.

    Variables for which this is unknown are left out.

    >>> from evobool.model.targets.targets import goal_of
    >>> deciding_pairs(goal_of("and:2", 4)), deciding_pairs(goal_of("majority", 3))
    ({1: 4, 2: 4}, {1: 2, 2: 2, 3: 2})
    """
    variables = goal.variables
    free = goal.n - len(variables)
    if goal.joins is not None:
        return dict.fromkeys(variables, 1 << free)
    if goal.target.symmetric and not goal.formula:
        weights = _by_weight(goal)
        others = len(variables) - 1
        pairs = sum(comb(others, k) for k in range(others + 1) if weights[k] != weights[k + 1])
        return dict.fromkeys(variables, pairs << free)
    if len(variables) > LARGEST_CHECK:
        return {}
    columns = truth_columns(len(variables))
    ones = (1 << 2 ** len(variables)) - 1
    named = dict(zip(variables, columns, strict=True))
    table = int(goal.value([named.get(x, 0) for x in range(1, goal.n + 1)], ones))
    found = {}
    for place, (variable, column) in enumerate(named.items()):
        found[variable] = (((table & column) >> 2**place) ^ (table & ~column)).bit_count() << free
    return found


def _by_weight(goal: Goal) -> list[bool]:
    """The value of a symmetric target for each number of true variables."""
    k = len(goal.variables)
    rows = k + 1  # on row w the first w variables are true
    ones = (1 << rows) - 1
    columns = [ones >> (i + 1) << (i + 1) for i in range(k)] + [0] * (goal.n - k)
    value = int(goal.value(columns, ones))
    return [bool(value >> row & 1) for row in range(rows)]
