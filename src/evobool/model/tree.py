"""`Tree`: a program, written down in prefix order.

A tree is the tuple of its tokens in prefix order. A literal is an integer (`3` is x3, `-3` is ~x3),
a function is its name: `x1 & (x2 | ~x3)` is `("and", 1, "or", 2, -3)`. The empty tree is `()`. Every
subtree is a slice, which makes HVL-Prime a matter of cutting and joining tuples, and no operation
recurses, so that a tree may be as deep as it likes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from evobool.errors import InputError
from evobool.model.functions import BY_SYMBOL, FUNCTIONS

Token = int | str


@dataclass(frozen=True)
class Tree:
    """A binary tree of functions over literals, or the empty tree.

    >>> tree = Tree.parse("x1 & (x2 | ~x3)")
    >>> tree.prefix
    ('and', 1, 'or', 2, -3)
    >>> tree.leaves, tree.nodes, tree.functions
    (3, 5, {'and': 1, 'or': 1})
    >>> str(tree), str(Tree())
    ('x1 & (x2 | ~x3)', '(empty)')
    """

    prefix: tuple[Token, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "prefix", tuple(self.prefix))
        missing = 1 if self.prefix else 0
        for position, token in enumerate(self.prefix):
            known = token in FUNCTIONS if isinstance(token, str) else type(token) is int and token != 0
            if missing == 0 or not known:
                raise InputError("tree", self.prefix, f"not a tree at token {position}, {token!r}")
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
        """Read `x1 & (x2 | ~x3)`; `&` binds tighter than `|`, equal functions group to the left.

        >>> Tree.parse("x1 | x2 & x3 & x4")
        Tree('x1 | ((x2 & x3) & x4)')
        """
        return cls(_parse(text))

    @property
    def leaves(self) -> int:
        """The number of literals (LeafCount in Algorithm 1)."""
        return (len(self.prefix) + 1) // 2

    @property
    def nodes(self) -> int:
        """The number of literals and functions."""
        return len(self.prefix)

    @property
    def functions(self) -> dict[str, int]:
        """How many nodes there are of each function, zeros included."""
        return {name: self.prefix.count(name) for name in FUNCTIONS}

    @property
    def variables(self) -> frozenset[int]:
        """The numbers of the variables that occur, positive or negated."""
        return frozenset(abs(token) for token in self.prefix if isinstance(token, int))

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """`ends[i]` is where the subtree that begins at token i ends."""
        ends = [0] * len(self.prefix)
        for start in range(len(self.prefix) - 1, -1, -1):
            is_leaf = isinstance(self.prefix[start], int)
            ends[start] = start + 1 if is_leaf else ends[ends[start + 1]]
        return tuple(ends)

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
        stack: list[Any] = []
        for token in reversed(self.prefix):
            if isinstance(token, str):
                stack.append(FUNCTIONS[token].apply(stack.pop(), stack.pop()))
            else:
                column = columns[abs(token) - 1]
                stack.append(column if token > 0 else column ^ ones)
        return stack[0]

    def error_rate(self, target: str, n: int | None = None) -> Fraction:
        """The generalisation error: the exact fraction of all 2^n inputs that the tree gets wrong.

        `n` is the number of the target's variables, by default the largest that occurs.

        >>> print(Tree.parse("x1 & x2").error_rate("and", n=4))
        3/16
        """
        from evobool.model.counting import error_rate

        return error_rate(self, target, n)

    def draw(self) -> str:
        """The tree as text, the root at the top.

        >>> print(Tree.parse("x1 & (x2 | ~x3)").draw())
        and
        ├── x1
        └── or
            ├── x2
            └── ~x3
        """
        from evobool.model.drawing import text

        return text(self)

    def svg(self) -> str:
        """The tree as an SVG picture.

        >>> Tree.parse("x1 & x2").svg().startswith("<svg")
        True
        """
        from evobool.model.drawing import svg

        return svg(self)

    def dot(self) -> str:
        """The tree as a graph in Graphviz's language: `dot -Tpdf tree.dot` draws it.

        >>> print(Tree.parse("x1 & x2").dot().splitlines()[-2].strip())
        n0 -> n2;
        """
        from evobool.model.markup import dot

        return dot(self)

    def tikz(self) -> str:
        r"""The tree as a tikzpicture, to \input where \usepackage{tikz} was said.

        >>> print(Tree.parse("x1 & x2").tikz().splitlines()[-1])
        \end{tikzpicture}
        """
        from evobool.model.markup import tikz

        return tikz(self)

    def _repr_svg_(self) -> str | None:
        from evobool.notebook import MOST_LEAVES

        return self.svg() if self.leaves <= MOST_LEAVES else None

    def _repr_html_(self) -> str:
        from evobool.model.shown import tree_html

        return tree_html(self)

    def __str__(self) -> str:
        stack: list[tuple[str, bool]] = []
        for token in reversed(self.prefix):
            if isinstance(token, str):
                sides = [f"({side})" if joined else side for side, joined in (stack.pop(), stack.pop())]
                stack.append((f" {FUNCTIONS[token].symbol} ".join(sides), True))
            else:
                stack.append((literal_name(token), False))
        return stack[0][0] if stack else "(empty)"

    def __repr__(self) -> str:
        return f"Tree('{self}')" if self.prefix else "Tree()"


def literal_name(literal: int) -> str:
    """`x3` for 3, `~x3` for -3."""
    return f"x{literal}" if literal > 0 else f"~x{-literal}"


_TOKEN = re.compile(r"\s*(?:(~?)\s*x([1-9][0-9]*)|([()&|]))")
_BINDING = {"|": 1, "&": 2}


def _parse(text: str) -> tuple[Token, ...]:
    """Precedence parsing with two stacks; operands are prefix tuples."""
    if text.strip() in ("", "(empty)"):
        return ()
    operands: list[tuple[Token, ...]] = []
    pending: list[str] = []

    def join() -> None:
        right, left = operands.pop(), operands.pop()
        operands.append((BY_SYMBOL[pending.pop()].name, *left, *right))

    def fail(why: str) -> InputError:
        return InputError("tree", repr(text), why)

    position, operand_next = 0, True
    while text[position:].strip():
        match = _TOKEN.match(text, position)
        if match is None:
            raise fail(f"cannot read {text[position:].strip()[:10]!r}")
        negated, variable, symbol = match.groups()
        if operand_next != (variable is not None or symbol == "("):
            raise fail(f"{match[0].strip()!r} at character {position} is out of place")
        position = match.end()
        if variable is not None:
            operands.append((-int(variable) if negated else int(variable),))
            operand_next = False
        elif symbol == "(":
            pending.append(symbol)
        elif symbol == ")":
            while pending and pending[-1] != "(":
                join()
            if not pending:
                raise fail("a ) without its (")
            pending.pop()
        else:
            while pending and _BINDING.get(pending[-1], 0) >= _BINDING[symbol]:
                join()
            pending.append(symbol)
            operand_next = True
    if operand_next or "(" in pending:
        raise fail("ends too soon")
    while pending:
        join()
    return operands[0]
