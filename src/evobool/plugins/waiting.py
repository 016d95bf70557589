"""Calls of plugins that do not return: a line says where they are, and a signal ends them in any case."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from typing import Any, NamedTuple

from evobool import interrupts

TICK_SECONDS = 1.0
PATIENCE_SECONDS = 10.0  # before a long call is reported, and before it is ended though it ignores signals
MORE_PATIENCE = 6  # times as long until it is reported again


class Under(NamedTuple):
    """A call under way; no two of them are the same object."""

    called: Any


class Waiting:
    """Looks once a second at the calls under way, in a thread that ends when there are none."""

    def __init__(self) -> None:
        self.under: dict[int, Under | None] = {}  # by thread
        self.thread: threading.Thread | None = None

    def begin(self, called: Any) -> Under | None:
        """Note a call; returns the one it is part of, for `end`."""
        thread = threading.get_ident()
        before = self.under.get(thread)
        self.under[thread] = before or Under(called)
        if self.thread is None:
            self.thread = threading.Thread(target=self._look, daemon=True)
            self.thread.start()
        return before

    def end(self, before: Under | None) -> None:
        """The call is over."""
        self.under[threading.get_ident()] = before

    def _look(self) -> None:
        since: dict[int, tuple[Under, float, float]] = {}  # the call, when it was seen first, when to tell
        while True:
            time.sleep(TICK_SECONDS)
            if not any(list(self.under.values())):
                break
            now = time.monotonic()
            for thread, under in list(self.under.items()):
                known, first, then = since.get(thread, (None, now, now + PATIENCE_SECONDS))
                if under is None:
                    since.pop(thread, None)
                    continue
                if under is not known:
                    first, then = now, now + PATIENCE_SECONDS
                elif now >= then:
                    where, seconds = place(under.called, thread), round(now - first)
                    tell(f"{where} has not returned for {seconds} seconds; Ctrl-C stops it")
                    then = now + MORE_PATIENCE * (then - first)
                if now - first > PATIENCE_SECONDS:
                    interrupts.leave_if_ignored(PATIENCE_SECONDS)
                since[thread] = (under, first, then)
        self.thread = None


def place(called: Any, thread: int) -> str:
    """Where a call is: the file, the line it has come to, and what it was called as."""
    if called.file is None:
        return f"plugin {called.plugin}: {called.role}"
    frame, line = sys._current_frames().get(thread), called.line
    while frame is not None:
        if frame.f_code.co_filename == called.file:
            line = frame.f_lineno
            break
        frame = frame.f_back
    return f"plugin {called.file}, line {line}: {called.role}"


def tell(line: str) -> None:
    """A line on stderr, whoever still reads it."""
    with suppress(OSError, ValueError):
        print(f"evobool: {line}", file=sys.stderr, flush=True)


WAITING = Waiting()
