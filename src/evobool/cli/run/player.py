"""`evobool run --html`: one run as a page that steps through it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evobool.cli.shared.messages import say
from evobool.errors import InputError
from evobool.paths import check_output

if TYPE_CHECKING:
    from evobool.engines.base import Engine
    from evobool.studies.work.executors import Work

SUFFIXES = (".html", ".htm")


def check_page(path: Path, runs: int, race: int | None) -> None:
    """Refuse a path that cannot be written, or more than one run."""
    if runs > 1 or race is not None:
        many = f"--runs {runs}" if race is None else f"--race {race}"
        raise InputError("html", path, f"shows one run; leave out {many}")
    check_output("html", path, SUFFIXES)


def write_page(path: Path, work: Work, engine: Engine, quiet: bool) -> None:
    """Carry the run out once more, recording it, and write its page."""
    from evobool.engines.stepping import record

    run = record(engine, work.seed, work.first, trajectory=False)
    run.save_html(path)
    if not quiet:
        shown = run.attempts[-1].iteration if run.attempts else 0
        cut = "" if shown == run.iterations else f", the first {shown:,} of {run.iterations:,} iterations"
        say(f"wrote the run to {path}{cut}")
