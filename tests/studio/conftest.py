"""A study, a reproduction, and a studio that shows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from evobool import Study, grid
from evobool.paper.parts import choose
from evobool.studio.server import Studio
from tests.support.pretended import reproduction
from tests.support.serving import PATIENCE, serving


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small study."""
    path = tmp_path_factory.mktemp("study") / "small.db"
    Study(grid(n=[3, 4, 5], limit=["n", "2n"], deletion=["leaf", "subtree"]), runs=20, seed=1).collect(path)
    return path


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reproduction whose runs nobody made."""
    out = tmp_path_factory.mktemp("report") / "reproduction"
    wanted = reproduction(choose(["table1", "table2", "table3", "figure2"]), out)
    wanted.write()
    return out


@pytest.fixture(scope="module")
def studio(store: Path, report: Path) -> Studio:
    return Studio(store=store, report=report)


@pytest.fixture(scope="module")
def address(studio: Studio) -> Iterator[str]:
    with serving(studio) as found:
        yield found


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False) as made:
        yield made
