"""What is said about being stuck for ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting, Study, Tree
from evobool.atlas.stuck import LOOKED_AT, Fate, fates
from evobool.atlas.systems import SYSTEMS
from evobool.studies.store.store import Store
from evobool.theory.landscape.explore import explore
from evobool.theory.landscape.failed import never_stuck
from evobool.theory.landscape.landscape import certify
from tests.support.examples import examples
from tests.support.strategies import trees


def test_of_whom_it_is_known_that_they_are_never_stuck() -> None:
    known = {name: never_stuck(system.setting(8, 2)) for name, system in SYSTEMS.items()}
    assert known == {"and-or": True, "and-or-xor": True, "nand": False, "1+1": True}
    free = SYSTEMS["and-or"].setting(8, 2)
    for change in (
        {"limit": "5"},
        {"selection": "strict"},
        {"selection": "parsimony"},
        {"literals": "positive"},
        {"weights": "1:0:1"},
        {"functions": ("and",)},
        {"training": 8},
    ):
        assert not never_stuck(free.with_(**change)), change


@examples(25)
@given(trees(variables=2, least=1, most=4, functions=("and", "or", "xor")), st.integers(0, 15))
def test_without_a_limit_there_is_a_way_from_every_tree(tree: Tree, table: int) -> None:
    """The argument of `stuck.py`, tried: the search finds a way to any function of two variables."""
    setting = Setting(n=2, target=f"table:{table:x}", literals="all", functions=("and", "or", "xor"))
    assert explore(tree, setting).reachable


def test_one_literal_is_a_dead_end_for_and_2_with_nand() -> None:
    """Why NAND alone gets stuck: x1 is wrong on one input of AND_2, and all that comes of it on more."""
    setting = SYSTEMS["nand"].setting(8, 2)
    proof = certify(Tree.parse("x1"), setting)
    assert proof is not None
    assert proof.check()
    assert {str(tree) for tree in proof.closed} <= {"x1", "x2"}


@pytest.mark.compiled
def test_failed_runs_are_followed(tmp_path: Path) -> None:
    dead = SYSTEMS["nand"].setting(8, 2, max_iterations=2_000)
    free = SYSTEMS["and-or"].setting(8, 2, max_iterations=2_000)
    Study([dead, free], runs=40, seed=1).collect(tmp_path / "a.db")
    with Store(tmp_path / "a.db") as store:
        found = fates(store, [dead, free])
    assert found[free.id] == Fate(never=True)
    fate = found[dead.id]
    assert (fate.dead, fate.open_, fate.undecided) == (LOOKED_AT, 0, 0)
    assert fate.tree is not None
    assert certify(fate.tree, dead) is not None
