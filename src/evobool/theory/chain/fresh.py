"""What becomes of an offspring on s rows drawn afresh, as exact probabilities.

Of the 2^n inputs, a are wrong for the parent only, b for the offspring only and c for both. How many of the
s rows are of each kind is multinomial. With numbers X, Y and Z of them, the parent's error is X + Z, the
offspring's Y + Z: it is accepted if Y <= X (strictly: Y < X), and the run stops if the survivor's error is at
most A. No probability needs more than s terms for the first and A^2 / 2 for the second.
"""

from __future__ import annotations

import numpy as np
from scipy import stats

from evobool.theory.chain.acceptance import Floats, Verdict
from evobool.theory.chain.forest import Forest, Numbers


class SampledJudge:
    """s rows, the same ones for parent and offspring."""

    def __init__(self, forest: Forest) -> None:
        setting = forest.setting
        self.forest, self.strict = forest, setting.selection == "strict"
        self.rows, self.samples = 2**setting.n, setting.samples or 0
        self.most = min(setting.accept_error, self.samples)

    def verdict(self, parents: Numbers, offspring: Numbers) -> Verdict:
        """As `Judge.verdict`; equal numbers of rows have equal answers, so each is worked out once."""
        wrong, errors = self.forest.wrong, self.forest.errors
        both = np.bitwise_count(wrong[parents] & wrong[offspring]).sum(axis=1, dtype=np.int64)
        kinds = np.stack([errors[parents] - both, errors[offspring] - both, both], axis=1)
        kinds[parents == 0] = -1  # more than all rows are wrong for the empty tree, whatever the sample
        kinds[parents == 0, 1] = errors[offspring[parents == 0]]
        code = ((kinds[:, 0] + 1) * (self.rows + 2) + kinds[:, 1]) * (self.rows + 2) + kinds[:, 2] + 1
        _, first, again = np.unique(code, return_index=True, return_inverse=True)
        found = np.array([self._verdict(*map(int, kinds[place])) for place in first])
        return Verdict(*found[again].T)

    def kept(self, parents: Numbers) -> Floats:
        """As `Judge.kept`."""
        chance = self._at_most(self.most, self.samples, self.forest.errors[parents], self.rows)
        return np.where(parents > 0, chance, 0.0)

    def _verdict(self, a: int, b: int, c: int) -> tuple[float, float, float, float]:
        """For one pair; a is -1 if the parent is empty."""
        if a < 0:
            if b > self.rows:  # the offspring is empty too
                return 0.0, 0.0, 1.0, 0.0
            stops = float(self._at_most(self.most, self.samples, np.array(b), self.rows))
            return 1 - stops, stops, 0.0, 0.0
        accepted = self._accepted(a, b)
        # A survivor's error of at most A: run over the rows that only it gets wrong, and over those both do.
        moves_and_stops = self._stops(b, c, a, 0 if not self.strict else 1)
        stays_and_stops = self._stops(a, c, b, 1 if not self.strict else 0)
        return (
            max(accepted - moves_and_stops, 0.0),
            moves_and_stops,
            max(1 - accepted - stays_and_stops, 0.0),
            stays_and_stops,
        )

    def _accepted(self, a: int, b: int) -> float:
        """P(Y <= X), or P(Y < X): of the rows on which they differ at most half are the offspring's."""
        if a + b == 0:
            return float(not self.strict)
        differing = np.arange(self.samples + 1)
        most = (differing - 1) // 2 if self.strict else differing // 2
        weights = stats.binom.pmf(differing, self.samples, (a + b) / self.rows)
        return float(weights @ stats.binom.cdf(most, differing, b / (a + b)))

    def _stops(self, own: int, both: int, others: int, lead: int) -> float:
        """P(own + both rows wrong are at most A, and the others' rows are at least own's + lead)."""
        y, z = (grid.ravel() for grid in np.indices((self.most + 1, self.most + 1)))
        y, z = y[y + z <= self.most], z[y + z <= self.most]
        chance = stats.binom.pmf(y + z, self.samples, (own + both) / self.rows)
        if own + both > 0:
            chance = chance * stats.binom.pmf(y, y + z, own / (own + both))
        else:
            chance = chance * (y == 0)
        right = self.rows - own - both
        rest = stats.binom.sf(y + lead - 1, self.samples - y - z, others / right if right else 0.0)
        return float(chance @ rest)

    def _at_most(self, most: int, samples: int, wrong: Numbers, rows: int) -> Floats:
        """P(at most so many wrong rows in the sample)."""
        return np.asarray(stats.binom.cdf(most, samples, np.minimum(wrong, rows) / rows))
