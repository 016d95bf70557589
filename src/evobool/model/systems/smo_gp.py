"""SMO-GP: an archive by errors and leaves."""

from __future__ import annotations

from evobool.model.systems.system import System

SMO_GP = System(
    "smo-gp",
    "F. Neumann, Computational complexity analysis of multi-objective genetic programming, GECCO 2012",
    {"survival": "pareto", "objective": "size"},
    "The start tree is empty and counts no leaves; only wrong rows are counted, not ORDER or MAJORITY.",
)
