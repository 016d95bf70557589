"""One tree."""

from __future__ import annotations

from matplotlib.axes import Axes

from evobool.model.formulas.tree import Tree
from evobool.plots.style import LOW
from evobool.show.drawing import FILL, GLYPH, places


def draw_tree(axes: Axes, tree: Tree) -> None:
    """A tree with its root at the top; the axes are hidden and as long as needed."""
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
