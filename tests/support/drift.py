"""Expected times and essential leaves the plain way: oracles for `theory.bounds`."""

from __future__ import annotations

from collections.abc import Callable
from math import log, log2

import numpy as np
from scipy.integrate import quad

from evobool import Tree
from evobool.model.formulas.counting import dual
from evobool.theory.bounds.drift_theorems import Laws, Number


def expected_times(laws: Laws) -> dict[Number, float]:
    """The exact expected time to reach 0 from every state of a finite chain."""
    states = [x for x in laws if x]
    place = {x: row for row, x in enumerate(states)}
    matrix = np.eye(len(states))
    for x in states:
        for near, chance in laws[x].items():
            if near:
                matrix[place[x], place[near]] -= float(chance)
    return dict(zip(states, np.linalg.solve(matrix, np.ones(len(states))).tolist(), strict=True))


def variable_drift(h: Callable[[float], float], start: Number) -> float:
    """The variable drift theorem's bound, 1/h(1) + integral of 1/h from 1 to the start, h increasing."""
    # over u = log2 x, where h of every drift theorem is tame: dx / h(x) = 2^u ln 2 du / h(2^u)
    integral, _ = quad(lambda u: 2.0**u * log(2) / h(2.0**u), 0, log2(start), limit=200)
    return float(1 / h(1.0) + integral)


def essential_leaves(tree: Tree, target: str = "and") -> int:
    """Theorem 4's essential leaves: joined to the root by ANDs only, no other such leaf sharing the variable.

    On OR_n (theorem 5), joined by ORs only.
    """
    if target == "or":
        tree = Tree.trusted(dual(tree.prefix))
    joined = [True] * tree.nodes
    for i in range(1, tree.nodes):
        above = tree.parents[i]
        joined[i] = joined[above] and tree.prefix[above] == "and"
    found = [token for i, token in enumerate(tree.prefix) if joined[i] and isinstance(token, int)]
    return sum(found.count(literal) == 1 for literal in found)
