"""The verdict notices a wrong operator, and only that."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from evobool.engines import pick
from evobool.model.formulas.tree import Tree
from evobool.model.growing import Draws
from evobool.model.mutation import OPERATORS, SUB, Mutation, hvl_prime
from evobool.model.outcome.run import Run
from evobool.model.settings.setting import Setting
from evobool.paper.measured import measure
from evobool.paper.parts import choose
from evobool.paper.reproduce import Reproduction
from evobool.paper.tables import paper_table, together
from evobool.studies.plan.study import Carry
from evobool.studies.store.store import Store
from evobool.studies.work.executors import Work

RUNS = 800


def changing(tree: Tree, setting: Setting, draws: Draws) -> Mutation:
    """HVL-Prime with a SUB that must change the literal: drawn again until it does."""
    while True:
        mutation = hvl_prime(tree, setting, draws)
        if mutation.operation != SUB or mutation.tree != tree or not tree.prefix:
            return mutation


def reference_at_four(works: Sequence[Work]) -> Generator[Sequence[Run], None, None]:
    """The reference engine at n = 4, the compiled one elsewhere.

    The reference engine can be given a wrong operator, the compiled one is quick. At n = 4 one SUB in four
    changes nothing, so that T is 8 % smaller without those: nearly 3 standard errors in each of the 8 cells.
    At n = 16 it would be 2 %, and minutes of plain Python.
    """
    for work in works:
        engine = pick(work.setting, "reference" if work.setting.n == 4 else "auto")
        yield engine.runs(work.seed, work.first, work.count)


def verdict_of(out: Path, carry: Carry | None) -> tuple[bool, str, float]:
    """Whether tables 1 and 2 together agree with the paper, in what words, and the mean difference."""
    parts = choose(["table1", "table2"])
    wanted = Reproduction(parts, RUNS, 1, out)
    wanted.collect(lambda runs: None, workers=2, carry=carry)
    with Store(wanted.store) as store:
        ours = measure(store, [setting for part in parts for setting in part.settings])
    found = together([paper_table(part, ours) for part in parts])
    assert found is not None
    assert found.cells == 32
    return found.agrees, found.words, found.mean


@pytest.mark.compiled
def test_the_right_operator_agrees(tmp_path: Path) -> None:
    agrees, words, mean = verdict_of(tmp_path / "right", None)
    assert agrees, words
    assert words == "agrees within chance"
    assert abs(mean) < 0.4


@pytest.mark.compiled
def test_a_substitution_that_must_change_the_literal_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # settings have looked up their operator already
    monkeypatch.setattr(Setting, "operator", replace(OPERATORS["hvl-prime"], mutate=changing))
    agrees, words, mean = verdict_of(tmp_path / "wrong", reference_at_four)
    assert not agrees
    assert words.startswith("differs by more than chance: ")
    assert "T is smaller throughout" in words
    assert mean < -0.4
