"""A tree as a picture: lines of text, or SVG."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from evobool.errors import InputError
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import literal_name

if TYPE_CHECKING:
    from evobool.model.formulas.tree import Tree

INDENT, MOST_TEXT = 4, 100_000_000  # characters: a long thin tree is mostly indentation
STEP_X, STEP_Y, RADIUS, MARGIN = 44, 54, 17, 24
# Okabe and Ito: told apart by the colour-blind too
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8b5a00", "#56b4e9")
FILL = {name: PALETTE[place % len(PALETTE)] for place, name in enumerate(FUNCTIONS)}
GLYPH = {name: function.glyph for name, function in FUNCTIONS.items()}


def text(tree: Tree) -> str:
    """One line for each node, indented below its parent."""
    size = sum(INDENT * depth + 2 for _, depth in places(tree))
    if size > MOST_TEXT:
        why = f"would take {size:,} characters as text, more than {MOST_TEXT:,}; write it as SVG or dot"
        raise InputError("tree", f"{tree.leaves:,} leaves", why)
    lines: list[str] = []
    waiting = [(0, "", "")] if tree.prefix else []
    while waiting:
        position, first, rest = waiting.pop()
        token = tree.prefix[position]
        lines.append(first + (token if isinstance(token, str) else literal_name(token)))
        if isinstance(token, str):
            left, right = position + 1, tree.ends[position + 1]
            waiting.append((right, rest + "└── ", rest + "    "))
            waiting.append((left, rest + "├── ", rest + "│   "))
    return "\n".join(lines) if lines else "(empty)"


def svg(tree: Tree) -> str:
    """Leaves side by side, each function above the middle of its children."""
    placed = places(tree)
    width = (max((x for x, _ in placed), default=0.0)) * STEP_X + 2 * MARGIN
    height = (max((y for _, y in placed), default=0)) * STEP_Y + 2 * MARGIN
    shapes: list[str] = []
    for child, parent in enumerate(tree.parents):
        if parent >= 0:
            (x1, y1), (x2, y2) = _pixels(placed[parent]), _pixels(placed[child])
            shapes.append(f'<line x1="{x1:.1f}" y1="{y1}" x2="{x2:.1f}" y2="{y2}"/>')
    for token, place in zip(tree.prefix, placed, strict=True):
        x, y = _pixels(place)
        if isinstance(token, str):
            fill, ink = FILL[token], "#ffffff"
            label = escape(GLYPH[token], quote=False)
        else:
            fill, ink = "#ffffff", "#222222"
            label = f'{"¬" if token < 0 else ""}x<tspan dy="4" font-size="10">{abs(token)}</tspan>'
        shapes.append(f'<circle cx="{x:.1f}" cy="{y}" r="{RADIUS}" fill="{fill}"/>')
        shapes.append(f'<text x="{x:.1f}" y="{y + 5}" fill="{ink}" stroke="none">{label}</text>')
    if not tree.prefix:
        width, height = 90.0, 40
        shapes.append('<text x="45" y="25" fill="#222222" stroke="none">(empty)</text>')
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" stroke="#888888" stroke-width="1.2" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="14" text-anchor="middle">\n'
        f"<title>{escape(str(tree), quote=False)}</title>\n{body}\n</svg>\n"
    )


def _pixels(place: tuple[float, int]) -> tuple[float, int]:
    return place[0] * STEP_X + MARGIN, place[1] * STEP_Y + MARGIN


def places(tree: Tree) -> list[tuple[float, int]]:
    """Column (in leaves, from the left) and depth of every token."""
    depth = [0] * tree.nodes
    for position, parent in enumerate(tree.parents):
        depth[position] = depth[parent] + 1 if parent >= 0 else 0
    column = [0.0] * tree.nodes
    remaining = tree.leaves
    for position in range(tree.nodes - 1, -1, -1):
        if isinstance(tree.prefix[position], int):
            remaining -= 1
            column[position] = float(remaining)
        else:
            column[position] = (column[position + 1] + column[tree.ends[position + 1]]) / 2
    return list(zip(column, depth, strict=True))
