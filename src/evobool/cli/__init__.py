"""The command line: `evobool COMMAND`. One file a command, in rooms; what commands share is in `shared`."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from cyclopts import App, Parameter

from evobool.cli.doctor import doctor
from evobool.cli.learn.command import learn
from evobool.cli.learn.predict import predict
from evobool.cli.learn.simplify import simplify
from evobool.cli.paper.atlas import atlas
from evobool.cli.paper.reproduce import reproduce
from evobool.cli.run.command import run
from evobool.cli.shared.arguments import check_hyphens, check_whole
from evobool.cli.shared.console import Console
from evobool.cli.shared.data_file import load_table
from evobool.cli.shared.ending import ending
from evobool.cli.shared.examples import add_examples, shown_default
from evobool.cli.shared.help import Pages
from evobool.cli.shared.like import fill_fields, with_like
from evobool.cli.shared.plugin import load_plugins, with_plugins
from evobool.cli.shared.spinner import CompilerNews
from evobool.cli.studio import studio
from evobool.cli.study import study
from evobool.cli.theory.claims import theory
from evobool.cli.theory.drift import drift
from evobool.cli.theory.exact import exact
from evobool.cli.theory.landscape import landscape
from evobool.engines.compiling.announce import LISTENERS
from evobool.version import current

app = App(
    name="evobool",
    help="A laboratory for evolving Boolean functions with simple genetic programming.",
    version=current,
    version_flags=["--version"],
    help_format="plaintext",
    help_formatter=Pages(),
    suppress_keyboard_interrupt=False,
    console=Console(),
    config=(check_hyphens, load_plugins, fill_fields, load_table, check_whole),
    default_parameter=Parameter(show_default=shown_default, negative=""),
)
KNOW_SETTINGS = (run, exact, landscape, drift, studio)
HAVE_FIELDS = (run, exact, landscape, drift)
for command in (
    run,
    study,
    learn,
    predict,
    simplify,
    reproduce,
    atlas,
    exact,
    landscape,
    drift,
    theory,
    studio,
    doctor,
):
    wider = with_like(command) if command in HAVE_FIELDS else command
    app.command(with_plugins(wider) if command in KNOW_SETTINGS else command)
add_examples(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; bad input ends in one line on stderr and exit status 2."""
    words = sys.argv[1:] if arguments is None else arguments
    news = CompilerNews(quiet="--quiet" in words or "--json" in words)
    LISTENERS.append(news)
    try:
        with ending():
            for stream in (sys.stdout, sys.stderr):
                if isinstance(stream, io.TextIOWrapper):
                    stream.reconfigure(errors="replace")  # a terminal without box characters gets ? for them
            sys.set_int_max_str_digits(0)  # an error at n = 20,000 has more digits than Python prints
            app(words, exit_on_error=False, print_error=False, result_action="return_value")
            sys.stdout.flush()
    finally:
        LISTENERS.remove(news)
