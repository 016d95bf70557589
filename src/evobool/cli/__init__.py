"""The command line: `evobool COMMAND`. One file a command; this one holds what they share."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CoercionError, CycloptsError, Parameter

from evobool.checks import check_choice
from evobool.cli.paper.atlas import atlas
from evobool.cli.paper.reproduce import reproduce
from evobool.cli.run.command import run
from evobool.cli.shared.arguments import check_words
from evobool.cli.shared.console import Console
from evobool.cli.shared.examples import add_examples, shown_default
from evobool.cli.shared.help import Pages
from evobool.cli.shared.messages import say
from evobool.cli.shared.plugin import load_plugins, with_plugins
from evobool.cli.shared.spinner import CompilerNews
from evobool.cli.studio import studio
from evobool.cli.study import study
from evobool.cli.theory.claims import theory
from evobool.cli.theory.drift import drift
from evobool.cli.theory.exact import exact
from evobool.cli.theory.landscape import landscape
from evobool.engines.compiling.announce import LISTENERS
from evobool.errors import EvoboolError, InputError
from evobool.interrupts import exit_status
from evobool.version import __version__

app = App(
    name="evobool",
    help="A laboratory for evolving Boolean functions with simple genetic programming.",
    version=__version__,
    version_flags=["--version"],
    help_format="plaintext",
    help_formatter=Pages(),
    suppress_keyboard_interrupt=False,
    console=Console(),
    default_parameter=Parameter(show_default=shown_default, negative=""),
)
for command in (
    with_plugins(run),
    study,
    reproduce,
    atlas,
    with_plugins(exact),
    with_plugins(landscape),
    with_plugins(drift),
    theory,
    with_plugins(studio),
):
    app.command(command)
add_examples(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; bad input ends in one line on stderr and exit status 2."""
    words = sys.argv[1:] if arguments is None else arguments
    news = CompilerNews(quiet="--quiet" in words or "--json" in words)
    LISTENERS.append(news)
    try:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # a terminal without box characters gets ? for them
        sys.set_int_max_str_digits(0)  # an error at n = 20,000 has more digits than Python prints by default
        check_words(app, words)
        load_plugins(words)
        app(words, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CoercionError as problem:
        fail(worded(problem))
    except CycloptsError as problem:
        fail(" ".join(str(problem).split()))
    except EvoboolError as problem:
        fail(str(problem))
    except KeyboardInterrupt as problem:
        say(f"stopped{problem}")
        sys.exit(exit_status(problem))
    except BrokenPipeError:
        _close_output()
        sys.exit(141)
    except MemoryError:
        fail("there is not enough memory for this")
    except OSError as problem:
        _blame_plugin(problem)
        where = "" if problem.filename is None else f"{problem.filename}: "
        fail(f"{where}{problem.strerror or problem}")
    except Exception as problem:
        _blame_plugin(problem)
        raise
    finally:
        LISTENERS.remove(news)


def _close_output() -> None:
    """Nobody reads on: what is still in a buffer goes nowhere, in silence."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _blame_plugin(problem: Exception) -> None:
    """An error that came out of a plugin ends like bad input, with its file and line."""
    from evobool.plugins import blamed

    told = blamed(problem)
    if told is not None:
        fail(str(told))


def worded(problem: CoercionError) -> str:
    """A word that is not among a field's choices, refused as it is in Python; other problems as they come."""
    argument, token = problem.argument, problem.token
    choices = argument.get_choices(force=True) if argument is not None else None
    if argument is not None and token is not None and choices:
        try:
            check_choice(argument.name.lstrip("-").replace("-", "_"), token.value, choices)
        except InputError as ours:
            return str(ours)
    return " ".join(str(problem).split())


def fail(message: str) -> None:
    """One line, no traceback, exit status 2."""
    say(message)
    sys.exit(2)
