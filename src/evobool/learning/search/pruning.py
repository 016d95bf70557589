"""Shorter formulas at the price of errors: one subtree after the other goes, the cheapest first."""

from __future__ import annotations

from collections.abc import Iterator

from evobool.learning.search.fronts import Judge
from evobool.learning.shorter.domains import given_rows
from evobool.learning.shorter.nodes import Nodes
from evobool.model.formulas.prefix import Prefix
from evobool.model.formulas.tree import Tree


def pruned(tree: Tree, judge: Judge) -> Iterator[Tree]:
    """Formulas of fewer and fewer leaves: each time a node gives way to one of its children.

    >>> from evobool.model.objective import OBJECTIVES
    >>> from evobool.model.targets.labelled import Labelled
    >>> rows = Labelled(("a", "b", "c"), (0b00001111, 0b00110011, 0b01010101), 0b00000001, 8)
    >>> [str(each) for each in pruned(Tree.parse("x1 & (x2 & x3)"), Judge(rows, OBJECTIVES["errors"]))]
    ['x2 & x3', 'x2']
    """
    domain = given_rows(tree.prefix, judge.rows)
    prefix = tree.prefix
    while len(prefix) > 1:
        prefix = _step(Nodes(prefix, domain), judge)
        yield Tree.trusted(prefix)


def _step(nodes: Nodes, judge: Judge) -> Prefix:
    """The formula without the leaves that cost least, each."""
    labels = judge.rows.labels
    wrong = nodes.values[0] ^ labels
    before = _cost(wrong, labels, judge)
    best: tuple[float, int, int, int] | None = None
    for start, token in enumerate(nodes.prefix):
        if isinstance(token, str):
            for child in (start + 1, nodes.ends[start + 1]):
                changed = nodes.care[start] & (nodes.values[start] ^ nodes.values[child])
                saved = nodes.leaves(start) - nodes.leaves(child)
                price = (_cost(wrong ^ changed, labels, judge) - before) / saved
                if best is None or (price, saved) < best[:2]:
                    best = price, saved, start, child
    assert best is not None
    return nodes.replaced(best[2], nodes.subtree(best[3]))


def _cost(wrong: int, labels: int, judge: Judge) -> int:
    missed = (wrong & labels).bit_count()
    return judge.cost(wrong.bit_count() - missed, missed)
