"""A tree as source for other programs that draw: Graphviz and TikZ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evobool.errors import InputError
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import literal_name
from evobool.show.drawing import FILL, places

if TYPE_CHECKING:
    from evobool.model.formulas.tree import Tree

STEP_MM = {"x": 11, "y": 11}
LARGEST_MM = 5_700  # TeX has no length above 16,384 pt


def dot(tree: Tree) -> str:
    """A digraph for Graphviz; children stay in their order."""
    lines = [
        "digraph tree {",
        "  ordering = out;",
        '  node [shape = circle, width = 0.5, margin = 0.03, fontname = "Helvetica"];',
        "  edge [arrowhead = none];",
    ]
    for position, token in enumerate(tree.prefix):
        if isinstance(token, str):
            style = f', style = filled, fillcolor = "{FILL[token]}", fontcolor = white'
            lines.append(f'  n{position} [label = "{token}"{style}];')
        else:
            lines.append(f'  n{position} [label = "{literal_name(token)}"];')
    if not tree.prefix:
        lines.append('  empty [label = "(empty)", shape = plaintext];')
    lines += [f"  n{parent} -> n{child};" for child, parent in enumerate(tree.parents) if parent >= 0]
    return "\n".join([*lines, "}"]) + "\n"


def tikz(tree: Tree) -> str:
    r"""A tikzpicture to \input; it needs \usepackage{tikz} and no library."""
    placed = places(tree)
    across, down = (max((place[axis] for place in placed), default=0) for axis in (0, 1))
    if max(across * STEP_MM["x"], down * STEP_MM["y"]) > LARGEST_MM:
        raise InputError(
            "tree",
            f"{tree.leaves:,} leaves",
            f"too large for TeX, which draws up to {LARGEST_MM / 1000} m",
        )
    lines = [
        r"% \usepackage{tikz}",
        rf"\begin{{tikzpicture}}[x={STEP_MM['x']}mm, y={STEP_MM['y']}mm,",
        r"  every node/.style={circle, draw, minimum size=7mm, inner sep=0pt},",
        *(
            f"  {name}/.style={{fill={_colour(colour)}, text=white}},"
            for name, colour in FILL.items()
            if name in tree.functions
        ),
        "]",
    ]
    for position, (token, (x, y)) in enumerate(zip(tree.prefix, placed, strict=True)):
        style = f"[{token}]" if isinstance(token, str) else ""
        name = FUNCTIONS[token].tex if isinstance(token, str) else _literal(token)
        lines.append(rf"  \node{style} (n{position}) at ({x:g}, {-y}) {{${name}$}};")
    if not tree.prefix:
        lines.append(r"  \node[draw=none] {(empty)};")
    lines += [
        rf"  \draw (n{parent}) -- (n{child});" for child, parent in enumerate(tree.parents) if parent >= 0
    ]
    return "\n".join([*lines, r"\end{tikzpicture}"]) + "\n"


def _literal(literal: int) -> str:
    return f"x_{{{literal}}}" if literal > 0 else rf"\neg x_{{{-literal}}}"


def _colour(code: str) -> str:
    """A colour as xcolor, which TikZ loads, writes it in place."""
    red, green, blue = (int(code[start : start + 2], 16) for start in (1, 3, 5))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"
