"""A studio that serves while a test runs, and what a client reads of it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn

from evobool.studio.serve import Server, bound
from evobool.studio.server import Studio

PATIENCE = 60.0  # seconds; nothing is measured, only given up


@contextmanager
def serving(studio: Studio) -> Iterator[str]:
    """The address of a studio that listens in a thread of its own."""
    listening = bound("127.0.0.1", 0)
    studio.port = listening.getsockname()[1]
    config = uvicorn.Config(studio.app(), log_level="error", access_log=False, lifespan="off", ws="none")
    server = Server(config, studio)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    try:
        yield f"http://127.0.0.1:{studio.port}"
    finally:
        server.handle_exit(2, None)
        thread.join(PATIENCE)
        listening.close()


def wait_for(ready: Callable[[], object]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def events(text: str) -> list[dict[str, Any]]:
    """Server-sent events, decoded."""
    return [json.loads(part.removeprefix("data: ")) for part in text.split("\n\n") if part]


def whole(found: list[dict[str, Any]]) -> dict[str, Any]:
    """All updates of a stream as one."""
    told: dict[str, Any] = {}
    for piece in found:
        for name, value in piece.items():
            told[name] = [*told.get(name, []), *value] if isinstance(value, list) else value
    return told


def streamed(client: httpx.Client, path: str, **words: object) -> dict[str, Any]:
    """Everything that a stream tells, put together."""
    reply = client.get(path, params={name.replace("__", "."): str(value) for name, value in words.items()})
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/event-stream")
    return whole(events(reply.text))
