"""Schedulers that are none, or whose workers cannot make runs: said soon, in one line, nothing written."""

from __future__ import annotations

import gc
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from evobool import EvoboolError, InputError, Study, grid
from evobool.cli import main
from evobool.studies.work import cluster
from evobool.studies.work.cluster import dask_carrier
from tests.support.reliability import tried

distributed: Any = pytest.importorskip("distributed")
pytestmark = [pytest.mark.compiled, pytest.mark.long]
WHAT = "an address, a file or a worker that is not what a scheduler needs"


@contextmanager
def service(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """A port where something else than dask answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    threading.Thread(target=talk, args=(connection,), daemon=True).start()

        def talk(connection: socket.socket) -> None:
            with suppress(OSError), connection:
                answer(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


def wait(connection: socket.socket) -> None:
    connection.recv(1 << 20)
    time.sleep(20)


ANSWERS: dict[str, Callable[[socket.socket], None]] = {
    "silent": wait,
    "closing": lambda connection: None,
    "ssh": lambda connection: connection.sendall(b"SSH-2.0-OpenSSH_9.2\r\n" * 9) or wait(connection),  # type: ignore[func-returns-value]
    "zeros": lambda connection: connection.sendall(bytes(1 << 16)) or wait(connection),  # type: ignore[func-returns-value]
    "http": lambda connection: connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_port_that_is_not_dasks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 2)
    with service(ANSWERS[name]) as port, pytest.raises(InputError) as refused:
        dask_carrier(f"tcp://127.0.0.1:{port}")
    assert str(refused.value).startswith(f"scheduler = tcp://127.0.0.1:{port}: ")
    assert "\n" not in str(refused.value)
    tried("schedulers", WHAT)


def test_waiting_for_a_scheduler_leaves_time_to_say_so() -> None:
    assert cluster.CONNECT_SECONDS + 1 < 10, "with all imports, said within 15 s"


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://127.0.0.1:8786", "dask schedulers speak tcp, tls, .* not http"),
        ("https://127.0.0.1:8786", "not https"),
        ("tls://127.0.0.1:8786", "TLS"),
        ("tcp://127.0.0.1", "missing port"),
        ("somewhere", "is neither an address"),
    ],
)
def test_addresses_that_cannot_be(address: str, why: str) -> None:
    with pytest.raises(InputError, match=f"^scheduler = {address}: .*{why}"):
        dask_carrier(address)
    tried("schedulers", WHAT)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"{}", b'{"address": 5}', b'{"address": "\\u0000"}', b"\xff\xfe", b"[" * 99_999],
)
def test_broken_scheduler_files(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, store = tmp_path / "scheduler.json", tmp_path / "a.db"
    file.write_bytes(content)
    with pytest.raises(SystemExit, match="2"):
        main(["study", "run", "--store", str(store), "--grid", "n=3", "--scheduler", str(file)])
    printed = capsys.readouterr().err
    assert printed.startswith(f"evobool: scheduler = {file}: is ")
    assert printed.count("\n") == 1
    assert not store.exists()
    tried("schedulers", WHAT)


def test_a_scheduler_without_workers_is_waited_for_with_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers may be in a queue; the first one to come makes the runs."""
    assert cluster.ALONE_SECONDS + 2 * cluster.LOOK_SECONDS < 10, "with all imports, said within 15 s"
    monkeypatch.setattr(cluster, "ALONE_SECONDS", 0.3)
    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.2)
    with distributed.LocalCluster(
        n_workers=0, threads_per_worker=1, processes=False, dashboard_address=":0", silence_logs=50
    ) as made:
        said: list[str] = []

        def say(message: str) -> None:
            said.append(message)
            made.scale(1)

        study = Study(grid(n=3), runs=3, seed=1, engine="reference")
        study.collect(tmp_path / "a.db", carry=dask_carrier(made.scheduler_address, say))
        assert said == [f"scheduler = {made.scheduler_address}: has no workers; waiting for the first one"]
    tried("schedulers", WHAT)


def test_a_client_that_failed_is_gone_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Collected at any other time, while a client starts, it would wait for ever for the lock of that one."""
    made: list[weakref.ref[Any]] = []

    class Client(distributed.Client):  # type: ignore[misc]
        def __init__(self, *arguments: Any, **options: Any) -> None:
            made.append(weakref.ref(self))
            super().__init__(*arguments, **options)

    monkeypatch.setattr(distributed, "Client", Client)
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    gc.disable()
    try:
        with service(ANSWERS["closing"]) as port, pytest.raises(InputError, match="scheduler"):
            cluster._connect(f"127.0.0.1:{port}")
        assert [client() for client in made] == [None]
    finally:
        gc.enable()


WITHOUT_EVOBOOL = """
import sys
sys.modules["evobool"] = None
from distributed.cli.dask_worker import main
main([sys.argv[1], "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", sys.argv[2]])
"""


def test_a_worker_without_evobool(tmp_path: Path) -> None:
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as made:
        address = made.scheduler_address
        worker = subprocess.Popen(
            [sys.executable, "-c", WITHOUT_EVOBOOL, address, str(tmp_path / "work")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            study = Study(grid(n=3), runs=3, seed=1, engine="reference")
            with pytest.raises(EvoboolError, match=r"a worker lacks the module evobool.*; install"):
                study.collect(tmp_path / "a.db", carry=dask_carrier(address))
        finally:
            worker.kill()
            worker.wait()
    tried("schedulers", WHAT)


def test_workers_that_are_gone_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Said once each time they go, not every two seconds."""
    monkeypatch.setattr(cluster, "ALONE_SECONDS", 1.0)
    said: list[str] = []
    flight = cluster._Flight(object(), "tcp://there:1", said.append)
    counts, clock = iter([1, 0, 0, 0, 0, 2, 0, 0, 0]), iter(range(9))
    client = SimpleNamespace(nthreads=lambda: {"w": count} if (count := next(counts)) else {})
    client.run = lambda *_, **__: {}
    flight.client = client
    monkeypatch.setattr(cluster, "time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    after = []
    for _ in range(9):
        flight.look()
        after.append(len(said))
    assert after == [0, 0, 1, 1, 1, 1, 1, 2, 2]
