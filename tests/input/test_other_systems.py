"""What Linux has and other systems lack, taken away: the rest works as well."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
from multiprocessing import resource_tracker
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from evobool import Setting, Study, memory
from evobool.studies.work import executors
from evobool.studio import serve

GIGABYTE = 2**30


@pytest.fixture
def no_meminfo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(memory._system_room, "__defaults__", (tmp_path / "none",))


@pytest.mark.usefixtures("no_meminfo")
def test_memory_where_there_is_no_proc() -> None:
    assert memory.available_memory() > GIGABYTE // 4


@pytest.mark.usefixtures("no_meminfo")
@pytest.mark.parametrize(("answers", "room"), [(1, 5 * GIGABYTE), (0, memory.UNLIMITED)])
def test_memory_on_windows(monkeypatch: pytest.MonkeyPatch, answers: int, room: int) -> None:
    """As the structure MEMORYSTATUSEX is documented: its length, a share, then the whole and what is left."""

    class Status(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_uint32), ("load", ctypes.c_uint32),
            ("total", ctypes.c_uint64), ("available", ctypes.c_uint64), ("rest", ctypes.c_uint64 * 5),
        )  # fmt: skip

    def fill(given: Any) -> int:
        status = Status.from_buffer(given)
        assert status.length == ctypes.sizeof(Status)
        status.total, status.available = 8 * GIGABYTE, 5 * GIGABYTE
        return answers

    kernel32 = SimpleNamespace(GlobalMemoryStatusEx=fill)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel32), raising=False)
    monkeypatch.delattr(os, "sysconf")
    assert memory._system_room() == room


def test_a_study_without_masks_of_signals_and_affinity(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    resource_tracker.ensure_running()  # Python's own, which masks signals where it begins
    monkeypatch.setattr(executors, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.delattr(signal, "pthread_sigmask")
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert executors.cores() == os.cpu_count()
    study = Study([Setting(n=4)], runs=6, seed=1, engine="reference")
    assert study.collect(tmp_path / "a.db", workers=2).summary()["runs"].to_list() == [6]


def test_a_port_is_not_shared_where_that_must_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Socket(socket.socket):
        def setsockopt(self, *words: Any) -> None:
            asked.append(words[1])

    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    monkeypatch.setattr(socket, "socket", Socket)
    serve.bound("127.0.0.1", 0).close()
    assert asked == [-5]
