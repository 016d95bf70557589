"""One iteration of Algorithm 1 as sparse matrices over trees up to symmetry."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.sparse import coo_array, csr_array

from evobool.model.setting import Setting
from evobool.theory.chain.acceptance import CompleteJudge, Floats, Judge
from evobool.theory.chain.forest import Forest, Numbers
from evobool.theory.chain.fresh import SampledJudge
from evobool.theory.chain.moves import TOO_LARGE, Entries, SeveralMutations, mutated
from evobool.theory.chain.size import most_leaves
from evobool.theory.chain.symmetry import orbits, symmetries


class Transitions:
    """What an iteration does to each state.

    State i is the tree `trees[i]` of the forest, state 0 the empty tree. `moves[i, j]` is the probability to
    go on with j, `stops[i, j]` that to stop with it.
    """

    def __init__(self, setting: Setting, max_states: int, lumped: bool) -> None:
        several = setting.algorithm == "1+1-gp"
        # several mutations lose track of which variable was which, and fresh rows would have to know
        lumped = lumped and not (several and setting.samples is not None)
        limit, most = most_leaves(setting, max_states, lumped)
        self.forest = Forest(setting, most)
        first = orbits(self.forest, symmetries(setting) if lumped else [])
        trees, self._state = np.unique(first, return_inverse=True)
        self.trees: Numbers = trees[self.forest.leaves[trees] <= limit]
        self.neglected = 0.0
        if several:
            law = SeveralMutations(self.forest, self._state, trees, limit)
            self._fill(law.entries())
            self.neglected = law.neglected
        else:
            self._fill(mutated(self.forest, self.trees, limit))

    def _fill(self, law: Iterator[Entries]) -> None:
        """Judge every offspring and add up what becomes of it."""
        sampled = self.forest.setting.samples is not None
        judge: Judge = SampledJudge(self.forest) if sampled else CompleteJudge(self.forest)
        size = len(self.trees)
        self.moves, self.stops = csr_array((size, size)), csr_array((size, size))
        for rows, offspring, shares in law:
            fits = offspring != TOO_LARGE
            here, there, share = rows[fits], offspring[fits], shares[fits]
            stay, lost = rows[~fits], shares[~fits]
            verdict, kept = judge.verdict(self.trees[here], there), judge.kept(self.trees[stay])
            places = np.concatenate([here, here, stay]), np.concatenate([self._state[there], here, stay])
            goes_on = [share * verdict.moves, share * verdict.stays, lost * (1 - kept)]
            ends = [share * verdict.moves_and_stops, share * verdict.stays_and_stops, lost * kept]
            self.moves = self.moves + _matrix(np.concatenate(goes_on), places, size)
            self.stops = self.stops + _matrix(np.concatenate(ends), places, size)


def _matrix(values: Floats, places: tuple[Numbers, Numbers], size: int) -> csr_array:
    """A sparse matrix; equal places add up."""
    some = values > 0
    entries = (values[some], (places[0][some], places[1][some]))
    return coo_array(entries, shape=(size, size)).tocsr()
