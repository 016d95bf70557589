"""`evobool predict`: the labels that a rule predicts for the rows of a table."""

from __future__ import annotations

import sys
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from evobool.cli.shared.flags import Quiet, TableFile


def predict(rule: Path, table: TableFile, /, *, quiet: Quiet = False) -> None:
    """Write a table as CSV, with what a rule predicts in the last column, in the label's own values.

    Columns that the rule needs must be there, with values of the kind it was learnt from: a category it has
    never seen is refused. So is a missing value where none was missing before.

    Parameters
    ----------
    rule
        The .json file that `evobool learn --out` wrote.
    table
        CSV, TSV, Parquet or Arrow, or - for standard input.
    """
    import polars as pl

    from evobool.cli.shared.messages import say
    from evobool.errors import InputError
    from evobool.learning.forms.rulefile import read_rule
    from evobool.learning.tables.files import read_file

    learnt = read_rule(rule)
    texts, asked = learnt.binarising.texts(), {each.name for each in learnt.binarising.columns}
    frame = read_file(table, AllBut(asked - set(texts))).frame
    predicted = learnt.predict(frame)
    name = learnt.label.column
    while name in frame.columns:
        name = f"predicted {name}"
    strange = set(frame.columns) - asked - {*learnt.unused, learnt.label.column}
    if strange and not quiet:
        named = ", ".join(each for each in frame.columns if each in strange)
        say(f"columns that the rule does not know, and does not need: {named}")
    try:
        column = pl.Series(name, predicted)
    except (TypeError, pl.exceptions.PolarsError) as problem:
        raise InputError("rule", rule, "has labels of two types") from problem
    sys.stdout.write(frame.with_columns(column).write_csv())


@dataclass(frozen=True)
class AllBut(Container[str]):
    """All names but some: columns that stay as they are spelled."""

    names: set[str]

    def __contains__(self, name: object) -> bool:
        return name not in self.names
