"""Values of one setting drawn again (bootstrap over runs), with the error that each draw has."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from evobool.studies.analysis.estimates import LARGEST_BOOTSTRAP
from evobool.studies.analysis.sample import QUANTILES, VALUES, Sample
from evobool.studies.analysis.survival import Numbers

DRAWS = 999
HEAVY = 0.4  # the share of the squared deviations that a single run may have


@dataclass(frozen=True, eq=False)
class Resampled:
    """Values and their standard errors, one for each draw; `heavy` if they cannot be believed."""

    values: Numbers
    errors: Numbers
    heavy: bool = False


def again(sample: Sample, y: str, value: float, error: float) -> Resampled:
    """A measure of a sample drawn again; one that is no mean keeps its relative error.

    A quantile is found in each draw where every failed run went on for longer than the successful ones; else,
    and of many runs, the draws follow the interval, on a logarithmic scale.
    """
    seed = [crc32(sample.setting.id.encode())]  # settings apart, so that their draws do not move together
    if y in VALUES:
        return mean_again(sample.successful(y), seed)
    rng, count = np.random.default_rng(seed), sample.runs
    times, solved = sample.column("T"), sample.solved
    late = bool(np.all(times[~solved] >= sample.slowest))
    if y == "restricted":
        return mean_again(times, seed)
    if count > LARGEST_BOOTSTRAP or not (y == "ert" or (y in QUANTILES and late)):
        values = value * np.exp(rng.normal(0, error / value, DRAWS))
    else:
        chosen = rng.integers(0, count, (DRAWS, count))
        if y == "ert":
            with np.errstate(divide="ignore"):
                values = times[chosen].sum(axis=1) / solved[chosen].sum(axis=1)
        else:
            place = max(0, int(np.ceil(QUANTILES[y] * count - 1e-9)) - 1)
            values = np.partition(np.where(solved, times, np.inf)[chosen], place, axis=1)[:, place]
        values = _repeated(values, np.isfinite(values))
    return Resampled(values, values * error / value)


def _repeated(values: Numbers, good: NDArray[np.bool_]) -> Numbers:
    """As many values, all of them good."""
    kept = values[good]
    return kept[np.arange(len(values)) % len(kept)] if len(kept) else values


def mean_again(values: Numbers, seed: list[int]) -> Resampled:
    """The mean of values drawn again with replacement; of many, as the normal law has it.

    >>> found = mean_again(np.arange(1.0, 101.0), [1])
    >>> round(float(found.values.std()), 1), round(float(found.errors.mean()), 1)
    (2.9, 2.9)
    """
    rng, count = np.random.default_rng(seed), len(values)
    squares = (values - values.mean()) ** 2
    heavy = bool(squares.max() > HEAVY * squares.sum())
    if not squares.any() or count > LARGEST_BOOTSTRAP:
        error = float(values.std(ddof=1) / np.sqrt(count))
        drawn = rng.normal(values.mean(), error, DRAWS)
        return Resampled(np.maximum(drawn, error / 1e3), np.full(DRAWS, error), heavy)
    chosen = values[rng.integers(0, count, (DRAWS, count))]
    means, errors = chosen.mean(axis=1), chosen.std(axis=1, ddof=1) / np.sqrt(count)
    good = (means > 0) & (errors > 0)  # a draw without a spread says nothing
    return Resampled(_repeated(means, good), _repeated(errors, good), heavy)
