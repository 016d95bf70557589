"""Formulas as tuples of tokens in prefix order: read, write, evaluate.

A literal is an integer (`3` is x3, `-3` is ~x3), a function is its name: `x1 & (x2 | ~x3)` is
`("and", 1, "or", 2, -3)`. The empty tree is `()`. Nothing here recurses, and everything takes time
proportional to the length, so a formula may be as long and as deep as it likes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from evobool.errors import InputError
from evobool.model.formulas.functions import FUNCTIONS, Function

LARGEST_VARIABLE = 10**9 - 1  # nine digits
Token = int | str
Prefix = tuple[Token, ...]


def literal_name(literal: int) -> str:
    """`x3` for 3, `~x3` for -3."""
    return f"x{literal}" if literal > 0 else f"~x{-literal}"


def ends_of(prefix: Prefix) -> tuple[int, ...]:
    """`ends[i]` is where the subtree that begins at token i ends."""
    ends = [0] * len(prefix)
    for start in range(len(prefix) - 1, -1, -1):
        ends[start] = start + 1 if isinstance(prefix[start], int) else ends[ends[start + 1]]
    return tuple(ends)


def evaluated(prefix: Prefix, columns: Sequence[Any], ones: Any) -> Any:
    """The formula's value on many rows at once; `columns[i]` holds x(i+1)."""
    stack: list[Any] = []
    for token in reversed(prefix):
        if isinstance(token, str):
            stack.append(FUNCTIONS[token].apply(stack.pop(), stack.pop(), ones))
        else:
            column = columns[abs(token) - 1]
            stack.append(column if token > 0 else column ^ ones)
    return stack[0]


def written(prefix: Prefix) -> str:
    """The formula with parentheses around every pair but the outermost.

    >>> written(("and", 1, "or", 2, -3))
    'x1 & (x2 | ~x3)'
    """
    if not prefix:
        return "(empty)"
    ends, pieces = ends_of(prefix), list[str]()
    waiting: list[int | str] = [0]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        token = prefix[item]
        if isinstance(token, int):
            pieces.append(literal_name(token))
            continue
        left, right, inner = item + 1, ends[item + 1], item > 0
        waiting += ([")"] if inner else []) + [right, f" {FUNCTIONS[token].symbol} ", left]
        waiting += ["("] if inner else []
    return "".join(pieces)


def parsed(text: str, field: str = "tree") -> Prefix:
    """Read a formula: `x1 & (x2 | ~x3)`.

    `&` and `~&` bind tightest, then `^` and `~^`, then `|` and `~|`, then `<`, `>`, `<=` and `>=`; equally
    tight ones group to the left. `~` before a parenthesis turns the function inside into its complement.

    >>> parsed("~(x1 & x2) ^ x3")
    ('xor', 'nand', 1, 2, 3)
    """
    if not isinstance(text, str):
        raise InputError(field, text, "must be text such as x1 & (x2 | ~x3)")
    if text.strip() in ("", "(empty)"):
        return ()
    return _flattened(_Parser(text, field).parse())


# A formula under way: a literal, or a function with its two sides.
_Node = int | tuple[str, Any, Any]


class _Parser:
    """Precedence parsing with a stack of operands and one of what is pending."""

    def __init__(self, text: str, field: str) -> None:
        self.text, self.field = text, field
        self.operands: list[_Node] = []
        self.pending: list[Function | str] = []

    def parse(self) -> _Node:
        symbols = {function.symbol: function for function in FUNCTIONS.values()}
        token = _tokens(symbols)
        position, operand_next = 0, True
        while position < len(self.text):
            match = token.match(self.text, position)
            if match is None:
                raise self.fail(position, f"cannot read {self.text[position : position + 10].strip()!r}")
            position = match.end()
            word, variable = match[1], match[2]
            if operand_next and word == "~":
                self.pending.append("~")
            elif operand_next and word == "(":
                self.pending.append("(")
            elif operand_next and variable is not None:
                self.operands.append(int(variable))
                self.negate()
                operand_next = False
            elif not operand_next and word == ")":
                self.close(match.start(1))
            elif not operand_next and word in symbols:
                self.join(symbols[word].binding)
                self.pending.append(symbols[word])
                operand_next = True
            else:
                raise self.fail(match.start(1), f"{word!r} is out of place")
        if not operand_next:
            self.join(0)
        if operand_next or self.pending:
            raise self.fail(len(self.text), "ends too soon")
        return self.operands[0]

    def join(self, binding: int) -> None:
        """Join operands by the pending functions that bind at least so tightly."""
        while self.pending and isinstance(self.pending[-1], Function) and self.pending[-1].binding >= binding:
            function = self.pending.pop()
            assert isinstance(function, Function)
            right, left = self.operands.pop(), self.operands.pop()
            self.operands.append((function.name, left, right))

    def close(self, position: int) -> None:
        """Take a closing parenthesis."""
        self.join(0)
        if not self.pending:
            raise self.fail(position, "a ) without its (")
        self.pending.pop()
        self.negate()

    def negate(self) -> None:
        """Apply the `~` that stand before the operand just read."""
        while self.pending and self.pending[-1] == "~":
            self.pending.pop()
            operand = self.operands.pop()
            if isinstance(operand, int):
                self.operands.append(-operand)
            else:
                name, left, right = operand
                self.operands.append((FUNCTIONS[name].complement.name, left, right))

    def fail(self, position: int, why: str) -> InputError:
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        return InputError(self.field, repr(shown), f"{why} (character {position + 1})")


def _tokens(symbols: dict[str, Function]) -> re.Pattern[str]:
    """White space, then x and a number, or a symbol; the longest symbol wins."""
    words = sorted([*symbols, "~", "(", ")"], key=len, reverse=True)
    return re.compile(rf"\s*(x([1-9][0-9]{{0,8}})(?![0-9])|{'|'.join(map(re.escape, words))})\s*")


def _flattened(top: _Node) -> Prefix:
    tokens: list[Token] = []
    waiting = [top]
    while waiting:
        node = waiting.pop()
        if isinstance(node, int):
            tokens.append(node)
        else:
            tokens.append(node[0])
            waiting += (node[2], node[1])
    return tuple(tokens)
