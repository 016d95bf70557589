from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import polars
import pytest

from evobool import EvoboolError, InputError, Run, Setting, Tree, evolve
from evobool.studies.files.records import RecordsFile, check_path, row
from tests.support.reliability import tried

RUNS = [
    evolve(Setting(n=3, training=5, accept_error=1), seed=4, index=index, engine="reference")
    for index in range(6)
]
COLUMNS = [
    *("setting", "seed", "index", "solved", "stopped", "iterations", "evaluations", "leaves", "error"),
    *("generalisation_error", "ands_accepted", "ands_final", "ors_accepted", "ors_final", "tree"),
]


def written(path: Path, chunks: Iterable[list[Run]]) -> Path:
    with RecordsFile(path) as sink:
        for chunk in chunks:
            sink.write(chunk)
    return path


def test_row_of_a_run() -> None:
    found = RUNS[0].to_dict()
    assert list(found) == COLUMNS
    assert found["setting"] == RUNS[0].setting.id
    assert found["leaves"] == RUNS[0].tree.leaves
    assert Tree.parse(found["tree"]) == RUNS[0].tree
    assert replace(RUNS[0], generalisation_error=None).to_dict()["generalisation_error"] is None


def test_csv(tmp_path: Path) -> None:
    path = written(tmp_path / "runs.csv", [RUNS[:2], [], RUNS[2:]])
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [list(found)[-15:] for found in rows] == [[*COLUMNS[1:-1], "engine", "tree"]] * len(RUNS)
    expected = [{key: "" if value is None else str(value) for key, value in row(r).items()} for r in RUNS]
    assert rows == expected


def test_jsonl(tmp_path: Path) -> None:
    path = written(tmp_path / "runs.jsonl", [RUNS[:2], RUNS[2:]])
    assert [json.loads(line) for line in path.read_text().splitlines()] == [row(run) for run in RUNS]


def test_parquet(tmp_path: Path) -> None:
    frame = polars.read_parquet(written(tmp_path / "runs.parquet", [RUNS[:2], RUNS[2:]]))
    assert frame.to_dicts() == [row(run) for run in RUNS]
    assert frame.schema["seed"] == polars.UInt64


def test_parquet_without_runs_can_be_read(tmp_path: Path) -> None:
    assert polars.read_parquet(written(tmp_path / "runs.parquet", [])).is_empty()


def test_parquet_keeps_large_numbers_exact(tmp_path: Path) -> None:
    huge = replace(RUNS[0], seed=2**64 - 1, error=2**100, generalisation_error=Fraction(1, 2))
    frame = polars.read_parquet(written(tmp_path / "runs.parquet", [[huge, RUNS[1]]]))
    assert frame["seed"].to_list() == [2**64 - 1, 4]
    assert [int(error) for error in frame["error"]] == [2**100, RUNS[1].error]


def test_a_run_that_ends_with_the_empty_tree(tmp_path: Path) -> None:
    empty = replace(RUNS[0], tree=Tree(), error=None, generalisation_error=None)
    frame = polars.read_parquet(written(tmp_path / "runs.parquet", [[empty, RUNS[1]]]))
    assert frame["error"].to_list() == [None, RUNS[1].error]
    assert Tree.parse(frame["tree"][0]) == Tree()
    line = written(tmp_path / "runs.csv", [[empty]]).read_text().splitlines()[1]
    assert line.endswith(",(empty)")


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_rows_are_there_as_soon_as_written(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"runs.{suffix}"
    with RecordsFile(path) as sink:
        sink.write(RUNS[:1])
        assert RUNS[0].setting.id in path.read_text()
        assert path.read_text().endswith("\n")


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_rows_survive_an_interruption(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"runs.{suffix}"

    def chunks() -> Iterator[list[Run]]:
        yield RUNS[:3]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        written(path, chunks())
    whole = written(tmp_path / f"whole.{suffix}", [RUNS[:3]])
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("runs.txt", "must end in"),
        ("runs", "must end in"),
        ("none/runs.csv", "does not exist"),
        ("f.csv", "a folder"),
    ],
)
def test_paths_refused(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "f.csv").mkdir()
    with pytest.raises(InputError, match=f"^records = .*{why}"):
        check_path(tmp_path / name)


def test_a_path_the_system_refuses() -> None:
    with pytest.raises(InputError, match=r"^records = /proc/evobool\.csv: "):
        RecordsFile(Path("/proc/evobool.csv"))


@pytest.fixture
def limited_file_size() -> Iterator[None]:
    """A file layer that refuses to grow a file beyond 2 kB, as a full disk would."""
    import resource
    import signal

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_a_full_disk_is_told_in_one_line(tmp_path: Path, suffix: str, limited_file_size: None) -> None:
    path = tmp_path / f"runs.{suffix}"
    with pytest.raises(EvoboolError, match=rf"runs\.{suffix}: .*File too large"):
        written(path, [RUNS * 10] * 3)
    left = {found.name: found.stat().st_size for found in tmp_path.iterdir()}
    assert left == ({} if suffix == "parquet" else {path.name: 2_000})
    tried("full-disk", "a disk that fills while records are written: CSV, JSON Lines, Parquet")


def test_a_full_disk_keeps_the_parquet_file_that_was_there(tmp_path: Path, limited_file_size: None) -> None:
    path = tmp_path / "runs.parquet"
    path.write_bytes(b"before")
    with pytest.raises(EvoboolError, match="cannot be written"):
        written(path, [RUNS * 10] * 3)
    assert path.read_bytes() == b"before"
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_parquet_through_a_symbolic_link(tmp_path: Path) -> None:
    link = tmp_path / "link.parquet"
    link.symlink_to(tmp_path / "runs.parquet")
    written(link, [RUNS])
    assert link.is_symlink()
    assert len(polars.read_parquet(tmp_path / "runs.parquet")) == len(RUNS)
