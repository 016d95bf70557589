"""Blocks of words in registers of the processor; in plain Python they are arrays of words.

A block is eight words, a wide one is 32: as many as an instruction takes, and as many as keep it busy.
"""

from __future__ import annotations

import operator
from importlib import import_module
from typing import Any

import numba
import numpy as np

from evobool.engines.compiling.flat_type import FlatType, place_of

# as numba and llvmlite have them, without types
cgutils: Any = import_module("numba.core.cgutils")
extending: Any = import_module("numba.extending")
templates: Any = import_module("numba.core.typing.templates")
ir: Any = import_module("llvmlite.ir")

BLOCK, WIDE = 8, 32  # words
uint64, int64 = numba.types.uint64, numba.types.int64


def block(table: Any, start: int) -> Any:
    """The words of a table from `start` on, as a block."""
    return table[start : start + BLOCK].copy()


def wide(table: Any, start: int) -> Any:
    """The same as a wide block."""
    return table[start : start + WIDE].copy()


def fetch(table: Any, start: int, like: Any) -> Any:
    """The same as a word or a block, whichever `like` is."""
    return table[start : start + len(like)].copy() if isinstance(like, np.ndarray) else table[start]


def put(table: Any, start: int, value: Any) -> None:
    """Write a word or a block from `start` on."""
    if isinstance(value, np.ndarray):
        table[start : start + len(value)] = value
    else:
        table[start] = value


def differ(one: Any, other: Any) -> bool:
    """Whether two words or blocks differ."""
    return bool(np.any(one != other))


def ones(value: Any) -> int:
    """The number of ones."""
    return int(sum(int(word).bit_count() for word in np.atleast_1d(value)))


def size(value: Any) -> int:
    """How many words it is."""
    return len(np.atleast_1d(value))


class BlockType(numba.types.Type):
    """The compiler's type of blocks of so many words."""

    def __init__(self, words: int) -> None:
        self.words = words
        super().__init__(name=f"Block{words}")


BLOCKS, WIDES, TABLE = BlockType(BLOCK), BlockType(WIDE), FlatType(uint64)
KINDS = (uint64, BLOCKS, WIDES)


def _vector(words: int) -> Any:
    return ir.VectorType(ir.IntType(64), words)


@extending.register_model(BlockType)
class _Model(extending.models.PrimitiveModel):
    def __init__(self, manager: Any, kind: BlockType) -> None:
        super().__init__(manager, kind, _vector(kind.words))


def _lowered(function: Any, result: Any, *arguments: Any) -> Any:
    """Tell the compiler the type of a function's result; decorates what writes its code."""

    class Template(templates.ConcreteTemplate):
        key = function
        cases = (templates.signature(result, *arguments),)

    templates.infer_global(function)(Template)
    return extending.lower_builtin(function, *arguments)


def _address(context: Any, builder: Any, table: Any, start: Any, kind: Any) -> Any:
    """A pointer to what begins there."""
    place = place_of(context, builder, (TABLE, int64), table, start)
    return place if kind == uint64 else builder.bitcast(place, _vector(kind.words).as_pointer())


def _fetch(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    table, start = arguments[:2]
    return builder.load(_address(context, builder, table, start, sig.return_type), align=8)


def _put(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    table, start, value = arguments
    builder.store(value, _address(context, builder, table, start, sig.args[2]), align=8)
    return context.get_dummy_value()


def _folded(builder: Any, value: Any, words: int, end: int, join: str) -> Any:
    """The two halves of a vector joined, until so many words are left."""
    while words > end:
        words //= 2
        halves = [
            builder.shuffle_vector(
                value,
                value,
                ir.Constant(ir.VectorType(ir.IntType(32), words), list(range(first, first + words))),
            )
            for first in (0, words)
        ]
        value = getattr(builder, join)(*halves)
    return value


def _differ(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    kind = sig.args[0]
    if kind == uint64:
        return builder.icmp_unsigned("!=", *arguments)
    changed = _folded(builder, builder.xor(*arguments), kind.words, BLOCK, "or_")
    whole = ir.IntType(64 * BLOCK)
    return builder.icmp_unsigned("!=", builder.bitcast(changed, whole), ir.Constant(whole, 0))


def _ones(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    (kind,), (value,) = sig.args, arguments
    if kind == uint64:
        return builder.ctpop(value)
    signature = ir.FunctionType(_vector(kind.words), [_vector(kind.words)])
    count = cgutils.get_or_insert_function(builder.module, signature, f"llvm.ctpop.v{kind.words}i64")
    total = _folded(builder, builder.call(count, [value]), kind.words, 1, "add")
    return builder.extract_element(total, ir.IntType(32)(0))


def _size(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return context.get_constant(int64, 1 if sig.args[0] == uint64 else sig.args[0].words)


_lowered(block, BLOCKS, TABLE, int64)(_fetch)
_lowered(wide, WIDES, TABLE, int64)(_fetch)
for kind in KINDS:
    _lowered(fetch, kind, TABLE, int64, kind)(_fetch)
    _lowered(put, numba.types.none, TABLE, int64, kind)(_put)
    _lowered(differ, numba.types.boolean, kind, kind)(_differ)
    _lowered(ones, int64, kind)(_ones)
    _lowered(size, int64, kind)(_size)


def _widened(builder: Any, value: Any, kind: Any, words: int) -> Any:
    """A block, or a word so many times."""
    if kind != uint64:
        return value
    first = builder.insert_element(ir.Constant(_vector(words), ir.Undefined), value, ir.IntType(32)(0))
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), words), [0] * words)
    return builder.shuffle_vector(first, first, everywhere)


def _bitwise(method: str) -> Any:
    """What writes the code of `&`, `|`, `^`, `+` or a shift."""

    def write(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        words = sig.return_type.words
        values = [
            _widened(builder, value, kind, words) for value, kind in zip(arguments, sig.args, strict=True)
        ]
        return getattr(builder, method)(*values)

    return write


for kind in (BLOCKS, WIDES):
    for pair in ((kind, kind), (kind, uint64), (uint64, kind)):
        _lowered(operator.and_, kind, *pair)(_bitwise("and_"))
        _lowered(operator.or_, kind, *pair)(_bitwise("or_"))
        _lowered(operator.xor, kind, *pair)(_bitwise("xor"))
    _lowered(operator.add, kind, kind, kind)(_bitwise("add"))
    _lowered(operator.lshift, kind, kind, uint64)(_bitwise("shl"))
    _lowered(operator.rshift, kind, kind, uint64)(_bitwise("lshr"))

ALL = (BLOCK, WIDE, block, wide, fetch, put, differ, ones, size)
