"""Members of populations made by hand."""

from __future__ import annotations

from evobool import Tree
from evobool.model.objective import Wrong
from evobool.model.populations.member import Member
from evobool.model.selection import Judged


def member(
    error: int = 0, leaves: int = 1, missed: int | None = None, rows: int = 4, tree: str = ""
) -> Member:
    """A member of an error and so many leaves, or one that misses some rows."""
    if missed is not None:
        error = missed.bit_count()
    made = Tree.parse(tree) if tree else Tree(("and",) * (leaves - 1) + (1,) * leaves)
    wrong = Wrong(error, 0, 0, rows, made.leaves)
    return Member(made, judged=Judged(error, made.leaves), error=error, wrong=wrong, missed=missed)


def solving(*solved: int, rows: int = 4) -> Member:
    """A member that is right on some rows, numbered from 1."""
    return member(missed=sum(1 << row for row in range(rows) if row + 1 not in solved), rows=rows)
