"""What is said of T where runs failed: means of survivors are marked, and what all runs say is true."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from evobool import Results, Setting, Study, grid
from evobool.cli import main
from evobool.studies.analysis.estimates import Interval
from evobool.studies.analysis.lines import lines
from evobool.studies.analysis.point import point_of
from evobool.studies.analysis.sample import OF_ALL, QUANTILES, Sample
from evobool.studies.analysis.survival import ecdf, restart_interval, restart_time
from evobool.studies.laws.curves import curves
from evobool.theory.chain.chain import Chain

WITHOUT_A_CAP = 78_850  # mean T of 200 runs at n = 6 that may take 10^8 iterations: all succeed


@pytest.fixture(scope="module")
def majority(tmp_path_factory: pytest.TempPathFactory) -> Results:
    path = tmp_path_factory.mktemp("majority") / "a.db"
    settings = grid(n=[4, 6], target="majority", functions=[("and", "or", "xor")], max_iterations=10_000)
    return Study(settings, runs=200, seed=1).collect(path)


def holds(interval: Interval | None, truth: float) -> bool:
    assert interval is not None
    return interval[0] <= truth <= interval[1]


def test_restarts_are_near_the_truth_that_survivors_hide(majority: Results) -> None:
    (sample,) = majority.samples("T", {"n": 6})
    assert sample.B == 0.85
    survivors = sample.mean("T")
    assert survivors is not None
    assert round(survivors.mean) == 7420
    assert not holds(sample.interval("T"), WITHOUT_A_CAP)
    assert holds(sample.of_all_interval("ert"), WITHOUT_A_CAP)
    assert sample.ert == sample.column("T").sum() / 30
    assert (sample.median, sample.quantile(0.95)) == (None, None), "15 % tell nothing of them"


def test_a_cell_of_survivors_is_marked_and_has_b_beside_it(
    majority: Results, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["study", "show", str(majority.path), "--columns", "target", "--interval"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "7,420 [6,761 … 8,013] † B 0.85" in shown
    assert "1,637 [1,467 … 1,813] │" in shown, "none failed, none is marked"
    assert "† mean of the 15 % that succeeded" in shown.replace("│", "")
    main(["study", "show", str(majority.path), "--columns", "target", "--value", "ert"])
    assert "†" not in capsys.readouterr().out


@pytest.mark.parametrize("value", ["T", *OF_ALL])
def test_tables_curves_and_summaries_agree(majority: Results, value: str) -> None:
    (curve,) = curves(majority, y=value)
    cells = majority.cells("n", "target", value)
    assert [cell.point.value for cell in cells] == [point.value for point in curve.points]
    assert [point.survivors for point in curve.points] == [False, value == "T"]
    summary = majority.summary(intervals=True)
    name = "T_mean" if value == "T" else value
    assert summary[name].to_list() == [point.value for point in curve.points]
    ends = summary[f"{value}_low"].to_list(), summary[f"{value}_high"].to_list()
    assert ends == ([point.low for point in curve.points], [point.high for point in curve.points])
    assert summary["survivors"].to_list() == [False, True]
    frame = majority.pivot("n", "target", value)
    assert frame["target = majority"].to_list() == [point.value for point in curve.points]
    assert majority.table("n", "target", value).title == f"{value} by n and target"


def test_notebooks_and_tables_of_runs_mark_survivors(majority: Results) -> None:
    assert "7,420.0 (1,831.1) †" in majority._repr_html_()
    assert "† mean of the 15 % that succeeded" in majority._repr_html_()
    assert "7,420 † B 0.85" in majority.table("n", "target")._repr_html_()
    counts = [f"{name}s_{when}" for name in ("and", "or", "xor") for when in ("accepted", "final")]
    values = ["T", "S", "evaluations", "generalisation_error", *counts]
    all_done, some = (lines(sample) for sample in majority.samples(values))
    assert not any("†" in cell for line in all_done for cell in line)
    told = {title: cells for title, *cells in some}
    assert told["T  iterations"][0] == "7420.0 (1831.1) †"
    assert told["min(T, cap)  all runs"] == ["9613.0", "9418.6 … 9743.5", "> 10000", "6523.0 … > 10000"]
    assert told["ERT  with restarts"][0] == "64086.7"


def test_json_tells_what_all_runs_say(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "--n", "4", "--runs", "30", "--max-iterations", "40", "--seed", "1", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert 0 < told["failed"] < 30
    assert told["ert"] == pytest.approx(
        (told["T"]["mean"] * (30 - told["failed"]) + 40 * told["failed"]) / (30 - told["failed"])
    )
    assert told["restricted"] == pytest.approx(told["ert"] * (1 - told["B"]))
    assert told["q05"] <= told["median"]
    assert told["q95"] is None


@pytest.mark.parametrize(("n", "cap"), [(2, 12), (3, 30), (3, 400)])
def test_what_all_runs_say_is_what_the_chain_says(n: int, cap: int, tmp_path: Path) -> None:
    setting = Setting(n=n, limit="n", deletion="leaf", max_iterations=cap)
    reached = np.cumsum(Chain(setting).law(cap))
    mean = float(np.sum(1 - reached[:cap]))  # of min(T, cap)
    (sample,) = Study([setting], runs=3_000, seed=n).collect(tmp_path / "a.db").samples("T")
    assert holds(sample.restricted_interval, mean)
    assert holds(sample.of_all_interval("ert"), mean / reached[-1])
    for name, p in QUANTILES.items():
        if p < reached[-1] - 0.03:
            truth = float(np.argmax(reached >= p))
            assert holds(sample.of_all_interval(name), truth), name
        elif p > reached[-1] + 0.03:
            assert sample.of_all(name) is None


@pytest.mark.parametrize(("cap", "runs"), [(5.0, 60), (20.0, 30), (1.6, 200)])
def test_the_interval_of_ert_covers_it(cap: float, runs: int) -> None:
    """Exponential times of mean 10 have that mean with restarts too: 95 % of 400 intervals should hold it."""
    rng, hits = np.random.default_rng(3), 0
    for _ in range(400):
        times = rng.exponential(10, runs)
        hits += holds(restart_interval(np.minimum(times, cap), times <= cap), 10)
    assert 380 - 22 <= hits <= 380 + 17


def test_few_successes_leave_ert_without_an_end() -> None:
    times = np.full(20, 100.0)
    assert restart_time(times, np.full(20, False)) is None
    assert restart_interval(times, np.full(20, False)) is None
    found = restart_interval(times, np.arange(20) == 0)
    assert found is not None
    assert (found[0] < 2000, found[1]) == (True, np.inf)
    one = Sample(Setting(n=4), np.arange(20) == 0, {"T": times})
    assert point_of(one, 4, "ert").high == np.inf


def test_many_runs_have_the_normal_interval_of_ert() -> None:
    times = np.random.default_rng(5).exponential(10, 6_000)
    low, high = restart_interval(np.minimum(times, 5), times <= 5) or (0, 0)
    few = restart_interval(np.minimum(times, 5)[:5_000], (times <= 5)[:5_000])
    assert few is not None
    assert holds((low, high), 10)
    assert high - low == pytest.approx((few[1] - few[0]) * (5 / 6) ** 0.5, rel=0.1)


def test_the_ecdf_counts_all_runs(majority: Results) -> None:
    frame = majority.ecdf()
    assert frame.columns == ["n", "T", "share", "low", "high"]
    shares = {n: frame.filter(frame["n"] == n)["share"] for n in (4, 6)}
    assert (shares[4].max(), shares[6].max()) == pytest.approx((1.0, 0.15))
    assert (frame["low"] <= frame["share"]).all()
    assert (frame["share"] <= frame["high"]).all()
    assert majority.ecdf({"n": 6}).columns == ["T", "share", "low", "high"]


def test_the_ecdf_covers_the_truth() -> None:
    rng, hits = np.random.default_rng(11), 0
    for _ in range(400):
        times = rng.exponential(10, 100)
        found = ecdf(np.minimum(times, 12), times <= 12)
        place = np.searchsorted(found.times, 6.0) - 1
        hits += found.lows[place] <= 1 - np.exp(-0.6) <= found.highs[place]
    assert 380 - 22 <= hits <= 380 + 17


def test_an_export_tells_survivors(majority: Results, tmp_path: Path) -> None:
    main(["study", "export", str(majority.path), "--out", str(tmp_path / "out")])
    head, _, worst = (tmp_path / "out" / "summary.csv").read_text().splitlines()
    told = dict(zip(head.split(","), worst.split(","), strict=False))
    assert (told["B"], told["survivors"], told["ert"], told["median"]) == ("0.85", "true", "64086.7", "")
