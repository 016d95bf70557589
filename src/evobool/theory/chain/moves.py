"""Every state's offspring with probabilities: one mutation in RLS-GP, 1 + Poisson(1) in the (1+1) GP."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, factorial

import numpy as np
from scipy import stats
from scipy.sparse import coo_array, csr_array

from evobool.model.settings.setting import Setting
from evobool.theory.chain.forest import Floats, Forest, Numbers
from evobool.theory.drift.outcomes import outcomes

Entries = tuple[Numbers, Numbers, Floats]  # state, number of the offspring, probability
TOO_LARGE = -1  # in place of the number of an offspring over the limit
ENTRIES_AT_ONCE = 2_000_000
DENSE_AT_ONCE = 10_000_000
MOST_MUTATIONS = 15


def mutated(forest: Forest, states: Numbers, most: int) -> Iterator[Entries]:
    """Every outcome of one HVL-Prime mutation of these trees, one part of the states at a time.

    `states` holds numbers of trees in ascending order; offspring of more than `most` leaves are `TOO_LARGE`.
    """
    brought = len(forest.literals) * len(forest.setting.function_list) * forest.sides
    for leaves in range(most + 1):
        chosen = np.flatnonzero(forest.leaves[states] == leaves)
        ways = 1 + leaves * (len(forest.literals) + 2) + 2 * leaves * brought
        for part in np.array_split(chosen, 1 + len(chosen) * ways // ENTRIES_AT_ONCE):
            if len(part):
                yield _mutated(forest, part, states[part], leaves < most)


def _mutated(forest: Forest, rows: Numbers, trees: Numbers, may_grow: bool) -> Entries:
    """Algorithm 2 on trees of one size: all outcomes of an operation are equally likely."""
    ins, delete, sub = operation_shares(forest.setting)
    if trees[0] == 0:
        planted = 1.0 if forest.setting.first_leaf == "any" else ins
        shares = np.append(np.full(len(forest.literals), planted / len(forest.literals)), 1 - planted)
        return np.repeat(rows, len(shares)), np.append(forest.literals, 0), shares
    found: list[tuple[float, Numbers]] = []
    if ins:
        grown = forest.insertions(trees) if may_grow else np.full((len(trees), 1), TOO_LARGE)
        found.append((ins, grown))
    if delete:
        found.append((delete, forest.deletions(trees)))
    if sub:
        found.append((sub, forest.substitutions(trees)))
    shares = np.concatenate([np.full(ways.shape[1], share / ways.shape[1]) for share, ways in found])
    offspring = np.hstack([ways for _, ways in found])
    return np.repeat(rows, offspring.shape[1]), offspring.ravel(), np.tile(shares, len(trees))


def listed(forest: Forest, states: Numbers, most: int) -> Iterator[Entries]:
    """The same for an operator of a user's own, which lists what it can do to each tree."""
    number = {forest.tree(tree).prefix: tree for tree in range(forest.count)}
    rows, offspring, shares = list[int](), list[int](), list[float]()
    for row, state in enumerate(states.tolist()):
        for change, share in outcomes(forest.tree(state), forest.setting):
            made = change.apply(forest.tree(state))
            rows.append(row)
            offspring.append(number[made.prefix] if made.leaves <= most else TOO_LARGE)
            shares.append(float(share))
        if len(rows) > ENTRIES_AT_ONCE:
            yield np.array(rows), np.array(offspring), np.array(shares)
            rows, offspring, shares = [], [], []
    yield np.array(rows, dtype=np.int64), np.array(offspring, dtype=np.int64), np.array(shares)


def operation_shares(setting: Setting) -> tuple[float, float, float]:
    """How likely INS, DEL and SUB are."""
    ins, delete, sub = (weight / sum(setting.odds) for weight in setting.odds)
    return ins, delete, sub


class SeveralMutations:
    """The (1+1) GP: the law of the offspring after 1 + Poisson(1) mutations.

    Intermediate trees may be over the limit as long as the last one is not. They are followed up to
    `forest.most` leaves; a tree that grows further counts as too large. `neglected` bounds, for the worst
    state, the probability that this is wrong: that a tree grows beyond that and still comes back within the
    limit.
    """

    def __init__(self, forest: Forest, state: Numbers, states: Numbers, limit: int) -> None:
        self.forest, self.states, self.limit = forest, states, limit
        self.neglected = 0.0
        parts = []
        for rows, offspring, shares in mutated(forest, states, forest.most):
            inside = offspring != TOO_LARGE
            entries = (shares[inside], (rows[inside], state[offspring[inside]]))
            parts.append(coo_array(entries, shape=(len(states), len(states))).tocsr())
        self._step: csr_array = sum(parts[1:], start=parts[0]).T.tocsr()
        self._within = int(np.searchsorted(forest.leaves[states], limit, side="right"))

    def entries(self) -> Iterator[Entries]:
        """As `mutated`, for the states within the limit."""
        within = self._within
        parts = 1 + within * len(self.states) // DENSE_AT_ONCE
        for rows in np.array_split(np.arange(within), parts):
            law = self._law(rows)
            places, offspring = np.nonzero(law[:, :within])
            too_large = 1 - law[:, :within].sum(axis=1)
            yield (
                np.concatenate([rows[places], rows]),
                np.concatenate([self.states[offspring], np.full(len(rows), TOO_LARGE)]),
                np.concatenate([law[places, offspring], too_large]),
            )

    def _law(self, rows: Numbers) -> Floats:
        """A mixture of powers of one mutation: how likely each tree is to be the offspring."""
        here = np.zeros((len(self.states), len(rows)))
        here[rows, np.arange(len(rows))] = 1
        law = np.zeros_like(here)
        lost = np.full(len(rows), stats.poisson.sf(MOST_MUTATIONS - 1, 1))  # even more mutations: 3e-13
        for mutations in range(1, MOST_MUTATIONS + 1):
            before = here.sum(axis=0)
            here = self._step @ here
            law += exp(-1) / factorial(mutations - 1) * here
            lost += (before - here.sum(axis=0)) * self._comes_back(mutations)
        self.neglected = max(self.neglected, float(lost.max()))
        return np.asarray(law.T)

    def _comes_back(self, mutations: int) -> float:
        """A bound on the chance that a tree now one leaf too large is within the limit at the end.

        With leaf deletion it takes one DEL per leaf. With subtree deletion it takes two of them, or one of a
        subtree with at least the excess leaves. In a tree with m leaves, at most m - k nodes below the root
        have k leaves or more (k > 1); that makes `limit` nodes out of at least 2 `forest.most` + 1 to choose
        from.
        """
        more = np.arange(1, MOST_MUTATIONS + 1)
        delete = operation_shares(self.forest.setting)[1]
        if self.forest.setting.deletion == "leaf":
            back = stats.binom.sf(self.forest.most - self.limit, more, delete)
        else:
            one = self.limit / (2 * self.forest.most + 1)
            back = stats.binom.pmf(1, more, delete) * one + stats.binom.sf(1, more, delete)
        return float(stats.poisson.pmf(mutations - 1 + more, 1) @ back)
