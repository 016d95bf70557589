"""All 222 classes of functions of four variables, by one parent and by populations."""

from __future__ import annotations

from pathlib import Path

from essential_points import SYSTEMS, Problem, Row, collect

from evobool.atlas.classes import npn_classes
from evobool.atlas.numbered import target_of

CHOSEN = (
    *("RLS-GP", "(1+1) GP", "RLS-GP, balanced", "(100+1), distinct functions"),
    *("lexicase, mutation", "lexicase, crossover"),
)
BUDGET, RUNS = 50_000, 5
QUICK_CLASSES, QUICK_RUNS = 5, 2


def collected(path: Path, quick: bool) -> dict[tuple[str, str], Row]:
    """The rows of every class, F = {and, or}, all literals."""
    classes = npn_classes(4)[: QUICK_CLASSES if quick else None]
    problems = [
        Problem(
            f"{each.table:04x}",
            {"n": 4, "target": target_of(each.table, 4), "literals": "all", "limit": 100},
            BUDGET // 10 if quick else BUDGET,
        )
        for each in classes
    ]
    chosen = [system for system in SYSTEMS if system.name in CHOSEN]
    pairs = [(system, problem) for problem in problems for system in chosen]
    return collect(path, pairs, QUICK_RUNS if quick else RUNS)
