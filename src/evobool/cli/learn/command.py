"""`evobool learn`: small formulas for a table of labelled rows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from evobool.cli.shared.flags import Json, Quiet, TableFile


def learn(
    table: TableFile,
    /,
    *,
    label: str | None = None,
    positive: str | None = None,
    leaves: int | None = None,
    max_leaves: int = 32,
    test: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    hold_out: str = "0.2",
    thresholds: int = 8,
    leave_out: list[str] | None = None,
    read_as: list[str] | None = None,
    objective: str = "errors",
    functions: str = "and,or",
    folds: int = 5,
    effort: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    out: list[Path] | None = None,
    html: Path | None = None,
    plot: Path | None = None,
    form: str | None = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Learn small formulas from a table: for each number of leaves the one with the fewest errors.

    Columns become yes-or-no questions. One of the formulas is chosen by cross-validation: the shortest within
    one standard error of the best. Rows that were held out tell how sure it is.

    Parameters
    ----------
    table
        CSV, TSV, Parquet, Arrow, PLA or a truth table, or - for standard input.
    label
        The column to learn; of two values, or see --positive.
    positive
        The value of the label that the formula stands for; of two, the last in order unless given.
    leaves
        Choose the best formula of at most so many leaves, that is literals, without cross-validation.
    max_leaves
        The most leaves of a formula.
    test
        A table with the same columns, held out: how the formula does on its rows is reported.
    hold_out
        The share of rows held out where there is no --test; 0 for none.
    thresholds
        The most cuts of a column of numbers, at quantiles; between all neighbours where there are few.
    leave_out
        A column to leave out; may be given several times.
    read_as
        A column and what to read it as, such as code=category, or number or truth; may be given several
        times.
    objective
        What is made small: errors, balanced (the mean of the error rates in both classes), or
        weights:P:N, the costs of a false negative and of a false positive.
    functions
        What formulas are made of, such as and,or,xor.
    folds
        Of the cross-validation; 0 chooses the formula with the fewest errors.
    effort
        How many formulas to try at most (40,000,000, or any number with --seconds); the same effort and seed
        give the same formulas on any machine.
    seconds
        Stop by the clock; what is found may then be different the next time.
    seed
        The seed; without one, a seed is chosen and shown.
    workers
        How many runs at once; by default one per core. Results do not depend on it.
    scheduler
        A dask scheduler (tcp://host:8786, or its scheduler file) whose workers make the runs.
    out
        Write the formula: as .json, which evobool predict reads, or as .py, .sql, .pla, .blif, .v, .tex, .dot
        or .txt; may be given several times.
    html
        Write a report to this .html file: the formula, how sure it is, where it is wrong, the front.
    plot
        Draw the front, as .svg, .pdf or .png.
    form
        How the formula is written: indented, text, words, json, python, sql, sympy, pla, blif, verilog, latex
        or dot.
    """
    from evobool.cli.learn.files import Files
    from evobool.cli.learn.printing import print_json, print_lesson, print_table
    from evobool.cli.learn.reading import check_stdin, named, shown_name
    from evobool.cli.learn.watching import watched
    from evobool.cli.shared.messages import say
    from evobool.errors import InputError
    from evobool.interrupts import check, saving
    from evobool.learning.lesson import Given
    from evobool.learning.parts import parts_of, share_of
    from evobool.learning.search.options import Options
    from evobool.learning.tables.table import read_table
    from evobool.studies.work.executors import check_workers

    wanted = tuple(name.strip() for name in functions.split(","))
    asked = Options(max_leaves, leaves, objective, wanted, folds, effort, seconds, seed)
    files = Files(tuple(out or ()), html, plot, form)
    share_of(hold_out)
    check_workers(workers)
    if workers is not None and scheduler is not None:
        raise InputError("workers", workers, "the scheduler has its own; give one of them")
    check_stdin(table, test)
    kinds = named(read_as or ())
    carry = None
    if scheduler is not None:
        from evobool.studies.work.cluster import dask_carrier

        carry = dask_carrier(scheduler, say=(lambda message: None) if quiet else say)
    read = read_table(table, label, positive, thresholds, leave_out or (), kinds, html is not None)
    assert asked.seed is not None, "options are complete"
    parts = parts_of(read, shown_name(table), test=test, hold_out=hold_out, seed=asked.seed)
    given = Given(read, parts, asked)
    if not json:
        print_table(given)
    with saving():
        lesson = watched(given, workers, carry, quiet)
        files.write(lesson, quiet)
    if json:
        print_json(lesson, form or "text")
    else:
        print_lesson(lesson, form or "indented")
    with saving():
        check()  # Ctrl-C has kept what was found; now it ends the command as everywhere
