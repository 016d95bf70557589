from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from evobool import InputError, evolve
from evobool.model.outcome.trace import Trace
from evobool.plots.runs import draw_error, draw_leaves, draw_run


def test_a_run_is_drawn_with_a_mark_for_every_change() -> None:
    run = evolve(n=4, limit="n", seed=1, engine="reference", trajectory=True)
    axes = Figure().subplots()
    draw_run(axes, run)
    marks = sum(np.shape(collection.get_offsets())[0] for collection in axes.collections)
    assert run.trajectory is not None
    assert marks == len(run.trajectory)
    assert axes.get_xlabel() == "iteration"
    assert "logarithmic" in axes.get_ylabel()


def test_a_run_without_its_trajectory_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="trajectory=True"):
        draw_run(Figure().subplots(), evolve(n=3, seed=1, engine="reference"))


@pytest.mark.parametrize(
    ("fields", "end", "logarithmic", "limit"),
    [
        ({"n": 4, "limit": "n", "seed": 1}, "solved at iteration 16", False, 4),
        ({"n": 8, "limit": "n", "deletion": "leaf", "seed": 179}, "gave up at iteration 10,000", True, 8),
        ({"n": 1, "seed": 1}, "solved at iteration 1", False, None),
        ({"n": 1500, "max_iterations": 30, "seed": 1}, "gave up at iteration 30", False, None),
        ({"n": 6, "training": 8, "algorithm": "1+1-gp", "accept_error": 1, "seed": 3}, "solved", False, None),
        ({"n": 4, "first_leaf": "insertion", "max_iterations": 1, "seed": 1}, None, False, None),
    ],
)
def test_every_kind_of_run_is_drawn(
    fields: dict[str, Any], end: str | None, logarithmic: bool, limit: int | None
) -> None:
    trace = Trace.of(evolve(trajectory=True, **fields))
    figure = Figure()
    above, below = figure.subplots(2, sharex=True)
    draw_error(above, trace)
    draw_leaves(below, trace)
    figure.savefig(BytesIO(), format="png")
    labels = above.get_legend_handles_labels()[1]
    if end is None:
        assert not labels
        assert "no change" in above.texts[0].get_text()
    else:
        assert labels[-1].startswith(end)
    assert above.get_xscale() == below.get_xscale() == ("log" if logarithmic else "linear")
    assert ("logarithmic" in below.get_xlabel()) == logarithmic
    assert [line for line in below.get_legend_handles_labels()[1] if str(limit) in line] == (
        [] if limit is None else [f"limit n = {limit}"]
    )
    assert any("A = 1" in label for label in labels) == (trace.run.setting.accept_error == 1)


def test_an_error_stands_at_its_logarithm() -> None:
    trace = Trace.of(evolve(n=8, limit="n", deletion="leaf", seed=179, trajectory=True))
    axes = Figure().subplots()
    draw_error(axes, trace)
    heights = np.asarray(axes.lines[0].get_ydata())
    assert (heights[0], heights[-1]) == (7, 3)  # 127 and 7 wrong rows
    label = axes.yaxis.get_major_formatter()
    assert [label(height, 0) for height in (0, 3, 7, 999)] == ["0", "7", "127", "2⁹⁹⁹"]
