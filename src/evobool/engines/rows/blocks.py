"""Blocks: some words of a line that are treated as one.

`&`, `|`, `^`, `+` and shifts, `fetch`, `put`, `differ`, `ones` and `size` take a word or a block, so that one
kernel does for both. Compiled the quick way, a block is in registers of the processor; compiled the
documented way, it is a word.
"""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import WAY, inlined
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.random import i64


@inlined
def _block(table: Any, start: int) -> Any:
    return table[start]


@inlined
def _fetch(table: Any, start: int, like: Any) -> Any:
    return table[start]


@inlined
def _put(table: Any, start: int, value: Any) -> None:
    table[start] = value


@inlined
def _differ(one: Any, other: Any) -> bool:
    return bool(one != other)


@inlined
def _ones(value: Any) -> int:
    return i64(popcount(value))


@inlined
def _size(value: Any) -> int:
    return 1


WORDS = (1, 1, _block, _block, _fetch, _put, _differ, _ones, _size)
BLOCK, WIDE, block, wide, fetch, put, differ, ones, size = WAY.vectors.ALL if WAY.vectors else WORDS
