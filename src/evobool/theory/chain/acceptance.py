"""What becomes of an offspring on the complete truth table."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from evobool.theory.chain.forest import Forest, Numbers

Floats = NDArray[np.float64]


class Verdict(NamedTuple):
    """The probabilities of the four ways an iteration can end, for arrays of parents and offspring."""

    moves: Floats  # the offspring is accepted, the run goes on
    moves_and_stops: Floats
    stays: Floats
    stays_and_stops: Floats


class Judge(Protocol):
    """The acceptance test and the stopping rule of Algorithm 1."""

    def verdict(self, parents: Numbers, offspring: Numbers) -> Verdict:
        """How likely each offspring is to be accepted and each survivor to end the run."""

    def kept(self, parents: Numbers) -> Floats:
        """How likely a parent is to end the run when its offspring is too large."""


class CompleteJudge:
    """The whole truth table: nothing is left to chance."""

    def __init__(self, forest: Forest) -> None:
        self.errors, self.setting = forest.errors, forest.setting

    def verdict(self, parents: Numbers, offspring: Numbers) -> Verdict:
        """As `Judge.verdict`."""
        old, new = self.errors[parents], self.errors[offspring]
        accepted = new <= old if self.setting.selection == "nonstrict" else new < old
        stops = (offspring > 0) & (new <= self.setting.accept_error)
        stays_and_stops = ~accepted * self.kept(parents)
        return Verdict(
            (accepted & ~stops).astype(float),
            (accepted & stops).astype(float),
            ~accepted - stays_and_stops,
            stays_and_stops,
        )

    def kept(self, parents: Numbers) -> Floats:
        """As `Judge.kept`."""
        return ((parents > 0) & (self.errors[parents] <= self.setting.accept_error)).astype(float)
