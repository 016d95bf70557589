"""Draws docs/figures/rooms.svg: the rooms of the package, what each is for, the way of a run.

Nothing about the rooms is typed here. Their order is the one that tests/test_layers.py enforces, what a room
is for is the first sentence of its docstring, and the rooms inside it are its folders.
"""

from __future__ import annotations

import ast
from html import escape
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "evobool"
# What passes between rooms, in order. A name that is no room stops the script.
FLOW = [
    ("cli", "model", "Words become a Setting, checked when it is made."),
    ("model", "studies", "Settings become a Study: which runs are still owed."),
    ("studies", "engines", "Chunks of runs go to engines, on threads or elsewhere."),
    ("engines", "studies", "Runs come back as columns. The store keeps them."),
    ("studies", "paper", "Samples become B, T, S, intervals, fits and tables."),
    ("paper", "cli", "Tables, figures, pages and files go to the reader."),
]
WIDTH, LEFT, RIGHT = 800, 14, 536  # of the picture; of the rooms
LANE, STORY = 15, 646  # between arrows; where their words stand
LINE, PAD, GAP = 15, 9, 6
FILL = {True: "#e3ebf6", False: "#f1f0ec"}  # rooms, modules
STYLE = """text { font: 12px Helvetica, Arial, sans-serif; fill: #333 }
.name { font: bold 13px Menlo, Consolas, monospace; fill: #123 }
.within { font: 11px Menlo, Consolas, monospace; fill: #456 }
.number { font-weight: bold; fill: white; text-anchor: middle }
.way { fill: none; stroke: #b4532a; stroke-width: 1.6 }
.head, .disc { fill: #b4532a }"""


def order() -> list[list[str]]:
    """The layers from the top down, as the test of imports lists them."""
    tree = ast.parse((ROOT / "tests" / "test_layers.py").read_text(encoding="utf-8"))
    (listing,) = (
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ORDER"
    )
    lines = [line.split() for line in listing.strip().splitlines()]
    return [[name for name in line if not name.startswith("__")] for line in reversed(lines)]


def purpose(name: str) -> str:
    """The first sentence of a room's docstring."""
    place = PACKAGE / name
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    said = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split("\n\n")[0]
    return " ".join(said.split()).replace("`", "").split(". ")[0].rstrip(".")


def inside(name: str) -> list[str]:
    """The rooms within a room."""
    return sorted(path.parent.name for path in (PACKAGE / name).glob("*/__init__.py"))


def text(x: float, y: float, words: str, kind: str = "said") -> str:
    """Words at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(words)}</text>'


def box(names: list[str], x: float, y: float, width: float) -> tuple[list[str], float]:
    """A room, or modules that are none, and how high the box is."""
    is_room = (PACKAGE / names[0]).is_dir()
    characters = (width - 2 * PAD) / 6.2
    said = wrap(purpose(names[0]), int(characters)) if len(names) == 1 else []
    within = wrap(" · ".join(inside(names[0])), int(characters * 0.9)) if is_room else []
    height = 2 * PAD + 10 + LINE * (len(said) + len(within))
    down = y + PAD + 10
    at = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{{height}}"'
    parts = [
        f'<rect {at} rx="5" fill="{FILL[is_room]}"/>',
        text(x + PAD, down, ", ".join(names), "name"),
    ]
    for words, kind in [*((line, "said") for line in said), *((line, "within") for line in within)]:
        down += LINE
        parts.append(text(x + PAD, down + 1, words, kind))
    return parts, height


def rows() -> list[list[list[str]]]:
    """What stands side by side, from the top: a box for each room, one for all modules of some layers."""
    found: list[list[list[str]]] = []
    for layer in filter(None, order()):
        rooms = [[name] for name in layer if (PACKAGE / name).is_dir()]
        if not rooms and found and len(found[-1]) == 1 and not (PACKAGE / found[-1][0][0]).is_dir():
            found[-1][0] += layer  # the modules at the bottom, or side by side, share a box
        else:
            found.append(rooms or [layer])
    return found


def picture() -> str:
    """The whole figure."""
    body: list[str] = []
    places: dict[str, tuple[float, float]] = {}
    y = float(LEFT)
    for row in rows():
        width = (RIGHT - LEFT - GAP * (len(row) - 1)) / len(row)
        drawn = [box(names, LEFT + k * (width + GAP), y, width) for k, names in enumerate(row)]
        height = max(height for _, height in drawn)
        body += [part.replace("{height}", f"{height:.1f}") for parts, _ in drawn for part in parts]
        places |= {name: (y, height) for names in row for name in names}
        y += height + GAP
    y += LEFT - GAP
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y:.0f}"'
            f' viewBox="0 0 {WIDTH} {y:.0f}">',
            "<title>The rooms of evobool, and the way of a run through them</title>",
            f"<style>{STYLE}</style>",
            f'<rect width="{WIDTH}" height="{y:.0f}" rx="8" fill="white"/>',
            *body,
            *story(places, y),
            "</svg>\n",
        ]
    )


def story(places: dict[str, tuple[float, float]], height: float) -> list[str]:
    """The arrows beside the rooms, a lane for each, and what they carry."""
    parts = []
    ends: dict[str, int] = {}

    def meet(name: str) -> float:
        """Where the next arrow meets a room: one below the other, within its height."""
        met = sum(name in (first, last) for first, last, _ in FLOW)
        ends[name] = ends.get(name, 0) + 1
        top, high = places[name]
        return top + high * ends[name] / (met + 1)

    for k, (first, last, words) in enumerate(FLOW):
        x, begin, end = RIGHT + 22 + LANE * k, meet(first), meet(last)
        parts += [
            f'<path class="way" d="M{RIGHT + 1} {begin:.1f}H{x}V{end:.1f}H{RIGHT + 8}"/>',
            f'<path class="head" d="M{RIGHT + 1} {end:.1f}l9 -4.5v9z"/>',
        ]
        down = height * (k + 0.5) / len(FLOW)
        middle = (begin + end) / 2
        for across, along in ((x, middle), (STORY + 4, down - 4)):
            parts.append(f'<circle class="disc" cx="{across}" cy="{along:.1f}" r="7.5"/>')
            parts.append(text(across, along + 4, str(k + 1), "number"))
        for row, line in enumerate(wrap(words, 19)):
            parts.append(text(STORY + 18, down + LINE * row, line))
    return parts


if __name__ == "__main__":
    (ROOT / "docs" / "figures" / "rooms.svg").write_text(picture(), encoding="utf-8")
