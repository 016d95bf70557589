"""RLS-GP as the paper's tables have it."""

from __future__ import annotations

from evobool.model.systems.system import System

RLS_GP = System(
    "rls-gp",
    "B. Doerr, A. Lissovoi, P. S. Oliveto, (1+1) Genetic Programming With Functionally Complete Instruction "
    "Sets Can Evolve Boolean Conjunctions and Disjunctions with Arbitrarily Small Error",
    {"algorithm": "rls-gp", "first_leaf": "insertion", "max_iterations": 10_000},
    "An empty tree waits for an insertion, which the tables fit better than Algorithm 2 as printed.",
)
