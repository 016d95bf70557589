"""Imports go one way, the late ones inside functions too."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import evobool

ROOT = Path(evobool.__file__).parent
HEIGHT = {
    "model": 0,
    "engines": 1,
    "studies": 2,
    "theory": 3,
    "plots": 4,
    "export": 4,
    "paper": 5,
    "atlas": 5,
    "studio": 6,
    "cli": 7,
}
MODULES = sorted(path for layer in HEIGHT for path in (ROOT / layer).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The parts of the package that a module imports from."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
        found |= {name.split(".")[1] for name in names if name.startswith("evobool.")}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_imports_from_above(path: Path) -> None:
    height = HEIGHT[path.relative_to(ROOT).parts[0]]
    assert {name for name in imported(path) if HEIGHT.get(name, 0) > height} == set()
