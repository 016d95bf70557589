"""Tests stand alone: what two of them need is in tests/support."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
MODULES = sorted(TESTS.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The modules that a module names in its imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        if isinstance(node, ast.ImportFrom):
            above = [*path.relative_to(TESTS.parent).parts[: -node.level]] if node.level else []
            module = ".".join([*above, *filter(None, [node.module])])
            found |= {f"{module}.{name.name}" for name in node.names}
        if isinstance(node, ast.Constant) and isinstance(node.value, str):  # code for another process
            found |= set(re.findall(r"from (tests\.[\w.]+) import", node.value))
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(TESTS)))
def test_no_test_imports_another(path: Path) -> None:
    ours = {name for name in imported(path) if name.split(".")[0] in ("tests", "conftest")}
    assert [name for name in ours if not name.startswith("tests.support.")] == []
