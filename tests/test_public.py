from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import tomllib
import types
from importlib import import_module
from pathlib import Path

import pytest

import evobool
from evobool.version import RELEASE, current, of_archive, of_clone

ROOT = Path(__file__).parents[1]
SURFACE = list(evobool.__all__)
ROOMS = (
    "evobool",
    *(f"evobool.{room}" for room in ("studies", "theory", "atlas", "learning", "plugins")),
)
PUBLIC = [(room, name) for room in ROOMS for name in import_module(room).__all__]
EXAMPLES = [
    ROOT / "README.md",
    *(path for kind in ("md", "ipynb") for path in (ROOT / "docs").rglob(f"*.{kind}")),
]
OLD = {  # where examples once had them
    "evobool.theory.chain.chain": ["Chain"],
    "evobool.theory.landscape.landscape": ["certify", "classify"],
    "evobool.theory.bounds.lemmas": ["lower_bound", "unfull_time"],
    "evobool.theory.bounds.drift_theorems": ["multiplicative_drift"],
    "evobool.theory.bounds.sampled": ["sampled_guarantee"],
    "evobool.model.mutation": ["Mutation", "hvl_prime", "leaf_positions", "neighbourhood"],
    "evobool.model.training": ["TrainingSet"],
    "evobool.studies.analysis.estimates": ["share_interval"],
    "evobool.studies.plan.study": ["Study", "grid"],
    "evobool.studies.work.cluster": ["dask_carrier"],
    "evobool.atlas.fewest": ["fewest"],
    "evobool.atlas.classes": ["InputClasses", "npn_classes"],
}


def test_the_surface_is_what_it_says() -> None:
    names = {name for name, thing in vars(evobool).items() if not isinstance(thing, types.ModuleType)}
    present = {name for name in names if not name.startswith("_")} - {"Any", "TYPE_CHECKING", "annotations"}
    assert present == set()
    assert all(getattr(evobool, name) for name in SURFACE)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        evobool.nothing  # noqa: B018


@pytest.mark.parametrize(("room", "name"), PUBLIC)
def test_everything_public_has_an_example_and_says_what_else_to_see(room: str, name: str) -> None:
    thing = getattr(import_module(room), name)
    text = inspect.getdoc(thing) or ""
    assert ">>> " in text
    _, _, see = text.partition("\nSee Also\n--------\n")
    assert see
    for line in see.splitlines():
        there, what = re.fullmatch(r"([\w.]+) : (.+)", line).groups()  # type: ignore[union-attr]
        assert found(there, room), f"{there} is not public"
        assert what
    if inspect.isclass(thing):
        for member, value in vars(thing).items():
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{member}"


def found(name: str, room: str) -> bool:
    """Whether a public name, or a member of one, is meant by a name in a docstring of a room."""
    path = name.removeprefix("evobool.").split(".") if name.startswith("evobool.") else name.split(".")
    rooms = [f"evobool.{path.pop(0)}"] if f"evobool.{path[0]}" in ROOMS else [room, "evobool"]
    things = [getattr(import_module(each), path[0]) for each in rooms if (each, path[0]) in PUBLIC]
    return any(len(path) == 1 or path[1] in dir(thing) for thing in things)


def test_the_page_of_the_interface_lists_all_that_is_public() -> None:
    text = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    listed = []
    for part in text.split(".. currentmodule:: ")[1:]:
        room, *lines = part.partition("```")[0].split()
        listed += [(room, name) for name in lines[lines.index("api") + 1 :] if name[0] != ":"]
    assert sorted(listed) == sorted(PUBLIC)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_import_what_is_public(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for room, names in re.findall(r"from (evobool[\w.]*) import ([\w, ]+)", text):
        for name in names.split(", "):
            assert (room, name) in PUBLIC or f"{room}.{name}" in ROOMS, f"from {room} import {name}"


@pytest.mark.parametrize("module", OLD)
def test_old_examples_still_import(module: str) -> None:
    assert all(hasattr(import_module(module), name) for name in OLD[module])


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
    packages = {"pil": "pillow", "sklearn": "scikit-learn"}
    assert {packages.get(name, name) for name in outside} - required == set()
