from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import numba
import numpy as np
import pytest

from evobool import engines
from evobool.engines.compiling import folder
from evobool.engines.compiling.flat import flat
from evobool.engines.compiling.jit import inlined, kernel


def double(x: int) -> int:
    return 2 * x


def test_a_kernel_does_what_the_function_does() -> None:
    assert kernel(double)(21) == inlined(double)(21) == 42


@kernel
def twice(x: int) -> int:
    return 2 * x


@inlined
def four_times(x: int) -> int:
    return twice(twice(x))


@kernel
def more_than_four_times(x: int) -> int:
    return max(four_times(x), x) + 1


@pytest.mark.compiled
def test_a_kernel_is_a_part_of_others_and_an_entry_for_python() -> None:
    assert more_than_four_times(10) == 41
    assert four_times(10) == 40  # compiled already, as a part
    assert twice(10) == 20
    assert more_than_four_times(-1) == 0


@kernel
def first_of(words: Any, x: int) -> int:
    return int(words[0]) + x


@pytest.mark.compiled
def test_code_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    function: Any = first_of
    look_up = function._compile_for_args

    def counted(*given: object) -> Any:
        asked.append(given)
        return look_up(*given)

    monkeypatch.setattr(function, "_compile_for_args", counted)
    arrays = np.ones(3, dtype=np.uint64), flat(np.ones(3, dtype=np.uint64)), flat(np.ones(3, dtype=np.int32))
    for words in arrays * 3:
        assert function(words, 2) == 3
    assert len(asked) == 3


@pytest.mark.compiled
def test_other_compiled_functions_may_call_kernels() -> None:
    def other(x: int) -> int:
        return more_than_four_times(x) + twice(x)

    compiled: Any = numba.njit(other)
    assert compiled(10) == 61


CALLED_FROM_ELSEWHERE = """
import sys
import numba
from evobool.engines.compiling.jit import kernel

@kernel
def inner(unused, x):
    return x + 1

@kernel
def outer(x):
    return inner(x, x)

print(outer(4))
if sys.argv[1:]:
    other = numba.njit(lambda x: inner(x + 1000, x))
    print(other(4))
"""


@pytest.mark.long
@pytest.mark.compiled
def test_code_from_another_process_is_not_taken_for_a_part(tmp_path: Path) -> None:
    """What was kept holds `inner` without the argument; compiled here, it has the same name."""
    script = tmp_path / "script.py"
    script.write_text(CALLED_FROM_ELSEWHERE)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    for arguments, expected in (([], "5"), (["again"], "5 5")):
        command = [sys.executable, str(script), *arguments]
        made = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        assert made.stdout.split() == expected.split()


@pytest.mark.long
@pytest.mark.compiled
def test_only_entries_are_kept(tmp_path: Path) -> None:
    code = "from evobool import evolve; evolve(n=2, engine='packed', seed=1)"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    kept = {path.name.split("-")[0] for path in tmp_path.rglob("*.nbc")}
    assert kept == {"numbering.clear", "loop.batch_single", "table.set_costs"}


def test_without_a_place_for_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "CACHE_FOLDER", None)
    assert kernel(double)(21) == 42


def test_no_field_of_a_record_hides_behind_a_method() -> None:
    """In plain Python `record.copy` is numpy's method, whatever the fields are."""
    found = set()
    for name in (each.name for each in walk_packages(engines.__path__, "evobool.engines.")):
        for label, kind in vars(import_module(name)).items():
            if isinstance(kind, np.dtype) and kind.names:
                found.add(label)
                assert not set(kind.names) & (set(dir(np.record)) | set(dir(np.recarray)))
    assert found >= {"NODE", "EDIT", "MEASURE", "LITERAL", "SLOT", "LEVEL"}
