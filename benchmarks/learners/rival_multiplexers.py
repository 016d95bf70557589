"""Other learners on the rows of multiplexers: accuracy on fresh rows, and seconds.

../.peers/bin/python -m learners.rival_multiplexers      # in benchmarks/
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .protocol import DATA, Bits, kept, more

SIZES = {3: 2_000, 4: 8_000, 5: 20_000}  # address bits, and rows to learn from
FRESH = 10_000
ITERATIONS = 20_000  # of ExSTraCS, whose usual 100,000 would take minutes
FILE: Path = DATA / "multiplexers.csv"


@dataclass(frozen=True)
class Score:
    """The accuracy on fresh rows, how large the model is, and the processor time to learn it."""

    learner: str
    n: int
    rows: int
    accuracy: float
    size: int
    seconds: float


def rows(bits: int, seed: int, count: int) -> tuple[Any, Bits]:
    """Rows drawn uniformly, x1 the lowest address bit."""
    random = np.random.default_rng([seed, bits])
    inputs = random.integers(0, 2, (count, bits + 2**bits)).astype(np.bool_)
    places = bits + inputs[:, :bits] @ (1 << np.arange(bits))
    return inputs, inputs[np.arange(count), places]


Model = Callable[[Any, Any, Any], tuple[Any, int]]


def score(name: str, bits: int, model: Model) -> Score:
    """Learn from some rows, and judge on others."""
    inputs, labels = rows(bits, 1, SIZES[bits])
    fresh, wanted = rows(bits, 2, FRESH)
    started = time.process_time()
    found, size = model(inputs, labels, fresh)
    seconds = time.process_time() - started
    right = float((np.asarray(found, dtype=np.bool_) == wanted).mean())
    return Score(name, bits + 2**bits, len(labels), right, size, seconds)


def exstracs(inputs: Any, labels: Any, fresh: Any) -> tuple[Any, int]:
    """A learning classifier system made for such problems."""
    from skExSTraCS import ExSTraCS

    found = ExSTraCS(learning_iterations=ITERATIONS, N=2000, nu=10, rule_compaction=None, random_state=1)
    found.fit(inputs.astype(float), labels.astype(int))
    return found.predict(fresh.astype(float)), len(found.population.popSet)


def forest(inputs: Any, labels: Any, fresh: Any) -> tuple[Any, int]:
    """100 trees."""
    from sklearn.ensemble import RandomForestClassifier

    found = RandomForestClassifier(random_state=1).fit(inputs, labels)
    return found.predict(fresh), sum(each.get_n_leaves() for each in found.estimators_)


def boosting(inputs: Any, labels: Any, fresh: Any) -> tuple[Any, int]:
    """Histogram gradient boosting."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    found = HistGradientBoostingClassifier(random_state=1).fit(inputs, labels)
    return found.predict(fresh), sum(part[0].get_n_leaf_nodes() for part in found._predictors)


def tree(inputs: Any, labels: Any, fresh: Any) -> tuple[Any, int]:
    """A tree of any size."""
    from sklearn.tree import DecisionTreeClassifier

    found = DecisionTreeClassifier(random_state=1).fit(inputs, labels)
    return found.predict(fresh), found.get_n_leaves()


def keep(models: dict[str, Model]) -> None:
    """Measure what is owed."""
    done = {(each.learner, each.n) for each in kept(FILE, Score)}
    for bits in SIZES:
        for name, model in models.items():
            if (name, bits + 2**bits) not in done:
                more(FILE, score(name, bits, model))


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    keep({"tree": tree, "forest": forest, "boosting": boosting, "exstracs": exstracs})
