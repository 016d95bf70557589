"""Failed runs: stuck for ever, or not yet done."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evobool import Setting, Study, Tree
from evobool.cli import main
from evobool.studies.store.store import Store
from evobool.theory.landscape.explore import explore
from evobool.theory.landscape.failed import failed_runs


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Leaf deletion gets stuck; a cap of 20 iterations leaves runs not yet done."""
    stuck = Setting(n=4, limit="n", deletion="leaf", max_iterations=2_000)
    early = Setting(n=4, limit="2n", deletion="leaf", max_iterations=20)
    sampled = Setting(n=4, training=8, max_iterations=1)
    path = tmp_path_factory.mktemp("failed") / "runs.db"
    Study([stuck, early, sampled], runs=400, seed=5).collect(path, workers=1)
    return path


def test_fates(store: Path) -> None:
    with Store(store) as opened:
        found = list(failed_runs(opened))
    fates = {(explored.setting.limit, explored.fate) for _, explored in found}
    assert fates == {("n", "dead end"), ("2n", "not yet")}
    for _, explored in found:
        certificate = explored.certificate()
        if explored.fate == "dead end":
            assert certificate is not None
            assert certificate.check()
        else:
            assert certificate is None
            assert explored.way[-1].error == 0


class Pretended:
    """A store of two settings with a failed run each."""

    def __init__(self, *runs: tuple[Setting, str]) -> None:
        self.runs = {setting.id: (setting, tree) for setting, tree in runs}

    def settings(self) -> dict[str, Setting]:
        return {key: setting for key, (setting, _) in self.runs.items()}

    def numbers(self, names: list[str], keys: set[str]) -> Iterator[tuple[str, NDArray[np.float64]]]:
        yield from ((key, np.zeros((1, 2))) for key in self.runs if key in keys)

    def rows_of(self, names: list[str], key: str, runs: Iterable[int]) -> Iterator[tuple[Any, ...]]:
        yield from ((run, self.runs[key][1]) for run in runs)


def test_fates_of_any_target_and_functions() -> None:
    parity = Setting(n=3, target="xor", functions=("xor", "gt"), limit="4", offspring=2)
    frozen = Setting(n=2, target="x1 & ~x2", functions=("gt",), limit="2", weights="0:1:0")
    store = Pretended((parity, "xor 1 2"), (frozen, "gt 2 1"), (parity.with_(training=9), "1"))
    found = {explored.setting: explored for _, explored in failed_runs(store)}  # type: ignore[arg-type]
    assert {setting: explored.fate for setting, explored in found.items()} == {
        parity: "not yet",
        frozen: "dead end",
    }
    proof = found[frozen].certificate()
    assert proof is not None
    assert proof.check()


def test_only_some(store: Path) -> None:
    with Store(store) as opened:
        key = next(iter(opened.settings()))
        assert len(list(failed_runs(opened, [key], most=1))) == 1
        assert len(list(failed_runs(opened, most=1))) == 2


def test_time_runs_out() -> None:
    tree = Tree.parse("(x1 & x2) | (x1 & x2)")
    found = explore(tree, Setting(n=4, limit="4", deletion="leaf"), seconds=0)
    assert found.reachable is None
    assert found.certificate() is None


def test_command(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["study", "stuck", str(store), "--json"])
    told = json.loads(capsys.readouterr().out)["settings"]
    assert [row["setting"]["limit"] for row in told] == ["n", "2n"]
    assert all(row["dead end"] + row["not yet"] + row["undecided"] == min(row["failed"], 20) for row in told)
    assert told[0]["example"]["tree"].count("x") == 4
    main(["study", "stuck", str(store), "--quiet"])
    shown = capsys.readouterr().out
    assert "dead end" in shown
    assert "left out: 1 settings" in shown


def test_bad_input(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for flag in ("--most", "--cap", "--seconds"):
        with pytest.raises(SystemExit) as stopped:
            main(["study", "stuck", str(store), flag, "0"])
        assert stopped.value.code == 2
        assert "must be at least 1" in capsys.readouterr().err
