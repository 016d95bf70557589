"""What the compiler inferred: a mixture of int64 and uint64 would turn words into floats without a word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from evobool import Setting, Tree
from evobool.engines.counts import deciding as _deciding
from evobool.engines.counts import edits as _edits
from evobool.engines.counts import judge as _judge
from evobool.engines.counts import structure as _structure
from evobool.engines.counts import truth as _tables
from evobool.engines.kernels import bits as _bits
from evobool.engines.kernels import loop as _loop
from evobool.engines.kernels import mutate as _mutate
from evobool.engines.kernels import random as _random
from evobool.engines.kernels.mutate import Drawn, make_rules
from evobool.engines.kernels.state import new_state
from evobool.engines.kernels.tree import arena as _arena
from evobool.engines.kernels.tree import editing, numbering
from evobool.engines.kernels.tree import whole as _whole
from evobool.engines.packed import PackedEngine
from evobool.engines.rows import differences as _differences
from evobool.engines.rows import errors as _errors
from evobool.engines.rows import levels as _levels
from evobool.engines.rows import meeting as _meeting
from evobool.engines.rows import order as _order
from evobool.engines.rows import sampling as _sampling
from evobool.engines.rows import table as _table
from evobool.engines.rows import values as _values
from evobool.engines.rows import ways as _ways
from tests.support.arenas import CODES, build

pytestmark = pytest.mark.compiled

SETTING = Setting(n=3, literals="all", training=70)
TREE = Tree.parse("x1 & (x2 | ~x3)")


def words() -> Any:
    return np.array([1, 2, 3, 4], dtype=np.uint64)


def a() -> Any:
    return build(TREE, SETTING)


def rows() -> Any:
    return _table.new_rows(SETTING, slots=80)


def new() -> Any:
    """A run without edits."""
    return new_state(2, 8)


def start() -> Any:
    """The difference that the deletion of the first leaf makes."""
    masks = (ONE, ONE, ONE, ONE)
    return _differences.Start(SLOT, 0, 1, -1, *masks)


def leaf(a: Any) -> np.uint32:
    return np.uint32(numbering.leaf_at(a, 0))


def parts() -> Any:
    """The structure of the tree."""
    found = _structure.new_structure(3, 6, {1: True, 2: True, 3: True}, 80, None)
    _structure.enter_tree(a(), found)
    return found


def drawn() -> Any:
    """DEL of the first leaf."""
    return Drawn(_arena.DEL, _arena.DEL, leaf(a()), -1, 0, False)


ONE, SLOT = np.uint64(1), a().mark[_arena.ROOT]
MASKS = "UniTuple(uint64 x 4)"
START = "Start(uint32, int64, int64, int64, uint64, uint64, uint64, uint64)"
DRAWN = "Drawn(int64, int64, uint32, int64, int64, bool)"
CALLS: list[tuple[Any, Callable[[], tuple[Any, ...]], str]] = [
    (_random.mix, lambda: (ONE,), "uint64"),
    (_random.next_word, lambda: (words(),), "uint64"),
    (_random.below, lambda: (words(), 3), "int64"),
    (_random.poisson, lambda: (words(),), "int64"),
    (_random.seed_state, lambda: (words(), ONE, 0), "none"),
    (_bits.popcount, lambda: (ONE,), "uint64"),
    (_bits.bit_length, lambda: (ONE,), "int64"),
    (_values.line, lambda: (a(), rows(), SLOT), "int64"),
    (_values.polynomial, lambda: (rows(), 0, True), MASKS),
    (_values.of_values, lambda: (ONE, ONE, ONE, ONE, ONE, ONE), "uint64"),
    (_values.evaluate, lambda: (a(), rows(), SLOT), "none"),
    (_values.evaluate_all, lambda: (a(), rows()), "none"),
    (_differences.start_of_drawn, lambda: (a(), rows(), drawn()), START),
    (_differences.start_of_edit, lambda: (a(), rows(), new()), START),
    (_differences.follow, lambda: (a(), rows(), start(), 2, 0, ONE, True), "uint64"),
    (_ways.ways_of_edits, lambda: (a(), rows(), new()), "int64"),
    (_ways.touch, lambda: (a(), SLOT, _ways.NEW), "none"),
    (_ways.in_tree, lambda: (a(), SLOT), "bool"),
    (_ways.lowest, lambda: (a(), SLOT), "uint32"),
    (_ways.place, lambda: (a(), rows(), SLOT), "UniTuple(int64 x 2)"),
    (_levels.add_level, lambda: (a(), rows(), SLOT, 0), "uint32"),
    (_levels.climb, lambda: (a(), rows(), ONE, 0, True), "uint64"),
    (_meeting.meet, lambda: (rows(), 1, 0, ONE, True), "uint64"),
    (_errors.cost, lambda: (rows(), 1, 1), "int64"),
    (_errors.change_at, lambda: (a(), rows(), start(), 0, 0, ONE, True), "uint64"),
    (_errors.wrong_at, lambda: (a(), rows(), start(), 0, 0, ONE), "UniTuple(int64 x 2)"),
    (_errors.drawn_is_beyond, lambda: (a(), rows(), drawn(), 0), "bool"),
    (_errors.edits_are_beyond, lambda: (a(), rows(), new(), 0), "bool"),
    (_errors.is_beyond, lambda: (a(), rows(), start(), 0, 0), "bool"),
    (_errors.keep_edits, lambda: (a(), rows(), new()), "none"),
    (_errors.keep_part, lambda: (a(), rows(), start(), 0, 0, ONE), "bool"),
    (_errors.note_here, lambda: (rows(), 0, ONE), "none"),
    (_errors.keep, lambda: (a(), rows(), start(), 0), "none"),
    (_errors.compare_with_target, lambda: (a(), rows()), "none"),
    (_order.moved, lambda: (rows(), 0, ONE), "uint64"),
    (_order.sort_if_worth, lambda: (a(), rows()), "none"),
    (_order.sort_rows, lambda: (rows(),), "none"),
    (_sampling.evaluate_target, lambda: (rows(),), "none"),
    (_sampling.begin_lanes, lambda: (rows(), words(), ONE), "UniTuple(uint64 x 4)"),
    (_sampling.draw_in_lanes, lambda: (rows(), words()), "none"),
    (_sampling.draw_rows, lambda: (rows(), words()), "none"),
    (numbering.leaf_count, lambda: (a(),), "int64"),
    (numbering.node_at, lambda: (a(), 1), "uint32"),
    (numbering.leaf_at, lambda: (a(), 1), "uint32"),
    (numbering.leaves_below, lambda: (a(), SLOT), "int64"),
    (editing.insert, lambda: (a(), SLOT, 0, 0, True), "uint32"),
    (editing.cut, lambda: (a(), leaf(a())), "none"),
    (_whole.duplicate, lambda: (a(), SLOT), "uint32"),
    (_structure.group_above, lambda: (a(), SLOT), "uint32"),
    (_tables.literal_word, lambda: (parts(), 0, 0), "uint64"),
    (_tables.weigh, lambda: (a(), parts(), drawn(), _arena.NONE, 10), "int64"),
    (_tables.table_share, lambda: (a(), parts(), 0, 0), "Tuple(uint64, int64)"),
    (_deciding.decide_by_structure, lambda: (a(), parts(), drawn(), _arena.NONE, 1), "int64"),
    (_deciding.stays_false, lambda: (a(), parts(), drawn(), _arena.NONE), "int64"),
    (_deciding.false_without, lambda: (a(), parts(), 0), "bool"),
    (_edits.insert, lambda: (a(), parts(), drawn()), "uint32"),
    (_structure.new_stamp, lambda: (parts(),), "uint32"),
    (_structure.joined, lambda: (a(), SLOT), "uint64"),
    (_judge.share, lambda: (a(), parts(), 0, 63, 10), "Tuple(int64, uint64, int64)"),
    (_mutate.mutation_count, lambda: (words(), make_rules(SETTING, CODES)), "int64"),
    (_mutate.hvl_prime, lambda: (a(), words(), make_rules(SETTING, CODES)), DRAWN),
]


@pytest.mark.parametrize(
    ("kernel", "arguments", "returned"), CALLS, ids=lambda value: getattr(value, "__name__", "")
)
def test_return_types(kernel: Any, arguments: Callable[[], tuple[Any, ...]], returned: str) -> None:
    types = tuple(map(numba.typeof, arguments()))
    kernel.compile(types)
    found = {str(each.return_type) for each in kernel.nopython_signatures if each.args == types}
    assert found == {returned}


@pytest.mark.long
def test_no_kernel_of_the_packed_engine_knows_floats() -> None:
    engine = PackedEngine(SETTING.with_(algorithm="1+1-gp"))
    batch = (np.uint64(1), 0, 1, np.zeros((1, 9), dtype=np.int64), engine.trees, np.zeros(3, dtype=np.int64))
    arguments = (engine.arena, engine.rng, engine.rules, engine.judge, engine.state, *batch)
    for entry in (_loop.batch_single, _loop.batch_several):
        entry.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[attr-defined]
    rows_modules = (_differences, _errors, _levels, _meeting, _order, _sampling, _values, _ways)
    for module in (_random, _bits, numbering, editing, _loop, _mutate, *rows_modules):
        kernels = [thing for thing in vars(module).values() if hasattr(thing, "nopython_signatures")]
        signatures = [str(each) for kernel in kernels for each in kernel.nopython_signatures]
        assert len(signatures) >= 2
        assert not [signature for signature in signatures if "float" in signature]
