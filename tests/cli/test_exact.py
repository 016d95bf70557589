from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from evobool import InputError, Setting
from evobool.cli import main
from evobool.cli.theory.exact import standard_errors
from evobool.cli.theory.law import law_chart
from evobool.plots.theory import draw_law
from evobool.theory.chain.chain import Chain
from tests.support.commands import loaded

Capture = pytest.CaptureFixture[str]


def exact(*arguments: object) -> None:
    main(["exact", *map(str, arguments)])


def test_json_keeps_the_contract(capsys: Capture) -> None:
    found = loaded(capsys, "exact", "--target", "and", "--n", 4, "--limit", "n+1", "--deletion", "leaf")
    setting = Setting(n=4, limit="n+1", deletion="leaf")
    assert found["setting"] == setting.to_dict()
    assert found["states"] == 856
    assert found["p_stuck"] == pytest.approx(0.00684, abs=5e-6)
    assert found["p_success"] + found["p_stuck"] == pytest.approx(1)
    assert set(found["T"]) == {"mean", "sd", "median", "q05", "q95"}
    assert found["T"]["mean"] == pytest.approx(39.25, abs=5e-3)
    quantiles = [found["T"][name] for name in ("q05", "median", "q95")]
    assert quantiles == Chain(setting).quantiles(0.05, 0.5, 0.95)
    assert (found["dead_classes"], found["neglected"]) == (1, 0)
    assert "simulated" not in found


def test_json_without_success(capsys: Capture) -> None:
    found = loaded(
        capsys, "exact", "--n", 4, "--limit", 3, "--simulate", 5, "--seed", 1, "--max-iterations", 50
    )
    assert (found["p_success"], found["p_stuck"], found["T"]) == (0, 1, None)
    assert (found["S"], found["generalisation_error"]) == (None, None)
    assert found["simulated"]["failed"] == 5
    assert found["simulated"]["standard_errors"] == {"p_success": 0, "T": None}


@pytest.mark.compiled
def test_simulation_beside_it(capsys: Capture) -> None:
    found = loaded(
        capsys, "exact", "--n", 4, "--limit", 4, "--deletion", "leaf", "--simulate", 4000, "--seed", 1
    )
    seen = found["simulated"]
    assert (seen["seed"], seen["runs"], seen["max_iterations"]) == (1, 4000, 10_000)
    assert seen["T"]["mean"] == pytest.approx(found["T"]["mean"], rel=0.05)
    assert all(abs(gap) < 4 for gap in seen["standard_errors"].values())
    gap = (seen["T"]["mean"] - found["T"]["mean"]) / (found["T"]["sd"] / (4000 - seen["failed"]) ** 0.5)
    assert seen["standard_errors"]["T"] == pytest.approx(gap)


def test_simulated_runs_get_time_enough(capsys: Capture) -> None:
    found = loaded(
        capsys, "exact", "--n", 3, "--limit", 4, "--max-iterations", 1, "--simulate", 50, "--seed", 1
    )
    assert found["simulated"]["failed"] == 0
    assert found["simulated"]["max_iterations"] > 10 * found["T"]["mean"]


def test_the_table_and_the_chart(capsys: Capture) -> None:
    exact("--n", 4, "--limit", "n+1", "--deletion", "leaf")
    printed = capsys.readouterr().out
    for part in ("856 states", "0.00684276", "39.2485", "12 … 84", "x1 & ((x2 & x3) | (x2 & x3))", "█"):
        assert part in printed
    assert "simulated" not in printed


def test_any_target_and_start(capsys: Capture) -> None:
    exact("--n", 3, "--target", "xor", "--functions", "xor,gt", "--limit", 3, "--start", "x1", "--quiet")
    printed = capsys.readouterr().out
    setting = Setting(n=3, target="xor", functions=("xor", "gt"), limit="3", start="x1")
    assert "XOR_3, rls-gp, limit 3" in printed
    assert f"{Chain(setting).mean:.6g}" in printed


def test_a_start_that_is_a_solution(capsys: Capture) -> None:
    exact("--n", 2, "--limit", 2, "--start", "x1 & x2")
    printed = capsys.readouterr().out
    assert "the start tree is a solution: T = 0" in printed
    found = loaded(capsys, "exact", "--n", 2, "--limit", 2, "--start", "x1 & x2")
    assert found["T"] == {"mean": 0, "sd": 0, "q05": 0, "median": 0, "q95": 0}


def test_nothing_is_simulated_for_a_picture_that_cannot_be_drawn(capsys: Capture, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="2"):
        exact("--n", 1, "--limit", 2, "--start", "x1", "--simulate", 1, "--plot", tmp_path / "a.png")
    assert capsys.readouterr().err == (
        "evobool: law = T = 0: the start tree is a solution, so there is nothing to draw\n"
    )


def test_the_table_of_several_mutations_without_hope(capsys: Capture) -> None:
    few = ["--max-states", 2000]
    exact("--n", 4, "--limit", 3, "--algorithm", "1+1-gp", "--simulate", 20, "--seed", 1, "--quiet", *few)
    printed = capsys.readouterr()
    assert "right up to" in printed.out
    assert "20 runs, seed 1" in printed.out
    assert "P(T" not in printed.out
    assert printed.err == ""


def test_a_warning_goes_to_stderr(capsys: Capture) -> None:
    exact("--n", 4, "--limit", "3", "--json")
    assert "no tree within the limit is correct" in capsys.readouterr().err


def test_the_chart_shows_the_law() -> None:
    lines = law_chart([0.0, 0.5, 0.25, 0.125]).splitlines()
    assert lines[0] == "P(T = t)"
    assert lines[1] == "0.500 │█"
    assert lines[-3] == "      │███"
    assert len(law_chart([0.0] + [0.001] * 600).splitlines()[-2]) == len("0.010 └") + 60
    assert "among 10 values" in law_chart([0.0] + [0.001] * 600)


@pytest.mark.parametrize("simulate", [[], ["--simulate", "200"]])
def test_a_picture(tmp_path: Path, capsys: Capture, simulate: list[str]) -> None:
    out = tmp_path / "law.svg"
    exact("--n", 3, "--limit", 4, "--plot", out, "--quiet", "--seed", 1, *simulate)
    assert "<svg" in out.read_text()
    assert "P(success)" in capsys.readouterr().out


def test_draw_law() -> None:
    chain = Chain(Setting(n=3, limit="4"))
    axes = Figure().subplots()
    draw_law(axes, chain.law(60).tolist(), [10, 20, 20])
    drawn = np.asarray(axes.lines[0].get_ydata())
    assert drawn == pytest.approx(chain.law(60)[1:])
    assert axes.get_ylabel() == "P(T = t)"
    bars = [bar.get_height() for bar in axes.patches if isinstance(bar, Rectangle)]
    assert sum(bars) == pytest.approx(chain.law(60).sum())
    with pytest.raises(InputError, match="nothing to draw"):
        draw_law(axes, [])


def test_standard_errors() -> None:
    assert standard_errors(0.0, 0.0, 5) == 0
    assert standard_errors(0.5, 0.0, 5) is None
    assert standard_errors(-0.5, 1.0, 16) == -2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--n 4", "limit = none: there are infinitely many trees; give a limit"),
        ("--n 4 --limit 8", "limit = 8: up to 2,259,481 states, more than max_states = 250,000"),
        ("--n 4 --limit 5 --max-states 1000", "limit = 5: up to 1,343 states, more than max_states = 1,000"),
        ("--n 4 --limit 4 --max-states 0", "max_states = 0: must be at least 1"),
        ("--n 4 --limit 4 --simulate 0", "simulate = 0: must be at least 1"),
        ("--n 4 --limit 4 --simulate 5 --seed -1", "seed = -1: must be at least 0"),
        ("--n 4 --limit 4 --plot law.txt", r"plot = law.txt: must end in .svg, .pdf or .png"),
        ("--n 4 --limit 4 --plot /nowhere/law.svg", "its folder does not exist"),
        ("--n 4 --limit 4 --simulate 2.5", "simulate = 2.5: must be an integer"),
        ("--n 0 --limit 4", "n = 0: must be at least 1"),
        ("--limit 4", "--n"),
        ("--n 4 --limit 4 --target exor", "target = exor: must be one of"),
        (
            "--n 4 --limit 4 --training fixed:9",
            "training = fixed:9: the chain covers the complete truth table",
        ),
        ("--n 4 --limit 4 --training 9 --offspring 2", "offspring = 2: on sampled rows the chain covers one"),
        ("--n 2 --limit 2 --start x1&x2 --plot law.svg", "the start tree is a solution"),
    ],
)
def test_bad_input_is_one_line(capsys: Capture, arguments: str, message: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        exact(*arguments.split())
    assert stopped.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("evobool: ")
    assert printed.err.count("\n") == 1
    assert re.search(re.escape(message), printed.err)
