"""What the theory computes: drift, and the law of T."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from evobool.errors import InputError
from evobool.plots.style import PALETTE
from evobool.theory.bounds.lemmas import drift_bounds, m_k
from evobool.theory.chain.law import in_columns
from evobool.theory.drift.drift import Drift

if TYPE_CHECKING:
    from evobool.theory.chain.chain import Chain


def draw_drift(axes: Axes, drifts: Sequence[Drift], n: int, limit: int | None) -> None:
    """The exact drift of trees over their error; full trees are hollow, trees with drift 0 only counted.

    Where lemma 2 applies, its bounds on the drift of trees that are not full are drawn as well.
    """
    if not drifts:
        raise InputError("drifts", "(none)", "no tree to draw")
    if all(found.drift <= 0 for found in drifts):
        why = "have drift 0, for which a logarithmic axis has no room, so there is nothing to draw"
        raise InputError("drifts", f"all {len(drifts):,}", why)
    for full, face, label in ((False, PALETTE[0], "tree"), (True, "none", "full tree")):
        chosen = [found for found in drifts if found.full == full and found.drift > 0]
        if full and not chosen:
            continue
        axes.scatter(
            [found.error for found in chosen],
            [float(found.drift) for found in chosen],
            s=14,
            facecolor=face,
            edgecolor=PALETTE[0] if not full else "#777777",
            linewidth=0.6,
            label=f"{label} ({len(chosen):,})",
        )
    without = sum(found.drift <= 0 for found in drifts)
    if without:  # a logarithmic axis has no room for them
        axes.scatter([], [], s=0, label=f"drift 0, not drawn ({without:,})")
    if limit is not None and all(found.bounds for found in drifts):
        _draw_bounds(axes, n, limit)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("error x (wrong rows)")
    axes.set_ylabel("drift (expected fall of the error)")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_bounds(axes: Axes, n: int, limit: int) -> None:
    """Two of lemma 2's bounds, with their steps."""
    steps = {m_k(n, k) - side for k in range(2, n + 1) for side in (0, 1)}
    errors = sorted(x for x in steps | {1 << k for k in range(n)} if x < 1 << n)
    names = {"k": "k x / (12 l n)", "log": "(log_n x + 1) x / (36 l n)"}
    for count, (name, label) in enumerate(names.items(), start=1):
        values = [drift_bounds(n, limit, error)[name] for error in errors]
        axes.plot(errors, values, color=PALETTE[count], linewidth=1.2, label=label)


def draw_chain(axes: Axes, chain: Chain) -> None:
    """A chain's law of T."""
    draw_law(axes, chain.main_law())


def check_law(law: Sequence[float]) -> None:
    """Refuse a law that has nothing to draw."""
    if not law:
        raise InputError("law", "without a time", "success is impossible, so there is nothing to draw")
    if len(law) == 1:
        raise InputError("law", "T = 0", "the start tree is a solution, so there is nothing to draw")


def draw_law(axes: Axes, law: Sequence[float], times: Sequence[int] = ()) -> None:
    """P(T = t) for t = 0, 1 ... as a line, and the times of simulated runs as columns behind it."""
    check_law(law)
    if times:
        width = max(1, len(law) // 40)
        size = 1 + width * (1 - (1 - len(law)) // width)  # one column more than the law needs
        tally = np.bincount(times, minlength=size)[:size].tolist()
        heights = [sum(law) * count / (width * len(times)) for count in in_columns(tally, width)]
        left = [k * width + 0.5 for k in range(len(heights))]  # a column for a single t is centred on t
        axes.bar(left, heights, width=width, align="edge", color="#dddddd", label="simulated")
    axes.plot(range(1, len(law)), law[1:], color=PALETTE[0], linewidth=1.2, label="exact")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("t (iterations)")
    axes.set_ylabel("P(T = t)")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
