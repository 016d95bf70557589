"""The binary functions a tree may be built from (the paper's F).

A function is its name, its symbol and four bits of truth table; all else follows. The ten built-in ones are
all binary functions that depend on both arguments. To add another, add a line to FUNCTIONS.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Function:
    """A binary Boolean function.

    `table` holds its values at (x, y) = (0, 0), (0, 1), (1, 0) and (1, 1), as a string of bits. `binding`
    says how tightly its symbol binds in a formula; `glyph` stands for it in drawings, `tex` in LaTeX.

    >>> greater = FUNCTIONS["gt"]
    >>> [greater.apply(x, y) for x in (False, True) for y in (False, True)]
    [False, False, True, False]
    >>> greater.commutative, greater.complement.name, greater.dual.name
    (False, 'le', 'ge')
    """

    name: str
    symbol: str
    table: str
    binding: int
    glyph: str
    tex: str

    def value(self, x: int, y: int) -> int:
        """The function's value at two bits."""
        return int(self.table[2 * x + y])

    @cached_property
    def polynomial(self) -> tuple[int, int, int, int]:
        """The bits (c, a, b, d) with f(x, y) = c ^ (a & x) ^ (b & y) ^ (d & x & y)."""
        c = self.value(0, 0)
        a, b = c ^ self.value(1, 0), c ^ self.value(0, 1)
        return c, a, b, c ^ a ^ b ^ self.value(1, 1)

    def apply(self, x: Any, y: Any, ones: Any = True) -> Any:
        """The function on whole columns: bools, Boolean arrays, or integers used as rows of bits."""
        c, a, b, d = self.polynomial
        found = x & y if d else None
        for wanted, term in ((a, x), (b, y), (c, ones)):
            if wanted:
                found = term if found is None else found ^ term
        return found

    @cached_property
    def commutative(self) -> bool:
        """Whether the order of the arguments makes no difference."""
        return self.value(0, 1) == self.value(1, 0)

    @cached_property
    def monotone(self) -> bool:
        """Whether a larger argument never makes the value smaller."""
        return self.value(0, 0) <= min(self.value(0, 1), self.value(1, 0)) and self.value(1, 1) == 1

    @cached_property
    def complement(self) -> Function:
        """The function with the opposite value everywhere."""
        return _with_table("".join("10"[int(bit)] for bit in self.table))

    @cached_property
    def dual(self) -> Function:
        """The function that maps complemented arguments to the complemented value."""
        return _with_table("".join("10"[int(bit)] for bit in reversed(self.table)))


FUNCTIONS: dict[str, Function] = {
    function.name: function
    for function in (
        Function("and", "&", "0001", binding=4, glyph="∧", tex=r"\wedge"),
        Function("or", "|", "0111", binding=2, glyph="∨", tex=r"\vee"),
        Function("xor", "^", "0110", binding=3, glyph="⊕", tex=r"\oplus"),
        Function("nand", "~&", "1110", binding=4, glyph="⊼", tex=r"\uparrow"),
        Function("nor", "~|", "1000", binding=2, glyph="⊽", tex=r"\downarrow"),
        Function("xnor", "~^", "1001", binding=3, glyph="⊙", tex=r"\odot"),
        Function("gt", ">", "0010", binding=1, glyph=">", tex=r">"),  # x & ~y
        Function("lt", "<", "0100", binding=1, glyph="<", tex=r"<"),  # ~x & y
        Function("ge", ">=", "1011", binding=1, glyph="≥", tex=r"\geq"),  # x | ~y
        Function("le", "<=", "1101", binding=1, glyph="≤", tex=r"\leq"),  # ~x | y: x implies y
    )
}


def _with_table(table: str) -> Function:
    return next(function for function in FUNCTIONS.values() if function.table == table)
