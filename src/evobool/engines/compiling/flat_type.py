"""The compiler's type of flat arrays: an address and a length."""

from __future__ import annotations

import hashlib
import operator
from importlib import import_module
from typing import Any

import numba

from evobool.engines.compiling.flat import SUBTYPE, Flat, move

# as numba has it, without types
cgutils: Any = import_module("numba.core.cgutils")
extending: Any = import_module("numba.extending")
templates: Any = import_module("numba.core.typing.templates")


class FlatType(numba.types.Type):
    """The compiler's type of flat arrays."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Flat{hashlib.sha256(str(dtype).encode()).hexdigest()[:8]}")  # in every symbol


setattr(Flat, SUBTYPE, True)


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


def _typed(function: Any, result: Any) -> None:
    """Tell the compiler the type of a function of a flat array and indices; `result` gives its signature."""

    class Template(templates.AbstractTemplate):
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            kind, *rest = args
            if not isinstance(kind, FlatType):
                return None
            indices = rest[:1] if function is operator.setitem else rest
            if not all(isinstance(index, numba.types.Integer) for index in indices):
                return None
            return templates.signature(*result(kind, *rest))

    templates.infer_global(function)(Template)


_typed(operator.getitem, lambda kind, index: (kind.dtype, kind, index))
_typed(operator.setitem, lambda kind, index, value: (numba.types.none, kind, index, kind.dtype))
_typed(len, lambda kind: (numba.types.intp, kind))
_typed(move, lambda kind, *numbers: (numba.types.none, kind, *[numba.types.int64] * 3))


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
