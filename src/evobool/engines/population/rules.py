"""A setting as numbers, and which definitions kernels have a twin of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from evobool.engines.compiling.flat import flat
from evobool.engines.kernels.literals import number_of
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import hvl_prime, point_mutation, subtree_mutation
from evobool.model.objective import WRONG
from evobool.model.populations import begin, crossover, parents, survival
from evobool.model.populations.distinct import DISTINCT
from evobool.model.settings.setting import Setting

NO_LIMIT = 2**62
NO_DEPTH = -1
GIVEN = 0  # a start tree that is not drawn
LEAF, RAMPED, GROWN, FULL = range(1, 5)
UNIFORM, TOURNAMENT, LEXICASE, PROPORTIONATE, OVER_SELECTION, SHARING = range(6)
NO_CROSSOVER, SUBTREE, KOZA, ONE_POINT, JOIN = range(5)
PLUS, COMMA, PARETO, CROWDING = range(4)
HVL_PRIME, SUBTREE_MUTATION, POINT = range(3)
ANYTHING, TREES, FUNCTIONS = range(3)
YOUNGER, OLDER, CHANCE = range(3)

TIES = {"younger": YOUNGER, "older": OLDER, "chance": CHANCE}
# The plain definitions, each with the number by which kernels know what does the same.
TWINS: Mapping[Callable[..., Any], int] = {
    begin.leaf: LEAF,
    begin.ramped: RAMPED,
    begin.grow: GROWN,
    begin.filled: FULL,
    parents.uniform: UNIFORM,
    parents.tournament: TOURNAMENT,
    parents.lexicase: LEXICASE,
    parents.proportionate: PROPORTIONATE,
    parents.over_selection: OVER_SELECTION,
    parents.sharing: SHARING,
    crossover.uncrossed: NO_CROSSOVER,
    crossover.subtree: SUBTREE,
    crossover.koza: KOZA,
    crossover.one_point: ONE_POINT,
    crossover.join: JOIN,
    survival.plus: PLUS,
    survival.comma: COMMA,
    survival.pareto: PARETO,
    survival.crowding: CROWDING,
    hvl_prime: HVL_PRIME,
    subtree_mutation: SUBTREE_MUTATION,
    point_mutation: POINT,
}


class Rules(NamedTuple):
    """A setting in numbers; a probability is two of them."""

    literals: int
    functions: int
    insertions: int  # a draw below this is INS,
    deletions: int  # below this DEL,
    weights: int  # below this SUB
    leaf_deletion: bool
    insertion_first: bool
    several_mutations: bool
    mutation: int
    mutation_depth: int
    limit: int
    deepest: int
    population: int
    islands: int
    every: int  # iterations between two moves
    stride: int
    offspring: int
    survival: int
    one_parent: bool  # survival as in Algorithm 1
    replaced: bool  # what is too large is a copy
    ties: int
    by_leaves: int  # -1, 0 or 1: what leaves count among equal values
    distinct: int
    parents: int
    size: int  # of a tournament
    crossover: int
    crossing: int
    crossing_of: int
    both: bool
    mutating: int
    mutating_of: int
    beginning: int
    shallow: int
    deep: int
    start: Any  # the tokens of a start tree
    compared: Any  # of a trade-off, which of WRONG are compared
    by_rows: bool
    by_outputs: bool  # whether outputs are hashed
    fresh: bool
    fixed: bool
    rows: int
    accept_error: int
    max_iterations: int


def make_rules(setting: Setting, codes: Mapping[str, int]) -> Rules:
    """The rules of a setting, with the code of each function."""
    insertion, deletion, substitution = setting.odds
    order, survives = setting.rule.order, TWINS[setting.survivor.survive]
    assert order is not None, "or the engine refuses"
    crossing, mutating = setting.crosser.argument or Fraction(0), setting.mutates
    chooser = TWINS[setting.chooser.entry.choose]
    beginning, depths = GIVEN, (0, 0)
    if setting.beginning is not None:
        beginning, depth = TWINS[setting.beginning.entry.make], setting.beginning.argument
        depths = depth if isinstance(depth, tuple) else (depth or 0, depth or 0)
    start = () if setting.beginning is not None else setting.start_tree.prefix
    distinct = DISTINCT.index(setting.distinct)
    return Rules(
        literals=len(setting.literal_list),
        functions=len(setting.function_list),
        insertions=insertion,
        deletions=insertion + deletion,
        weights=insertion + deletion + substitution,
        leaf_deletion=setting.deletion == "leaf",
        insertion_first=setting.first_leaf == "insertion",
        several_mutations=setting.scheme.several,
        mutation=TWINS[setting.operator.mutate],
        mutation_depth=setting.operating.argument or 0,
        limit=NO_LIMIT if setting.leaf_limit is None else min(setting.leaf_limit, NO_LIMIT),
        deepest=NO_DEPTH if setting.deepest is None else setting.deepest,
        population=setting.population,
        islands=setting.archipelago.number,
        every=setting.archipelago.every,
        stride=setting.population + setting.offspring,
        offspring=setting.offspring,
        survival=survives,
        one_parent=survives == PLUS and setting.population == 1 and not setting.rule.by_lot,
        replaced=setting.survivor.replaced,
        ties=TIES[order.ties],
        by_leaves=order.leaves,
        distinct=distinct,
        parents=chooser,
        size=setting.chooser.argument or 0,
        crossover=TWINS[setting.crosser.entry.cross],
        crossing=crossing.numerator,
        crossing_of=crossing.denominator,
        both=setting.variation == "both",
        mutating=mutating.numerator,
        mutating_of=mutating.denominator,
        beginning=beginning,
        shallow=depths[0],
        deep=depths[1],
        start=tokens_of(setting, codes, Tree.trusted(start)),
        compared=flat(np.array([WRONG.index(name) for name in setting.aim.compared], dtype=np.int64)),
        by_rows=setting.by_rows,
        by_outputs=chooser == LEXICASE or distinct == FUNCTIONS,
        fresh=setting.judged_on.fresh,
        fixed=not setting.judged_on.complete and not setting.judged_on.fresh,
        rows=setting.rows,
        accept_error=setting.accept_error,
        max_iterations=setting.max_iterations,
    )


def tokens_of(setting: Setting, codes: Mapping[str, int], tree: Tree) -> Any:
    """A tree's tokens as kernels know them."""
    n = setting.n
    found = [-1 - codes[token] if isinstance(token, str) else number_of(token, n) for token in tree.prefix]
    return flat(np.array(found, dtype=np.int32))
