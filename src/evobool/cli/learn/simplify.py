"""`evobool simplify`: the same function with fewer leaves."""

from __future__ import annotations

import json as formats
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from evobool.cli.shared.flags import Json, Quiet

if TYPE_CHECKING:
    from evobool.model.targets.labelled import Labelled


def simplify(
    formula: str,
    /,
    *,
    functions: str | None = None,
    literals: str = "all",
    rows: Annotated[
        str | None, Parameter(help="A table; x1 is its first column, and so on.", allow_leading_hyphen=True)
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a formula with fewer leaves: the same function on all inputs, which is proved, or on given rows.

    Parameters
    ----------
    formula
        Such as "x1 & (x1 | x2)".
    functions
        What the result may be made of, such as and,or,xor; and, or and what the formula uses unless given.
    literals
        Literals of the result: all, or positive ones only.
    """
    from evobool.cli.shared.messages import say
    from evobool.learning.shorter.simplify import simplify as simplified
    from evobool.model.formulas.reading import parsed
    from evobool.model.formulas.tree import Tree

    names = () if functions is None else tuple(name.strip() for name in functions.split(","))
    given = None if rows is None else _given(rows)
    found = simplified(Tree.trusted(parsed(formula, "formula")), names, literals, given)
    constant = found.constant
    if json:
        told = {
            "formula": str(found.tree),
            "leaves": found.tree.leaves,
            "was": found.was.leaves,
            "proved_by": None if given is not None else found.told,
            "rows": None if given is None else given.rows,
            "constant": constant,
        }
        print(formats.dumps(told))
        return
    print(found.tree)
    if not quiet:
        leaves = (
            f"{found.tree.leaves} {'leaf' if found.tree.leaves == 1 else 'leaves'}, was {found.was.leaves}"
        )
        where = (
            f"on all {given.rows:,} rows" if given is not None else f"on all inputs, proved by {found.told}"
        )
        always = "" if constant is None else f"; it is always {str(constant).lower()}"
        say(f"{leaves}; the same {where}{always}")


def _given(name: str) -> Labelled:
    """The rows of a table whose columns are all truth values."""
    import numpy as np

    from evobool.learning.tables.files import read_file
    from evobool.learning.tables.truth import truth_of_frame
    from evobool.model.targets.labelled import Labelled

    frame = read_file(name).frame
    values = truth_of_frame(frame, "rows", name)
    return Labelled.of(values, np.zeros(len(frame)), label="no label", file=name)
