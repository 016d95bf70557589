"""Unit propagation in formulas of AND and OR: a literal beside a subtree has a known value inside it."""

from __future__ import annotations

from evobool.learning.shorter.nodes import joined
from evobool.model.formulas.counting import COUNTABLE, Group, grouped, simplified
from evobool.model.formulas.prefix import Prefix


def propagated(prefix: Prefix) -> Prefix:
    """The formula with units propagated; as it is if it has other functions, or is constant.

    >>> propagated(("and", 1, "or", 2, "and", -1, 3))
    ('and', 1, 2)
    """
    if any(isinstance(token, str) and token not in COUNTABLE for token in prefix):
        return prefix
    formula = simplified(grouped(prefix), {})
    if isinstance(formula, bool):
        return prefix
    if isinstance(formula, int):
        return (formula,)
    listed, waiting = list[Group](), [formula]  # groups, each before those below it
    while waiting:
        group = waiting.pop()
        listed.append(group)
        waiting += group.children
    written = dict[int, Prefix]()
    for group in reversed(listed):
        parts = [(literal,) for literal in group.literals] + [written[id(each)] for each in group.children]
        written[id(group)] = joined(group.function, parts)
    return written[id(formula)]
