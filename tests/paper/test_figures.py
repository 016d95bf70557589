"""The panels: the paper's axes and marks, drawn on axes of our own."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from evobool.paper.figures import CURVES, Panel, highest, panels
from evobool.paper.parts import PARTS, table
from evobool.studies.analysis.estimates import share_interval
from evobool.studies.analysis.sample import Sample
from tests.support.pretended import measured, measured_part

FIGURES = ("figure2", "figure3", "figure4", "figure5")


def drawn(panel: Panel) -> Axes:
    """The axes of a panel."""
    axes = Figure().add_subplot()
    panel.draw(axes)
    return axes


def legend(axes: Axes) -> list[str]:
    found = axes.get_legend()
    return [] if found is None else [text.get_text() for text in found.get_texts()]


def curves(axes: Axes) -> list[Line2D]:
    return [line for line in axes.get_lines() if str(line.get_label()).startswith("A = ")]


@pytest.mark.parametrize(
    ("name", "number", "top", "label"),
    [
        (name, number, top, label)
        for name in FIGURES
        for number, (top, label) in enumerate(
            [(125, "Runtime (iterations)"), (20, "Solution size (leaf nodes)")]
            if name in ("figure2", "figure3")
            else [(1, "ORs accepted during run"), (0.5, "ORs in the returned program")]
        )
    ],
)
def test_the_papers_axes(name: str, number: int, top: float, label: str) -> None:
    part = PARTS[name]
    axes = drawn(panels(part, measured_part(part))[number])
    assert axes.get_ylim() == (0, top)
    assert axes.get_xscale() == "log"
    assert axes.get_xlim() == (10, 2e5)
    assert axes.get_xlabel() == "Training set size (inputs)"
    assert axes.get_ylabel() == label
    assert legend(axes) == ["A = 0", "A = 8", "A = 16", "A = 32"]
    assert [line.get_marker() for line in curves(axes)] == ["x", "^", "o", "s"]


@pytest.mark.parametrize("name", FIGURES)
def test_curves_are_means_with_bands(name: str) -> None:
    part = PARTS[name]
    ours = measured_part(part)
    for panel, curve in zip(panels(part, ours), CURVES[name], strict=False):
        axes = drawn(panel)
        line = curves(axes)[2]
        cells = [ours[setting.id] for setting in part.settings if setting.accept_error == 16]
        x, y = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
        assert x.tolist() == [2**k for k in range(4, 18)]
        assert y == pytest.approx([cell.column(curve.value).mean() for cell in cells])
        bands = [shape for shape in axes.collections if isinstance(shape, PolyCollection)]
        assert len(bands) == 4
        if curve.joined:
            assert line.get_linestyle() == "-"
            spread = cells[0].column(curve.value).std(ddof=1) * 1.96 / 6**0.5
            first = np.asarray(bands[2].get_paths()[0].vertices)
            assert first[:, 1][first[:, 0] == 16].max() == pytest.approx(y[0] + spread)
        else:
            assert line.get_linestyle() == "None"


@pytest.mark.parametrize("name", FIGURES)
def test_the_error_panel_has_its_lines(name: str) -> None:
    part = PARTS[name]
    panel = panels(part, measured_part(part, runs=20))[2]
    assert panel.name == f"{name}-error"
    axes = drawn(panel)
    assert axes.get_yscale() == "log"
    assert {text.get_text() for text in axes.texts} == {"n⁻¹", "n⁻²", "n⁻³"}
    levels = [
        float(np.asarray(line.get_ydata())[0]) for line in axes.get_lines() if line.get_linestyle() == ":"
    ]
    assert levels == pytest.approx([50.0**-1, 50.0**-2, 50.0**-3])
    assert legend(axes) == ["A = 0", "A = 8", "A = 16", "A = 32"]


def test_beside_the_ors_the_errors_are_of_programs_with_an_or() -> None:
    part = PARTS["figure4"]
    ours = {
        setting.id: measured(setting, [9.0] * 12, ors_final=[1, 0] * 6, generalisation_error=[0.5, 0.01] * 6)
        for setting in part.settings
    }
    for name, expected in (("figure4", 0.5), ("figure2", 0.255)):
        axes = drawn(panels(PARTS[name], ours)[2])
        assert np.asarray(curves(axes)[0].get_ydata()) == pytest.approx([expected] * 14)


def test_failed_runs_are_left_out() -> None:
    part = PARTS["figure2"]
    ours = {
        setting.id: measured(setting, [20.0] * 6 + [10_000.0], solved=[1] * 6 + [0])
        for setting in part.settings
    }
    assert highest(part, ours, CURVES["figure2"][0]) == 20
    panel = panels(part, ours)[0]
    assert "The highest mean, 20, is inside the paper's axis, which ends at 125." in panel.caption
    assert np.asarray(curves(drawn(panel))[0].get_ydata()) == pytest.approx([20.0] * 14)


def test_a_curve_beyond_the_axis_is_told() -> None:
    part = PARTS["figure2"]
    ours = {setting.id: measured(setting, [130.0] * 6) for setting in part.settings}
    assert "130, is beyond the paper's axis, which ends at 125" in panels(part, ours)[0].caption


@pytest.mark.parametrize("name", ["figure2", "figure5", "large1", "races", "theorem6"])
def test_two_runs_are_enough_for_a_picture(name: str) -> None:
    for panel in panels(PARTS[name], measured_part(PARTS[name], runs=2)):
        axes = drawn(panel)
        figure = axes.get_figure(root=True)
        assert figure is not None
        figure.savefig(io.BytesIO())
        assert legend(axes), "every curve has its name, drawn or not"


def test_growth_starts_with_the_papers_sizes_where_they_are_known() -> None:
    part = PARTS["large2"]
    alone = measured_part(part)
    (panel,) = panels(part, alone)
    axes = drawn(panel)
    assert [len(line.lines[0].get_xdata()) for line in axes.containers] == [3] * 4  # type: ignore[attr-defined]
    (panel,) = panels(part, alone | measured_part(PARTS["table2"]))
    axes = drawn(panel)
    line = axes.containers[0].lines[0]  # type: ignore[attr-defined]
    assert line.get_xdata().tolist() == [4, 8, 12, 16, 32, 64, 128]
    four = measured_part(PARTS["table2"])[table(2)[0].id].mean("T")
    assert four is not None
    assert line.get_ydata()[0] == pytest.approx(four.mean / (4 * np.log(4)))
    assert legend(axes) == ["limit n", "limit n+1", "limit 2n", "no limit"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("n", "T / (n ln n)")


def test_growth_leaves_out_a_cell_without_success() -> None:
    part = PARTS["large1"]
    ours: dict[str, Sample] = measured_part(part)
    first = part.settings[0]
    ours[first.id] = measured(first, [51_200.0] * 6, solved=[0] * 6)
    (panel,) = panels(part, ours)
    assert drawn(panel).containers[0].lines[0].get_xdata().tolist() == [64, 128]  # type: ignore[attr-defined]


def test_which_parts_have_pictures() -> None:
    counts = {
        name: len(panels(part, measured_part(part)))
        for name, part in PARTS.items()
        if part.view in ("table", "trees")
    }
    assert {name for name, count in counts.items() if count} == {"large1", "large2"}


def test_races_left() -> None:
    part = PARTS["races"]
    (panel,) = panels(part, measured_part(part))
    axes = drawn(panel)
    assert legend(axes) == ["1 run", "2 runs", "4 runs", "8 runs", "16 runs"]
    times = np.asarray(axes.get_lines()[0].get_xdata())
    left = np.asarray(axes.get_lines()[0].get_ydata())
    assert len(times) == 96
    assert (np.diff(times) >= 0).all()
    assert (left[0], left[-1]) == pytest.approx((95 / 96, 0))


@pytest.mark.parametrize("name", ["theorem6", "theorem7"])
def test_theorems_at_finite_n(name: str) -> None:
    part = PARTS[name]
    ours = {
        setting.id: measured(
            setting, [10, 10, 10_000, 10], generalisation_error=[0, 0.9, 0, 0], solved=[1, 1, 0, 1]
        )
        for setting in part.settings
    }
    first, second = panels(part, ours)
    assert (first.name, second.name) == (f"{name}-c1", f"{name}-c2")
    axes = drawn(second)
    assert axes.get_ylabel() == "share late or with error > n⁻²"
    assert axes.get_yscale() == "log"
    assert set(legend(axes)) == {"c' = 1", "c' = 4", "lg² n / n"}
    for bars in axes.containers:
        assert bars.lines[0].get_ydata() == pytest.approx([0.5] * 7)  # type: ignore[attr-defined]


def test_no_failure_is_drawn_as_an_upper_limit() -> None:
    part = PARTS["theorem6"]
    ours = {
        setting.id: measured(setting, [10.0] * 40, generalisation_error=[0.0] * 40)
        for setting in part.settings
    }
    axes = drawn(panels(part, ours)[0])
    triangles = [line for line in axes.get_lines() if line.get_marker() == "v"]
    assert len(triangles) == 14
    high = share_interval(0, 40)[1]
    assert [float(np.asarray(line.get_ydata())[0]) for line in triangles] == pytest.approx([high] * 14)
    assert all(len(bars.lines[0].get_xdata()) == 0 for bars in axes.containers)  # type: ignore[attr-defined]
