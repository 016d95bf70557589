"""Fits, comparisons and plots of studies."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from evobool import InputError, Results, Setting, Study, grid
from evobool.cli import main
from evobool.studies.analysis.compare import Comparison, compare, holm
from evobool.studies.analysis.sample import Sample
from evobool.studies.laws.fits import fit_laws
from evobool.studies.laws.shapes import SUMS, TERMS, law_named, shape

Capture = pytest.CaptureFixture[str]
SIZES = [8.0, 16.0, 32.0, 64.0, 128.0]


CONSTANTS = (3.0, 20.0, 50.0)


@pytest.mark.parametrize("name", [name for name in SUMS if name != "2^n"])
def test_the_law_that_made_the_data_is_found(name: str) -> None:
    rng = np.random.default_rng(1)
    x = np.array(SIZES)
    terms = [TERMS[term](x) for term in SUMS[name]]
    means = sum((constant * term for constant, term in zip(CONSTANTS, terms, strict=False)), np.zeros(len(x)))
    errors = 0.0001 * means
    fit = fit_laws(SIZES, (means + rng.normal(0, errors)).tolist(), errors.tolist())
    best = fit.laws[0]
    assert best.name == name
    assert fit.verdict == f"{name} fits best"
    assert np.all(np.abs(best.fitted.constants - CONSTANTS[: len(terms)]) < 4 * best.fitted.errors)
    assert best.at(SIZES) == pytest.approx(means, rel=0.01)


def test_a_further_constant_must_be_worth_having() -> None:
    rng = np.random.default_rng(3)
    x, first = np.array(SIZES), []
    for _ in range(40):
        means = 3 * x * np.log(x)
        noisy = means * (1 + 0.02 * rng.normal(size=len(x)))
        first.append(fit_laws(SIZES, noisy.tolist(), (0.02 * means).tolist()).laws[0].name)
    assert first.count("n log n") >= 36


def test_laws_are_named_however_they_are_spelt() -> None:
    assert law_named("N ln(n)") == "n log n"
    assert law_named("n (a ln² n + b ln n + c)") == "n (a log^2 n + b log n + c)"
    with pytest.raises(InputError, match=r"law = n!: must be one of"):
        law_named("n!")
    with pytest.raises(InputError, match="divide by one of"):
        shape("n (a log n + b)", [4.0])


def test_a_formula_shows_constants_and_their_signs() -> None:
    x = np.array(SIZES)
    means = x * (12 * np.log(x) - 3)
    law = fit_laws(SIZES, means.tolist(), [0.01] * len(x), ["n (a log n + b)"]).laws[0]
    assert law.formula() == "n (12 ln n - 3)"
    assert law.formula("training") == "training (12 ln training - 3)"


def test_rough_data_tell_nothing_apart() -> None:
    means = np.array(SIZES) * np.log(SIZES)
    assert "cannot tell" in fit_laws(SIZES, means.tolist(), (0.9 * means).tolist()).verdict


def test_data_of_no_law_are_said_to_fit_none() -> None:
    means = [100.0, 30.0, 500.0, 80.0, 4000.0]
    assert "no law fits" in fit_laws(SIZES, means, [1.0] * 5).verdict


def test_a_law_that_the_data_cannot_tell_from_the_best_is_named() -> None:
    x = np.array(SIZES)
    means = 3 * x * np.log(x) + 20 * x
    verdict = fit_laws(SIZES, means.tolist(), (0.01 * means).tolist()).verdict
    assert "cannot tell" in verdict
    assert {"a n^k", "n (a log n + b)"} <= set(re.split(r"tell |, | apart", verdict))


def test_too_little_to_fit() -> None:
    with pytest.raises(InputError, match="three different"):
        fit_laws([4, 8], [1, 2], [0.1, 0.1])
    with pytest.raises(InputError, match="above 1"):
        fit_laws([1, 2, 4], [1, 2, 3], [0.1, 0.1, 0.1])


def sample(values: list[float], cap: float = 100.0) -> Sample:
    data = np.array(values)
    return Sample(Setting(n=4, max_iterations=int(cap)), data < cap, {"T": np.minimum(data, cap)})


def test_medians_and_means_of_cut_off_times() -> None:
    some = sample([10, 20, 30, 500, 500])
    assert some.median == 30
    assert some.restricted_mean(100) == pytest.approx((10 + 20 + 30 + 200) / 5)
    assert sample([10, 500, 500]).median is None
    for values in ([10.0, 20.0, 30.0], [10.0, 20.0, 30.0, 40.0], [7.0]):
        more = sample([*values, 60.0, 70.0, *[5.0] * 2])
        assert sample(values).median == more.median, "symmetric additions"


def test_comparing_what_differs_and_what_does_not() -> None:
    rng = np.random.default_rng(2)
    slow = sample((40 + 20 * rng.exponential(size=200)).tolist())
    quick = sample((10 + 20 * rng.exponential(size=200)).tolist())
    again = sample((10 + 20 * rng.exponential(size=200)).tolist())
    found = compare(slow, quick)
    assert found.superiority > 0.9
    assert found.p < 1e-6
    assert found.effect == "large"
    assert compare(quick, slow).superiority == pytest.approx(1 - found.superiority)
    same = compare(quick, again)
    assert same.p > 0.001
    assert abs(same.superiority - 0.5) < 0.1
    assert Comparison((1, 1), (0, 0), (9, 9), (1, 1), (1, 1), 0.6, 1.0, 1.0).effect == "small"


def test_means_over_successes_and_restricted_means_are_told_apart() -> None:
    found = compare(sample([10, 20, 30, 500]), sample([40, 50, 60, 70], cap=60))
    assert found.means == pytest.approx((20, 45))
    assert found.failed == pytest.approx((1, 2))
    assert found.restricted_means == pytest.approx((30, 52.5)), "both cut off at 60"


def test_failures_are_tested_though_the_times_agree() -> None:
    """9 and 0 failed runs of 1,000: no effect on T, and no chance either."""
    found = compare(sample([50.0] * 991 + [500.0] * 9), sample([50.0] * 1000))
    assert found.p_failed == pytest.approx(0.0039, abs=2e-4)
    assert found.effect == "the first fails more often"
    assert compare(sample([50.0] * 999 + [500.0]), sample([50.0] * 1000)).effect == "none"


def test_failures_are_compared_at_the_same_cap() -> None:
    """The same law, one setting given up sooner: more of its runs fail, and it fails no more often."""
    times = [float(10 * k) for k in range(1, 101)]
    found = compare(sample(times, cap=301), sample(times, cap=1001))
    assert found.failed == (70, 0)
    assert found.unsolved == (70, 70)
    assert (found.p_failed, found.effect) == (1.0, "none")


def test_holm_against_its_definition() -> None:
    ps = [0.2, 0.001, 0.04, 0.03, 0.9]
    adjusted = holm(ps)
    for level in np.linspace(0.001, 0.999, 500):
        rejected, order = set[int](), sorted(range(5), key=ps.__getitem__)
        for rank, place in enumerate(order):
            if ps[place] > level / (5 - rank):
                break
            rejected.add(place)
        assert rejected == {place for place in range(5) if adjusted[place] <= level + 1e-12}
    assert holm([1.0, 1.0]) == [1.0, 1.0]


def test_nobody_solved() -> None:
    stuck = sample([500, 500, 500])
    assert compare(stuck, stuck).p == 1.0


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("stores")
    for deletion in ("leaf", "subtree"):
        settings = grid(n=[2, 3, 4], limit=["n+1", "2n"], deletion=deletion)
        Study(settings, runs=12, seed=1, engine="reference").collect(folder / f"{deletion}.db", workers=1)
    return sorted(folder.glob("*.db"))


def test_fit_command(stores: list[Path], tmp_path: Path, capsys: Capture) -> None:
    picture = tmp_path / "residuals.png"
    main(["study", "fit", str(stores[0]), "--out", str(picture)])
    output = capsys.readouterr().out
    assert "T by n, limit 2n" in output
    assert "T by n, limit n+1: 3 points" in output
    assert output.count("as a power: n^") == 2
    assert f"wrote {picture}: residuals of 2 curves" in output
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_compare_command(stores: list[Path], capsys: Capture) -> None:
    main(["study", "compare", *map(str, stores)])
    output = capsys.readouterr().out
    assert "n=3 limit=2n" in output
    lines = [line for line in output.splitlines() if "limit=" in line]
    assert len(lines) == 6
    assert "min(T, cap)" in output
    p, adjusted = ([float(line.split("│")[place]) for line in lines] for place in (-3, -2))
    assert adjusted == pytest.approx(holm(p), rel=0.1)


@pytest.mark.parametrize(
    ("name", "start"), [("plot.svg", b"<?xml"), ("plot.pdf", b"%PDF"), ("plot.png", b"\x89PNG")]
)
def test_plot_command(stores: list[Path], tmp_path: Path, capsys: Capture, name: str, start: bytes) -> None:
    main(["study", "plot", str(stores[0]), "--out", str(tmp_path / name), "--y", "S"])
    assert capsys.readouterr().out == f"wrote {tmp_path / name}: 2 curves, 6 settings, 72 runs\n"
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("plot {store} --out plot.txt", "must end in .svg, .pdf or .png"),
        ("plot {store} --out {new}.svg --x target", "also varies n"),
        ("plot {store} --out {new}.svg --x deletion --group n,limit", "is not a number"),
        ("plot {store} --out {new}.svg --group deletion", "also varies limit (n+1, 2n); choose with where"),
        ("plot {store} --out {new}.svg --where limit=7", "no such runs; there are n+1, 2n"),
        ("plot {store} --out {new}.svg --law n!", "law = n!"),
        ("plot {store} --out {new}.svg --y B --law n", "laws are fitted to means"),
        ("plot {store} --out {new}.svg --divide cheese", "divide = cheese"),
        ("plot {store} --out {new}.svg --y generalisation_error --y-scale log", "error is 0 at n = 2"),
        ("plot {store} --out {new}.svg --x-scale square", "x_scale = square"),
        ("fit {store} --group deletion", "also varies limit"),
        ("fit {store} --out {new}.txt", "must end in .svg"),
        ("fit {store} --y generalisation_error", "is 0 in all runs of limit n+1 at n = 2"),
        ("fit {store} --x deletion --group n,limit", "is not a number"),
        ("plot {store} --out {new}.svg --y U", "y = U"),
        ("plot {store} --out {new}.svg --group m", "group = m"),
        ("compare {store} {new}", "there is no such file"),
    ],
)
def test_bad_input(stores: list[Path], tmp_path: Path, capsys: Capture, words: str, why: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["study", *words.format(store=stores[0], new=tmp_path / "new").split()])
    output = capsys.readouterr()
    assert output.err.count("\n") == 1
    assert why in output.err
    assert not list(tmp_path.iterdir())


def test_stores_that_share_nothing(stores: list[Path], tmp_path: Path) -> None:
    from evobool.studies.analysis.comparisons import two_stores

    Study(grid(n=[5, 6]), runs=1, seed=1, engine="reference").collect(tmp_path / "other.db", workers=1)
    with pytest.raises(InputError, match="shares no setting"):
        two_stores(Results(stores[0]), Results(tmp_path / "other.db"))


@pytest.mark.parametrize("first", [([5.0], True), ([5.0, 5.0], True), ([0.0, 0.0], True), ([3.0], False)])
@pytest.mark.parametrize("second", [([5.0], True), ([5.0, 5.0], True), ([0.0], True), ([7.0], False)])
def test_samples_without_a_spread_are_compared_too(
    first: tuple[list[float], bool], second: tuple[list[float], bool]
) -> None:
    """The log-rank statistic is 0 / 0 where all runs at risk end at once: no reason to tell them apart."""
    samples = [
        Sample(Setting(n=3), np.full(len(values), solved), {"T": np.array(values, dtype=float)})
        for values, solved in (first, second)
    ]
    found = compare(*samples)
    assert 0 <= found.p <= 1
    if first == second:
        assert (found.p, found.superiority) == (1.0, 0.5)
