"""Imports go one way: late ones, those for types, and modules named in a string too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import evobool
from evobool.above import DONE_BY
from evobool.learning.rules import Rule
from evobool.model.targets.labelled import Labelled
from evobool.studies.analysis.table import Table
from evobool.theory.chain.chain import Chain
from evobool.theory.landscape.landscape import Landscape

ROOT = Path(evobool.__file__).parent
# What stands below comes first; what shares a line must not import from each other. A room that is not
# spelled out below is one layer, in which everything may use everything.
ORDER = """
    errors
    checks paths memory interrupts version above later
    model
    plugins
    engines
    studies
    api
    theory
    show
    plots
    export
    pages
    paper atlas
    learning
    studio
    cli
    __init__
    __main__
"""
ROOMS = {
    "model": """
        named
        formulas generator objective
        targets growing
        mutation selection training algorithms
        populations
        settings
        systems
        seeds
        outcome
    """,
    "model.formulas": """
        functions
        prefix
        reading writing
        counting diagrams tree
        comparing
    """,
    "model.settings": """
        completion leaf_limit fields together beginning
        declared
        setting keywords
        describing refused given calls
    """,
    "model.targets": """
        families tabled labelled
        row_files
        targets
        wrong traced
    """,
}
# `above` and `later` import what an `__init__` tells them to, whose strings are checked where they stand.
MAY_IMPORT_BY_NAME = {"above", "later", "__init__"}
Height = tuple[int, ...]


def listed(order: str) -> dict[str, int]:
    """Names with their heights."""
    return {name: height for height, line in enumerate(order.strip().splitlines()) for name in line.split()}


def parts(room: Path) -> set[str]:
    """The modules and rooms in a folder of the package."""
    found = {path.stem for path in room.glob("*.py") if room == ROOT or path.stem != "__init__"}
    return found | {path.parent.name for path in room.glob("*/__init__.py")}


def height(module: str) -> Height:
    """The places of a module, named without `evobool`, in the lists that mention it."""
    places, room = [listed(ORDER)[module.split(".")[0]]], ""
    for name in module.split("."):
        if room:
            if room not in ROOMS or name == "__init__":
                break
            places.append(listed(ROOMS[room])[name])
        room = f"{room}.{name}".strip(".")
    return tuple(places)


def apart(one: str, other: str) -> bool:
    """Whether two modules of one height stand side by side, in different parts of a list."""
    depth = len(height(one))
    return len(height(other)) == depth and one.split(".")[:depth] != other.split(".")[:depth]


def module_of(name: str) -> str | None:
    """The module that a dotted name is in, or names; None if it is not of the package."""
    path = name.removeprefix("evobool.").split(".")
    while path:
        place = ROOT.joinpath(*path)
        if place.is_dir() or place.with_suffix(".py").exists():
            return ".".join(path)
        path.pop()
    return None


def named(node: ast.AST) -> Iterator[str]:
    """The modules and names that a piece of code imports or mentions by their dotted names."""
    if isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.Constant) and re.fullmatch(r"evobool(\.\w+)+(:\w+)?", str(node.value)):
        yield str(node.value).replace(":", ".")


def within_own_room(asked: ast.expr, name: str) -> bool:
    """Whether what is imported is told by a constant, or sought in the room that a module is in."""
    if isinstance(asked, ast.JoinedStr) and isinstance(asked.values[0], ast.Constant):
        return str(asked.values[0].value) == f"evobool.{name.rpartition('.')[0]}."
    return isinstance(asked, ast.Constant)


def wrong_imports(name: str, source: str) -> list[str]:
    """What a module of some name must not import, each with its line."""
    found = []
    for node in ast.walk(ast.parse(source)):
        assert not isinstance(node, ast.ImportFrom) or node.level == 0, "say where it is from"
        for imported in named(node):
            if imported == "evobool" or imported.startswith("evobool."):
                module = module_of(imported) or "__init__"
                below, mine = height(module), height(name)
                depth = min(len(below), len(mine))
                if below[:depth] > mine[:depth] or (below == mine and apart(name, module)):
                    found.append(f"line {node.lineno}: {imported}")  # type: ignore[attr-defined]
        if isinstance(node, ast.Call) and name not in MAY_IMPORT_BY_NAME:
            called = ast.unparse(node.func).split(".")[-1]
            if called in ("import_module", "__import__") and not within_own_room(node.args[0], name):
                found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


MODULES = {
    str(path.relative_to(ROOT).with_suffix("")).replace("/", "."): path for path in sorted(ROOT.rglob("*.py"))
}


@pytest.mark.parametrize("room", ["", *ROOMS])
def test_every_module_is_listed(room: str) -> None:
    assert set(listed(ROOMS[room] if room else ORDER)) == parts(ROOT.joinpath(*room.split(".")))


@pytest.mark.parametrize("name", MODULES)
def test_no_module_imports_from_above(name: str) -> None:
    assert wrong_imports(name, MODULES[name].read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("model.outcome.run", "from evobool.show.runs import outcome"),
        ("model.outcome.run", "def late():\n    from evobool.pages import build"),
        ("model.outcome.run", "if TYPE_CHECKING:\n    from evobool.engines.base import Engine"),
        ("model.outcome.run", "import_module('evobool.plots.runs')"),
        ("model.outcome.run", "DRAWN_BY = 'evobool.plots.runs:draw_run'"),
        ("model.outcome.run", "import_module(somewhere)"),
        ("model.outcome.run", "import_module(f'evobool.plots.{somewhere}')"),
        ("model.outcome.run", "from evobool import evolve"),
        ("model.formulas.tree", "from evobool.model.targets import targets"),
        ("model.formulas.prefix", "from evobool.model.formulas.tree import Tree"),
        ("model.selection", "from evobool.model.training import REGIMES"),
        ("paper.report", "from evobool.atlas import cells"),
        ("engines.base", "from evobool import plots"),
    ],
)
def test_what_must_not_be_imported_is_found(name: str, source: str) -> None:
    assert len(wrong_imports(name, source)) == 1
    assert wrong_imports("cli.run.command", source) == [] or "somewhere" in source or "evolve" in source


def test_what_is_done_above_is_there() -> None:
    """Every entry names a method of a class and the function that does its work."""
    public = {name: getattr(evobool, name) for name in evobool.__all__}
    classes = public | {"Chain": Chain, "Labelled": Labelled, "Landscape": Landscape, "Table": Table}
    classes |= {"Rule": Rule}
    for method, place in DONE_BY.items():
        owner, _, name = method.partition(".")
        assert name in vars(classes[owner]), method
        module, _, function = place.partition(":")
        assert callable(getattr(import_module(module), function)), place
