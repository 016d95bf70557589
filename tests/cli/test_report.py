from __future__ import annotations

from dataclasses import replace

import pytest

from evobool import Setting, Tree, evolve
from evobool.cli.run.outcome import print_run, print_table
from evobool.model.outcome.trace import Mark, Trace
from evobool.model.settings.describing import describe
from evobool.studies.analysis.estimates import spread
from evobool.studies.analysis.lines import words_of
from evobool.studies.work.executors import Work

Capture = pytest.CaptureFixture[str]


def test_describe() -> None:
    assert (
        describe(Setting(n=4, limit="n")) == "AND_4, rls-gp, limit n, subtree deletion, complete truth table"
    )
    sampled = Setting(n=12, target="or", training=64, literals="all", algorithm="1+1-gp", deletion="leaf")
    unusual = Setting(n=3, functions=("and",), selection="strict", accept_error=1, first_leaf="insertion")
    assert describe(unusual).endswith("F = {and}, strict selection, A = 1, first leaf by insertion")
    assert describe(sampled) == "OR_12, 1+1-gp, limit none, leaf deletion, 64 fresh rows, all literals"


def test_a_sampled_run_tells_its_generalisation_error(capsys: Capture) -> None:
    run = evolve(n=4, training=3, accept_error=1, seed=1, engine="reference")
    print_run(Trace(run, [Mark(1, "INS", 1, 1)]))
    assert (
        f"of 3 rows, generalisation error {float(run.generalisation_error or 0):.3g}"
        in capsys.readouterr().out
    )


def test_a_large_tree_is_printed_on_one_line(capsys: Capture) -> None:
    run = evolve(n=2, seed=1, engine="reference")
    for n in (64, 65):
        tree = Tree(("and",) * (n - 1) + tuple(range(1, n + 1)))
        print_run(Trace(replace(run, tree=tree), [Mark(1, "INS", 0, 1)]))
        printed = capsys.readouterr().out
        assert printed.startswith(f"{tree}\n" if n > 64 else f"{tree.draw()}\n")


def test_an_empty_tree(capsys: Capture) -> None:
    setting = Setting(n=2, first_leaf="insertion", max_iterations=1)
    seeds = (evolve(setting, seed=seed, engine="packed") for seed in range(20))
    run = next(run for run in seeds if run.tree == Tree())
    print_run(Trace(run, []))
    printed = capsys.readouterr().out
    assert printed.startswith("(empty)\n")
    assert "0 leaves, error none (the tree is empty)\n" in printed
    assert "no change was ever accepted" in printed


def test_words_of() -> None:
    assert words_of(None, None) == ("-", "-", "-", "-")
    assert words_of(spread([3]), None) == ("3.0 (-)", "-", "3.0", "3.0 … 3.0")
    assert words_of(spread([1, 2, 3]), (1.5, 2.5)) == ("2.0 (1.0)", "1.5 … 2.5", "2.0", "1.1 … 2.9")


@pytest.mark.parametrize("race", [None, 3])
def test_table_without_a_success(capsys: Capture, race: int | None) -> None:
    setting = Setting(n=4, limit="1", max_iterations=3)
    runs = [evolve(setting, seed=1, index=k, engine="reference") for k in range(4)]
    print_table(Work(setting, 1, 0, 4, "reference", race), "reference", runs, 0.5)
    printed = capsys.readouterr().out
    assert "1.000" in printed
    assert "12 iterations in 0.50 s" in printed
    assert ("races of 3 runs" in printed) == (race is not None)
