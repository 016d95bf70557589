"""What goes with a long T: rank correlations over all classes.

The atlas holds every class, so the coefficient itself has no sampling error except that of the runs. Two
intervals are given: one resamples the runs of each class (what more runs could change), one resamples the
classes (how much the coefficient hangs on some of them). Neither says that anything causes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evobool.atlas.cells import Cell
from evobool.atlas.measures import Measures, measures_of
from evobool.studies.analysis.estimates import Interval

Floats = NDArray[np.float64]
RESAMPLES = 1_000
FEWEST_POINTS = 10  # with fewer classes a correlation says nothing
FEWEST_LEAVES = "fewest leaves"
VARIABLES, UNATE = "variables it depends on", "unate (monotone up to negation)"
# What T is set against, beside the fewest leaves: the name in tables, and how it is read off.
FEATURES: dict[str, Callable[[Measures], float]] = {
    "average sensitivity": lambda each: each.average_sensitivity,
    "largest sensitivity": lambda each: each.largest_sensitivity,
    "largest influence": lambda each: each.largest_influence,
    "Fourier weight up to degree 1": lambda each: each.low_weight,
    UNATE: lambda each: each.unate,
    VARIABLES: lambda each: each.variables,
}


@dataclass(frozen=True)
class Correlation:
    """Spearman's coefficient of T and a feature, over the classes of a system.

    `given_leaves` is the partial coefficient, what remains once both are corrected for the fewest leaves;
    None for the fewest leaves themselves.
    """

    feature: str
    classes: int
    rho: float
    by_runs: Interval
    by_classes: Interval
    given_leaves: float | None
    given_leaves_interval: Interval | None


def correlations(cells: Sequence[Cell], seed: int = 0) -> list[Correlation]:
    """All features against T of one system; an empty list if there are too few classes."""
    if len(cells) < FEWEST_POINTS:
        return []
    rng = np.random.default_rng(seed)
    measures = [measures_of(cell.table, cell.setting.n) for cell in cells]
    leaves = np.array([float(cell.fewest) for cell in cells])
    features = {FEWEST_LEAVES: leaves} | {
        name: np.array([float(of(each)) for each in measures]) for name, of in FEATURES.items()
    }
    times = np.array([cell.mean for cell in cells])
    resampled = np.array([_resampled(cell.sample.column("T"), rng) for cell in cells]).T
    chosen = rng.integers(0, len(cells), (RESAMPLES, len(cells)))
    found = []
    for name, values in features.items():
        by_classes = spearman(times[chosen], values[chosen])
        partly: tuple[float | None, Interval | None] = None, None
        if name != FEWEST_LEAVES:
            whole = float(partial(times[None], values[None], leaves[None])[0])
            partly = whole, _interval(partial(times[chosen], values[chosen], leaves[chosen]))
        found.append(
            Correlation(
                name,
                len(cells),
                float(spearman(times[None], values[None])[0]),
                _interval(spearman(resampled, np.broadcast_to(values, resampled.shape))),
                _interval(by_classes),
                *partly,
            )
        )
    return found


def spearman(one: Floats, other: Floats) -> Floats:
    """Spearman's rank correlation, row by row.

    >>> spearman(np.array([[1.0, 2.0, 30.0], [1.0, 2.0, 3.0]]), np.array([[2.0, 4.0, 5.0], [3.0, 2.0, 1.0]]))
    array([ 1., -1.])
    """
    from scipy.stats import rankdata

    ranks = [rankdata(each, axis=1) for each in (one, other)]
    x, y = (each - each.mean(axis=1, keepdims=True) for each in ranks)
    below = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    # where one of the two is constant nothing goes with it
    found: Floats = np.divide((x * y).sum(axis=1), below, out=np.zeros(len(below)), where=below > 0)
    return found


def partial(one: Floats, other: Floats, given: Floats) -> Floats:
    """The rank correlation of two, both corrected for a third, row by row."""
    both, first, second = spearman(one, other), spearman(one, given), spearman(other, given)
    below = np.sqrt((1 - first**2) * (1 - second**2))
    found: Floats = np.divide(both - first * second, below, out=np.zeros(len(below)), where=below > 1e-12)
    return found


def _resampled(times: Floats, rng: np.random.Generator) -> Floats:
    """Means of runs drawn again from the runs there are."""
    found: Floats = times[rng.integers(0, len(times), (RESAMPLES, len(times)))].mean(axis=1)
    return found


def _interval(values: Floats) -> Interval:
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)
