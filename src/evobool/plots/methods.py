"""The `plot` methods of runs, results, chains and classifiers."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, Any

from evobool.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from evobool.model.outcome.run import Run
    from evobool.plots.fronts import Shown
    from evobool.studies.analysis.results import Results
    from evobool.theory.chain.chain import Chain


def plot_run(run: Run, ax: Axes | None) -> Axes:
    """`Run.plot`."""
    from evobool.plots.runs import draw_run

    return _plotted(draw_run, run, ax)


def plot_results(results: Results, ax: Axes | None, **options: Any) -> Axes:
    """`Results.plot`."""
    from evobool.plots.studies import draw_study

    return _plotted(draw_study, results, ax, **options)


def plot_chain(chain: Chain, ax: Axes | None) -> Axes:
    """`Chain.plot`."""
    from evobool.plots.theory import draw_chain

    return _plotted(draw_chain, chain, ax)


def plot_front(front: Shown, ax: Axes | None) -> Axes:
    """`FormulaClassifier.plot`."""
    from evobool.plots.fronts import draw_front

    return _plotted(draw_front, front, ax)


def _plotted(draw: Callable[..., object], thing: object, ax: Axes | None, **options: Any) -> Axes:
    """Draw on the given axes, or on those of a new figure, and return them."""
    known = list(signature(draw).parameters)[2:]
    for option in options:
        if option not in known:
            raise InputError("plot", option, f"unknown option; known: {', '.join(known) or 'none'}")
    if ax is not None:
        draw(ax, thing, **options)
        return ax
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 4.0), layout="constrained")
    try:
        draw(axes, thing, **options)
    except BaseException:
        pyplot.close(figure)  # a notebook would show the empty figure
        raise
    return axes
