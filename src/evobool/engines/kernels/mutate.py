"""HVL-Prime (Algorithm 2) on the arena: the same draws in the same order as `evobool.model.mutation`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evobool.engines.compiling.flat import flat
from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels.literals import number_of
from evobool.engines.kernels.random import Words, below, i64, poisson
from evobool.engines.kernels.tree import numbering
from evobool.engines.kernels.tree.arena import DEL, INS, NONE, ROOT, SUB, Arena
from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting

NO_LIMIT = 2**62
NOTHING = -1
NO_FUNCTION = -1


class Rules(NamedTuple):
    """A setting as scalars and small arrays: all that the compiled loop needs."""

    literals: int
    functions: NDArray[np.int32]  # the code of each function of F
    insertions: int  # a draw below this is INS,
    deletions: int  # below this DEL,
    weights: int  # below this SUB
    leaf_deletion: bool
    insertion_first: bool
    several_mutations: bool
    accepts: NDArray[np.bool_]  # by 3 * (order of errors + 1) + order of leaves + 1
    equal_matters: bool  # whether it matters if an error that is not larger is equal
    by_error: bool  # whether a smaller error wins and a larger one loses, whatever the leaves
    worst: (
        int  # by how much more than its parent's an accepted offspring's errors can cost: -1, 0 or NO_LIMIT
    )
    offspring: int
    fresh: bool
    limit: int
    accept_error: int
    max_iterations: int
    start: NDArray[np.int32]  # the kinds of the start tree in prefix order


def make_rules(setting: Setting, codes: Mapping[str, int]) -> Rules:
    """The rules of a setting, with the code the engine gives to each function."""
    insertion, deletion, substitution = setting.odds
    return Rules(
        literals=len(setting.literal_list),
        functions=flat(np.array([codes[name] for name in setting.function_list], dtype=np.int32)),
        insertions=insertion,
        deletions=insertion + deletion,
        weights=insertion + deletion + substitution,
        leaf_deletion=setting.deletion == "leaf",
        insertion_first=setting.first_leaf == "insertion",
        several_mutations=setting.scheme.several,
        accepts=flat(np.array(setting.rule.table)),
        equal_matters=setting.rule.table[:3] != setting.rule.table[3:6],
        by_error=setting.rule.table[:3] == (True,) * 3 and setting.rule.table[6:] == (False,) * 3,
        worst=NO_LIMIT if any(setting.rule.table[6:]) else 0 if any(setting.rule.table[3:6]) else -1,
        offspring=setting.offspring,
        fresh=setting.judged_on.fresh,
        limit=NO_LIMIT if setting.leaf_limit is None else min(setting.leaf_limit, NO_LIMIT),
        accept_error=setting.accept_error,
        max_iterations=setting.max_iterations,
        start=kinds(setting, codes, setting.start_tree),
    )


def kinds(setting: Setting, codes: Mapping[str, int], tree: Tree) -> NDArray[np.int32]:
    """The arena's kinds for the tokens of a tree."""
    n = setting.n
    found = [-1 - codes[token] if isinstance(token, str) else number_of(token, n) for token in tree.prefix]
    return flat(np.array(found, dtype=np.int32))


@inlined
def mutation_count(rng: Words, rules: Rules) -> int:
    """One mutation in RLS-GP, 1 + Poisson(1) in the (1+1) GP."""
    return 1 + poisson(rng) if rules.several_mutations else 1


class Drawn(NamedTuple):
    """One mutation as drawn, before anything is done: INS, DEL or SUB, or NOTHING if it changes nothing.

    `x` is the node chosen, NONE in the empty tree.
    """

    done: int
    operation: int
    x: np.uint32
    function: int
    literal: int
    literal_first: bool


@inlined
def hvl_prime(a: Arena, rng: Words, rules: Rules) -> Drawn:
    """Draw one mutation."""
    number = below(rng, rules.weights)
    operation = INS if number < rules.insertions else DEL if number < rules.deletions else SUB
    literal = below(rng, rules.literals)
    function = i64(rules.functions[below(rng, len(rules.functions))])
    done, first, x = operation, False, NONE
    if a.mark[ROOT] == NONE:
        if operation != INS and rules.insertion_first:
            return Drawn(NOTHING, operation, x, NO_FUNCTION, literal, first)
        return Drawn(INS, INS, x, NO_FUNCTION, literal, first)
    leaves = numbering.leaf_count(a)
    if operation == INS or (operation == DEL and not rules.leaf_deletion):
        x = numbering.node_at(a, below(rng, 2 * leaves - 1))
    else:
        x = numbering.leaf_at(a, below(rng, leaves))
    if operation == INS:
        first = below(rng, 2) == 1
    elif operation == DEL:
        function = NO_FUNCTION
        if x == a.mark[ROOT]:
            done = NOTHING
    else:
        function = NO_FUNCTION
        if a.node[x].kind == literal:
            done = NOTHING
    return Drawn(done, operation, x, function, literal, first)
