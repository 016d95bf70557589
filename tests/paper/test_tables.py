"""Tables as data and as text, and those beyond the paper."""

from __future__ import annotations

import io
from collections.abc import Generator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf, log2
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from evobool import Results, Run, Setting, Tree
from evobool.api import race
from evobool.model.seeds import setting_seed
from evobool.paper.beyond import race_table, races, subset_table, theorem_table, time_allowed, within
from evobool.paper.measured import measure
from evobool.paper.parts import PARTS, Part
from evobool.paper.published import published_tables
from evobool.paper.render import latex, terminal
from evobool.paper.report import table_html
from evobool.paper.tables import (
    GROUP_TITLES,
    LAYOUTS,
    Block,
    Entry,
    Table,
    paper_table,
    together,
    with_error,
)
from evobool.paper.verdict import Verdict
from evobool.studies.analysis.estimates import Mean
from evobool.studies.analysis.sample import Sample
from evobool.studies.plan.study import Study
from evobool.studies.store.store import Store
from evobool.studies.work.executors import Work
from tests.support.markup import Tags, check_latex
from tests.support.pretended import measured, measured_part, pretend

PAIRS = ("l = n", "l = n + 1", "l = 2n", "l = ∞")
WIDE = Table(
    "wide",
    "Sizes <of> AND_n",
    "50 n² and more, 95 % ± 1",
    (
        Block(
            "n",
            (("l = ∞", ("T", "S")),),
            (
                ("4", (Entry("38.9 (24.3)", "45.0 ± 0.5", 3.01, "a & b"), Entry("5.4", "5.40", -3.0))),
                ("8", (Entry("95.3 (43.8)", "90.0 ± 0.5", -4.26), Entry("11.2", "11.2", None))),
            ),
        ),
    ),
)


def as_published(part: Part) -> dict[str, Sample]:
    """20 runs of every cell whose mean is the published one."""
    printed = published_tables()
    found = {}
    for setting in part.settings:
        mean = printed[part.question, setting.n, setting.limit].T or 5000.0
        found[setting.id] = measured(setting, [mean - 10, mean + 10] * 10, S=[setting.n] * 20)
    return found


@pytest.mark.parametrize(
    ("name", "blocks", "values"),
    [
        ("table1", [PAIRS[:2], PAIRS[2:]], ("B", "T", "S")),
        ("table2", [PAIRS], ("T", "S")),
        ("table3", [PAIRS[:2], PAIRS[2:]], ("B", "T", "S")),
        ("or1", [PAIRS[:2], PAIRS[2:]], ("B", "T", "S")),
        ("or2", [PAIRS], ("T", "S")),
        ("large3", [PAIRS[:2], PAIRS[2:]], ("B", "T", "S")),
    ],
)
def test_the_papers_layout(name: str, blocks: list[tuple[str, ...]], values: tuple[str, ...]) -> None:
    table = paper_table(PARTS[name], measured_part(PARTS[name]))
    assert [tuple(title for title, _ in block.groups) for block in table.blocks] == blocks
    sizes = ["32", "64", "128"] if name.startswith("large") else ["4", "8", "12", "16"]
    for block in table.blocks:
        assert all(columns == values for _, columns in block.groups)
        assert [label for label, _ in block.rows] == sizes
        assert {len(row) for _, row in block.rows} == {len(block.groups) * len(values)}
    assert table.compared == (not name.startswith("large"))
    assert (table.verdict is None) == name.startswith("large")


def test_cells_of_table_1() -> None:
    part = PARTS["table1"]
    ours = measured_part(part, runs=50)  # every fifth run at n = 4 with limit n fails
    first, _ = paper_table(part, ours).blocks
    b, t, s = first.rows[0][1][:3]
    assert (b.paper, b.ours) == ("0.008", "0.200 (0.112 to 0.330)")
    assert b.difference is not None
    assert b.difference > 3
    assert b.note.startswith("10 of 50 runs failed; 95 % interval 0.11")
    assert t.paper == "46.3 (28.0)"
    mean = ours[part.settings[0].id].mean("T")
    assert mean is not None
    assert mean.standard_error is not None
    assert t.ours == f"{mean.mean:.1f} ± {mean.standard_error:.1f}"
    assert (s.paper, s.note) == ("4.0 (0.0)", "40 successes, standard deviation 0.0")
    table = paper_table(part, ours)
    longest = max(cell.column("T")[cell.solved].max() for cell in ours.values())
    assert table.notes == (f"10 of 800 runs failed; the longest success took {longest:.0f} iterations.",)
    assert table.verdict is not None
    assert (table.verdict.cells, len(table.verdict.failures)) == (16, 16)


def test_table_3_where_nothing_is_printed() -> None:
    part = PARTS["table3"]
    _, second = paper_table(part, as_published(part)).blocks
    label, row = second.rows[2]
    assert label == "12"
    assert [entry.paper for entry in row[:3]] == ["1.000", "-", "-"]
    assert row[1].difference is None
    first, _ = paper_table(part, as_published(part)).blocks
    assert first.rows[1][1][1].paper == "1750.0 (-)"


def test_a_cell_without_success() -> None:
    part = PARTS["table3"]
    ours = {s.id: measured(s, [10_000.0] * 20, solved=[0.0] * 20) for s in part.settings}
    table = paper_table(part, ours)
    entry = table.blocks[0].rows[0][1][1]
    assert (entry.ours, entry.difference, entry.note) == ("-", None, "no success")
    assert table.notes == ("320 of 320 runs failed.",)


def test_means_are_of_the_successes() -> None:
    runs = measured(Setting(n=4), [1, 2, 3, 4, 100], S=[4, 4, 4, 4, 9], solved=[1, 1, 1, 1, 0])
    assert (runs.runs, runs.failed, runs.B, runs.slowest) == (5, 1, 0.2, 4)
    found = runs.mean("T")
    assert found is not None
    assert (found.mean, found.count) == (2.5, 4)
    assert found.sd == pytest.approx((5 / 3) ** 0.5)
    assert runs.mean("S") == Mean(4.0, 0.0, 4)
    assert measured(Setting(n=4), [7, 9], solved=[1, 0]).mean("T") == Mean(7.0, None, 1)


def test_the_papers_error_is_over_its_successes() -> None:
    """Table 3 at n = 8 without limit: 9 of 500 runs succeeded."""
    part = PARTS["table3"]
    ours = measured_part(part, runs=20)
    setting = next(s for s in part.settings if (s.n, s.limit) == (8, "none"))
    ours[setting.id] = measured(setting, [4478.7 + 2371.6 / 3] * 20)
    _, second = paper_table(part, ours).blocks
    assert second.rows[1][1][4].difference == pytest.approx(1, rel=1e-6)


def test_with_error() -> None:
    assert with_error(None) == "-"
    assert with_error(Mean(12.34, None, 1)) == "12.3 (one run)"
    assert with_error(Mean(12_345.6, 100.0, 100)) == "12,346 ± 10"


def test_tables_1_and_2_together() -> None:
    tables = [paper_table(PARTS[name], as_published(PARTS[name])) for name in ("table1", "table2", "table3")]
    both = together(tables)
    assert both is not None
    assert (both.cells, len(both.failures)) == (32, 16)
    assert both.chi_square == pytest.approx(0, abs=1e-12)
    assert both.agrees
    assert together(tables[:1]) is None
    assert together(tables[1:]) is None


def test_terminal() -> None:
    out = io.StringIO()
    console = Console(file=out, width=100, force_terminal=True, color_system="standard")
    for block in terminal(WIDE, console):
        console.print(block)
    text = out.getvalue()
    assert "Sizes <of> AND_n" in text
    red = "\x1b[1;31m"
    assert text.count(red) == 2, "3.01 and -4.26 stand out, -3.0 does not"
    assert f"{red}+3.0" in text
    assert f"{red}-4.3" in text


def test_html() -> None:
    tags = Tags(table_html(WIDE))
    assert tags.count("table") == 1
    assert tags.count("span", kind="difference large") == 2
    assert tags.count("span", kind="difference") == 2
    assert tags.count("td", title="a & b") == 1
    assert "<of>" not in table_html(WIDE)


def test_latex() -> None:
    check_latex(latex(WIDE))
    assert latex(WIDE).count("4 & 38.9 (24.3) & 5.4 \\\\") == 1
    assert r"45.0 $\pm$ 0.5 & 5.40 \\" in latex(WIDE)


@pytest.mark.parametrize("name", [name for name, part in PARTS.items() if part.view == "table"])
def test_all_tables_in_all_forms(name: str) -> None:
    table = paper_table(PARTS[name], measured_part(PARTS[name]))
    check_latex(latex(table))
    Tags(table_html(table))
    assert len(terminal(table, Console(width=300))) == len(table.blocks)
    narrow = terminal(table, Console(width=60))
    assert len(narrow) == sum(len(block.groups) for block in table.blocks)
    assert [shown.title for shown in narrow] == [table.title] + [None] * (len(narrow) - 1)


def test_time_allowed_and_within() -> None:
    assert time_allowed(16, 1) == 12 * 2 * 4
    assert time_allowed(16, 2) == 12 * 3 * 4
    times, errors = np.array([96, 97, 96, inf]), np.array([1 / 16, 1 / 16, 0.0626, 0.0])
    assert within(Setting(n=16), times, errors, 1).tolist() == [True, False, False, False]
    assert within(Setting(n=16), times, errors, 2).tolist() == [False] * 4
    assert within(Setting(n=16), np.array([144.0]), np.array([1 / 256]), 2).tolist() == [True]


def test_races_take_the_first_then_the_best_then_the_earliest() -> None:
    runs = measured(
        Setting(n=4, training=8, accept_error=2),
        [5, 3, 3, 9, 7, 7, 8],
        wrong_rows=[0, 2, 1, 0, 1, 1, 0],
        generalisation_error=[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7],
        solved=[1, 1, 1, 1, 1, 1, 1],
    )
    times, errors = races(runs, 3)
    assert (times.tolist(), errors.tolist()) == ([3, 7], [0.3, 0.5])
    assert races(runs, 1)[0].tolist() == [5, 3, 3, 9, 7, 7, 8]


def test_a_failed_run_loses_the_race() -> None:
    runs = measured(Setting(n=4), [9, 9], generalisation_error=[0.1, 0.2], solved=[0, 1])
    times, errors = races(runs, 2)
    assert (times.tolist(), errors.tolist()) == ([9], [0.2])


@pytest.mark.parametrize("racers", [1, 2, 4])
def test_races_are_those_of_the_engines(racers: int, tmp_path: Path) -> None:
    """Small n and s: many runs end at the same moment, so that errors and order decide."""
    setting = Setting(n=4, training=8, accept_error=2, first_leaf="insertion")
    path = tmp_path / "runs.db"
    Study([setting], runs=64, seed=11, engine="reference").collect(path, workers=1)
    with Store(path) as store:
        found = measure(store, [setting])[setting.id]
    times, errors = races(found, racers)
    assert len(times) == 64 // racers
    seed = setting_seed(11, setting)
    for number in range(len(times)):
        winner = race(setting, runs=racers, seed=seed, index=number, engine="reference").winner
        assert winner.solved
        assert times[number] == winner.iterations
        assert errors[number] == float(winner.generalisation_error or 0)


@pytest.mark.compiled
def test_races_are_those_of_the_compiled_engine(tmp_path: Path) -> None:
    setting = Setting(n=6, training=16, accept_error=2, first_leaf="insertion")
    path = tmp_path / "runs.db"
    Study([setting], runs=400, seed=12).collect(path, workers=1)
    with Store(path) as store:
        times, errors = races(measure(store, [setting])[setting.id], 4)
    found = [race(setting, runs=4, seed=setting_seed(12, setting), index=number) for number in range(100)]
    assert [each.winner.engine for each in found[:1]] == ["exact"]
    assert times.tolist() == [each.winner.iterations for each in found]
    assert errors.tolist() == [float(each.winner.generalisation_error or 0) for each in found]


@pytest.mark.parametrize("question", [1, 2, 3])
def test_subset_table(question: int) -> None:
    part = PARTS[f"subset{question}"]
    ours = {
        setting.id: measured(setting, [10 * setting.goal.relevant + len(setting.limit)] * 3)
        for setting in part.settings
    }
    table = subset_table(part, ours)
    place = 0 if question == 2 else 1  # of T among B, T and S
    for block, limits in zip(table.blocks, LAYOUTS[question][0], strict=True):
        assert [title for title, _ in block.groups] == [GROUP_TITLES[limit] for limit in limits]
        assert [label for label, _ in block.rows] == [str(k) for k in range(1, 17)]
        width = len(LAYOUTS[question][1])
        for label, row in block.rows:
            for number, limit in enumerate(limits):
                assert row[number * width + place].ours == f"{10 * int(label) + len(limit)}.0 ± 0.0"
    assert "x1 & ... & xk of n = 16 variables" in table.caption
    assert ("negated" in table.caption) == (question == 3)
    assert table.notes == (f"0 of {3 * 64} runs failed; the longest success took 164 iterations.",)
    check_latex(latex(table))
    Tags(table_html(table))


def test_race_table() -> None:
    part = PARTS["races"]
    (setting,) = part.settings
    ours = measured_part(part, runs=4)
    table = race_table(part, ours)
    (block,) = table.blocks
    assert [label for label, _ in block.rows] == ["1", "2", "4", "8", "16"]
    assert [row[0].ours for _, row in block.rows] == ["64", "32", "16", "8", "4"]
    times, _ = races(ours[setting.id], 16)
    spread = times.std(ddof=1) / 2
    assert block.rows[-1][1][1].ours == f"{times.mean():.1f} ± {spread:.1f}"
    assert block.rows[-1][1][2].ours == f"{32 * times.mean():,.1f} ± {32 * spread:,.1f}", "16 runs, 2 trees"
    assert f"within {24 * log2(50):.0f} iterations" in table.caption
    assert not table.compared
    check_latex(latex(table))
    Tags(table_html(table))


def test_theorem_table() -> None:
    part = PARTS["theorem6"]
    ours = {
        setting.id: measured(
            setting, [10, 10, 10_000, 10], generalisation_error=[0.0, 0.9, 0.0, 0.0], solved=[1, 1, 0, 1]
        )
        for setting in part.settings
    }
    table = theorem_table(part, ours)
    assert [block.head for block in table.blocks] == ["n (c' = 1)", "n (c' = 4)"]
    for block in table.blocks:
        assert [title for title, _ in block.groups] == ["c = 1", "c = 2"]
        assert [label for label, _ in block.rows] == ["16", "32", "64", "128", "256", "512", "1024"]
        for _, row in block.rows:
            assert [entry.ours for entry in row[:3]] == ["10.0 ± 0.0", "0.750", "0.750"]
            assert row[3].ours.startswith("0.5000 (")
    check_latex(latex(table))
    Tags(table_html(table))


@pytest.mark.parametrize("treeless", [False, True])
def test_an_error_that_was_not_computed_is_not_one(treeless: bool, tmp_path: Path) -> None:
    """Every other run is perfect; of the rest the error is not known, or there is no tree at all."""

    def carry(works: Sequence[Work]) -> Generator[list[Run], None, None]:
        for runs in pretend(works):
            for place, run in enumerate(runs):
                odd = {"error": None, "tree": Tree()} if treeless else {}
                changed: dict[str, Any] = {"generalisation_error": None} | odd if run.index % 2 else {}
                runs[place] = replace(run, **{"generalisation_error": Fraction(0)} | changed)
            yield runs

    parts = [PARTS["theorem6"], PARTS["races"]]
    settings = [setting for part in parts for setting in part.settings]
    path = tmp_path / "runs.db"
    Study(settings, runs=16, seed=1).collect(path, carry=carry)
    with Store(path) as store:
        ours = measure(store, settings)
    table = theorem_table(parts[0], ours)
    share, start = ("0.500", "0.5000 (") if treeless else ("1.000", "1.0000 (")
    for block in table.blocks:
        for _, row in block.rows:
            assert row[2].ours == share
            assert row[3].ours.startswith(start)
    left_out = 8 * len(parts[0].settings)
    assert table.notes == (
        ()
        if treeless
        else (
            f"The error of {left_out} runs could not be computed; they "
            "are left out where an error is needed.",
        )
    )
    raced = race_table(parts[1], ours)
    assert raced.blocks[0].rows[0][1][3].ours == "0.00e+00", "one run a race: the mean of the known errors"
    assert bool(raced.notes) == (not treeless)
    frame = Results(path).summary()
    assert set(frame["generalisation_error_mean"]) == {0.0}


def test_a_verdict_without_cells_can_be_shown() -> None:
    table = paper_table(PARTS["table2"], measured_part(PARTS["table2"], runs=6))
    assert table.verdict == Verdict(())
    assert "too few successes" in str(table.verdict)
