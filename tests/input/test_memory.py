"""Memory that may be taken: the machine's, the process's limits, and its control group's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evobool.cli import main
from evobool.memory import available_memory, cgroup_room

resource: Any = pytest.importorskip("resource", reason="Windows knows no limits of a process")
GIGABYTE = 2**30
MEASURE = "from evobool.memory import available_memory; print(available_memory())"


def made(folder: Path, **files: object) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(f"{content}\n")


def test_a_group_of_the_second_version_and_those_above_it(tmp_path: Path) -> None:
    membership = tmp_path / "cgroup"
    membership.write_text("0::/a/b\n")
    made(tmp_path / "fs" / "a", memory__max=5 * GIGABYTE, memory__current=4 * GIGABYTE)
    made(tmp_path / "fs" / "a", memory__stat=f"anon 7\ninactive_file {GIGABYTE}")
    made(tmp_path / "fs" / "a" / "b", memory__max="max", memory__current=1, memory__stat="")
    assert list(cgroup_room(membership, tmp_path / "fs")) == [2 * GIGABYTE]


def test_a_group_of_the_first_version(tmp_path: Path) -> None:
    membership = tmp_path / "cgroup"
    membership.write_text("5:cpu,cpuacct:/x\n4:memory:/docker/1:2\n")
    files = {"memory__limit_in_bytes": 3 * GIGABYTE, "memory__usage_in_bytes": GIGABYTE}
    made(tmp_path / "fs" / "memory", **files, memory__stat="total_inactive_file 8\ninactive_file 9")
    made(tmp_path / "fs" / "memory" / "docker", memory__limit_in_bytes=2**63 - 4096)
    assert list(cgroup_room(membership, tmp_path / "fs")) == [2 * GIGABYTE + 8]


def test_without_groups_and_with_broken_files(tmp_path: Path) -> None:
    assert list(cgroup_room(tmp_path / "none", tmp_path)) == []
    membership = tmp_path / "cgroup"
    membership.write_text("0::/\n")
    made(tmp_path, memory__max="?", memory__current="!")
    assert list(cgroup_room(membership, tmp_path)) == []


@pytest.mark.parametrize("limit", [resource.RLIMIT_AS, resource.RLIMIT_DATA])
def test_the_process_has_limits_of_its_own(limit: int) -> None:
    def lower() -> None:
        resource.setrlimit(limit, (3 * GIGABYTE, 3 * GIGABYTE))

    words = [sys.executable, "-c", MEASURE]
    done = subprocess.run(words, capture_output=True, text=True, preexec_fn=lower, check=True)
    assert 0 < int(done.stdout) < 3 * GIGABYTE


def test_a_truth_table_beyond_the_limit_is_refused_in_one_line() -> None:
    """2^28 rows fit into many machines, but not into what this process may take."""

    def lower() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (GIGABYTE, GIGABYTE))

    options = ["run", "--n", "28", "--engine", "reference", "--max-iterations", "1"]
    words = [sys.executable, "-m", "evobool", *options]
    quiet = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(words, capture_output=True, text=True, preexec_fn=lower, env=quiet)
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert "the complete truth table would take 1.9e+09 bytes, but" in done.stderr


def test_memory_that_runs_out_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object) -> None:
        raise MemoryError

    monkeypatch.setattr("evobool.engines.pick", full)
    with pytest.raises(SystemExit) as stop:
        main(["run", "--n", "4", "--runs", "2"])
    assert stop.value.code == 2
    assert capsys.readouterr().err == "evobool: there is not enough memory for this\n"


def test_what_is_available_is_never_negative(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evobool.memory.cgroup_room", lambda: iter([-5]))
    assert available_memory() == 0
