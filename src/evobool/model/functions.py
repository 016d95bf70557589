"""The binary functions a tree may be built from (the paper's F).

A new function needs an entry here and a line in `engines/_rows.py`; nothing else names them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Function:
    """A binary Boolean function: its name, how it is printed, how it acts on bits or arrays."""

    name: str
    symbol: str
    code: int
    apply: Callable[[Any, Any], Any]


FUNCTIONS: dict[str, Function] = {
    function.name: function
    for function in (
        Function("and", "&", 0, operator.and_),
        Function("or", "|", 1, operator.or_),
    )
}
BY_SYMBOL: dict[str, Function] = {function.symbol: function for function in FUNCTIONS.values()}
