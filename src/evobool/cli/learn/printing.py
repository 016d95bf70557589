"""What `evobool learn` prints: the table as read, the front, the formula chosen, and how sure it is."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rich.table import Table as Drawn

from evobool.cli.shared.console import Console
from evobool.errors import one_line
from evobool.learning.forms.reading import claim
from evobool.learning.judged import Judged
from evobool.learning.lesson import Given, Lesson
from evobool.learning.search.fronts import Judge

WIDTH = 110
MOST_COLUMNS = 40  # of a table, and as many clauses
MOST_ROWS = 20  # numbers of wrong rows
LONGEST = 60  # characters of a formula in the table of the front


def print_table(given: Given) -> None:
    """What each column was read as, the parts, and the floor: all that is known before the work."""
    table, learnt, held = given.table, given.parts.learnt.rows, given.parts.held
    told = table.binarising.described()
    label, positives = table.label, int(table.labels.sum())
    print(
        f"{learnt.file}: {table.rows:,} rows, {len(told):,} columns, "
        f"{len(table.features):,} yes-or-no questions"
    )
    names = [one_line(name, 30) for name in label.names]
    with_it = "1 row" if positives == 1 else f"{positives:,} rows"
    print(f"label {one_line(label.column, 30)}: {names[0]} in {with_it}, {names[1]} in the others")
    width = min(30, max(len(one_line(name, 30)) for name, _ in told[:MOST_COLUMNS]))
    for name, kind in told[:MOST_COLUMNS]:
        print(f"  {one_line(name, 30):{width}}  {one_line(kind, WIDTH - width - 4)}")
    if len(told) > MOST_COLUMNS:
        kinds = [column.kind for column in table.binarising.columns[MOST_COLUMNS:]]
        counts = ", ".join(f"{kinds.count(kind):,} {kind}" for kind in dict.fromkeys(kinds))
        print(f"  … and {len(kinds):,} more: {counts}")
    dropped = table.binarising.told_dropped()
    if dropped:
        print(one_line(dropped))
    if held is None:
        print(f"learning from all {learnt.rows:,} rows")
    else:
        where = f"of {held.file}" if held.file != learnt.file else ""
        print(
            f"learning from {learnt.rows:,} rows; {held.rows.rows:,} {where}are held out".replace("  ", " ")
        )
    floor, rows = given.floor.errors, learnt.rows
    print(
        f"no formula gets fewer than {floor:,} of {rows:,} wrong: as many look like rows of the other class"
        if floor
        else f"a formula may be right on all {rows:,}: rows that look alike are of one class"
    )
    print(flush=True)


def print_lesson(lesson: Lesson, form: str) -> None:
    """What was found."""
    found, console = lesson.learned, Console(piped_width=WIDTH)
    console.print(_front(lesson))
    _print_formula(lesson, form)
    if lesson.held is not None:
        _print_judged(lesson, lesson.held, console)
    _print_learnt(lesson)
    if found.finished:
        print(f"seed {found.seed} gives the same again")
    else:
        why = "--seconds" if found.stopped == "clock" else "Ctrl-C"
        print(f"seed {found.seed}; stopped by {why}, so it may give something else the next time")
    print(f"{found.evaluations:,} formulas tried in {found.seconds:.1f} s")


def print_json(lesson: Lesson, form: str) -> None:
    """The same for machines."""
    print(json.dumps(lesson.to_dict(form)))


def _front(lesson: Lesson) -> Drawn:
    """Every number of leaves, with the fewest errors found, and what cross-validation says."""
    found = lesson.learned
    judge = Judge(found.rows, lesson.given.asked.aim)
    worst = judge.cost(found.rows.rows - judge.positives, judge.positives)
    rates = {each.leaves: each for each in found.crossed}
    own = lesson.given.asked.aim.splits
    drawn = Drawn(title=f"The front, on {found.rows.rows:,} rows learnt from")
    heads = ["", "leaves", "wrong", *([str(lesson.given.asked.aim.called)] if own else [])]
    for name in [*heads, *(["on other folds"] if rates else [])]:
        drawn.add_column(name, justify="right", no_wrap=True)
    longest = LONGEST - (len(heads[-1]) + 3 if own else 0)
    drawn.add_column("formula", overflow="ellipsis", no_wrap=True, max_width=longest)
    for point in found.front:
        rate = rates.get(point.leaves)
        chosen = "→" if point == found.chosen else ""
        cells = [chosen, f"{point.leaves:,}", f"{point.errors:,}"]
        cells += [f"{point.cost / max(1, worst):.1%}"] if own else []
        cells += [f"{rate.mean:.1%} ± {rate.standard_error:.1%}"] if rate is not None else []
        drawn.add_row(*cells, lesson.rule_of(point.tree).written())
    return drawn


def _print_formula(lesson: Lesson, form: str) -> None:
    rule, found = lesson.rule, lesson.learned
    leaves = "1 leaf" if rule.leaves == 1 else f"{rule.leaves:,} leaves"
    asked = lesson.given.asked
    how = (
        f"the best of at most {asked.leaves}"
        if asked.leaves is not None
        else "the shortest within one standard error of the best on other folds"
        if found.crossed
        else "the one with the fewest errors"
    )
    print(f"\n{leaves}, {how}:\n")
    written = rule.written(form).rstrip("\n")
    if form == "indented":
        print(f"{claim(rule)} if")
        written = "\n".join(f"  {line}" for line in written.split("\n"))
    print(f"{written}\n")


def _print_judged(lesson: Lesson, held: Judged, console: Console) -> None:
    """How the formula does on rows held out: the figure that counts."""
    low, high = held.interval
    print(
        f"on {held.rows:,} rows held out: {held.errors:,} wrong, accuracy {held.accuracy:.3f} "
        f"({low:.3f} … {high:.3f} with 95 %); always the larger class: {held.always:.3f}"
    )
    names = [one_line(name, 30) for name in lesson.rule.label.names]
    label = one_line(lesson.rule.label.column, 30)
    drawn = Drawn()
    drawn.add_column("")
    for name in names:
        drawn.add_column(f"predicted {name}", justify="right")
    for name, row in zip(names, held.confusion, strict=True):
        drawn.add_row(f"{label} is {name}", *(f"{count:,}" for count in row))
    console.print(drawn)
    clauses = Drawn()
    clauses.add_column("clause", overflow="fold", max_width=LONGEST)
    for name in ("holds on", f"of these {names[0]}", "decides alone", "rightly"):
        clauses.add_column(name, justify="right")
    for clause in held.clauses[:MOST_COLUMNS]:
        clauses.add_row(clause.text, *(f"{count:,}" for count in clause[1:]))
    console.print(clauses)
    for what, numbers in (
        (f"taken for {names[0]}", held.false_alarms),
        (f"taken for {names[1]}", held.misses),
    ):
        if numbers:
            print(f"wrongly {what}: {_rows(numbers)}")


def _rows(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:MOST_ROWS]))
    more = f" and {len(numbers) - MOST_ROWS:,} more" if len(numbers) > MOST_ROWS else ""
    return f"row{'s'[: len(numbers) > 1]} {shown}{more}"


def _print_learnt(lesson: Lesson) -> None:
    """How it does on the rows learnt from, which is never the last word."""
    found = lesson.learned
    optimal = ", the fewest of any formula" if found.optimal else ""
    told = f"on the {found.rows.rows:,} rows learnt from: {found.chosen.errors:,} wrong{optimal}"
    if lesson.held is None:
        rate = next((each for each in found.crossed if each.leaves == found.chosen.leaves), None)
        told += (
            "; no rows were held out, so nothing says how it does on others (--hold-out, --test)"
            if rate is None
            else f"; on folds not learnt from {rate.mean:.1%} ± {rate.standard_error:.1%}"
        )
    print(told)
