"""`evobool studio` on the command line."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from evobool.cli import main

Capture = pytest.CaptureFixture[str]


def refused(capsys: Capture, *words: object) -> str:
    with pytest.raises(SystemExit) as stop:
        main(["studio", "--no-browser", *map(str, words)])
    printed = capsys.readouterr()
    assert stop.value.code == 2
    assert printed.err.count("\n") == 1
    return printed.err


def test_a_taken_port_is_said_in_one_line(capsys: Capture) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port = {port}: is taken" in refused(capsys, "--port", port)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--port", "70000"), "port = 70000: must be at most 65535"),
        (("--port", "-1"), "port = -1: must be at least 0"),
        (("--host", "192.0.2.1", "--port", "0"), "host = 192.0.2.1: is not an address of this machine"),
        (("--store", "absent.db"), "store = absent.db: there is no such file"),
        (("--report", "absent"), "report = absent: holds no runs.db"),
    ],
)
def test_what_cannot_be_served(capsys: Capture, words: tuple[str, ...], said: str) -> None:
    assert said in refused(capsys, *words)


def test_a_missing_extra_is_named(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "starlette", None)
    assert "pip install 'evobool[studio]'" in refused(capsys)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_it_serves_says_where_and_stops_at_once(tmp_path: Path, host: str) -> None:
    words = [sys.executable, "-m", "evobool", "studio", "--no-browser", "--port", "0", "--host", host]
    started = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert started.stdout is not None
    line = started.stdout.readline()
    assert line.startswith("the studio is at http://127.0.0.1:")
    address = line.split()[4]
    long = {"n": "12", "target": "xor", "engine": "reference", "max_iterations": "1000000"}
    with (
        httpx.Client(base_url=address, trust_env=False, timeout=60) as client,
        client.stream("GET", "/api/run", params=long) as reply,
    ):
        told = reply.iter_text()
        next(told)
        started.send_signal(signal.SIGINT)
        _, said = started.communicate(timeout=60)
    assert started.returncode == 130
    assert said.splitlines()[-1] == "evobool: stopped"
    assert ("no password" in said) == (host == "0.0.0.0")
    assert "Traceback" not in said
