"""The command line: `evobool COMMAND`. One file a command; this one holds what they share."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

import evobool
from evobool.cli.run import run
from evobool.cli.study import study
from evobool.errors import EvoboolError

app = App(
    name="evobool",
    help="A laboratory for evolving Boolean functions with simple genetic programming.",
    version=evobool.__version__,
    version_flags=["--version"],
    help_format="plaintext",
)
app.command(run)
app.command(study)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; bad input ends in one line on stderr and exit status 2."""
    try:
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as problem:
        fail(" ".join(str(problem).split()))
    except EvoboolError as problem:
        fail(str(problem))
    except KeyboardInterrupt:
        print("evobool: stopped", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)


def fail(message: str) -> None:
    """One line, no traceback, exit status 2."""
    print(f"evobool: {message}", file=sys.stderr)
    sys.exit(2)
