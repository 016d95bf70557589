"""The files of `evobool learn`: the formula in any form, a report, a picture of the front."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evobool.checks import check_choice
from evobool.cli.shared.messages import say
from evobool.cli.shared.picture import ENDINGS as PICTURES
from evobool.cli.shared.picture import save_picture
from evobool.errors import InputError
from evobool.learning.forms.registry import FORMS
from evobool.learning.lesson import Lesson
from evobool.paths import check_output


@dataclass(frozen=True)
class Files:
    """What is written where, and the form of the formula; refused before the work if it cannot be written."""

    out: tuple[Path, ...]
    html: Path | None
    plot: Path | None
    form: str | None

    def __post_init__(self) -> None:
        if self.form is not None:
            check_choice("form", self.form, FORMS)
        endings = tuple(dict.fromkeys(form.ending for form in FORMS.values()))
        taken: dict[Path, str] = {}
        for option, path, allowed in (
            *(("out", path, endings) for path in self.out),
            ("html", self.html, (".html", ".htm")),
            ("plot", self.plot, PICTURES),
        ):
            if path is not None:
                check_output(option, path, allowed)
                if taken.setdefault(path.resolve(), option) != option or self.out.count(path) > 1:
                    raise InputError(option, path, "is named twice")

    def form_of(self, path: Path) -> str:
        """The form that a file is written in: the one asked for if its files end so, else the first."""
        if self.form is not None and FORMS[self.form].ending == path.suffix:
            return self.form
        return next(form.name for form in FORMS.values() if form.ending == path.suffix)

    def write(self, lesson: Lesson, quiet: bool) -> None:
        """Write the files, and say so on stderr. All is made before the first is written."""
        texts = {path: lesson.rule.written(self.form_of(path)) for path in self.out}
        if self.html is not None:
            from evobool.learning.report.report import report_html

            texts[self.html] = report_html(lesson)
        for path, text in texts.items():
            path.write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8")
        if self.plot is not None:
            from evobool.plots.fronts import Shown, draw_front

            front, found = lesson.learned.front, lesson.learned
            leaves, errors = [point.leaves for point in front], [point.errors for point in front]
            shown = Shown(leaves, errors, found.chosen.leaves, found.floor.errors, found.rows.rows)
            save_picture(self.plot, lambda axes: draw_front(axes, shown))
        written: Sequence[tuple[str, Path | None]] = (
            *(("the formula", path) for path in self.out),
            ("a report", self.html),
            ("the front", self.plot),
        )
        for what, where in () if quiet else written:
            if where is not None:
                say(f"wrote {what} to {where}")
