"""The families of Boolean functions to evolve.

A family is one entry: its name and its definition, a plain function on bit columns. The definition is used
as it is for truth tables and sampled rows; traced once, it becomes a program for the compiled engines. To
add a target, write its definition and add a line to TARGETS.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

Columns = Sequence[Any]
Definition = Callable[[Columns, Any], Any]


@dataclass(frozen=True)
class Target:
    """A family of Boolean functions.

    Parameters
    ----------
    name
        What a setting calls it.
    define
        The value on columns x[0] ... x[n-1]; `ones` is the column that is true everywhere.
    symmetric
        Whether all variables that matter may change places.
    refuses
        Why there is no such function of so many variables; None if there is.
    first
        The function drawn first from F.
    complement
        Whether sampled rows are inverted. With `first` this makes the runs of a target and of its dual mirror
        images at equal seeds.
    literals
        "and" or "or" if the target joins all its variables by that function: then trees can be counted.
    family
        Whether there is one for every n; otherwise it is one function, spelled out.
    some
        Whether `name:K` is a target too: only x1 ... xK matter.
    source
        The hash of the file a plugin's target was defined in.
    """

    name: str
    define: Definition
    symmetric: bool = False
    refuses: Callable[[int], str | None] = lambda n: None
    first: str | None = None
    complement: bool = False
    literals: str | None = None
    family: bool = True
    some: bool = True
    source: str | None = None


def _majority(x: Columns, ones: Any) -> Any:
    """More than half: the bits are added up by full adders, and the sum compared with n // 2."""
    weights: list[list[Any]] = [list(x)]
    digits: list[Any] = []
    for bits in weights:
        while len(bits) > 1:
            a, b = bits.pop(), bits.pop()
            c = bits.pop() if bits else None
            half = a ^ b
            bits.insert(0, half if c is None else half ^ c)
            carry = a & b if c is None else (a & b) | (half & c)
            if len(weights) == len(digits) + 1:
                weights.append([])
            weights[len(digits) + 1].append(carry)
        digits.append(bits[0])
    greater = ones ^ ones
    for place, digit in enumerate(digits):  # from the lowest digit up: the highest that differs decides
        greater = greater & digit if len(x) // 2 >> place & 1 else greater | digit
    return greater


def _mux(x: Columns, ones: Any) -> Any:
    """The multiplexer: x1 ... xk are an address, highest bit first, the other 2^k variables the data."""
    address = _address_bits(len(x))
    data = list(x[address:])
    for bit in reversed(x[:address]):
        data = [(low & (bit ^ ones)) | (high & bit) for low, high in zip(data[::2], data[1::2], strict=True)]
    return data[0]


def _address_bits(n: int) -> int:
    return next((k for k in range(1, n) if k + 2**k >= n), 1)


def _mux_refuses(n: int) -> str | None:
    k = _address_bits(n)
    return None if k + 2**k == n else "mux needs n = k + 2^k: 3, 6, 11, 20, ..."


TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target("and", lambda x, ones: reduce(operator.and_, x), True, first="and", literals="and"),
        Target(
            "or", lambda x, ones: reduce(operator.or_, x), True, first="or", complement=True, literals="or"
        ),
        Target("xor", lambda x, ones: reduce(operator.xor, x), True),
        Target("majority", _majority, True),
        Target("mux", _mux, refuses=_mux_refuses, some=False),
    )
}
