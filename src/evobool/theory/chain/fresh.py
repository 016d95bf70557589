"""What happens to an offspring on s rows drawn afresh, as exact probabilities.

Of the 2^n inputs, a are wrong for the parent only, b for the offspring only and c for both. The numbers X, Y
and Z of rows of each kind are multinomial. The parent's error is X + Z and the offspring's Y + Z, so the
errors compare as X and Y do. The selection rule says which orders it accepts, and the run stops if the
survivor's error is at most A. The probability of acceptance needs at most s terms, that of stopping at most
A^2 / 2.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from scipy import stats

from evobool.theory.chain.acceptance import Outcome
from evobool.theory.chain.forest import Floats, Forest, Numbers

ORDERS = (-1, 0, 1)


class FreshAcceptance:
    """s rows, the same ones for parent and offspring."""

    def __init__(self, forest: Forest) -> None:
        setting = forest.setting
        self.forest, self.rule = forest, setting.rule
        self.rows, self.samples = 2**setting.n, setting.judged_on.rows
        self.most = min(setting.accept_error, self.samples)

    def outcome(self, parents: Numbers, offspring: Numbers) -> Outcome:
        """As `Acceptance.outcome`; equal numbers of rows give equal answers, so each is computed once."""
        wrong, errors, leaves = self.forest.wrong, self.forest.errors, self.forest.leaves
        both = np.bitwise_count(wrong[parents] & wrong[offspring]).sum(axis=1, dtype=np.int64)
        order = np.sign(leaves[offspring] - leaves[parents]).astype(np.int64)
        kinds = np.stack([errors[parents] - both, errors[offspring] - both, both, order], axis=1)
        planted = (parents == 0) & (offspring > 0)
        kinds[parents == 0] = (-1, 0, 0, 0)  # the empty tree gets more than all rows wrong, in any sample
        kinds[planted, 1] = errors[offspring[planted]]
        kinds[planted, 3] = 1
        found, again = np.unique(kinds, axis=0, return_inverse=True)
        answers = np.array([self._outcome(*map(int, kind)) for kind in found]).reshape(-1, 4)
        return Outcome(*answers[again.ravel()].T)

    def kept(self, parents: Numbers) -> Floats:
        """As `Acceptance.kept`."""
        chance = self._at_most(self.forest.errors[parents])
        return np.where(parents > 0, chance, 0.0)

    def _outcome(self, a: int, b: int, c: int, leaves_order: int) -> tuple[float, float, float, float]:
        """For one pair; a is -1 if the parent is empty, and then the order of leaves is 0 if both are."""
        if a < 0:
            if leaves_order == 0 or not self.rule.keeps(-1, leaves_order):
                return 0.0, 0.0, 1.0, 0.0
            stops = float(self._at_most(np.array(b)))
            return 1 - stops, stops, 0.0, 0.0
        kept = [order for order in ORDERS if self.rule.keeps(order, leaves_order)]
        accepted = self._accepted(a, b, kept)
        # A survivor's error of at most A: sum over the rows that only it gets wrong, and over those both do.
        moves_and_stops = self._stops(b, c, a, kept)
        stays_and_stops = self._stops(a, c, b, [-order for order in ORDERS if order not in kept])
        return (
            max(accepted - moves_and_stops, 0.0),
            moves_and_stops,
            max(1 - accepted - stays_and_stops, 0.0),
            stays_and_stops,
        )

    def _accepted(self, a: int, b: int, kept: Collection[int]) -> float:
        """P(the order of Y and X is accepted); Y of the rows on which they differ are the offspring's."""
        if a + b == 0:
            return float(0 in kept)
        differing = np.arange(self.samples + 1)
        weights = stats.binom.pmf(differing, self.samples, (a + b) / self.rows)
        less, no_more = (
            stats.binom.cdf(most, differing, b / (a + b)) for most in ((differing - 1) // 2, differing // 2)
        )
        chances = {-1: less, 0: no_more - less, 1: 1 - no_more}
        return float(sum(weights @ chances[order] for order in kept))

    def _stops(self, own: int, both: int, others: int, kept: Collection[int]) -> float:
        """P(own + both wrong rows are at most A, and own's compare with the others' in an accepted order)."""
        y, z = (grid.ravel() for grid in np.indices((self.most + 1, self.most + 1)))
        y, z = y[y + z <= self.most], z[y + z <= self.most]
        chance = stats.binom.pmf(y + z, self.samples, (own + both) / self.rows)
        if own + both > 0:
            chance = chance * stats.binom.pmf(y, y + z, own / (own + both))
        else:
            chance = chance * (y == 0)
        right = self.rows - own - both
        rest = (self.samples - y - z, others / right if right else 0.0)
        ways = {-1: (stats.binom.sf, y), 0: (stats.binom.pmf, y), 1: (stats.binom.cdf, y - 1)}
        return float(sum(chance @ ways[order][0](ways[order][1], *rest) for order in kept))

    def _at_most(self, wrong: Numbers) -> Floats:
        """P(at most A wrong rows in the sample)."""
        return np.asarray(stats.binom.cdf(self.most, self.samples, np.minimum(wrong, self.rows) / self.rows))
