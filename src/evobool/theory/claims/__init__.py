"""The paper's theorems and lemmas, each with a function that checks it.

A check computes its verdict anew each time: by exhaustive search at small sizes, exactly from the Markov
chain, or by seeded runs. `CLAIMS` holds all of them in the order of the paper.

>>> finding = CLAIMS["m-k"].check()
>>> finding.outcome, finding.words[:5]
('holds', 'holds')
"""

from __future__ import annotations

from evobool.theory.claims.registry import CLAIMS, OUTCOMES, Claim, Finding, chosen

# isort: split
from evobool.theory.claims import complete, lemma2, remarks, sampled  # each registers its own

__all__ = ["CLAIMS", "OUTCOMES", "Claim", "Finding", "chosen", "complete", "lemma2", "remarks", "sampled"]
