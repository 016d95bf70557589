"""A block of four words in one register of the processor; in plain Python it is an array of four words."""

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

BLOCK = 4  # words
WORDS = ir.VectorType(ir.IntType(64), BLOCK)
uint64, int64 = numba.types.uint64, numba.types.int64


def block(table: Any, line: int) -> Any:
    """A line of a table as a block."""
    return table[BLOCK * line : BLOCK * (line + 1)].copy()


def fetch(table: Any, line: int, like: Any) -> Any:
    """A line of a table as a word or a block, whichever `like` is."""
    return block(table, line) if isinstance(like, np.ndarray) else table[line]


def put(table: Any, line: int, value: Any) -> None:
    """Write a word or a block to its line."""
    if isinstance(value, np.ndarray):
        table[BLOCK * line : BLOCK * (line + 1)] = value
    else:
        table[line] = value


def differ(one: Any, other: Any) -> bool:
    """Whether two words or blocks differ."""
    return bool(np.any(one != other))


def ones(value: Any) -> int:
    """The number of ones."""
    return int(sum(int(word).bit_count() for word in np.atleast_1d(value)))


class BlockType(numba.types.Type):
    """The compiler's type of blocks."""

    def __init__(self) -> None:
        super().__init__(name="Block")


BLOCKS, TABLE = BlockType(), FlatType(uint64)
KINDS, PAIRS = (uint64, BLOCKS), ((BLOCKS, BLOCKS), (BLOCKS, uint64), (uint64, BLOCKS))


@extending.register_model(BlockType)
class _Model(extending.models.PrimitiveModel):
    def __init__(self, manager: Any, kind: BlockType) -> None:
        super().__init__(manager, kind, WORDS)


def _lowered(function: Any, result: Any, *arguments: Any) -> Any:
    """Tell the compiler the type of a function's result; decorates what writes its code."""

    class Template(templates.ConcreteTemplate):
        key = function
        cases = (templates.signature(result, *arguments),)

    templates.infer_global(function)(Template)
    return extending.lower_builtin(function, *arguments)


def _address(context: Any, builder: Any, table: Any, line: Any, kind: Any) -> Any:
    """A pointer to a line."""
    if kind == BLOCKS:
        line = builder.mul(line, context.get_constant(int64, BLOCK))
    place = place_of(context, builder, (TABLE, int64), table, line)
    return builder.bitcast(place, WORDS.as_pointer()) if kind == BLOCKS else place


def _fetch(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    table, line = arguments[:2]
    return builder.load(_address(context, builder, table, line, sig.return_type), align=8)


def _put(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    table, line, value = arguments
    builder.store(value, _address(context, builder, table, line, sig.args[2]), align=8)
    return context.get_dummy_value()


def _differ(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    whole = ir.IntType(64 * BLOCK if sig.args[0] == BLOCKS else 64)
    one, other = (builder.bitcast(value, whole) for value in arguments)
    return builder.icmp_unsigned("!=", one, other)


def _ones(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    (value,) = arguments
    if sig.args[0] != BLOCKS:
        return builder.ctpop(value)
    count = ir.Constant(ir.IntType(64), 0)
    for word in range(BLOCK):
        count = builder.add(count, builder.ctpop(builder.extract_element(value, ir.IntType(32)(word))))
    return count


_lowered(block, BLOCKS, TABLE, int64)(_fetch)
for kind in KINDS:
    _lowered(fetch, kind, TABLE, int64, kind)(_fetch)
    _lowered(put, numba.types.none, TABLE, int64, kind)(_put)
    _lowered(differ, numba.types.boolean, kind, kind)(_differ)
    _lowered(ones, int64, kind)(_ones)


def _widened(builder: Any, value: Any, kind: Any) -> Any:
    """A block, or a word four times."""
    if kind == BLOCKS:
        return value
    first = builder.insert_element(ir.Constant(WORDS, ir.Undefined), value, ir.IntType(32)(0))
    return builder.shuffle_vector(
        first, first, ir.Constant(ir.VectorType(ir.IntType(32), BLOCK), [0] * BLOCK)
    )


def _bitwise(method: str) -> Any:
    """What writes the code of `&`, `|` or `^`."""

    def write(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        values = [_widened(builder, value, kind) for value, kind in zip(arguments, sig.args, strict=True)]
        return getattr(builder, method)(*values)

    return write


for pair in PAIRS:
    _lowered(operator.and_, BLOCKS, *pair)(_bitwise("and_"))
    _lowered(operator.or_, BLOCKS, *pair)(_bitwise("or_"))
    _lowered(operator.xor, BLOCKS, *pair)(_bitwise("xor"))

ALL = (BLOCK, block, fetch, put, differ, ones)
