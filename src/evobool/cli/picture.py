"""Pictures that commands save: the ending names the format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evobool.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes


def check_picture(field: str, out: Path) -> None:
    """Refuse an ending that names no format, before the work is done."""
    if out.suffix not in (".svg", ".pdf", ".png"):
        raise InputError(field, out, "must end in .svg, .pdf or .png")


def save_picture(out: Path, draw: Callable[[Axes], None]) -> None:
    """Draw on new axes and save."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 4.4), layout="constrained")
    try:
        draw(axes)
        figure.savefig(out, dpi=150)
    finally:
        pyplot.close(figure)
