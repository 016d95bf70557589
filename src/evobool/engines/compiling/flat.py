"""`Flat`: an array that kernels know by its address and length alone.

numba hands an array over as seven words, and kernels take a dozen arrays: packing and unpacking them was most
of the work of a call, and most of the time spent compiling. A flat array is one-dimensional, contiguous,
indexed by numbers from 0, and not checked. In plain Python, and where kernels are compiled the documented
way, it is an array like any other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SUBTYPE = "__numba_array_subtype_dispatch__"  # a class with this attribute has a type of its own in numba


class Flat(np.recarray):
    """An array of numbers or records; the fields of a record are its attributes."""


def flat(array: Any) -> Any:
    """The same array, as a flat one."""
    return np.ascontiguousarray(array).view(Flat)


def records(count: int, kind: np.dtype[Any]) -> Any:
    """So many records, all zero, whose fields kernels and plain Python read alike: `array[k].field`."""
    return flat(np.zeros(count, dtype=kind))


def move(array: Any, into: int, source: int, count: int) -> None:
    """Move some items to other places, which may overlap the old ones."""
    array[into : into + count] = array[source : source + count].copy()
