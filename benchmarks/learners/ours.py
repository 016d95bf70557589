"""FormulaClassifier on the same folds as its peers.

python -m learners.ours errors balanced      # in benchmarks/
"""

from __future__ import annotations

import sys

from evobool.learning import FormulaClassifier

from .peers import Found, Frame
from .protocol import Bits, measure

MOST_LEAVES = 16


def formula(frame: Frame, labels: Bits, later: Frame, objective: str, seed: int) -> Found:
    """At most 16 leaves; all else is usual, but that values never seen are not refused."""
    words = dict.fromkeys(frame.select_dtypes(object).columns, "category")
    frame, later = frame.astype(words), later.astype(words)
    made = FormulaClassifier(
        MOST_LEAVES, objective=objective, handle_unknown="ignore", random_state=seed, n_jobs=1
    )
    found = made.fit(frame, labels)
    return found.predict(later), found.formula_.leaves


if __name__ == "__main__":
    for objective in sys.argv[1:]:
        measure({"ours": formula}, objective)
