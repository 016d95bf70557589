"""The wheel and the source distribution pass the checks of those who publish, and work where they land."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

import evobool
from tests.support.building import ROOT, Built, Environment, built, called, unpacked
from tests.support.commands import COMMANDS


@pytest.fixture(scope="module")
def made() -> Built:
    return built()


@pytest.fixture(scope="module")
def installed(made: Built, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("wheel"), made.wheel)


def test_the_checks_of_publishers(made: Built) -> None:
    called(sys.executable, "-m", "twine", "check", "--strict", made.wheel, made.sdist)
    called(sys.executable, "-m", "check_wheel_contents", made.wheel)
    called(sys.executable, "-m", "validate_pyproject", ROOT / "pyproject.toml")


def test_both_have_the_version_of_the_clone(made: Built, tmp_path: Path) -> None:
    root = unpacked(made.sdist, tmp_path)
    lines = (root / "PKG-INFO").read_text(encoding="utf-8").splitlines()
    version = next(line.removeprefix("Version: ") for line in lines if line.startswith("Version: "))
    assert made.wheel.name == f"evobool-{version}-py3-none-any.whl"
    said = called(
        sys.executable, "-c", "from evobool.version import current; print(current())", cwd=root / "src"
    )
    assert said.strip() == version
    # tests may write files that belong to the clone, which make it differ from the commit
    assert version.removesuffix(".dirty") == evobool.__version__.removesuffix(".dirty")


def test_the_wheel_has_the_package_and_nothing_else(made: Built) -> None:
    with zipfile.ZipFile(made.wheel) as archive:
        names = set(archive.namelist())
    package = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*") if path.is_file()}
    wanted = {name for name in package if "__pycache__" not in name}
    assert {name for name in names if ".dist-info/" not in name} == wanted
    assert "evobool/py.typed" in names


def test_an_installed_evobool_runs_and_draws(installed: Environment) -> None:
    where = installed.run("-c", "import evobool; print(evobool.__file__)").strip()
    assert Path(where).is_relative_to(installed.folder)
    assert installed.evobool("--version").strip().removesuffix(".dirty") in str(built().wheel)
    said = installed.evobool(
        "run", "--n", 8, "--limit", "n+1", "--seed", 3, "--plot", "run.svg", "--svg", "tree.svg"
    )
    assert "solved: 50 iterations, 9 leaves, error 0" in said
    for name in ("run.svg", "tree.svg"):
        assert "</svg>" in (installed.folder / name).read_text(encoding="utf-8")


def test_an_installed_evobool_compiles_and_keeps_a_study(installed: Environment) -> None:
    installed.evobool(
        "study", "run", "--store", "a.db", "--grid", "n=4,5", "--runs", 20, "--seed", 1, "--quiet"
    )
    said = installed.evobool("study", "status", "a.db", "--runs", 20)
    assert said.startswith("40 runs of 2 settings, seed 1\nmade by evobool ")
    assert "still to be made, to reach 20 of each: no" in said
    kept = installed.run(
        "-c", "from evobool.engines.compiling.folder import CACHE_FOLDER; print(CACHE_FOLDER)"
    )
    assert any(Path(kept.strip()).glob("*.nbc"))


def test_an_installed_evobool_learns_and_predicts(installed: Environment) -> None:
    rows = [f"{a},{b},{c},{a & b | c}" for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    (installed.folder / "rows.csv").write_text("\n".join(["a,b,c,y", *rows]), encoding="utf-8")
    words = ["--label", "y", "--hold-out", 0, "--folds", 0, "--seed", 1, "--out", "rule.json", "--quiet"]
    said = installed.evobool("learn", "rows.csv", *words, "--effort", 20_000)
    assert "3 leaves" in said
    told = installed.evobool("predict", "rule.json", "rows.csv", "--quiet").splitlines()[1:]
    assert [line.split(",")[-1] for line in told] == [row[-1] for row in rows]


def test_an_installed_studio_serves(installed: Environment) -> None:
    code = """
import httpx
from evobool.studio.server import Studio
from tests.support.serving import serving
with serving(Studio()) as address:
    for path in ("/run", "/static/studio/frame.js", "/static/player/player.css"):
        assert httpx.get(address + path).status_code == 200, path
print("served")
"""
    assert installed.run("-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}){code}").strip() == "served"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_an_installed_command_points_to_nothing_that_is_not_there(
    installed: Environment, name: str
) -> None:
    said = installed.evobool(*name.split(), "--help")
    assert "Examples:" in said
    assert not any(word in said for word in ("docs/", "benchmarks/", ".md", "Makefile"))


def test_types_are_seen_from_outside(installed: Environment) -> None:
    use = installed.folder / "use.py"
    use.write_text("from evobool import evolve\nreveal_type(evolve(n=4, seed=1).leaves)\n", encoding="utf-8")
    words = ["--python-executable", installed.python, "--no-incremental", use]
    assert 'Revealed type is "int"' in called(sys.executable, "-m", "mypy", *words, cwd=installed.folder)


@pytest.mark.compiled
def test_a_source_distribution_runs_its_own_tests(made: Built, tmp_path: Path) -> None:
    """The short tests of a room and the page of formulas; all of them are run by the workflows."""
    root = unpacked(made.sdist, tmp_path)
    environment = Environment(tmp_path, root)
    words = ["-m", "pytest", "-q", "-n", "0", "tests/model/test_tree.py", "docs/reference/trees.md"]
    assert "passed" in called(environment.python, *words, "-p", "no:cacheprovider", cwd=root)
