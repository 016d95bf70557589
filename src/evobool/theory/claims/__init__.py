"""The paper's theorems and lemmas, and what is claimed beyond them, each with a function that checks it.

A check computes its verdict afresh each time: by exhaustive search at small sizes, exactly from the Markov
chain, or from seeded runs. `CLAIMS` holds them all, in the paper's order.

>>> finding = CLAIMS["m-k"].check()
>>> finding.outcome, finding.words[:5]
('holds', 'holds')
"""

from __future__ import annotations

from evobool.theory.claims.registry import CLAIMS, OUTCOMES, Claim, Finding, chosen

# isort: split
from evobool.theory.claims import (  # each registers its claims
    complete,
    every_literal,
    lemma2,
    remarks,
    sampled,
)

__all__ = [
    "CLAIMS",
    "OUTCOMES",
    "Claim",
    "Finding",
    "chosen",
    "complete",
    "every_literal",
    "lemma2",
    "remarks",
    "sampled",
]
