"""What happens to an offspring: the acceptance test and the stopping rule of Algorithm 1."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from evobool.theory.chain.forest import Floats, Forest, Numbers


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
    """The whole truth table: nothing is left to chance."""

    def __init__(self, forest: Forest) -> None:
        self.forest, self.errors, self.setting = forest, forest.errors, forest.setting
        self._worth = forest.worth
        self._table = np.array(self.setting.rule.table)

    def outcome(self, parents: Numbers, offspring: Numbers) -> Outcome:
        """As `Acceptance.outcome`."""
        leaves, new = self.forest.leaves, self.errors[offspring]
        error_order = np.sign(self._worth[offspring] - self._worth[parents])
        leaves_order = np.sign(leaves[offspring] - leaves[parents])
        accepted = self._table[3 * error_order + leaves_order + 4]
        stops = (offspring > 0) & (new <= self.setting.accept_error)
        stays_and_stops = ~accepted * self.kept(parents)
        return Outcome(
            (accepted & ~stops).astype(float),
            (accepted & stops).astype(float),
            ~accepted - stays_and_stops,
            stays_and_stops,
        )

    def kept(self, parents: Numbers) -> Floats:
        """As `Acceptance.kept`."""
        return ((parents > 0) & (self.errors[parents] <= self.setting.accept_error)).astype(float)
