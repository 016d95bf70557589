"""The `plot` method of runs, results and chains: which function draws what.

Figures are drawn by `evobool.plots`, which stands above the classes that are drawn. So that nothing imports
upwards, a class names itself and the function is looked up here when `plot` is called.
"""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from evobool.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DRAWN_BY = {
    "Run": ("evobool.plots.runs", "draw_run"),
    "Results": ("evobool.plots.studies", "draw_study"),
    "Chain": ("evobool.plots.theory", "draw_chain"),
}


def plotted(name: str, thing: object, ax: Axes | None, **options: Any) -> Axes:
    """Draw on the given axes, or on those of a new figure, and return them."""
    module, function = DRAWN_BY[name]
    draw = getattr(import_module(module), function)
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
