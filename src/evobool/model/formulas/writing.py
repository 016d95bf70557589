"""Formulas written: as symbols, in words, and for Python, LaTeX and Verilog."""

from __future__ import annotations

from dataclasses import dataclass

from evobool.checks import check_choice
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix, ends_of


@dataclass(frozen=True)
class Style:
    """A way to write formulas.

    A function without an operator is written as the negation of its complement. `guarded` says that a
    negation needs parentheses of its own, as in Python, where `not` binds more loosely than `^` and `>`;
    `loose` are the functions beside which a negated literal does without.
    """

    operators: dict[str, str]
    negation: str = "~"
    variable: str = "x{}"
    guarded: bool = False
    loose: frozenset[str] = frozenset()


_SYMBOLS = {name: function.symbol for name, function in FUNCTIONS.items()}
STYLES = {
    "symbols": Style(_SYMBOLS),
    "words": Style({name: name for name in FUNCTIONS}, "not "),
    "python": Style(
        {"and": "and", "or": "or"} | {name: _SYMBOLS[name] for name in ("xor", "gt", "lt", "ge", "le")},
        "not ",
        guarded=True,
        loose=frozenset({"and", "or"}),
    ),
    "latex": Style({name: function.tex for name, function in FUNCTIONS.items()}, r"\neg ", "x_{{{}}}"),
    "verilog": Style({name: _SYMBOLS[name] for name in FUNCTIONS if name not in ("nand", "nor")}),
}


def check_style(style: str | None) -> None:
    """Refuse a style that is none."""
    if style is not None:
        check_choice("style", style, STYLES)


def written(prefix: Prefix, style: str = "symbols") -> str:
    """The formula in a style, with parentheses around every pair but the outermost.

    >>> written(("and", 1, "or", 2, -3)), written(("xor", "nand", 1, 2, -3), "python")
    ('x1 & (x2 | ~x3)', '(not (x1 and x2)) ^ (not x3)')
    """
    check_style(style)
    if not prefix:
        return "(empty)"
    form, ends, pieces = STYLES[style], ends_of(prefix), list[str]()
    waiting: list[str | tuple[int, str]] = [(0, "")]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        start, above = item  # above: the function that the subtree is a side of
        token = prefix[start]
        if isinstance(token, int):
            literal = (form.negation if token < 0 else "") + form.variable.format(abs(token))
            guard = token < 0 and form.guarded and above != "" and above not in form.loose
            pieces.append(f"({literal})" if guard else literal)
            continue
        before, after = ("(", ")") if above else ("", "")
        name = token
        if token not in form.operators:
            name = FUNCTIONS[token].complement.name
            guard = form.guarded and above != ""
            before, after = ("(" * guard + f"{form.negation}(", ")" + ")" * guard)
        pieces.append(before)
        waiting += [after, (ends[start + 1], name), f" {form.operators[name]} ", (start + 1, name)]
    return "".join(pieces)
