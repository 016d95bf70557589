"""Lexicase selection in a generational system."""

from __future__ import annotations

from evobool.model.systems.koza import KOZA
from evobool.model.systems.system import System

LEXICASE = System(
    "lexicase",
    "T. Helmuth, L. Spector, J. Matheson, Solving uncompromising problems with lexicase selection, "
    "IEEE Transactions on Evolutionary Computation, 2015",
    {**KOZA.fields, "population": 500, "parents": "lexicase"},
    "Trees, crossover and start are Koza's; the paper evolves several kinds of programs.",
    generational=True,
)
