"""Ctrl-C and SIGTERM, for the command line.

A command that has nothing to save ends at once, wherever it is: in an import, in a compiler, on its way out.
Within `saving`, the first signal raises KeyboardInterrupt, so that finished runs are kept, and more of them
are ignored for a while. Little is imported here, so that it is in place soon.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE_SECONDS = 10.0  # how long saving may take before another signal ends the command all the same
SHOW_CURSOR = b"\x1b[?25h"


class Terminated(KeyboardInterrupt):
    """SIGTERM: like Ctrl-C, with the exit status that belongs to it."""


class _State:
    """Whether signals are ours, how many blocks are saving, which signal came, and when."""

    ours = False
    saving = 0
    signal = 0
    since = 0.0


def take_over() -> None:
    """From now on, Ctrl-C and SIGTERM end the process as described above."""
    _State.ours = True
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)


def over() -> None:
    """The command is done: Ctrl-C changes nothing any more, nor does SIGTERM once no thread is waited for.

    Python gives up handlers while it clears up, and SIGTERM would then end a finished command with -15.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    atexit.register(signal.signal, signal.SIGTERM, signal.SIG_IGN)


def exit_status(problem: KeyboardInterrupt) -> int:
    """The exit status of a command that was stopped.

    >>> exit_status(KeyboardInterrupt()), exit_status(Terminated())
    (130, 143)
    """
    return 128 + (signal.SIGTERM if isinstance(problem, Terminated) else signal.SIGINT)


@contextmanager
def saving() -> Iterator[None]:
    """A block with something to save: a signal raises KeyboardInterrupt within it."""
    _State.saving += 1
    try:
        yield
    finally:
        _State.saving -= 1


def check() -> None:
    """Raise KeyboardInterrupt again if a signal came and what it raised was swallowed somewhere."""
    if _State.signal and _State.saving:
        raise _problem(_State.signal)


def pressed(problem: BaseException) -> bool:
    """Whether it is the KeyboardInterrupt of a signal, and not one that somebody's code raised of itself.

    >>> pressed(KeyboardInterrupt()), pressed(SystemExit())
    (True, False)
    """
    return isinstance(problem, KeyboardInterrupt) and (not _State.ours or _State.signal != 0)


def leave_if_ignored(seconds: float) -> None:
    """End if a signal came this long ago; for code that may have swallowed what the signal raised."""
    if _State.signal and time.monotonic() - _State.since > seconds:
        leave(_State.signal)


def _problem(number: int) -> KeyboardInterrupt:
    return Terminated() if number == signal.SIGTERM else KeyboardInterrupt()


def _stop(number: int, frame: object) -> None:
    """What happens on a signal."""
    now = time.monotonic()
    if _State.signal and now - _State.since < PATIENCE_SECONDS:
        return
    first = not _State.signal
    _State.signal, _State.since = number, now
    if first and _State.saving:
        raise _problem(number)
    leave(number)


def leave(number: int) -> None:
    """End at once."""
    with suppress(OSError):
        os.write(2, (SHOW_CURSOR if os.isatty(2) else b"") + b"\nevobool: stopped\n")
    os._exit(128 + number)


def end(status: object) -> None:
    """End a command that was stopped and has saved what there was, though threads still compile.

    They cannot be stopped, and Python would wait for them or fall over them.
    """
    busy = [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
    if _State.signal and busy:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(int(str(status)))
