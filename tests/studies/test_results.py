"""What a store holds, for other tools: in an order that helps, and without hidden needs."""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path

import polars as pl
import pytest

from evobool import EvoboolError, InputError, Results, Setting, Study, grid
from evobool.cli import main
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


def test_a_study_without_a_file_is_kept_as_long_as_its_results() -> None:
    results = Study(grid(n=[3, 4, 5], limit=["n", "2n"], selection=["strict", "nonstrict"]), 20, 1).collect()
    folder = results.path.parent
    assert "in a temporary file" in repr(results)
    assert results.summary()["runs"].sum() == 12 * 20
    del results
    gc.collect()
    assert not folder.exists()


def test_results_say_what_the_commands_print(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store = tmp_path / "a.db"
    results = Study(grid(n=[3, 4, 5], limit=["n", "2n"]), 20, 1).collect(store)
    ways = {
        "show": results.table("n", "limit", interval=True).listing,
        "fit": results.fit(censored=True).listing,
        "compare": results.compare(by="limit").listing,
    }
    options = {"show": ["--interval"], "fit": ["--censored"], "compare": ["--by", "limit"]}
    for command, listing in ways.items():
        for form in ("markdown", "latex", "csv", "json"):
            main(["study", command, str(store), *options[command], "--format", form])
            assert capsys.readouterr().out == listing.text(form) + "\n"
        read = json.loads(listing.text("json"))
        assert len(read) == len(listing.records) == len(listing.text("csv").splitlines()) - 1
    assert results.to_latex("n", "limit").count(r"\\") == 4
    pairs = results.compare(by="limit").pairs
    assert [pair.name for pair in pairs] == [f"limit n / 2n n={n}" for n in (3, 4, 5)]
    assert pairs[0].first.setting == Setting(n=3, limit="n")
    with pytest.raises(InputError, match="is the same in all settings"):
        results.compare(by="deletion")
    with pytest.raises(InputError, match="give either another store"):
        results.compare()


def test_comparisons_and_fits_read_as_tables() -> None:
    results = Study(grid(n=[3, 4, 5], deletion=["leaf", "subtree"]), runs=15, seed=1).collect()
    compared, fits = results.compare(by="deletion"), results.fit(where={"deletion": "leaf"})
    table = results.table(where={"deletion": "leaf"})
    for found, word in ((compared, "effect"), (fits, "chi-square"), (table, "limit = none")):
        assert word in str(found)
        assert word in found._repr_html_()
        assert len(repr(found)) < 120
    assert table.rows == "n"
    assert {pair.sides for pair in compared.pairs} == {("leaf", "subtree")}
    assert "Mean over the successful runs" in table.listing.text("latex")
