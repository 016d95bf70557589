"""Figures: each function draws on the axes it is given."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import NullFormatter

from evobool.drawing import FILL, GLYPH, places
from evobool.errors import InputError
from evobool.fits import Fit
from evobool.results import Results
from evobool.run import Run
from evobool.setting import Setting, check_choice
from evobool.theory.bounds import drift_bounds, m_k
from evobool.theory.drift import Drift
from evobool.tree import Tree

COLOURS = {"INS": "#0072b2", "DEL": "#d55e00", "SUB": "#009e73"}  # Okabe and Ito
LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
HIGH = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MARKS = {"INS": "^", "DEL": "v", "SUB": "o"}


def draw_run(axes: Axes, run: Run) -> None:
    """How the error of one run fell, a mark for every accepted change."""
    if not run.trajectory:
        raise InputError("run", "without a trajectory", "make it with evolve(..., trajectory=True)")
    steps = run.trajectory
    axes.step(
        [*(step.iteration for step in steps), run.iterations],
        [*(step.error for step in steps), steps[-1].error],
        where="post",
        color="#777777",
        linewidth=1.2,
        zorder=1,
    )
    for name, colour in COLOURS.items():
        chosen = [step for step in steps if step.operation == name]
        if chosen:
            axes.scatter(
                [step.iteration for step in chosen],
                [step.error for step in chosen],
                s=22,
                marker=MARKS[name],
                color=colour,
                label=name,
                zorder=2,
            )
    axes.set_yscale("symlog", base=2, linthresh=1)
    axes.set_ylim(bottom=-0.2)
    axes.set_xlabel("iteration")
    axes.set_ylabel("error (wrong rows)")
    axes.legend(title="accepted", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def draw_tree(axes: Axes, tree: Tree) -> None:
    """A tree with its root at the top; axes are hidden and as long as needed."""
    placed = [(x, -y) for x, y in places(tree)]
    for child, parent in enumerate(tree.parents):
        if parent >= 0:
            (x1, y1), (x2, y2) = placed[parent], placed[child]
            axes.plot([x1, x2], [y1, y2], color="#555555", linewidth=1.0, zorder=1)
    for token, (x, y) in zip(tree.prefix, placed, strict=True):
        function = isinstance(token, str)
        fill, ink = (FILL[token], "white") if isinstance(token, str) else ("white", "#222222")
        name = GLYPH[token] if isinstance(token, str) else f"x{abs(token)}".translate(LOW)
        label = f"¬{name}" if isinstance(token, int) and token < 0 else name
        axes.text(
            x,
            y,
            label,
            ha="center",
            va="center",
            color=ink,
            fontsize=10,
            bbox={"boxstyle": "circle,pad=0.25", "facecolor": fill, "edgecolor": "#555555"},
            zorder=3 if function else 2,
        )
    axes.set_xlim(-0.7, tree.leaves - 0.3)
    axes.set_ylim(min(y for _, y in placed) - 0.7, 0.7)
    axes.axis("off")


PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
SHAPES = ("o", "s", "^", "D", "v", "P", "X")


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
    _logarithmic(axes, [point[0] for points in lines.values() for point in points])
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
    _logarithmic(axes, x)
    axes.set_xlabel(name)
    axes.set_ylabel("residual (standard errors)")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def draw_drift(axes: Axes, drifts: Sequence[Drift], n: int, limit: int) -> None:
    """Exact drift of trees over their error, and the bounds of lemma 2; full trees, hollow, are not bound."""
    if not drifts:
        raise InputError("drifts", "(none)", "no tree to draw")
    for full, face, label in ((False, PALETTE[0], "tree"), (True, "none", "full tree")):
        chosen = [found for found in drifts if found.full == full and found.drift]
        axes.scatter(
            [found.error for found in chosen],
            [float(found.drift) for found in chosen],
            s=14,
            facecolor=face,
            edgecolor=PALETTE[0] if not full else "#777777",
            linewidth=0.6,
            label=f"{label} ({len(chosen):,})",
        )
    steps = {m_k(n, k) - side for k in range(2, n + 1) for side in (0, 1)}
    errors = sorted(x for x in steps | {1 << k for k in range(n)} if x < 1 << n)
    names = {"k": "k x / (12 l n)", "log": "(log_n x + 1) x / (36 l n)"}
    for count, (name, label) in enumerate(names.items(), start=1):
        values = [drift_bounds(n, limit, error)[name] for error in errors]
        axes.plot(errors, values, color=PALETTE[count], linewidth=1.2, label=label)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("error x (wrong rows)")
    axes.set_ylabel("drift (expected fall of the error)")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def draw_law(axes: Axes, law: Sequence[float], times: Sequence[int] = ()) -> None:
    """P(T = t) for t = 0, 1 ... as a line, and the times of simulated runs as columns behind it."""
    if not law:
        raise InputError("law", "without a time", "success is impossible, so there is nothing to draw")
    if times:
        width = max(1, len(law) // 40)
        edges = range(1, len(law) + width, width)
        counts = [sum(edge <= time < edge + width for time in times) for edge in edges]
        heights = [sum(law) * count / (width * len(times)) for count in counts]
        left = [edge - 0.5 for edge in edges]  # a column of one t has t in its middle
        axes.bar(left, heights, width=width, align="edge", color="#dddddd", label="simulated")
    axes.plot(range(1, len(law)), law[1:], color=PALETTE[0], linewidth=1.2, label="exact")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("t (iterations)")
    axes.set_ylabel("P(T = t)")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def _logarithmic(axes: Axes, places: Sequence[float]) -> None:
    """A logarithmic axis with a tick at every place, where they are few enough to read."""
    axes.set_xscale("log")
    ticks = sorted(set(places))
    if len(ticks) <= 12:
        axes.set_xticks(ticks, [f"{place:,.0f}" for place in ticks])
        axes.minorticks_off()


def powers_of_ten(axis: Axis) -> None:
    """Label a logarithmic axis at powers of ten, in plain characters: mathematical text is slow to set."""
    axis.set_major_formatter(lambda value, place: f"10{str(round(log10(value))).translate(HIGH)}")
    axis.set_minor_formatter(NullFormatter())


def number(setting: Setting, field: str) -> float:
    """A field as a number: n, the rows of a sample, a limit in leaves."""
    check_choice("x", field, Setting.__dataclass_fields__)
    value = setting.leaf_limit if field == "limit" else getattr(setting, field)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError("x", field, f"is not a number in every setting (here {value})")
    return float(value)
