"""Functions that people know by name."""

from __future__ import annotations

from functools import lru_cache

from evobool.atlas.classes import InputClasses, npn_classes
from evobool.atlas.numbered import count_of
from evobool.model.formulas.tree import Tree
from evobool.model.targets.targets import truth_columns

# What a class is called, by one of its functions; the first name that fits is taken.
KNOWN = (
    ("constant", "x1 & ~x1"),
    ("one variable", "x1"),
    ("AND of 2", "x1 & x2"),
    ("XOR of 2", "x1 ^ x2"),
    ("AND of 3", "x1 & x2 & x3"),
    ("XOR of 3", "x1 ^ x2 ^ x3"),
    ("majority of 3", "(x1 & x2) | (x3 & (x1 | x2))"),
    ("multiplexer", "(~x1 & x2) | (x1 & x3)"),
    ("all 3 equal", "(x1 & x2 & x3) | (~x1 & ~x2 & ~x3)"),
    ("AND of 4", "x1 & x2 & x3 & x4"),
    ("XOR of 4", "x1 ^ x2 ^ x3 ^ x4"),
    ("2 of 4 true", "(x1 & x2) | (x3 & x4) | ((x1 | x2) & (x3 | x4))"),
    ("inner product (bent)", "(x1 & x2) ^ (x3 & x4)"),
    ("two pairs", "(x1 & x2) | (x3 & x4)"),
    ("all 4 equal", "(x1 & x2 & x3 & x4) | (~x1 & ~x2 & ~x3 & ~x4)"),
    ("exactly 2 of 4", "((x1 ^ x2) & (x3 ^ x4)) | (~(x1 ^ x2) & ~(x3 ^ x4) & (x1 ^ x3))"),
)


@lru_cache(maxsize=4)
def names(n: int) -> dict[int, str]:
    """The names of the classes that have one, by the function that stands for the class.

    >>> names(2)
    {0: 'constant', 10: 'one variable', 8: 'AND of 2', 6: 'XOR of 2'}
    """
    classes = InputClasses(n)
    stands = {classes.number(each): known.table for known in npn_classes(n) for each in known.polarities}
    found: dict[int, str] = {}
    for name, formula in KNOWN:
        tree = Tree.parse(formula)
        if max(tree.variables) <= n:
            table = int(tree.evaluate(truth_columns(n), count_of(n) - 1))
            found.setdefault(stands[classes.number(table)], name)
    return found
