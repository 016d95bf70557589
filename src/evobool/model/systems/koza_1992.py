"""Koza's system as his first book has it."""

from __future__ import annotations

from evobool.model.systems.system import System

KOZA_1992 = System(
    "koza-1992",
    "J. R. Koza, Genetic Programming: On the Programming of Computers by Means of Natural Selection, "
    "MIT Press, 1992",
    {
        "population": 4000,
        "survival": "comma",
        "parents": "over-selection",
        "crossover": "koza:0.9",
        "mutation_rate": "0",
        "start": "ramped:2-6",
        "depth": 17,
        "max_iterations": 50,
    },
    "An offspring above the limit or the depth is a copy of its first parent; a crossover makes one "
    "offspring.",
    generational=True,
)
