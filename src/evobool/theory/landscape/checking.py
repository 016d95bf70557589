"""How much work a certificate takes to check, before it is done."""

from __future__ import annotations

from collections.abc import Iterable

from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.theory.support import count_offspring

LARGEST_TABLE = 20  # variables; beyond that, errors are counted
SMALL_TABLE = 2**14  # rows; an operation on as many takes about as long as one on a single row
COUNTED = 50  # times as long as evaluating: what a count takes for each node
MOST_WORK = 500_000_000  # nodes evaluated: a minute or two


def work_of(setting: Setting, trees: Iterable[Tree]) -> int:
    """How many nodes are evaluated to judge all neighbours of some trees; those on long columns count more.

    >>> work_of(Setting(n=4), [Tree.parse("x1 & x2")])
    175
    """
    if setting.n <= LARGEST_TABLE:
        each, once = 1 + 2**setting.n // SMALL_TABLE, 0
    else:
        each, once = COUNTED, setting.n // 8  # errors are numbers of n bits
    return sum(count_offspring(tree, setting) * (each * (tree.nodes + 2) + once) for tree in trees)


def check_work(setting: Setting, trees: Iterable[Tree], most: int = MOST_WORK) -> None:
    """Refuse a certificate that would take minutes to check."""
    work = work_of(setting, trees)
    if work > most:
        why = f"would take {work:,} evaluations of a node to check, more than {most:,}"
        raise InputError("certificate", "closed", why)
