"""What a store holds, for other tools: in an order that helps, and without hidden needs."""

from __future__ import annotations

import sys
from pathlib import Path

import polars as pl
import pytest

from evobool import EvoboolError, InputError, Results, Setting, Study, grid
from evobool.model.settings.setting import FIELDS


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    path = tmp_path_factory.mktemp("results") / "a.db"
    settings = grid(n=[2, 3], deletion=["leaf", "subtree"], limit="2n")
    return Study(settings, runs=6, seed=1, engine="reference").collect(path, workers=1)


def test_what_varies_comes_first_and_what_is_constant_last(results: Results) -> None:
    frame = results.summary()
    assert frame.columns[:5] == ["n", "deletion", "id", "runs", "failed"]
    constant = [name for name in FIELDS if name not in ("n", "deletion")]
    assert frame.columns[-len(constant) :] == constant
    short = results.summary(constant=False)
    assert short.columns == frame.columns[: -len(constant)]
    assert results.summary(where={"n": 3})["n"].to_list() == [3, 3]
    assert results.summary(where={"n": 3}).columns[0] == "deletion"


def test_settings_can_be_made_again_from_the_summary(results: Results) -> None:
    for row in results.summary().iter_rows(named=True):
        assert Setting(**{name: row[name] for name in FIELDS}).id == row["id"]


def test_pandas_without_pyarrow(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    frame = results.to_pandas()
    summary = results.summary()
    assert list(frame.columns) == summary.columns
    assert frame["T_mean"].tolist() == summary["T_mean"].to_list()
    runs = results.to_pandas(runs=True)
    assert len(runs) == 24
    assert runs["seed"].tolist() == pl.concat(list(results.runs()))["seed"].to_list()


def test_without_pandas_the_extra_is_named(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(EvoboolError, match=r"pip install 'evobool\[pandas\]'"):
        results.to_pandas()


def test_python_hears_nothing_of_flags(results: Results, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        results.pivot("n", "limit")
    assert "--" not in str(refused.value)
    with pytest.raises(InputError, match=r"^where = deletion=twig: no such runs; there are leaf, subtree"):
        results.pivot("n", "limit", where={"deletion": "twig"})
