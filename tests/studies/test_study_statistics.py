"""Fits, comparisons and plots of studies."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evobool import InputError, Results, Setting, Study, grid
from evobool.cli import main
from evobool.studies.compare import Comparison, compare, median, restricted_mean
from evobool.studies.fits import LAWS, fit_laws
from evobool.studies.results import Sample

Capture = pytest.CaptureFixture[str]
SIZES = [8.0, 16.0, 32.0, 64.0, 128.0]


@pytest.mark.parametrize("name", [name for name in LAWS if name != "2^n"])
def test_the_law_that_made_the_data_is_found(name: str) -> None:
    rng = np.random.default_rng(1)
    means = 3.0 * LAWS[name](np.array(SIZES))
    errors = 0.01 * means
    fit = fit_laws(SIZES, (means + rng.normal(0, errors)).tolist(), errors.tolist())
    assert fit.laws[0].name == name
    assert fit.verdict == f"{name} fits best"
    assert abs(fit.laws[0].constant - 3.0) < 4 * fit.laws[0].error


def test_rough_data_tell_nothing_apart() -> None:
    means = np.array(SIZES) * np.log(SIZES)
    assert "cannot tell" in fit_laws(SIZES, means.tolist(), (0.9 * means).tolist()).verdict


def test_data_of_no_law_are_said_to_fit_none() -> None:
    means = [100.0, 30.0, 500.0, 80.0, 4000.0]
    assert "no law fits" in fit_laws(SIZES, means, [1.0] * 5).verdict


def test_too_little_to_fit() -> None:
    with pytest.raises(InputError, match="three different"):
        fit_laws([4, 8], [1, 2], [0.1, 0.1])
    with pytest.raises(InputError, match="above 1"):
        fit_laws([1, 2, 4], [1, 2, 3], [0.1, 0.1, 0.1])


def sample(values: list[float], cap: float = 100.0) -> Sample:
    data = np.array(values)
    return Sample(Setting(n=4, max_iterations=int(cap)), np.minimum(data, cap), data < cap)


def test_medians_and_means_of_cut_off_times() -> None:
    some = sample([10, 20, 30, 500, 500])
    assert median(some) == 30
    assert restricted_mean(some) == pytest.approx((10 + 20 + 30 + 200) / 5)
    assert median(sample([10, 500, 500])) is None
    for values in ([10.0, 20.0, 30.0], [10.0, 20.0, 30.0, 40.0], [7.0]):
        assert median(sample(values)) == median(
            sample([*values, 60.0, 70.0, *[5.0] * 2])
        )  # symmetric additions


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
    assert Comparison((1, 1), (1, 1), 0.6, 1.0).effect == "small"


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
    assert "as a power: n^" in output
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_compare_command(stores: list[Path], capsys: Capture) -> None:
    main(["study", "compare", *map(str, stores)])
    output = capsys.readouterr().out
    assert "n=3 limit=2n" in output
    assert len([line for line in output.splitlines() if "limit=" in line]) == 6


@pytest.mark.parametrize(
    ("name", "start"), [("plot.svg", b"<?xml"), ("plot.pdf", b"%PDF"), ("plot.png", b"\x89PNG")]
)
def test_plot_command(stores: list[Path], tmp_path: Path, name: str, start: bytes) -> None:
    main(["study", "plot", str(stores[0]), "--out", str(tmp_path / name), "--y", "S"])
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("plot {store} --out plot.txt", "must end in .svg, .pdf or .png"),
        ("plot {store} --out {new}.svg --x target", "is not a number"),
        ("plot {store} --out {new}.svg --y U", "value = U"),
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
    from evobool.studies.results import paired

    Study(grid(n=[5, 6]), runs=1, seed=1, engine="reference").collect(tmp_path / "other.db", workers=1)
    with pytest.raises(InputError, match="shares no setting"):
        paired(Results(stores[0]), Results(tmp_path / "other.db"))
