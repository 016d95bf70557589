"""`Flat`: an array that kernels know by its address and length alone.

numba hands an array over as seven words, and kernels take a dozen arrays: packing and unpacking them was most
of the work of a call, and most of the time spent compiling. A flat array is two words, one-dimensional,
contiguous, indexed by numbers from 0, and not checked. In plain Python it is an array like any other.
"""

from __future__ import annotations

import hashlib
import operator
from importlib import import_module
from typing import Any

import numba
import numpy as np

# as numba has it, without types
cgutils: Any = import_module("numba.core.cgutils")
extending: Any = import_module("numba.extending")
templates: Any = import_module("numba.core.typing.templates")


class Flat(np.recarray):
    """An array of numbers or records; the fields of a record are its attributes."""

    __numba_array_subtype_dispatch__ = True  # or numba takes it for an ordinary array


def flat(array: Any) -> Any:
    """The same array, as a flat one."""
    return np.ascontiguousarray(array).view(Flat)


def records(count: int, kind: np.dtype[Any]) -> Any:
    """So many records, all zero, whose fields kernels and plain Python read alike: `array[k].field`."""
    return flat(np.zeros(count, dtype=kind))


def move(array: Any, into: int, source: int, count: int) -> None:
    """Move some items to other places, which may overlap the old ones."""
    array[into : into + count] = array[source : source + count].copy()


class FlatType(numba.types.Type):
    """The compiler's type of flat arrays."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Flat{hashlib.sha256(str(dtype).encode()).hexdigest()[:8]}")  # in every symbol


@extending.typeof_impl.register(Flat)
def _type_of(array: Any, context: Any) -> FlatType | None:
    if array.ndim != 1 or not array.flags.c_contiguous:
        return None
    return FlatType(numba.from_dtype(array.dtype))


@extending.register_model(FlatType)
class _Model(extending.models.StructModel):
    def __init__(self, manager: Any, kind: FlatType) -> None:
        super().__init__(manager, kind, [("data", numba.types.voidptr), ("length", numba.types.int64)])


@extending.unbox(FlatType)
def _unbox(kind: FlatType, array: Any, c: Any) -> Any:
    whole = numba.types.Array(kind.dtype, 1, "C")
    native = c.unbox(whole, array)
    found = c.context.make_array(whole)(c.context, c.builder, native.value)
    value = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    value.data = c.builder.bitcast(found.data, cgutils.voidptr_t)
    value.length = found.nitems
    return extending.NativeValue(value._getvalue(), is_error=native.is_error, cleanup=native.cleanup)


@templates.infer_global(operator.getitem)
class _GetItem(templates.AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index = args
        if isinstance(array, FlatType) and isinstance(index, numba.types.Integer):
            return templates.signature(array.dtype, array, index)
        return None


@templates.infer_global(operator.setitem)
class _SetItem(templates.AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index, _value = args
        if isinstance(array, FlatType) and isinstance(index, numba.types.Integer):
            return templates.signature(numba.types.none, array, index, array.dtype)
        return None


@templates.infer_global(len)
class _Len(templates.AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        (array,) = args
        return templates.signature(numba.types.intp, array) if isinstance(array, FlatType) else None


@templates.infer_global(move)
class _Move(templates.AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, *numbers = args
        if isinstance(array, FlatType) and all(isinstance(kind, numba.types.Integer) for kind in numbers):
            return templates.signature(numba.types.none, array, *[numba.types.int64] * 3)
        return None


def place_of(context: Any, builder: Any, types: Any, array: Any, index: Any) -> Any:
    """A pointer to an item."""
    kind, index_kind = types
    data = cgutils.create_struct_proxy(kind)(context, builder, array).data
    number = context.cast(builder, index, index_kind, numba.types.int64)
    item = context.get_data_type(kind.dtype)
    return builder.gep(builder.bitcast(data, item.as_pointer()), [number], inbounds=True)


@extending.lower_builtin(operator.getitem, FlatType, numba.types.Integer)
def _get(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    place = place_of(context, builder, sig.args, *arguments)
    if isinstance(sig.return_type, numba.types.Record):
        return place
    return context.unpack_value(builder, sig.return_type, place)


@extending.lower_builtin(operator.setitem, FlatType, numba.types.Integer, numba.types.Any)
def _set(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    array, index, value = arguments
    place = place_of(context, builder, sig.args[:2], array, index)
    if isinstance(sig.args[2], numba.types.Record):
        cgutils.raw_memcpy(builder, place, value, context.get_constant(numba.types.intp, 1), sig.args[2].size)
    else:
        context.pack_value(builder, sig.args[2], value, place)
    return context.get_dummy_value()


@extending.lower_builtin(len, FlatType)
def _length(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return cgutils.create_struct_proxy(sig.args[0])(context, builder, arguments[0]).length


@extending.lower_builtin(move, FlatType, *[numba.types.int64] * 3)
def _move(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    array, into, source, count = arguments
    target, origin = (place_of(context, builder, sig.args[:2], array, number) for number in (into, source))
    cgutils.raw_memmove(builder, target, origin, count, context.get_abi_sizeof(target.type.pointee))
    return context.get_dummy_value()
