"""Formulas read: in symbols, names, the signs of logic books, Unicode, LaTeX, Python and Verilog."""

from __future__ import annotations

import re
from typing import Any

from evobool.errors import InputError
from evobool.model.formulas.functions import FUNCTIONS, Function
from evobool.model.formulas.prefix import Prefix, Token

NEGATIONS = ("~", "not", "!", "¬", r"\neg", r"\lnot")
PRIMES = ("'", "′", "’")  # after what they negate
_MORE = {
    "and": ("*", "·", "&&", r"\land", r"\cdot"),
    "or": ("+", "||", r"\lor"),
    "nand": ("↑",),
    "nor": ("↓",),
}
SPELLINGS: dict[str, Function] = {
    spelling: function
    for name, function in FUNCTIONS.items()
    for spelling in (name, function.symbol, function.glyph, function.tex, *_MORE.get(name, ()))
}
_VARIABLE = r"x(?:_?([1-9][0-9]{0,8})(?![0-9])|_\{([1-9][0-9]{0,8})\}|([₁-₉][₀-₉]{0,8})(?![₀-₉]))"
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def _word(spelling: str) -> str:
    """What matches a spelling: a word ends where no letter or digit follows."""
    return re.escape(spelling) + (
        r"(?![A-Za-z0-9_])" if spelling[-1].isalpha() and spelling.isascii() else ""
    )


# white space, then a variable, a sign or a word; the longest wins
_WORDS = "|".join(map(_word, sorted([*SPELLINGS, *NEGATIONS, *PRIMES, "(", ")"], key=len, reverse=True)))
_TOKEN = re.compile(rf"\s*({_VARIABLE}|(?i:{_WORDS}))\s*")


def is_formula(text: str) -> bool:
    """Whether a text can only be a formula, not a name: a variable, or more than letters and digits."""
    return re.fullmatch(r"[\w-]*", text) is None or re.fullmatch(_VARIABLE, text) is not None


def parsed(text: str, field: str = "tree") -> Prefix:
    """Read a formula: `x1 & (x2 | ~x3)`.

    `&` and `~&` bind tightest, then `^` and `~^`, then `|` and `~|`, then `<`, `>`, `<=` and `>=`; equally
    tight ones group to the left. `~` before a parenthesis turns the function inside into its complement.
    A function binds alike in all spellings, and `~`, `not`, `!` and `¬` tighter than any; `'` negates what
    stands before it.

    >>> parsed("~(x1 & x2) ^ x3")
    ('xor', 'nand', 1, 2, 3)
    >>> parsed("x1 and not x2 or x3") == parsed("x1 * !x2 + x3") == parsed("x₁ ∧ ¬x₂ ∨ x₃")
    True
    >>> parsed("x1 && (x2 || x3)'")
    ('and', 1, 'nor', 2, 3)
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
        position, operand_next = 0, True
        while position < len(self.text):
            match = _TOKEN.match(self.text, position)
            if match is None:
                raise self.fail(position, f"cannot read {self.text[position : position + 10].strip()!r}")
            position = match.end()
            word, variable = match[1], match[2] or match[3] or (match[4] or "").translate(_LOWERED)
            spelled = word.lower()
            if operand_next and spelled in NEGATIONS:
                self.pending.append("~")
            elif operand_next and word == "(":
                self.pending.append("(")
            elif operand_next and variable:
                self.operands.append(int(variable))
                self.negate()
                operand_next = False
            elif not operand_next and word == ")":
                self.close(match.start(1))
            elif not operand_next and word in PRIMES:
                self.complement()
            elif not operand_next and spelled in SPELLINGS:
                self.join(SPELLINGS[spelled].binding)
                self.pending.append(SPELLINGS[spelled])
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
            self.complement()

    def complement(self) -> None:
        """Negate the operand just read."""
        operand = self.operands.pop()
        if isinstance(operand, int):
            self.operands.append(-operand)
        else:
            name, left, right = operand
            self.operands.append((FUNCTIONS[name].complement.name, left, right))

    def fail(self, position: int, why: str) -> InputError:
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        return InputError(self.field, repr(shown), f"{why} (character {position + 1})")


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
