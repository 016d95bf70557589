"""The folder of an atlas: made, continued, refused; and what is written into it."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np
import pytest

from evobool import InputError, Tree
from evobool.atlas.atlas import Atlas
from evobool.atlas.numbered import target_of
from evobool.atlas.survey import Survey
from evobool.atlas.systems import SYSTEMS
from evobool.model.targets.targets import goal_of, truth_columns
from evobool.studies.store.store import Store

CAP = 3_000


def made(out: Path, n: int = 2, runs: int = 12, **more: object) -> Atlas:
    """An atlas with its runs and its files."""
    atlas = Atlas(n, runs, 5, out, max_iterations=CAP, **more)  # type: ignore[arg-type]
    atlas.collect(lambda runs: None, workers=1)
    atlas.write()
    return atlas


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Atlas:
    return made(tmp_path_factory.mktemp("atlas") / "whole")


def files(atlas: Atlas) -> dict[str, bytes]:
    return {
        str(path.relative_to(atlas.out)): path.read_bytes()
        for path in sorted(atlas.out.rglob("*"))
        if path.is_file() and not path.name.startswith("runs.db")
    }


def rows(atlas: Atlas) -> list[dict[str, str]]:
    with (atlas.out / "data" / "atlas.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.compiled
def test_what_is_in_the_folder(whole: Atlas) -> None:
    names = set(files(whole))
    maps = {f"figures/atlas-{name}.{end}" for name in SYSTEMS for end in ("svg", "pdf")}
    assert names == {"report.html", "data/atlas.csv", *maps}, "four classes are too few to correlate"
    assert whole.owed() == 0


@pytest.mark.compiled
def test_the_rows_are_those_of_the_runs(whole: Atlas) -> None:
    found = rows(whole)
    assert len(found) == len(whole.settings) == 20
    with Store(whole.folder.store) as store:
        for row in found:
            table = int(row["table"], 16)
            setting = whole.settings[row["system"], table]
            ((_, numbers),) = store.numbers(["iterations", "leaves", "solved"], [setting.id])
            solved = numbers[:, 2] == 1
            assert (int(row["runs"]), int(row["solved"])) == (12, solved.sum())
            assert float(row["T_capped_mean"]) == pytest.approx(numbers[:, 0].mean(), abs=0.01)
            low, high = float(row["T_capped_mean_low"]), float(row["T_capped_mean_high"])
            assert low <= float(row["T_capped_mean"]) <= high
            if solved.any():
                assert float(row["S_mean"]) == pytest.approx(numbers[solved, 1].mean(), abs=0.01)
                assert int(row["S_least"]) >= int(row["fewest_leaves"])
            assert row["never_stuck"] == str(row["system"] != "nand")


@pytest.mark.compiled
def test_a_solution_solves_and_a_dead_end_does_not(whole: Atlas) -> None:
    with Store(whole.folder.store) as store:
        survey = Survey(whole, store)
    columns, shown = truth_columns(2), 0
    for system in SYSTEMS.values():
        for cell in survey.cells(system):
            if cell.solution is not None:
                assert cell.solution.evaluate(columns, 15) == cell.table
            dead = survey.fate(cell).tree
            if dead is not None:
                assert dead.evaluate(columns, 15) != cell.table
                shown += 1
    assert shown > 0


@pytest.mark.compiled
def test_a_folder_is_continued_and_ends_the_same(whole: Atlas, tmp_path: Path) -> None:
    begun = Atlas(2, 5, 5, tmp_path / "a", max_iterations=CAP)
    begun.collect(lambda runs: None, workers=1)
    more = Atlas(2, 12, None, tmp_path / "a", max_iterations=CAP)
    assert more.owed() == 20 * 7
    more.collect(lambda runs: None, workers=2)
    more.write()
    assert files(more) == files(whole)


@pytest.mark.compiled
def test_what_is_in_the_way_is_refused(whole: Atlas, tmp_path: Path) -> None:
    for refused, why in (
        ({"seed": 6}, "seed = 6: .* holds runs of seed 5"),
        ({"n": 3}, "another study"),
        ({"limit": "6"}, "another study"),
        ({"max_iterations": 99}, "another study"),
        ({"max_iterations": 9}, "max_iterations = 9: must be at least 10"),
        ({"n": 5}, "n = 5: must be at most 4"),
        ({"n": 0}, "n = 0: must be at least 1"),
        ({"runs": 1}, "runs = 1: must be at least 2"),
        ({"limit": "huge"}, "limit = huge"),
    ):
        fields = {"n": 2, "runs": 12, "seed": 5, "out": whole.out, "max_iterations": CAP} | refused
        with pytest.raises(InputError, match=why):
            Atlas(**fields)  # type: ignore[arg-type]
    (tmp_path / "letter.txt").write_text("Dear Sir")
    with pytest.raises(InputError, match="is not empty and holds no atlas"):
        Atlas(2, out=tmp_path)
    with pytest.raises(InputError, match="is a file; name a folder"):
        Atlas(2, out=tmp_path / "letter.txt")


@pytest.mark.compiled
def test_a_limit_and_the_exact_numbers_beside_the_runs(tmp_path: Path) -> None:
    """With a limit on which the chain fits, exact and simulated numbers are of the same setting."""
    found = [row for row in rows(made(tmp_path / "a", runs=150, limit="4")) if row["exact_mean_T"]]
    assert {row["system"] for row in found} == {"and-or", "and-or-xor", "nand"}
    for row in found:
        assert row["exact_limit"] == "4"
        setting = SYSTEMS[row["system"]].setting(int(row["table"], 16), 2, "4", CAP)
        with Store(tmp_path / "a" / "runs.db") as store:
            ((_, numbers),) = store.numbers(["iterations", "solved"], [setting.id])
        times = numbers[numbers[:, 1] == 1, 0]
        if len(times) == len(numbers):  # else the cap cuts off the longest
            error = times.std(ddof=1) / np.sqrt(len(times))
            assert abs(times.mean() - float(row["exact_mean_T"])) < 4.5 * error
        stuck, share = float(row["exact_p_stuck"]), 1 - len(times) / len(numbers)
        assert share >= stuck - 4.5 * (stuck * (1 - stuck) / len(numbers)) ** 0.5 - 1e-9


def test_settings_say_what_they_should() -> None:
    setting = SYSTEMS["1+1"].setting(0x6996, 4)
    assert (setting.algorithm, setting.literals, setting.max_iterations) == ("1+1-gp", "all", 100_000)
    assert setting.target == target_of(0x6996, 4) == "table:6996"
    xor = goal_of("xor", 4).value(truth_columns(4), 2**16 - 1)
    assert setting.goal.value(truth_columns(4), 2**16 - 1) == xor
    assert Tree.parse("x1 ^ x2 ^ x3 ^ x4").evaluate(truth_columns(4), 2**16 - 1) == xor
    assert re.fullmatch(r"RLS-GP, F = \{and, or, xor\}", SYSTEMS["and-or-xor"].title)


@pytest.mark.compiled
@pytest.mark.parametrize("cap", [10, 37])
def test_runs_that_never_succeed_are_drawn_too(tmp_path: Path, cap: int) -> None:
    """With so few iterations most functions are never found, and the scale is short."""
    atlas = Atlas(1 if cap == 10 else 3, 2, 5, tmp_path / "a", max_iterations=cap)
    atlas.collect(lambda runs: None, workers=1)
    atlas.write()
    assert any(row["solved"] == "0" for row in rows(atlas))
