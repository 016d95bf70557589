"""A block: some words of a line that are treated as one.

`&`, `|` and `^`, `fetch`, `put`, `differ` and `ones` take a word or a block, so that one kernel does for
lines of one word and of one block. Compiled the quick way, a block is four words in one register of the
processor; compiled the documented way, it is a word.
"""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import WAY, inlined
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.random import i64


@inlined
def _block(table: Any, line: int) -> Any:
    return table[line]


@inlined
def _fetch(table: Any, line: int, like: Any) -> Any:
    return table[line]


@inlined
def _put(table: Any, line: int, value: Any) -> None:
    table[line] = value


@inlined
def _differ(one: Any, other: Any) -> bool:
    return bool(one != other)


@inlined
def _ones(value: Any) -> int:
    return i64(popcount(value))


WORDS = (1, _block, _fetch, _put, _differ, _ones)
BLOCK, block, fetch, put, differ, ones = WAY.vectors.ALL if WAY.vectors else WORDS
