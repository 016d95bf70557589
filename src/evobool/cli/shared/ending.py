"""How a command ends when it cannot go on: in one line on stderr and an exit status, without a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from cyclopts import CycloptsError

from evobool.cli.shared.arguments import worded
from evobool.cli.shared.messages import say
from evobool.errors import EvoboolError
from evobool.interrupts import exit_status


@contextmanager
def ending() -> Iterator[None]:
    """Bad input ends in status 2, Ctrl-C and SIGTERM and a reader who has left as everywhere."""
    try:
        yield
    except CycloptsError as problem:
        _fail(worded(problem))
    except EvoboolError as problem:
        _fail(str(problem))
    except KeyboardInterrupt as problem:
        say(f"stopped{problem}")
        sys.exit(exit_status(problem))
    except BrokenPipeError:
        _close_output()
        sys.exit(141)
    except MemoryError:
        _fail("there is not enough memory for this")
    except OSError as problem:
        _blame_plugin(problem)
        where = "" if problem.filename is None else f"{problem.filename}: "
        _fail(f"{where}{problem.strerror or problem}")
    except Exception as problem:
        _blame_plugin(problem)
        raise


def _fail(message: str) -> NoReturn:
    say(message)
    sys.exit(2)


def _blame_plugin(problem: Exception) -> None:
    """An error that came out of a plugin ends like bad input, with its file and line."""
    from evobool.plugins import blamed

    told = blamed(problem)
    if told is not None:
        _fail(str(told))


def _close_output() -> None:
    """Nobody reads on: what is still in a buffer goes nowhere, in silence."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
