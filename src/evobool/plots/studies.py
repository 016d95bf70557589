"""The results of a study."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from evobool.errors import InputError
from evobool.model.setting import Setting, check_choice
from evobool.plots.style import PALETTE, SHAPES, logarithmic
from evobool.studies.fits import Fit
from evobool.studies.results import Results, number


def draw_study(axes: Axes, results: Results, x: str, y: str = "T", group: str = "limit") -> None:
    """Means of the successful runs with 95 % intervals, a line a group, logarithmic axes."""
    check_choice("group", group, Setting.__dataclass_fields__)
    lines: dict[str, list[tuple[float, float, float]]] = {}
    for sample in results.samples(y):
        values = sample.successful
        if len(values) > 1:
            error = 1.96 * float(values.std(ddof=1)) / len(values) ** 0.5
            name = f"{group} {getattr(sample.setting, group)}"
            lines.setdefault(name, []).append((number(sample.setting, x), float(values.mean()), error))
    if not lines:
        raise InputError("store", results.path, "holds no successful runs to draw")
    for count, (name, points) in enumerate(lines.items()):
        places, means, errors = zip(*sorted(points), strict=True)
        axes.errorbar(
            places,
            means,
            yerr=errors,
            label=name,
            color=PALETTE[count % len(PALETTE)],
            marker=SHAPES[count % len(SHAPES)],
            markersize=5,
            capsize=2,
        )
    logarithmic(axes, [point[0] for points in lines.values() for point in points])
    axes.set_yscale("log")
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def draw_residuals(axes: Axes, name: str, x: Sequence[float], fit: Fit, laws: int = 3) -> None:
    """How far each mean lies from the best laws, in standard errors."""
    for count, law in enumerate(fit.laws[:laws]):
        axes.plot(x, law.residuals, color=PALETTE[count], marker=SHAPES[count], label=law.name)
    axes.axhspan(-2, 2, color="#dddddd", zorder=0)
    logarithmic(axes, x)
    axes.set_xlabel(name)
    axes.set_ylabel("residual (standard errors)")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
