"""What the compiler inferred: a mixture of int64 and uint64 would turn words into floats without a word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from evobool import Setting, Tree, evolve
from evobool.engines.kernels import arena as _arena
from evobool.engines.kernels import bits as _bits
from evobool.engines.kernels import loop as _loop
from evobool.engines.kernels import mutate as _mutate
from evobool.engines.kernels import random as _random
from evobool.engines.kernels.mutate import make_rules
from evobool.engines.rows import values as _rows
from tests.arenas import CODES, build

pytestmark = pytest.mark.compiled

SETTING = Setting(n=3, literals="all", training=70)
TREE = Tree.parse("x1 & (x2 | ~x3)")


def words() -> Any:
    return np.array([1, 2, 3, 4], dtype=np.uint64)


def a() -> Any:
    return build(TREE, SETTING)


def rows() -> Any:
    return _rows.new_rows(SETTING, slots=80)


ONE = np.uint64(1)
CALLS: list[tuple[Any, Callable[[], tuple[Any, ...]], str]] = [
    (_random.mix, lambda: (ONE,), "uint64"),
    (_random.next_word, lambda: (words(),), "uint64"),
    (_random.below, lambda: (words(), 3), "int64"),
    (_random.poisson, lambda: (words(),), "int64"),
    (_random.seed_state, lambda: (words(), ONE, 0), "none"),
    (_bits.popcount, lambda: (ONE,), "uint64"),
    (_rows.combine, lambda: (rows().table, 0, 0, 1, 2, 2), "bool"),
    (_rows.combine_any, lambda: (rows().table, rows().polynomial[0], 0, 1, 2, 2), "bool"),
    (_rows.apply, lambda: (rows(), 0, 0, 1, 2, 2), "bool"),
    (_rows.evaluate_target, lambda: (rows(), 0, 1), "none"),
    (_rows.line, lambda: (a(), rows(), 0), "int64"),
    (_rows.draw_rows, lambda: (rows(), words()), "none"),
    (_rows.wrong, lambda: (build(Tree((1,)), SETTING), rows()), "int64"),
    (_arena.leaf_count, lambda: (a(),), "int64"),
    (_arena.node_at, lambda: (a(), 1), "int64"),
    (_arena.leaf_at, lambda: (a(), 1), "int64"),
    (_arena.insert, lambda: (a(), 0, 0, 0, True), "int64"),
    (_arena.delete, lambda: (a(), 1), "int64"),
    (_arena.undo, lambda: (a(),), "none"),
    (_arena.keep, lambda: (a(),), "none"),
    (_mutate.mutation_count, lambda: (words(), make_rules(SETTING, CODES)), "int64"),
    (_mutate.hvl_prime, lambda: (a(), words(), make_rules(SETTING, CODES)), "UniTuple(int64 x 4)"),
]


@pytest.mark.parametrize(
    ("kernel", "arguments", "returned"), CALLS, ids=lambda value: getattr(value, "__name__", "")
)
def test_return_types(kernel: Any, arguments: Callable[[], tuple[Any, ...]], returned: str) -> None:
    kernel(*arguments())
    found = {str(signature.return_type) for signature in kernel.nopython_signatures}
    assert found == {returned}


def test_no_kernel_of_the_packed_engine_knows_floats() -> None:
    for training in ("complete", 70, "fixed:70"):
        evolve(n=3, training=training, algorithm="1+1-gp", engine="packed", seed=1, max_iterations=30)
    for module in (_random, _bits, _arena, _loop, _mutate, _rows):
        kernels = [thing for thing in vars(module).values() if hasattr(thing, "nopython_signatures")]
        assert kernels
        for kernel in kernels:
            for signature in kernel.nopython_signatures:
                assert "float" not in str(signature), f"{kernel.__name__}: {signature}"
