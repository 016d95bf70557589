"""An exact chain and runs of the same setting, compared."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
import pytest

from evobool.model.outcome.run import Run
from evobool.theory.chain.chain import Chain
from tests.support import chain as plain


def agree(chain: Chain, runs: Sequence[Run], tolerance: float = 0.1) -> None:
    """P(success), E[T] and E[S] of a chain and of runs."""
    solved = [run for run in runs if run.solved]
    share = chain.p_success
    assert abs(len(solved) / len(runs) - share) <= 4 * sqrt(share * (1 - share) / len(runs)) + 1e-9
    last, setting = chain.last_trees(), chain.setting
    shares = list(last.values())
    leaves = [tree.leaves for tree in last]
    wrong = [plain.error(tree, setting) / 2**setting.n for tree in last]
    for values, mean, sd in (
        ([run.iterations for run in solved], chain.mean, chain.sd),
        ([run.leaves for run in solved], chain.leaves, spread(leaves, shares)),
        ([run.generalisation_error for run in solved], chain.generalisation_error, spread(wrong, shares)),
    ):
        gap = abs(np.mean(np.array(values, dtype=float)) - mean)
        assert gap <= 4 * sd / sqrt(len(values)) + 1e-9
    assert np.std([run.iterations for run in solved]) == pytest.approx(chain.sd, rel=tolerance)


def spread(values: list[Any], shares: list[float]) -> float:
    """The standard deviation of a law."""
    mean = np.average(values, weights=shares)
    return float(np.sqrt(np.average((np.array(values) - mean) ** 2, weights=shares)))
