"""Exact numbers beside simulated ones."""

from __future__ import annotations

import numpy as np
import pytest

from evobool.api import evolve
from evobool.atlas.exactly import exact_limit, exactly
from evobool.atlas.systems import SYSTEMS

RUNS = 1_500


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "table", "n"), [("and-or", 6, 2), ("and-or-xor", 8, 2), ("nand", 8, 2), ("nand", 0xEE, 3)]
)
def test_runs_agree_with_the_chain(name: str, table: int, n: int) -> None:
    """Four standard errors: a false alarm in 16,000."""
    system = SYSTEMS[name]
    limit = exact_limit(system.setting(table, n))
    setting = system.setting(table, n, str(limit))
    found = exactly(setting, system.fewest(table, n))
    assert found is not None
    assert found.limit == limit
    runs = [evolve(setting, seed=5, index=index) for index in range(RUNS)]
    times = np.array([run.iterations for run in runs if run.solved], dtype=float)
    stuck = 1 - len(times) / RUNS
    assert abs(times.mean() - found.mean) < 4 * times.std() / len(times) ** 0.5
    assert abs(stuck - found.p_stuck) <= 4 * (found.p_stuck * (1 - found.p_stuck) / RUNS) ** 0.5


def test_where_the_chain_does_not_fit() -> None:
    nand, several = SYSTEMS["nand"], SYSTEMS["1+1"]
    assert exactly(several.setting(8, 2), 2) is None
    assert exactly(nand.setting(8, 4), 4) is None, "four variables"
    assert exactly(nand.setting(8, 2, "12"), 4) is None, "too many trees"
    assert exactly(nand.setting(8, 2, "3"), 4) is None, "no tree within the limit"
    assert exactly(nand.setting(8, 2, "4"), 4) is not None
