"""`Feed`: what a worker thread tells a page, as server-sent events, at most 60 a second.

The worker puts pieces, each a dict. Between two updates they are merged: lists grow, the rest is replaced. A
page that is gone, or a worker that takes too long, stops the worker.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator
from typing import Any

UPDATES_A_SECOND = 60
MOST_WAITING = 400  # pieces that a worker may be ahead of a page
Piece = dict[str, Any]


class PageGone(Exception):
    """Nobody is looking any more."""


class Feed:
    """One page's updates: `put` and `stopped` are for the worker's thread, `updates` for the server."""

    def __init__(self, seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready = asyncio.Event()
        self._room = threading.Condition()
        self._waiting: list[Piece] = []
        self._done = self._closed = False
        self._deadline = time.monotonic() + seconds

    def put(self, **piece: Any) -> None:
        """Tell the page; waits while it has much to read."""
        with self._room:
            self._room.wait_for(lambda: self._closed or len(self._waiting) < MOST_WAITING)
            if self._closed:
                raise PageGone
            self._waiting.append(piece)
        self._wake()

    def mention(self, **piece: Any) -> None:
        """Tell the page, if it is there and listens; never waits."""
        with self._room:
            if not self._closed and len(self._waiting) < MOST_WAITING:
                self._waiting.append(piece)
        self._wake()

    def finish(self) -> None:
        """There will be no more."""
        self._done = True
        self._wake()

    def close(self) -> None:
        """The page is gone: whoever puts next is told."""
        with self._room:
            self._closed = True
            self._room.notify_all()

    def restart(self, seconds: float) -> None:
        """Count the time from now on."""
        self._deadline = time.monotonic() + seconds

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() > self._deadline

    def stopped(self) -> bool:
        """Whether to stop working."""
        return self._closed or self.late

    def _wake(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._ready.set)
        except RuntimeError:  # the server has stopped
            self._closed = True

    async def updates(self) -> AsyncIterator[str]:
        """The pieces as events, merged."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            with self._room:
                waiting, self._waiting, done = self._waiting, [], self._done
                self._room.notify_all()
            if waiting:
                yield event(merged(waiting))
            if done and not self._waiting:
                return
            await asyncio.sleep(1 / UPDATES_A_SECOND)


def merged(pieces: list[Piece]) -> Piece:
    """Pieces as one: lists one after the other, anything else as it was last.

    >>> merged([{"runs": [1], "done": 1}, {"runs": [2], "done": 2}])
    {'runs': [1, 2], 'done': 2}
    """
    whole: Piece = {}
    for piece in pieces:
        for name, value in piece.items():
            whole[name] = [*whole.get(name, []), *value] if isinstance(value, list) else value
    return whole


def event(piece: Piece) -> str:
    """A server-sent event."""
    return f"data: {json.dumps(piece, separators=(',', ':'), ensure_ascii=False, allow_nan=False)}\n\n"
