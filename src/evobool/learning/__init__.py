"""Learning from tables: what a table is read as, formulas over its columns, and how they are written."""

from __future__ import annotations

from evobool.later import TYPE_CHECKING
from evobool.later import later as _later

if TYPE_CHECKING:
    from evobool.learning.estimators.binarizer import Binarizer
    from evobool.learning.estimators.classifier import FormulaClassifier

__all__ = ["Binarizer", "FormulaClassifier"]
__getattr__, __dir__ = _later(
    __name__,
    {
        "Binarizer": "evobool.learning.estimators.binarizer",
        "FormulaClassifier": "evobool.learning.estimators.classifier",
    },
)
