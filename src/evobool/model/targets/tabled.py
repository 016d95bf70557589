"""A target given by its truth table: `table:8000` is AND_4.

The digits are hexadecimal; row r of the truth table is bit r of the number, and on row r variable i has bit
i - 1 of r, as in `targets.truth_columns`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from evobool.errors import InputError

TABLE = "table"
HEXADECIMAL = "0123456789abcdefABCDEF"
LARGEST_N = 12  # variables; the table of so many has 1,024 digits


@dataclass(frozen=True)
class Tabled:
    """The definition of a target with a given truth table, as `Target.define` wants it.

    >>> Tabled(0b1000, 2)([0b1010, 0b1100], 0b1111)
    8
    """

    table: int
    n: int

    @property
    def name(self) -> str:
        """What a setting calls it: all digits, in lower case.

        >>> Tabled(8, 3).name
        'table:08'
        """
        return f"{TABLE}:{self.table:0{digits_of(self.n)}x}"

    def __call__(self, x: Any, ones: Any) -> Any:
        """The value on columns, by positive Davio expansion: f = f0 ^ x (f0 ^ f1), variable by variable."""
        zero = ones ^ ones
        known: dict[tuple[int, int], Any] = {}

        def value(table: int, variables: int) -> Any:
            full = (1 << (1 << variables)) - 1
            if table in (0, full):
                return ones if table else zero
            if (table, variables) not in known:
                half = 1 << (variables - 1)
                low, high = table & ((1 << half) - 1), table >> half
                first = value(low, variables - 1)
                if low != high:
                    change = value(low ^ high, variables - 1)
                    first = first ^ (x[variables - 1] & change)
                known[table, variables] = first
            return known[table, variables]

        return value(self.table, self.n)


def digits_of(n: int) -> int:
    """How many hexadecimal digits the table of n variables has.

    >>> [digits_of(n) for n in (1, 2, 3, 4, 5)]
    [1, 1, 2, 4, 8]
    """
    return max(1, (1 << n) // 4)


def tabled(target: str, n: int) -> Tabled:
    """Read `table:8000`; anything but the right number of digits is refused.

    >>> tabled("table:E8", 3).name
    'table:e8'
    >>> tabled("table:e8", 4)
    Traceback (most recent call last):
    evobool.errors.InputError: target = table:e8: a table of 4 variables has 4 hexadecimal digits, not 2
    """
    if n > LARGEST_N:
        raise InputError("target", target, f"a table has at most {LARGEST_N} variables, but n = {n}")
    digits = target.partition(":")[2].strip()
    wanted = digits_of(n)
    rule = f"a table of {_several(n, 'variable')} has {_several(wanted, 'hexadecimal digit')}"
    if len(digits) != wanted:
        raise InputError("target", target, f"{rule}, not {len(digits)}")
    if set(digits) - set(HEXADECIMAL):
        raise InputError("target", target, rule)
    table = int(digits, 16)
    if table >> 2**n:  # one variable has two rows, but a digit four bits
        raise InputError("target", target, "a table of 1 variable is 0, 1, 2 or 3")
    return Tabled(table, n)


def table_of(values: Sequence[Any], n: int) -> str:
    """The name of a table given by its values, row by row.

    >>> table_of([False, True, True, True], 2)
    'table:e'
    """
    if n > LARGEST_N:
        raise InputError("target", values, f"a table has at most {LARGEST_N} variables, but n = {n}")
    if len(values) != 2**n:
        raise InputError(
            "target",
            list(values),
            f"a table of {_several(n, 'variable')} has {2**n} values, not {len(values)}",
        )
    table = 0
    for row, value in enumerate(values):
        if not isinstance(value, Hashable) or value not in (0, 1):
            raise InputError("target", list(values), "a table is a list of 0 and 1")
        table |= int(value) << row
    return Tabled(table, n).name


def _several(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
