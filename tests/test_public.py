from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import types
from pathlib import Path

import pytest

import evobool
from evobool.version import RELEASE, current, of_archive, of_clone

ROOT = Path(__file__).parents[1]
SURFACE = sorted(  # all imported when first used
    [
        *("EvoboolError", "InputError", "Race", "Results", "Run", "Setting", "Step", "Study", "Tree"),
        *("evolve", "grid", "race"),
    ]
)


def test_the_surface_is_what_it_says() -> None:
    assert sorted(evobool.__all__) == SURFACE
    names = {name for name, thing in vars(evobool).items() if not isinstance(thing, types.ModuleType)}
    present = {name for name in names if not name.startswith("_")} - {"Any", "TYPE_CHECKING", "annotations"}
    assert present == set()
    assert all(getattr(evobool, name) for name in SURFACE)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        evobool.nothing  # noqa: B018


@pytest.mark.parametrize("name", SURFACE)
def test_everything_public_is_documented(name: str) -> None:
    assert getattr(evobool, name).__doc__


def test_errors_have_one_base() -> None:
    assert issubclass(evobool.InputError, evobool.EvoboolError)


def test_the_version_tells_commits_apart(tmp_path: Path) -> None:
    """In a clone; as tests/package shows, what is built from it has the same."""
    assert evobool.__version__ == current()
    assert current() == (of_clone(ROOT) or of_archive(ROOT) or RELEASE)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    seen = []
    for words in (["init", "-q"], *[["commit", "-q", "--allow-empty", "-m", name] for name in "abc"]):
        subprocess.run([*git, *words], check=True)
        if words[0] == "commit":
            seen.append(of_clone(tmp_path))
    subprocess.run([*git, "tag", f"v{RELEASE}"], check=True)
    assert of_clone(tmp_path) == RELEASE
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "d"], check=True)
    seen.append(of_clone(tmp_path))
    assert len({*seen}) == 4
    assert all(
        found and re.fullmatch(rf"{re.escape(RELEASE)}\.(dev0|post1)\+g[0-9a-f]{{10}}", found)
        for found in seen
    )


def test_the_version_without_git(tmp_path: Path) -> None:
    assert of_clone(tmp_path) is None
    assert of_archive(tmp_path) is None
    (tmp_path / "PKG-INFO").write_text("Name: evobool\nVersion: 9.1\n\nVersion: none\n")
    assert of_archive(tmp_path) == "9.1"


HEAVY = ("numba", "scipy", "polars", "matplotlib", "numpy")


@pytest.mark.long
@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("from evobool.cli import main; main(['--help'])", HEAVY),
        ("from evobool.cli import main; main(['run', '--help'])", HEAVY),
        ("from evobool.cli import main; main(['landscape', 'x1', '--n', '2', '--json'])", HEAVY),
        ("from evobool.cli import main; main(['run', '--n', '8', '--seed', '3'])", HEAVY[:-1]),
        ("from evobool.cli import main; main(['exact', '--help'])", HEAVY),
        ("from evobool.cli import main; main(['drift', '--help'])", HEAVY),
        ("from evobool.cli import main; main(['theory', '--help'])", HEAVY),
        ("from evobool.cli import main; main(['studio', '--help'])", (*HEAVY, "starlette", "uvicorn")),
        ("import evobool; evobool.Tree.parse('x1 & x2').draw(); evobool.Setting(n=4)", HEAVY),
        ("import evobool; evobool.evolve(n=4, seed=1, engine='reference')", ("numba", "scipy", "polars")),
    ],
)
def test_what_is_quick_imports_nothing_heavy(statement: str, absent: tuple[str, ...]) -> None:
    code = f"{statement}\nimport sys; print('loaded:', [name for name in {absent!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "loaded: []"


def imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    return {name.partition(".")[0] for name in names}


def test_what_is_imported_is_required() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    declared = [
        *project["dependencies"],
        *(line for name in extras if name != "test" for line in extras[name]),
    ]
    required = {re.split("[^a-z0-9-]", line)[0] for line in declared}
    required |= {"llvmlite", "markupsafe"}  # come with numba and jinja2
    required |= {"ipython"}  # only where a notebook runs, which has it
    found = set().union(*map(imported, Path(evobool.__file__).parent.rglob("*.py")))
    outside = {name.lower() for name in found - sys.stdlib_module_names} - {"evobool", "_signal"}
    assert {"pillow" if name == "pil" else name for name in outside} - required == set()
