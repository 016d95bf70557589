"""`evobool learn --html`: the formula, how sure it is, where it is wrong, and the front, as one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from evobool.learning.forms.reading import claim
from evobool.learning.judged import Judged
from evobool.learning.lesson import Lesson
from evobool.learning.parts import Part
from evobool.learning.report.front import front_svg, marks_of
from evobool.learning.search.fronts import Judge
from evobool.pages.templates import rendered
from evobool.version import current

MOST_ROWS = 200  # wrong ones that are listed, of each part
FORMS = {"text": "one line", "python": "Python", "sql": "SQL", "latex": "LaTeX"}
HEADS = ("all of", "any of", "an odd number of")


class Shown(NamedTuple):
    """How the formula does on a part: `wrong` are rows with what they are taken for and what they hold."""

    name: str
    judged: Judged
    columns: Sequence[str]
    wrong: Sequence[tuple[int, str, Sequence[str]]]
    more: int


def report_html(lesson: Lesson) -> str:
    """The whole page; the same lesson gives the same bytes."""
    rule, found, label = lesson.rule, lesson.learned, lesson.rule.label
    judge = Judge(found.rows, lesson.given.asked.aim)
    worst = max(1, judge.cost(found.rows.rows - judge.positives, judge.positives))
    marks = marks_of(lesson)
    parts = [("Rows held out", lesson.given.parts.held), ("Rows learnt from", lesson.given.parts.learnt)]
    indented = rule.written("indented").split("\n")
    return rendered(
        "learning/report/report.html",
        title=f"{claim(rule)}: {found.rows.file or 'a table'}",
        claim=claim(rule),
        lines=[(_depth(line), line.strip(), line.strip() in HEADS) for line in indented],
        lesson=lesson,
        found=found,
        names=label.names,
        label=label.column,
        parts=[_shown(lesson, name, part) for name, part in parts if part is not None],
        marks=marks,
        front=front_svg(marks, found.floor.cost / worst),
        forms=[(title, rule.written(form)) for form, title in FORMS.items()],
        facts=[*_facts(lesson)],
        columns=lesson.given.table.binarising.described(),
        dropped=lesson.given.table.binarising.told_dropped(),
    )


def _depth(line: str) -> int:
    return (len(line) - len(line.lstrip(" "))) // 2


def _shown(lesson: Lesson, name: str, part: Part) -> Shown:
    """A part with its wrong rows; the values of the columns that the rule asks, where they were kept."""
    told, label = lesson.judged(part), lesson.rule.label
    columns = [column.name for column in lesson.rule.binarising.columns]
    taken_for = dict.fromkeys(told.false_alarms, label.names[0]) | dict.fromkeys(told.misses, label.names[1])
    numbers = sorted(taken_for)[:MOST_ROWS]
    if part.frame is None:
        values: list[Sequence[Any]] = [()] * len(numbers)
        columns = []
    else:
        values = [*part.frame.select(columns)[[number - 1 for number in numbers]].iter_rows()]
    wrong = [
        (number, taken_for[number], ["missing" if each is None else str(each) for each in row])
        for number, row in zip(numbers, values, strict=True)
    ]
    return Shown(name, told, columns, wrong, len(taken_for) - len(wrong))


def _facts(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """What was asked of the search, so that it can be made again."""
    found, asked = lesson.learned, lesson.given.asked
    held = lesson.given.parts.held
    yield "table", f"{found.rows.file or 'a frame'}: {lesson.given.table.rows:,} rows"
    if held is not None:
        where = held.file if held.file != found.rows.file else "a share of either class, drawn by the seed"
        yield "held out", f"{held.rows.rows:,} rows: {where}"
    yield "objective", found.objective
    yield "functions", ", ".join(asked.functions)
    yield "most leaves", "any number" if asked.most is None else f"{asked.most:,}"
    yield "folds", f"{asked.parts}"
    yield "formulas tried", f"{found.evaluations:,}"
    yield "seed", f"{found.seed}" if found.finished else f"{found.seed}; stopped early, not repeatable"
    yield "evobool", current()
