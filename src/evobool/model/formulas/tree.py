"""`Tree`: a program, written down in prefix order.

A tree is the tuple of its tokens in prefix order (`prefix.py`). Every subtree is a slice, which makes
HVL-Prime a matter of cutting and joining tuples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from evobool.above import above
from evobool.errors import InputError, shown
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import LARGEST_VARIABLE, Token, ends_of, evaluated
from evobool.model.formulas.reading import parsed
from evobool.model.formulas.writing import written


@dataclass(frozen=True)
class Tree:
    """A binary tree of functions over literals, or the empty tree.

    >>> tree = Tree.parse("x1 & (x2 | ~x3)")
    >>> tree.prefix
    ('and', 1, 'or', 2, -3)
    >>> tree.leaves, tree.nodes, tree.functions
    (3, 5, Counter({'and': 1, 'or': 1}))
    >>> str(tree), str(Tree())
    ('x1 & (x2 | ~x3)', '(empty)')

    See Also
    --------
    Setting : `start` is the tree a run begins with
    evobool.theory.classify : what surrounds a tree
    """

    prefix: tuple[Token, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.prefix, tuple | list):
            raise InputError("tree", self.prefix, "must be tokens in prefix order; Tree.parse reads text")
        object.__setattr__(self, "prefix", tuple(self.prefix))
        missing = 1 if self.prefix else 0
        for position, token in enumerate(self.prefix):
            if isinstance(token, str):
                known = token in FUNCTIONS
            else:
                known = type(token) is int and 0 < abs(token) <= LARGEST_VARIABLE
            if missing == 0 or not known:
                named = repr(token) if isinstance(token, str) else shown(token)
                raise InputError("tree", self.prefix, f"not a tree at token {position}, {named}")
            missing += 1 if isinstance(token, str) else -1
        if missing:
            raise InputError("tree", self.prefix, f"{missing} more literals expected at the end")

    @classmethod
    def trusted(cls, prefix: tuple[Token, ...]) -> Tree:
        """A tree from tokens known to be right, as an engine makes them: no check."""
        tree = object.__new__(cls)
        object.__setattr__(tree, "prefix", prefix)
        return tree

    @classmethod
    def parse(cls, text: str) -> Tree:
        """Read `x1 & (x2 | ~x3)`; `&` binds tighter than `^`, and `^` than `|` (see `reading.parsed`).

        >>> Tree.parse("x1 | x2 & x3 & x4"), Tree.parse("x1 and not x2 or x3")
        (Tree('x1 | ((x2 & x3) & x4)'), Tree('(x1 & ~x2) | x3'))
        """
        return cls.trusted(parsed(text))

    @property
    def leaves(self) -> int:
        """The number of literals (LeafCount in Algorithm 1)."""
        return (len(self.prefix) + 1) // 2

    @property
    def nodes(self) -> int:
        """The number of literals and functions."""
        return len(self.prefix)

    @property
    def functions(self) -> Counter[str]:
        """How many nodes there are of each function; those that do not occur count 0."""
        return Counter(token for token in self.prefix if isinstance(token, str))

    @property
    def variables(self) -> frozenset[int]:
        """The numbers of the variables that occur, positive or negated."""
        return frozenset(abs(token) for token in self.prefix if isinstance(token, int))

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """`ends[i]` is where the subtree that begins at token i ends."""
        return ends_of(self.prefix)

    @cached_property
    def parents(self) -> tuple[int, ...]:
        """`parents[i]` is the position of the function above token i, -1 for the root."""
        parents = [-1] * len(self.prefix)
        for start, token in enumerate(self.prefix):
            if isinstance(token, str):
                left = start + 1
                parents[left] = parents[self.ends[left]] = start
        return tuple(parents)

    def evaluate(self, columns: Sequence[Any], ones: Any = True) -> Any:
        """The tree's value on many rows at once; `columns[i]` holds x(i+1), a bit or entry a row.

        A column is anything that `&`, `|` and `^` work on: a bool, a Boolean array, or an integer
        used as a row of bits. `ones` is the column that is true on every row.

        >>> import numpy as np
        >>> x1, x2 = np.array([False, False, True, True]), np.array([False, True, False, True])
        >>> Tree.parse("x1 & ~x2").evaluate([x1, x2])
        array([False, False,  True, False])
        >>> bin(Tree.parse("x1 | x2").evaluate([0b0011, 0b0101], ones=0b1111))
        '0b111'
        """
        if not self.prefix:
            raise InputError("tree", self, "the empty tree has no value")
        if max(self.variables) > len(columns):
            raise InputError("tree", self, f"needs x{max(self.variables)}, got {len(columns)} columns")
        return evaluated(self.prefix, columns, ones)

    def error_rate(self, target: str, n: int | None = None) -> Fraction:
        """The generalisation error: the exact fraction of all 2^n inputs that the tree gets wrong.

        `n` is the number of the target's variables, by default the largest that occurs.

        >>> print(Tree.parse("x1 & x2").error_rate("and", n=4))
        3/16
        >>> print(Tree.parse("x1 ^ x3").error_rate("xor:2", n=3))
        1/2
        """
        wrong: Fraction = above("Tree.error_rate", self, target, n)
        return wrong

    def text(self, style: str = "symbols") -> str:
        """The formula as symbols, words, python, latex or verilog; `parse` reads them all.

        >>> Tree.parse("x1 & (x2 ~^ ~x3)").text("python")
        'x1 and (not (x2 ^ (not x3)))'
        """
        return written(self.prefix, style)

    def draw(self) -> str:
        """The tree as text, the root at the top.

        >>> print(Tree.parse("x1 & (x2 | ~x3)").draw())
        and
        ├── x1
        └── or
            ├── x2
            └── ~x3
        """
        text: str = above("Tree.draw", self)
        return text

    def svg(self) -> str:
        """The tree as an SVG picture.

        >>> Tree.parse("x1 & x2").svg().startswith("<svg")
        True
        """
        picture: str = above("Tree.svg", self)
        return picture

    def dot(self) -> str:
        """The tree as a graph in Graphviz's language: `dot -Tpdf tree.dot` draws it.

        >>> print(Tree.parse("x1 & x2").dot().splitlines()[-2].strip())
        n0 -> n2;
        """
        source: str = above("Tree.dot", self)
        return source

    def tikz(self) -> str:
        r"""The tree as a tikzpicture, to \input into a document with \usepackage{tikz}.

        >>> print(Tree.parse("x1 & x2").tikz().splitlines()[-1])
        \end{tikzpicture}
        """
        source: str = above("Tree.tikz", self)
        return source

    def _repr_svg_(self) -> str | None:
        picture: str | None = above("Tree._repr_svg_", self)
        return picture

    def _repr_html_(self) -> str:
        html: str = above("Tree._repr_html_", self)
        return html

    def __str__(self) -> str:
        return written(self.prefix)

    def __repr__(self) -> str:
        return f"Tree('{self}')" if self.prefix else "Tree()"
