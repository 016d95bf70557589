"""Stores in odd places: read-only folders, symbolic links that lead nowhere, names of any bytes."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from evobool import InputError, Study, grid
from evobool.cli import main
from evobool.studies.store.store import Store, StoreError
from tests.support.reliability import tried

Capture = pytest.CaptureFixture[str]
NOBODY = 65534
READING = ("status STORE", "show STORE", "check STORE", "compare STORE STORE", "merge STORE --into OUT")


@contextmanager
def somebody_else() -> Iterator[None]:
    """For a while without root's right to write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "a.db"
    Study(grid(n=[2, 3]), runs=4, seed=1, engine="reference").collect(path, workers=1)
    for folder in (tmp_path, *tmp_path.parents[:3]):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/tmp"):
            folder.chmod(0o755)
    return path


def study(words: str, store: Path, out: Path) -> None:
    main(["study", *(str({"STORE": store, "OUT": out}.get(word, word)) for word in words.split())])


def read_only(store: Path) -> Path:
    folder = store.parent / "media"
    folder.mkdir()
    copy = Path(shutil.copy(store, folder))
    copy.chmod(0o444)
    folder.chmod(0o555)
    return copy


def test_a_read_only_folder(store: Path, capsys: Capture, tmp_path: Path) -> None:
    media = read_only(store)
    for words in READING:
        study(words, store, tmp_path / "one.db")  # as owner first: modules must be loaded before
        expected = capsys.readouterr().out.replace(str(store), "S")
        out = tmp_path / "drop" / f"{words[:5]}.db"
        out.parent.mkdir(exist_ok=True)
        out.parent.chmod(0o777)
        (tmp_path / "one.db").unlink(missing_ok=True)
        with somebody_else():
            study(words, media, out)
        found = capsys.readouterr().out.replace(str(media), "S").replace(str(out), str(tmp_path / "one.db"))
        if "compare" not in words:  # its title is as wide as the names
            assert found == expected
    with somebody_else(), pytest.raises(StoreError, match=r"^store = .*a.db: attempt to write a readonly"):
        Store(media, seed=1)
    assert sorted(path.name for path in media.parent.iterdir()) == ["a.db"]
    tried("read-only", "a study command on a store in a read-only folder", len(READING) + 1)


def test_a_read_only_folder_with_a_log_beside(store: Path) -> None:
    writer = sqlite3.connect(store)
    writer.execute("INSERT INTO study VALUES ('a', 'b')")
    writer.commit()
    media = read_only(store)
    media.parent.chmod(0o755)
    shutil.copy(f"{store}-wal", f"{media}-wal")
    writer.close()
    media.parent.chmod(0o555)
    with somebody_else(), pytest.raises(StoreError, match=r"a\.db-wal holds changes"):
        Store(media)


def test_a_loop_of_links(tmp_path: Path, capsys: Capture) -> None:
    loop = tmp_path / "loop.db"
    loop.symlink_to(loop)
    for words in ("status", "run --grid n=2 --store"):
        with pytest.raises(SystemExit, match="2"):
            main(["study", *words.split(), str(loop)])
        printed = capsys.readouterr()
        assert printed.err.count("\n") == 1
        assert f"store = {loop}: " in printed.err


@pytest.mark.parametrize(
    "name", [b"[bold]a[red].db", b"[red on blue]:smile:.db", b"\xff\xfe.db", b"a?mode=rw#x%41.db"]
)
def test_odd_names(store: Path, name: bytes, tmp_path: Path, capsys: Capture) -> None:
    odd = tmp_path / os.fsdecode(name)
    shutil.copy(store, odd)
    for words in (*READING, "run --store STORE --grid n=2,3 --runs 5", "stuck STORE"):
        study(words, odd, tmp_path / "out.db")
    printed = capsys.readouterr()
    assert "9 runs" not in printed.out
    if b"\xff" not in name:
        assert "".join(printed.out.split()).count("".join(odd.name.split())) >= 3  # titles are wrapped
        assert f"10 runs of 2 settings in {odd}" in printed.err
    left = {path.name.removesuffix("-shm").removesuffix("-wal") for path in tmp_path.iterdir()}
    assert left == {odd.name, "a.db", "out.db"}
    tried("odd-names", "a study command on a store with an odd name", len(READING) + 2)


def test_a_name_with_a_zero_byte() -> None:
    with pytest.raises(InputError, match="zero byte"):
        Store(Path("a\0b.db"), seed=1)
