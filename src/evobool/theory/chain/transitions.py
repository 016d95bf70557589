"""One iteration of Algorithm 1 as sparse matrices over trees up to symmetry."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.sparse import coo_array, csr_array

from evobool.errors import InputError
from evobool.model.settings.refused import check_read
from evobool.model.settings.setting import Setting
from evobool.theory.chain.acceptance import Acceptance, CompleteAcceptance
from evobool.theory.chain.best import BestOffspring, sorts
from evobool.theory.chain.estimate import most_leaves
from evobool.theory.chain.forest import Floats, Forest, Numbers
from evobool.theory.chain.fresh import FreshAcceptance
from evobool.theory.chain.moves import TOO_LARGE, Entries, SeveralMutations, listed, mutated
from evobool.theory.chain.symmetry import orbits, symmetries
from evobool.theory.support import INSTEAD, check_listed

READS = frozenset(  # max_iterations makes no difference: only success ends a run
    (
        *("n", "target", "functions", "literals", "limit", "deletion", "algorithm", "selection", "training"),
        *("accept_error", "max_iterations", "first_leaf", "weights", "offspring", "start", "mutation"),
        "objective",
    )
)


class Transitions:
    """What an iteration does to each state.

    State i is the tree `trees[i]` of the forest, state 0 the empty tree, `start` the state a run begins in.
    `moves[i, j]` is the probability of going on with j, `stops[i, j]` that of stopping with it.
    """

    def __init__(self, setting: Setting, max_states: int, lumped: bool) -> None:
        check_chain(setting)
        several, complete = setting.scheme.several, setting.judged_on.complete
        # several mutations lose track of which variable was which, and fresh rows need to know
        # and an operator of a user's own may treat variables differently
        lumped = lumped and (complete or not several) and setting.operator.outcomes is None
        limit, most = most_leaves(setting, max_states, lumped)
        self.forest = Forest(setting, most)
        first = orbits(self.forest, symmetries(setting.goal) if lumped else [])
        trees, self._state = np.unique(first, return_inverse=True)
        self.trees: Numbers = trees[self.forest.leaves[trees] <= limit]
        self.start = int(self._state[self.forest.number(setting.start_tree)])
        self.neglected = 0.0
        if several:
            law = SeveralMutations(self.forest, self._state, trees, limit)
            self._fill(law.entries())
            self.neglected = law.neglected * setting.offspring
        else:
            ways = mutated if setting.operator.outcomes is None else listed
            self._fill(ways(self.forest, self.trees, limit))

    def _fill(self, law: Iterator[Entries]) -> None:
        """Judge every offspring and add up the outcomes."""
        setting = self.forest.setting
        judged: Acceptance = (
            CompleteAcceptance(self.forest) if setting.judged_on.complete else FreshAcceptance(self.forest)
        )
        if setting.offspring > 1:
            law = BestOffspring(self.forest).entries(law)
        size = len(self.trees)
        self.moves, self.stops = csr_array((size, size)), csr_array((size, size))
        for rows, offspring, shares in law:
            fits = offspring != TOO_LARGE
            here, there, share = rows[fits], offspring[fits], shares[fits]
            stay, lost = rows[~fits], shares[~fits]
            outcome, kept = judged.outcome(self.trees[here], there), judged.kept(self.trees[stay])
            places = np.concatenate([here, here, stay]), np.concatenate([self._state[there], here, stay])
            goes_on = [share * outcome.moves, share * outcome.stays, lost * (1 - kept)]
            ends = [share * outcome.moves_and_stops, share * outcome.stays_and_stops, lost * kept]
            self.moves = self.moves + _matrix(np.concatenate(goes_on), places, size)
            self.stops = self.stops + _matrix(np.concatenate(ends), places, size)


def check_chain(setting: Setting) -> None:
    """Refuse settings that are not a Markov chain over trees, or whose steps cannot be computed."""
    check_read(setting, READS, "the chain")
    check_listed(setting)
    regime, complete = setting.judged_on.regime, setting.judged_on.complete
    if not complete and not (regime.fresh and regime.compiled):  # its own rows are drawn uniformly
        why = f"the chain covers the complete truth table and rows drawn afresh; {INSTEAD}"
        raise InputError("training", setting.training, why)
    if setting.aim.splits and not complete:
        why = f"on sampled rows the chain covers objectives that count all errors alike; {INSTEAD}"
        raise InputError("objective", setting.objective, why)
    if setting.offspring > 1 and not complete:
        why = f"on sampled rows the chain covers one offspring per iteration; {INSTEAD}"
        raise InputError("offspring", setting.offspring, why)
    if setting.rule.chance is not None:
        _check_chance(setting)
    if setting.operator.outcomes is not None and setting.scheme.several:
        why = f"the chain covers one mutation at a time of an operator such as {setting.mutation}; {INSTEAD}"
        raise InputError("algorithm", setting.algorithm, why)
    if setting.offspring > 1 and not sorts(setting.rule):
        raise InputError(
            "selection", setting.selection, f"does not rank any offspring as the best; {INSTEAD}"
        )


def _check_chance(setting: Setting) -> None:
    """Refuse what the chain does not cover with a rule that says how likely it accepts."""
    for field, value, more in (
        ("training", setting.training, not setting.judged_on.complete),
        ("objective", setting.objective, setting.aim.splits),
        ("offspring", setting.offspring, setting.offspring > 1),
    ):
        if more:
            why = f"the chain covers its usual value only with a rule such as {setting.selection}; {INSTEAD}"
            raise InputError(field, value, why)


def _matrix(values: Floats, places: tuple[Numbers, Numbers], size: int) -> csr_array:
    """A sparse matrix; entries at the same place add up."""
    some = values > 0
    entries = (values[some], (places[0][some], places[1][some]))
    return coo_array(entries, shape=(size, size)).tocsr()
