"""The files of one run: a plot of it, its tree for other programs, and a page that steps through it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evobool.cli.run.outcome import headline
from evobool.cli.shared.messages import say
from evobool.cli.shared.picture import ENDINGS as PICTURES
from evobool.errors import InputError
from evobool.model.outcome.trace import Trace
from evobool.paths import check_output
from evobool.show.animation import ENDINGS as ANIMATIONS
from evobool.show.animation import check_animation, save_animation
from evobool.studies.work.executors import Work

ENDINGS = {
    "plot": PICTURES,
    "svg": (".svg",),
    "dot": (".dot", ".gv"),
    "tikz": (".tex", ".tikz"),
    "html": (".html", ".htm"),
    "animate": ANIMATIONS,
}


@dataclass(frozen=True)
class Files:
    """The files asked for, by option."""

    paths: dict[str, Path]

    @classmethod
    def of(cls, work: Work, **wanted: Path | None) -> Files:
        """Those that are given; refused if one cannot be written, or there are many runs."""
        paths = {option: path for option, path in wanted.items() if path is not None}
        taken: dict[Path, str] = {}
        for option, path in paths.items():
            check_output(option, path, ENDINGS[option])
            if option == "animate":
                check_animation(option, path)
            other = taken.setdefault(path.resolve(), option)
            if other != option:
                raise InputError(option, path, f"is the file of --{other} as well")
            if work.count > 1 or work.race is not None:
                many = f"--runs {work.count}" if work.race is None else f"--race {work.race}"
                why = f"shows one run; leave {many} out, and choose a run by --index"
                raise InputError(option, path, why)
        return cls(paths)

    def write(self, trace: Trace, quiet: bool) -> None:
        """Write the files, and say so on stderr."""
        for option, path in self.paths.items():
            told = self._write_one(option, path, trace)
            if not quiet:
                say(f"wrote {told}")

    def _write_one(self, option: str, path: Path, trace: Trace) -> str:
        """Write a file; what was written, in words."""
        run, tree = trace.run, trace.run.tree
        if option == "plot":
            from evobool.cli.shared.picture import save_population, save_run

            if run.setting.several:
                save_population(path, run, headline(run))
            else:
                save_run(path, trace, headline(run))
            return f"the run to {path}"
        if option == "animate":
            last = save_animation(run, path)
            return f"the run to {last}" if last == path else f"the run to files up to {last}"
        if option == "html":
            run.save_html(path)
            shown = run.attempts[-1].iteration if run.attempts else 0
            cut = "" if shown == run.iterations else f", the first {shown:,} of {run.iterations:,} iterations"
            return f"the run to {path}{cut}"
        path.write_text({"svg": tree.svg, "dot": tree.dot, "tikz": tree.tikz}[option](), encoding="utf-8")
        return f"the tree to {path}"
