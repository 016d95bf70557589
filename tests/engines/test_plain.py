"""Kernels compiled the documented way, because the quick one is switched off or broken: the same runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.compiled, pytest.mark.long]
TESTS = Path(__file__).parents[1]
SWITCHED_OFF = {"EVOBOOL_PLAIN_NUMBA": "1"}
OLD_RUNS = """
import sys
from evobool.engines import pick
from evobool.engines.compiling.jit import WAY
from tests.support.old_runs import ENTRIES, SEED, found, setting_of
assert WAY.__name__.endswith("plain")
done = 0
for entry in ENTRIES:
    setting = setting_of(entry)
    if entry["engine"] == sys.argv[1] and setting.n <= 8:
        runs = pick(setting, entry["engine"]).runs(SEED, 0, 3)
        assert [found(run) for run in runs] == entry["runs"][:3], setting
        done += 1
print(done)
"""
TRIED = """
from evobool.engines.compiling.flat import move, records
from evobool.engines.compiling.jit import WAY, dispatched, inlined, kernel
import json
import numpy as np
from typing import NamedTuple

class One(NamedTuple):
    pairs: object

@dispatched
def size(judge):
    "How large."

@size.body(One)
def size_of_one(judge):
    return len(judge.pairs)

@inlined
def swapped(pairs, k):
    pairs[k].one, pairs[k].two = pairs[k].two, pairs[k].one

@kernel
def work(judge):
    judge.pairs[1] = judge.pairs[0]
    swapped(judge.pairs, 1)
    move(judge.pairs, 1, 0, 2)
    return size(judge)

pairs = records(4, np.dtype([("one", np.int32), ("two", np.int64)]))
pairs[0].one, pairs[0].two = 3, 4
print(json.dumps([WAY.__name__.rpartition(".")[2], int(work(One(pairs))), pairs.tolist()]))
"""


def made(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A process, which ends well."""
    found = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | environment,
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stderr
    return found


def test_kernels_as_usual_and_a_line_that_says_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(TRIED)
    expected = [3 + 1, [[3, 4], [3, 4], [4, 3], [0, 0]]]
    run = f"import runpy; runpy.run_path({str(script)!r})"
    usual = made(run)
    assert json.loads(usual.stdout) == ["quick", *expected]
    assert usual.stderr == ""
    for _ in range(2):  # the second reads what the first has kept
        plain = made(run, NUMBA_CACHE_DIR=str(tmp_path), **SWITCHED_OFF)
        assert json.loads(plain.stdout) == ["plain", *expected]
        assert plain.stderr.startswith("evobool: kernels are compiled the documented way, which is slower")
        assert plain.stderr.count("\n") == 1
    assert any(tmp_path.rglob("script.work*.nbc"))


@pytest.mark.parametrize(
    "change",
    [
        "import numba.core.codegen as gone; del gone.JITCodeLibrary",  # cannot be imported
        "import numba.core.cgutils as gone; del gone.raw_memmove",  # not noticed before the trial
        "import llvmlite.ir as gone; seven = gone.Constant(gone.IntType(64), 7); "
        "gone.IRBuilder.extract_element = lambda *_: seven",
    ],
)
def test_what_numba_may_change_one_day(tmp_path: Path, change: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(TRIED)
    run = f"{change}\nimport runpy; runpy.run_path({str(script)!r})"
    plain = made(run, NUMBA_CACHE_DIR=str(tmp_path))
    assert json.loads(plain.stdout) == ["plain", 4, [[3, 4], [3, 4], [4, 3], [0, 0]]]
    assert plain.stderr.startswith("evobool: kernels are compiled the documented way, which is slower")
    assert plain.stderr.count("\n") == 1


@pytest.mark.parametrize("engine", ["packed", pytest.param("exact", marks=pytest.mark.slow)])
def test_the_same_runs(engine: str) -> None:
    """In the usual folder, where what was compiled is kept until a kernel changes."""
    assert int(made(OLD_RUNS, engine, **SWITCHED_OFF).stdout) >= 5
