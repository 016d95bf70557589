"""Integers and lists of other libraries are integers and lists; numbers in text are read by one function."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from evobool import InputError, Setting, Study, Tree, evolve, grid, race
from evobool.checks import whole_number
from evobool.cli import main
from evobool.model.outcome.run import Run
from evobool.studies.plan.plan import parse_grid, read_plan
from evobool.studio.asked import setting_of

EIGHT = (np.int64(8), np.uint8(8), np.array(8))
AND2 = [0, 0, 0, 1]


@pytest.mark.parametrize("n", EIGHT)
def test_integers_of_numpy(n: Any) -> None:
    run = evolve(n=n, seed=n, index=n, max_iterations=n, training=n, limit=n, max_branches=n)
    assert run == evolve(n=8, seed=8, index=8, max_iterations=8, training=8, limit="8", max_branches=8)
    assert run.setting.id == Setting(n=8, max_iterations=8, training=8, limit="8").id
    assert {type(run.setting.n), type(run.seed), type(run.index), type(run.setting.training)} == {int}
    assert json.dumps([run.setting.to_dict(), run.to_dict()])
    assert race(n=4, runs=n, seed=n) == race(n=4, runs=8, seed=8)
    assert Tree.parse("x1").error_rate("and", n) == Tree.parse("x1").error_rate("and", 8)


def test_studies_of_numpy(tmp_path: Path) -> None:
    two = np.int64(2)
    study = Study(grid(n=np.arange(2, 4)), two, two, max_branches=two)  # type: ignore[arg-type]
    assert study == Study(grid(n=[2, 3]), 2, 2, max_branches=2)
    assert len(study.collect(tmp_path / "a.db", workers=two).summary()) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize("values", [range(4, 7), (4, 5, 6), np.arange(4, 7), pd.Series([4, 5, 6])])
def test_lists_of_values(values: Any) -> None:
    assert grid(n=values) == grid(n=[4, 5, 6])


@pytest.mark.parametrize("values", [np.True_, True, 8.0, np.float64(8), "8", np.array([8, 9]), {8}])
def test_what_is_no_integer(values: Any) -> None:
    with pytest.raises(InputError, match=r"n = .*: must be an integer"):
        Setting(n=values)


def test_weights_as_numbers() -> None:
    for weights in ((1, 2, 1), [2, 4, 2], np.array([1, 2, 1])):
        assert Setting(n=4, weights=weights) == Setting(n=4, weights="1:2:1")  # type: ignore[arg-type]
        assert grid(n=4, weights=weights) == grid(n=4, weights="1:2:1")  # type: ignore[arg-type]
    assert len(grid(n=4, weights=[(1, 2, 1), "1:1:1"])) == 2  # type: ignore[list-item]
    for bad in ((1, 2), (1, 2, -1), (1, 2, 1.5), (0, 0, 0), (1, 2, True), ("1", "2", "1")):
        with pytest.raises(InputError, match="weights = "):
            Setting(n=4, weights=bad)  # type: ignore[arg-type]


def test_truth_tables_as_lists() -> None:
    named = Setting(n=2, target="table:8")
    for table in (AND2, tuple(AND2), np.array(AND2), np.array(AND2, dtype=bool), pd.Series(AND2)):
        assert Setting(n=2, target=table) == named  # type: ignore[arg-type]
        assert grid(n=2, target=table) == [named]  # type: ignore[arg-type]
        assert Tree.parse("x1 & x2").error_rate(table) == 0  # type: ignore[arg-type]
    frame = pd.DataFrame([AND2, [0, 1, 1, 1]])
    assert Setting(n=2, target=frame.iloc[0]) == named
    assert [each.target for each in grid(n=2, target=frame.to_numpy())] == ["table:8", "table:e"]
    for bad, why in (
        ([0, 1], "has 4 values, not 2"),
        ([0, 0, 0, 2], "a list of 0 and 1"),
        ([[]] * 4, "of 0 and 1"),
    ):
        with pytest.raises(InputError, match=why):
            Setting(n=2, target=bad)  # type: ignore[arg-type]


def test_trees_are_targets_and_starts() -> None:
    tree: Any = Tree.parse("x1 & ~x2")
    empty: Any = Tree()
    given = Setting(n=4, target=tree, start=tree, literals="all")
    assert given == Setting(n=4, target="x1 & ~x2", start="x1 & ~x2", literals="all")
    assert (type(given.target), type(given.start)) == (str, str)
    assert [each.target for each in grid(n=4, target=[tree, "or"])] == ["x1 & ~x2", "or"]
    assert Setting(n=4, start=empty) == Setting(n=4)
    with pytest.raises(InputError, match="the formula is empty"):
        Setting(n=4, target=empty)


def test_a_row_of_a_frame_is_a_setting() -> None:
    frame = pd.DataFrame(
        {"n": [3, 4], "limit": ["n", "2n"], "functions": ["and", "and,or"], "training": [8, 16]}
    )
    assert evolve(**frame.iloc[1], seed=1) == evolve(n=4, limit="2n", training=16, seed=1)
    fields = Setting(**frame.iloc[1]).to_dict()
    assert {type(fields[name]) for name in ("n", "training", "offspring")} == {int}
    words = Setting(n=4, deletion=np.str_("leaf"), functions=np.array(["or", "and"]))  # type: ignore[arg-type]
    assert repr(words) == "Setting(n=4, deletion='leaf')"


def test_runs_are_hashable() -> None:
    plain = [evolve(n=3, seed=1, index=index) for index in range(3)]
    assert len({*plain, *[evolve(n=3, seed=1, index=index) for index in range(3)]}) == 3
    for run in (evolve(n=3, seed=1, trajectory="all"), evolve(n=3, seed=1, trajectory=True)):
        assert isinstance(run, Run)
        assert hash(run) == hash(run)
    assert hash(race(n=3, runs=2, seed=1)) == hash(race(n=3, runs=2, seed=1))


def test_numpy_is_not_needed_to_read_them() -> None:
    code = "import sys, evobool; evobool.Setting(n=4, weights=(1, 2, 1)); 'numpy' in sys.modules and 1 / 0"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


READ = {"8": 8, "+8": 8, "007": 7, "1_000": 1000, "0x10": 16, "0o17": 15, "0B11": 3}
ODD = ("-+5", "5-", "1__0", "_1", "1_", "٣", "5.0", "1e3", "0xg", "", "0x", "+", "1 0")


@pytest.mark.parametrize("text", READ)
def test_numbers_are_the_same_in_flags_addresses_and_grids(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    value = READ[text]
    assert whole_number("n", text) == value
    assert setting_of({"n": text}) == Setting(n=value)
    assert parse_grid([f"n={text}"]) == {"n": [value]}
    assert Setting(n=4, training=text).training == value
    main(shlex.split(f"run --n 2 --max-iterations {text} --seed {text} --engine packed --json --quiet"))
    told = json.loads(capsys.readouterr().out)
    assert (told["setting"]["max_iterations"], told["seed"]) == (value, value)


@pytest.mark.parametrize("text", ODD)
def test_and_so_is_what_is_none(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for read in (lambda: whole_number("n", text), lambda: setting_of({"n": text})):
        with pytest.raises(InputError, match="must be an integer"):
            read()
    with pytest.raises(SystemExit):
        main(["run", "--n", text])
    assert capsys.readouterr().err.count("\n") == 1
    path = tmp_path / "plan.toml"
    path.write_text(f'[grid]\nn = "{text}"\n')
    with pytest.raises(InputError, match="n = "):
        read_plan(path).study()


def test_a_number_without_end_is_refused_at_once() -> None:
    with pytest.raises(InputError, match="must be an integer"):
        whole_number("n", "9" * 1_000_000)
