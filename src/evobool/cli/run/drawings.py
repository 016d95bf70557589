"""What `evobool run` writes beside the text: a plot of the run, and its tree for other programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evobool.cli.shared.messages import say
from evobool.errors import InputError
from evobool.paths import check_output

if TYPE_CHECKING:
    from evobool.model.outcome.trace import Trace

ENDINGS = {
    "plot": (".svg", ".pdf", ".png"),
    "svg": (".svg",),
    "dot": (".dot", ".gv"),
    "tikz": (".tex", ".tikz"),
}


@dataclass(frozen=True)
class Drawings:
    """The files asked for, by option; checked when made."""

    paths: dict[str, Path]

    def __post_init__(self) -> None:
        taken: dict[Path, str] = {}
        for option, path in self.paths.items():
            check_output(option, path, ENDINGS[option])
            other = taken.setdefault(path.resolve(), option)
            if other != option:
                raise InputError(option, path, f"is the file of --{other} as well")

    def check_single(self, runs: int, race: int | None) -> None:
        """Refuse pictures of many runs."""
        for option, path in self.paths.items():
            if runs > 1 or race is not None:
                many = f"--runs {runs}" if race is None else f"--race {race}"
                raise InputError(
                    option, path, f"shows one run; leave {many} out, and choose a run by --index"
                )

    def write(self, trace: Trace, quiet: bool) -> None:
        """Write the files, and say so on stderr."""
        tree = trace.run.tree
        sources: dict[str, Callable[[], str]] = {"svg": tree.svg, "dot": tree.dot, "tikz": tree.tikz}
        for option, path in self.paths.items():
            if option == "plot":
                from evobool.cli.run.outcome import headline
                from evobool.cli.shared.picture import save_run

                save_run(path, trace, headline(trace.run))
            else:
                path.write_text(sources[option](), encoding="utf-8")
            if not quiet:
                what = "the run" if option == "plot" else "the tree"
                say(f"wrote {what} to {path}")
