from __future__ import annotations

from dataclasses import replace

import pytest

from evobool import Setting, Tree, evolve
from evobool.cli.report import (
    CHART_HEIGHT,
    CHART_WIDTH,
    cells,
    falling_error,
    level,
    print_run,
    print_table,
)
from evobool.model.describing import describe, short
from evobool.model.targets import TARGETS
from evobool.studies.executors import Work
from evobool.studies.summary import spread

Capture = pytest.CaptureFixture[str]


def test_describe() -> None:
    assert (
        describe(Setting(n=4, limit="n")) == "AND_4, rls-gp, limit n, subtree deletion, complete truth table"
    )
    sampled = Setting(n=12, target="or", training=64, literals="all", algorithm="1+1-gp", deletion="leaf")
    unusual = Setting(n=3, functions=("and",), selection="strict", accept_error=1, first_leaf="insertion")
    assert describe(unusual).endswith("only and, strict selection, A = 1, first leaf by insertion")
    assert describe(sampled) == "OR_12, 1+1-gp, limit none, leaf deletion, 64 rows, all literals"


def test_short() -> None:
    assert short(0) == "0"
    assert short(123456) == "123456"
    assert short(2**60) == "about 2^60.0"
    assert short(3 * 2**4000) == "about 2^4001.6"


def test_level_holds_until_the_next_change() -> None:
    errors = [(3, 7), (10, 3), (20, 0)]
    assert [level(errors, iteration) for iteration in (1, 3, 9.9, 10, 15, 20, 99)] == [3, 3, 3, 2, 2, 0, 0]


def test_the_chart_falls() -> None:
    chart = falling_error([(1, 255), (30, 15), (60, 0)], 60).splitlines()
    assert len(chart) == CHART_HEIGHT + 2
    assert chart[0].startswith("  255 │█")
    assert chart[-2] == "    0 └" + "─" * CHART_WIDTH
    assert chart[-1].endswith("iteration 60")
    widths = [len(line.split("│")[1]) for line in chart[:CHART_HEIGHT]]
    assert widths == sorted(widths)  # the lower the longer


def test_the_chart_of_a_run_solved_at_once() -> None:
    assert "iteration 1" in falling_error([(1, 0)], 1)
    assert falling_error([], 7) == "no change was ever accepted"


def test_a_sampled_run_tells_its_generalisation_error(capsys: Capture) -> None:
    run = evolve(n=4, training=3, accept_error=1, seed=1, engine="reference")
    print_run(run, [(1, 1)])
    assert (
        f"of 3 rows, generalisation error {float(run.generalisation_error or 0):.3g}"
        in capsys.readouterr().out
    )


def test_a_large_tree_is_printed_on_one_line(capsys: Capture) -> None:
    run = evolve(n=2, seed=1, engine="reference")
    for n in (64, 65):
        tree = TARGETS["and"].tree(n)
        print_run(replace(run, tree=tree), [(1, 0)])
        printed = capsys.readouterr().out
        assert printed.startswith(f"{tree}\n" if n > 64 else f"{tree.draw()}\n")


def test_an_empty_tree(capsys: Capture) -> None:
    setting = Setting(n=2, first_leaf="insertion", max_iterations=1)
    seeds = (evolve(setting, seed=seed, engine="packed") for seed in range(20))
    run = next(run for run in seeds if run.tree == Tree())
    print_run(run, [])
    printed = capsys.readouterr().out
    assert printed.startswith("(empty)\n")
    assert "0 leaves, error none (the tree is empty)\n" in printed
    assert "no change was ever accepted" in printed


def test_cells() -> None:
    assert cells(None, None) == ("-", "-", "-", "-")
    assert cells(spread([3]), None) == ("3.0 (-)", "-", "3.0", "3.0 … 3.0")
    assert cells(spread([1, 2, 3]), (1.5, 2.5)) == ("2.0 (1.0)", "1.5 … 2.5", "2.0", "1.1 … 2.9")


@pytest.mark.parametrize("race", [None, 3])
def test_table_without_a_success(capsys: Capture, race: int | None) -> None:
    setting = Setting(n=4, limit="1", max_iterations=3)
    runs = [evolve(setting, seed=1, index=k, engine="reference") for k in range(4)]
    print_table(Work(setting, 1, 0, 4, "reference", race), "reference", runs, 0.5)
    printed = capsys.readouterr().out
    assert "1.000" in printed
    assert "12 iterations in 0.50 s" in printed
    assert ("races of 3 runs" in printed) == (race is not None)
