"""Kept compiled code: damaged, exchanged, unwritable or on a full disk, it is made again or done without."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evobool.engines.compiling import folder as place
from evobool.engines.compiling import quick
from evobool.engines.compiling.cache import KernelCache, Store
from tests.support.reliability import tried

resource: Any = pytest.importorskip("resource", reason="Windows knows no limits of a process")
pytestmark = pytest.mark.compiled


def add(x: Any, y: Any) -> Any:
    return 3 * x + y


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for compiled code that is this test's own."""
    monkeypatch.setattr(place, "CACHE_FOLDER", tmp_path / "kept")
    (tmp_path / "kept").mkdir()
    KernelCache.gave_up = False
    yield tmp_path / "kept"
    KernelCache.gave_up = False


def hits(kernel: Any) -> int:
    """How many signatures were read rather than compiled."""
    return sum(hits for entry in kernel.entries for hits in entry.stats.cache_hits.values())


def fresh() -> Any:
    return quick.compiled(add, inline=False)


def only(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_code_is_read_the_next_time(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fresh()(2, 5) == 11
    again = fresh()
    assert (again(2, 5), hits(again)) == (11, 1)
    assert again(2.5, 5) == 12.5  # another signature has a file of its own
    assert len(list(folder.iterdir())) == 2
    assert capsys.readouterr().err == ""


def flipped(rng: random.Random, content: bytes) -> bytes:
    place = rng.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]


DAMAGE: dict[str, Callable[[random.Random, bytes], bytes]] = {
    "flipped": flipped,
    "truncated": lambda rng, content: content[: rng.randrange(len(content))],
    "empty": lambda rng, content: b"",
    "zeros": lambda rng, content: bytes(len(content)),
    "a page of zeros": lambda rng, content: content[:512] + bytes(4096) + content[4608:],
    "longer": lambda rng, content: content + rng.randbytes(rng.randint(1, 99)),
    "noise": lambda rng, content: rng.randbytes(len(content)),
    "another pickle": lambda rng, content: b"\x80\x04N.",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=list(DAMAGE))
def test_damaged_code_is_made_again(
    damage: Callable[[random.Random, bytes], bytes], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fresh()(2, 5)
    sound = only(folder).read_bytes()
    only(folder).write_bytes(damage(random.Random(1), sound))
    again = fresh()
    assert (again(2, 5), hits(again)) == (11, 0)
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "is damaged; compiling again" in told
    third = fresh()
    assert (third(2, 5), hits(third)) == (11, 1)
    assert capsys.readouterr().err == ""


def test_code_under_another_name_is_not_used(folder: Path) -> None:
    """As numba leaves it where two processes compile at once: one name, and the code of the other."""
    whole, broken = fresh(), fresh()
    whole(2, 5)
    first = only(folder)
    broken(2.5, 5.5)
    (second,) = set(folder.iterdir()) - {first}
    shutil.copy(second, first)
    again = fresh()
    assert (again(2, 5), hits(again)) == (11, 0)


def test_processes_that_compile_at_once_leave_sound_files(folder: Path) -> None:
    store = Store(folder, "name")
    keys = [f"key {number}" for number in range(4)]

    def work() -> None:
        for turn in range(50):
            store.save(keys[turn % 4], keys[turn % 4] * 1000)
            found = store.load(keys[turn % 4])
            assert found == keys[turn % 4] * 1000

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(folder.iterdir()) == sorted(map(store.path, keys))


def unwritable(folder: Path) -> None:
    folder.rmdir()
    folder.touch()


def gone(folder: Path) -> None:
    folder.rmdir()


@pytest.mark.parametrize("spoil", [unwritable, gone])
def test_a_folder_that_cannot_be_written_any_more(
    spoil: Callable[[Path], None], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(folder)
    assert fresh()(2, 5) == 11
    assert fresh()(2, 6) == 12
    told = capsys.readouterr().err
    assert 1 <= told.count("\n") <= 3
    assert all(line.startswith("evobool: compiled code cannot be") for line in told.splitlines())


def test_a_folder_in_place_of_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fresh()(2, 5)
    path = only(folder)
    path.unlink()
    path.mkdir()
    assert fresh()(2, 5) == 11
    assert "Traceback" not in capsys.readouterr().err


def test_a_full_disk(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        found = fresh()(2, 5)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert found == 11
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "compiled code cannot be kept: " in told
    assert list(folder.iterdir()) == []


def test_code_compiled_beforehand_is_used_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "image"))
    named = place.cache_folder()
    assert named is not None
    (named / "a.nbc").touch()

    def refuse(self: Path, **options: object) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr(Path, "touch", refuse)
    assert place.cache_folder() == named


@pytest.mark.slow
def test_many_kinds_of_damage(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh()(2, 5)
    path = only(folder)
    monkeypatch.setattr(Store, "path", lambda self, key: path)
    sound, rng, failed, times = path.read_bytes(), random.Random(1), 0, 1000
    for turn in range(times):
        damaged = list(DAMAGE.values())[turn % len(DAMAGE)](rng, sound)
        path.write_bytes(damaged)
        failed += damaged != sound and Store(folder, "any").load("any key") is not None
    capsys.readouterr()
    tried("compiled-code", "files of compiled code damaged, then read", times, failed)
    assert failed == 0


@pytest.mark.slow
def test_a_command_with_damaged_or_unwritable_code(tmp_path: Path) -> None:
    """The real kernels, as a command meets them."""
    words = [sys.executable, "-m", "evobool", "run", "--n", "4", "--seed", "1", "--json", "--quiet"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}

    def run(limit: int | None = None) -> subprocess.CompletedProcess[str]:
        def lower() -> None:
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        return subprocess.run(words, capture_output=True, text=True, env=environment, preexec_fn=lower)

    expected = run().stdout.split('"seconds"')[0]
    files = sorted((tmp_path / "kernels").rglob("*.nbc"))
    rng, failed, times = random.Random(1), 0, 8
    for turn in range(times):
        for path in rng.sample(files, rng.randint(1, len(files))) if turn else files:
            content = path.read_bytes() if path.exists() else b"0"
            path.write_bytes(list(DAMAGE.values())[turn](rng, content or b"0"))
        done = run(limit=2000 if turn == 0 else None)
        lines = done.stderr.splitlines()
        sound = done.returncode == 0 and done.stdout.split('"seconds"')[0] == expected
        failed += not (sound and all(line.startswith("evobool: ") for line in lines))
    tried("compiled-commands", "commands run on damaged kernels, or on a full disk", times, failed)
    assert failed == 0
