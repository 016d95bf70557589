from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from evobool import InputError, evolve
from evobool.plots.runs import draw_run


def test_a_run_is_drawn_with_a_mark_for_every_change() -> None:
    run = evolve(n=4, limit="n", seed=1, engine="reference", trajectory=True)
    axes = Figure().subplots()
    draw_run(axes, run)
    marks = sum(np.shape(collection.get_offsets())[0] for collection in axes.collections)
    assert run.trajectory is not None
    assert marks == len(run.trajectory)
    assert axes.get_xlabel() == "iteration"


def test_a_run_without_its_trajectory_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="trajectory=True"):
        draw_run(Figure().subplots(), evolve(n=3, seed=1, engine="reference"))
