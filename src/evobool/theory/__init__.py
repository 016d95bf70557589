"""The exact theory of small cases: neighbourhoods, landscapes, chains, drift and bounds."""

from __future__ import annotations

from evobool.later import TYPE_CHECKING
from evobool.later import later as _later

if TYPE_CHECKING:
    from evobool.model.mutation import neighbourhood
    from evobool.theory.bounds.drift_theorems import (
        DriftConditionError,
        multiplicative_drift,
        super_multiplicative_drift,
    )
    from evobool.theory.bounds.lemmas import drift_bounds, full_runtime, lower_bound, unfull_time
    from evobool.theory.bounds.sampled import sampled_guarantee
    from evobool.theory.chain.chain import Chain
    from evobool.theory.landscape.certificate import Certificate
    from evobool.theory.landscape.landscape import Landscape, certify, classify

__all__ = [
    "Certificate",
    "Chain",
    "DriftConditionError",
    "Landscape",
    "certify",
    "classify",
    "drift_bounds",
    "full_runtime",
    "lower_bound",
    "multiplicative_drift",
    "neighbourhood",
    "sampled_guarantee",
    "super_multiplicative_drift",
    "unfull_time",
]
__getattr__, __dir__ = _later(
    __name__,
    {
        "Certificate": "evobool.theory.landscape.certificate",
        "Chain": "evobool.theory.chain.chain",
        "DriftConditionError": "evobool.theory.bounds.drift_theorems",
        "Landscape": "evobool.theory.landscape.landscape",
        "certify": "evobool.theory.landscape.landscape",
        "classify": "evobool.theory.landscape.landscape",
        "drift_bounds": "evobool.theory.bounds.lemmas",
        "full_runtime": "evobool.theory.bounds.lemmas",
        "lower_bound": "evobool.theory.bounds.lemmas",
        "multiplicative_drift": "evobool.theory.bounds.drift_theorems",
        "neighbourhood": "evobool.model.mutation",
        "sampled_guarantee": "evobool.theory.bounds.sampled",
        "super_multiplicative_drift": "evobool.theory.bounds.drift_theorems",
        "unfull_time": "evobool.theory.bounds.lemmas",
    },
)
