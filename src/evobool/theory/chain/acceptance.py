"""What happens to an offspring: the acceptance test and the stopping rule of Algorithm 1."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from evobool.errors import InputError
from evobool.model.selection import Judged
from evobool.theory.chain.forest import Floats, Forest, Numbers

SMALLEST_CHANCE = 1e-9  # rounding would lose what is much smaller


class Outcome(NamedTuple):
    """The probabilities of the four ways an iteration can end, for arrays of parents and offspring."""

    moves: Floats  # the offspring is accepted, the run goes on
    moves_and_stops: Floats
    stays: Floats
    stays_and_stops: Floats


class Acceptance(Protocol):
    """How likely trees are to be accepted, and to end the run."""

    def outcome(self, parents: Numbers, offspring: Numbers) -> Outcome:
        """How likely each offspring is to be accepted and each survivor to end the run."""

    def kept(self, parents: Numbers) -> Floats:
        """How likely a parent is to end the run when its offspring is too large."""


class CompleteAcceptance:
    """The whole truth table: nothing is left to chance, unless by the rule."""

    def __init__(self, forest: Forest) -> None:
        self.forest, self.errors, self.setting = forest, forest.errors, forest.setting
        self._worth, self._rule = forest.worth, forest.setting.rule
        self._table = np.array(self._rule.table if self._rule.chance is None else ())

    def outcome(self, parents: Numbers, offspring: Numbers) -> Outcome:
        """As `Acceptance.outcome`."""
        accepted = self._accepted(parents, offspring)
        stops = (offspring > 0) & (self.errors[offspring] <= self.setting.accept_error)
        stays_and_stops = (1 - accepted) * self.kept(parents)
        return Outcome(accepted * ~stops, accepted * stops, 1 - accepted - stays_and_stops, stays_and_stops)

    def _accepted(self, parents: Numbers, offspring: Numbers) -> Floats:
        """How likely the rule accepts each offspring."""
        leaves = self.forest.leaves
        if self._rule.chance is None:
            error_order = np.sign(self._worth[offspring] - self._worth[parents])
            leaves_order = np.sign(leaves[offspring] - leaves[parents])
            sure: Floats = self._table[3 * error_order + leaves_order + 4].astype(float)
            return sure
        judged = [numbers[trees] for trees in (offspring, parents) for numbers in (self.errors, leaves)]
        kinds, again = np.unique(np.stack(judged, axis=1).astype(np.int64), axis=0, return_inverse=True)
        chances = [self._chance(Judged(*kind[:2]), Judged(*kind[2:])) for kind in kinds.tolist()]
        return np.array(chances)[again.ravel()]

    def _chance(self, offspring: Judged, parent: Judged) -> float:
        """What a rule says that is not sure."""
        chance = float(self._rule.likely(offspring, parent))
        if 0 < chance < SMALLEST_CHANCE:
            why = f"accepts with probability {chance:.2g}, which rounding would lose"
            raise InputError("selection", self.setting.selection, why)
        return chance

    def kept(self, parents: Numbers) -> Floats:
        """As `Acceptance.kept`."""
        return ((parents > 0) & (self.errors[parents] <= self.setting.accept_error)).astype(float)
