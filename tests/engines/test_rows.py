from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.engines.compiling.flat import flat
from evobool.engines.compiling.jit import kernel
from evobool.engines.kernels import offspring
from evobool.engines.kernels.mutate import NO_LIMIT, NOTHING, make_rules
from evobool.engines.kernels.random import Words, seed_state
from evobool.engines.kernels.state import PARENT, new_state
from evobool.engines.kernels.tree.arena import ROOT, Arena
from evobool.engines.rows import errors as _errors
from evobool.engines.rows import judge as _judge
from evobool.engines.rows import lanes as _lanes
from evobool.engines.rows import order as _order
from evobool.engines.rows import sampling as _sampling
from evobool.engines.rows import table as _table
from evobool.engines.rows import values as _values
from evobool.engines.rows.blocks import BLOCK, WIDE, block, differ, fetch, ones, put, size, wide
from evobool.engines.rows.table import Rows
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.generator import WORD, Generator
from evobool.model.settings.completion import Literals
from evobool.model.training import TrainingSet
from tests.support.arenas import CODES, build, draw
from tests.support.strategies import targets, trees

assert _judge  # how edits keep the rows up to date


def expected(name: str, x: Words, y: Words) -> Words:
    """A function of two lines from its truth table, word by word."""
    value = np.zeros(len(x), dtype=np.uint64)
    for bit in (0, 1):
        for other in (0, 1):
            if FUNCTIONS[name].table[2 * bit + other] == "1":
                value |= (x if bit else ~x) & (y if other else ~y)
    return value


@kernel
def of_words(rows: Rows, function: int, first: bool, x: Any, y: Any) -> Any:
    """A function of two words."""
    c, mine, its, both = _values.polynomial(rows, function, first)
    return _values.of_values(c, mine, its, both, x, y)


@kernel
def of_blocks(rows: Rows, function: int, first: bool, like: Any) -> tuple[bool, int, int]:
    """A function of two blocks, shifted into a third: whether it differs, its ones and size."""
    x, y = fetch(rows.table, 0, like), fetch(rows.table, size(like), like)
    c, mine, its, both = _values.polynomial(rows, function, first)
    value, old = _values.of_values(c, mine, its, both, x, y), fetch(rows.table, 2 * size(like), like)
    put(rows.table, 2 * size(like), (value << np.uint64(3)) >> np.uint64(3))
    return differ(value, old), ones(value), size(like)


@kernel
def of_short_blocks(rows: Rows, function: int, first: bool) -> tuple[bool, int, int]:
    """The same for blocks."""
    return of_blocks(rows, function, first, block(rows.table, 0))


@kernel
def of_wide_blocks(rows: Rows, function: int, first: bool) -> tuple[bool, int, int]:
    """The same for wide ones."""
    return of_blocks(rows, function, first, wide(rows.table, 0))


def rows_on(table: Words) -> Rows:
    """Rows that know every function, with these words."""
    known = _table.new_rows(Setting(n=2, functions=tuple(FUNCTIONS)), slots=4)
    return known._replace(table=flat(table.reshape(-1)))


@given(st.integers(0, WORD), st.integers(0, WORD), st.sampled_from(sorted(FUNCTIONS)), st.booleans())
def test_functions_on_words(x: int, y: int, name: str, first: bool) -> None:
    rows = rows_on(np.zeros((1, 1), dtype=np.uint64))
    value = of_words(rows, CODES[name], first, np.uint64(x), np.uint64(y))
    assert int(value) == FUNCTIONS[name].apply(*((x, y) if first else (y, x)), WORD)


@pytest.mark.parametrize("words", [BLOCK, WIDE])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_on_blocks(name: str, first: bool, words: int) -> None:
    random = np.random.default_rng(3)
    table = random.integers(0, WORD, (3, words), dtype=np.uint64, endpoint=True)
    rows, x, y = rows_on(table), *(table[:2] if first else table[1::-1])
    value = expected(name, x, y)
    for word in (*range(words), None):
        table[2] = value
        if word is not None:
            table[2, word] ^= np.uint64(1 << 40)
        found = (of_short_blocks if words == BLOCK else of_wide_blocks)(rows, CODES[name], first)
        assert [int(each) for each in found] == [word is not None, popcounts(value), words]
        assert np.array_equal(table[2], (value << np.uint64(3)) >> np.uint64(3))


def popcounts(words: Any) -> int:
    """The ones of some words."""
    return sum(int(word).bit_count() for word in words)


@pytest.mark.parametrize("n", [1, 2, 5, 6, 7, 9])
def test_truth_columns(n: int) -> None:
    rows = np.arange(2**n)
    for variable in range(n):
        column = _table.truth_column(variable, max(1, 2**n // 64))
        bits = (column[rows // 64] >> (rows % 64).astype(np.uint64)) & np.uint64(1)
        assert np.array_equal(bits, rows >> variable & 1)


def evaluated(tree: Tree, setting: Setting, rows: Rows) -> tuple[Arena, int]:
    """The tree on the rows, all its nodes evaluated, and how many rows it gets wrong."""
    a = build(tree, setting, codes={name: code for code, name in enumerate(setting.function_list)})
    _values.evaluate_all(a, rows)
    _errors.compare_with_target(a, rows)
    return a, int(rows.tally[0].error)


@pytest.mark.parametrize("literals", ["positive", "all"])
@given(data=st.data())
def test_wrong_rows_of_the_truth_table(literals: Literals, data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 9))
    setting = Setting(n=n, target=data.draw(targets(n)), functions=tuple(FUNCTIONS), literals=literals)
    tree = data.draw(trees(variables=n, negated=literals == "all", least=1, functions=tuple(FUNCTIONS)))
    rows = _table.new_rows(setting, slots=200)
    assert evaluated(tree, setting, rows)[1] == TrainingSet.complete(setting.goal).error(tree)


@pytest.mark.parametrize("regime", ["fresh", "fixed"])
@pytest.mark.parametrize("s", [1, 63, 64, 65, 128, 200, 256, 257, 600])
@given(data=st.data())
def test_wrong_rows_of_a_sample(regime: str, s: int, data: st.DataObject) -> None:
    setting = Setting(
        n=4,
        target=data.draw(targets(4)),
        functions=tuple(FUNCTIONS),
        literals="all",
        training=f"{regime}:{s}",
    )
    tree = data.draw(trees(variables=4, least=1, functions=tuple(FUNCTIONS)))
    seed = data.draw(st.integers(0, WORD))
    rng, generator = np.zeros(4, dtype=np.uint64), Generator(seed)
    seed_state(rng, np.uint64(seed), 0)
    rows = _table.new_rows(setting, slots=200)
    for _ in range(2):
        _sampling.draw_rows(rows, rng)
        assert evaluated(tree, setting, rows)[1] == TrainingSet.sample(setting.goal, s, generator).error(tree)
    assert rng.tolist() == generator.state


LENGTHS = ["complete", *(f"fixed:{s}" for s in (50, 64, 200, 300, 513, 2_048, 2_500, 64 * 70 + 1))]


@pytest.mark.parametrize("objective", ["errors", "weights:3:1"])
@pytest.mark.parametrize("training", LENGTHS)
@given(data=st.data())
def test_what_mutations_change(training: str, objective: str, data: st.DataObject) -> None:
    """One before it is made, or some after they were: counted, or more than allowed; and nodes follow."""
    n = data.draw(st.sampled_from([3, 6, 7, 8, 9, 11]))
    functions = tuple(sorted(data.draw(st.sets(st.sampled_from(sorted(FUNCTIONS)), min_size=1))))
    setting = Setting(n=n, target=data.draw(targets(n)), functions=functions, literals="all")
    setting = setting.with_(training=training, objective=objective)
    tree = data.draw(trees(variables=n, least=1, functions=setting.function_list))
    rng = np.zeros(4, dtype=np.uint64)
    seed_state(rng, np.uint64(data.draw(st.integers(0, WORD))), 0)
    rows, state = _table.new_rows(setting, slots=200), new_state(len(functions), 8)
    if rows.fixed:
        _sampling.draw_rows(rows, rng)
    _table.set_costs(rows)
    a, _ = evaluated(tree, setting, rows)
    codes = {name: code for code, name in enumerate(setting.function_list)}
    rules, choice = make_rules(setting, codes), data.draw(st.randoms(use_true_random=False))
    for _ in range(8):
        before, allowed = counted(rows), choice.choice([NO_LIMIT, 0, -1, 5])
        drawn, at_once = draw(a, rng, rules), choice.choice([1, 1, 2, 5])
        if drawn.done == NOTHING:
            continue
        beyond = bool(_errors.drawn_is_beyond(a, rows, drawn, allowed))
        foreseen = int(rows.tally[0].child_error), int(rows.tally[0].child_missed)
        offspring.perform(rows, a, state, drawn)
        assert_known(a, rows, before, allowed, beyond, foreseen)
        for _ in range(at_once - 1):
            drawn = draw(a, rng, rules)
            if drawn.done != NOTHING:
                offspring.perform(rows, a, state, drawn)
        beyond = bool(_errors.edits_are_beyond(a, rows, state, allowed))
        foreseen = int(rows.tally[0].child_error), int(rows.tally[0].child_missed)
        after = assert_known(a, rows, before, allowed, beyond, foreseen)
        if choice.random() < 0.5:
            offspring.undo(rows, a, state)
            continue
        state.measure[PARENT].error, state.measure[PARENT].missed = after
        _errors.keep_edits(a, rows, state)
        offspring.keep(a, state)
        assert np.array_equal(rows.wrong, judged(a, rows).wrong)
        assert rows.here.tolist() == judged(a, rows).here.tolist()
        assert counted(rows) == after
        for x in reachable(a):
            assert np.array_equal(line_of(a, rows, x), line_of(a, judged(a, rows), x))


def counted(rows: Rows) -> tuple[int, int]:
    """The wrong rows, and the positive ones of them if that matters."""
    return int(rows.tally[0].error), int(rows.tally[0].missed)


def judged(a: Arena, rows: Rows) -> Rows:
    """The rows, with everything about the tree found anew, in arrays of their own."""
    kept = {name: getattr(rows, name).copy() for name in ("table", "wrong", "tally", "here")}
    found = rows._replace(**{name: flat(array) for name, array in kept.items()})
    _values.evaluate_all(a, found)
    _errors.compare_with_target(a, found)
    return found


def assert_known(
    a: Arena, rows: Rows, before: tuple[int, int], allowed: int, beyond: bool, foreseen: tuple[int, int]
) -> tuple[int, int]:
    """What was said of the tree in the arena is right; returns its errors."""
    after = counted(judged(a, rows))
    costs = [int(_errors.cost(rows, *errors)) for errors in (before, after)]
    assert not beyond or costs[1] - costs[0] > allowed
    assert beyond or foreseen == after
    assert counted(rows) == before, "nothing is kept yet"
    return after


def reachable(a: Arena) -> list[Any]:
    """The function nodes of the tree."""
    found, waiting = [], [a.mark[ROOT]]
    while waiting:
        x = waiting.pop()
        if a.node[x].kind < 0:
            found.append(x)
            waiting += [a.node[x].left, a.node[x].right]
    return found


def line_of(a: Arena, rows: Rows, x: Any) -> Words:
    """The value of a node, where there are rows."""
    start = int(_values.line(a, rows, x)) * rows.words
    found: Words = np.asarray(rows.table[start : start + rows.words]) & rows.counted
    return found


@pytest.mark.parametrize("s", [64 * 64, 64 * 64 + 1, 5_000, 64 * 96, 64 * 97 - 1])
def test_wrong_rows_come_first(s: int) -> None:
    setting = Setting(n=11, target="mux", literals="all", training=f"fixed:{s}")
    rng = np.zeros(4, dtype=np.uint64)
    seed_state(rng, np.uint64(5), 0)
    rows = _table.new_rows(setting, slots=50)
    _sampling.draw_rows(rows, rng)
    for text in ("x1", "(x1 & x2) | x5", "x4 | ~x4", "x4 & ~x4"):
        _, error = evaluated(Tree.parse(text), setting, rows)
        before = bits_of(rows, s)
        _order.sort_rows(rows)
        wanted = [row for row in before if row[-1]] + [row for row in before if not row[-1]]
        evaluated(Tree.parse(text), setting, rows)
        assert bits_of(rows, s) == wanted, "stable"
        assert [row[-1] for row in wanted] == [1] * error + [0] * (s - error)


def bits_of(rows: Rows, s: int) -> list[tuple[int, ...]]:
    """Every row: its literals, its label, whether it is wrong."""
    lines = [rows.table[k * rows.words : (k + 1) * rows.words] for k in range(rows.literals)]
    columns = [
        np.unpackbits(np.ascontiguousarray(line).view(np.uint8), bitorder="little")[:s]
        for line in (*lines, rows.target, rows.wrong)
    ]
    return [tuple(int(bit) for bit in row) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize("target", ["majority", "or:3", "mux"])
@pytest.mark.parametrize("s", [500, 512, 1_000, 64 * (2 * _table.STRETCH + 1) + 5])
def test_fresh_rows_are_those_of_the_generator(s: int, target: str) -> None:
    """Drawn in lanes, so in another order; on more words than a stretch of the target's program, or fewer."""
    setting = Setting(n=6, target=target, literals="all", training=s)
    rng, generator = np.zeros(4, dtype=np.uint64), Generator(7)
    seed_state(rng, np.uint64(7), 0)
    rows = _table.new_rows(setting, slots=20, any_order=True)
    for larger in (False, True):
        rows = _table.larger(rows, slots=30) if larger else rows
        _sampling.draw_rows(rows, rng)
        wanted = TrainingSet.sample(setting.goal, s, generator)
        columns = [*wanted.columns, *(column ^ wanted.ones for column in wanted.columns), wanted.target]
        found = [row[:-1] for row in bits_of(rows, s)]
        assert sorted(found) == sorted(zip(*(bits(column, s) for column in columns), strict=True))
        assert rng.tolist() == generator.state


def bits(column: int, s: int) -> list[int]:
    """The bits of the first rows of a column."""
    return [column >> row & 1 for row in range(s)]


@given(st.integers(1, 10**7), st.integers(0, WORD))
@settings(max_examples=8, deadline=None)
def test_lanes_begin_where_the_generator_will_be(steps: int, seed: int) -> None:
    """Steps add up, and few are what the generator makes of them."""
    few, generator = steps % 50 + 1, Generator(seed)
    before = np.array([generator.state], dtype=np.uint64)
    for _ in range(few):
        generator.next()
    units = _lanes.units()
    one, other = (_lanes.power(_lanes.stepped(units), each) for each in (steps, few))
    assert _lanes.times(before, other).tolist() == [generator.state]
    both = _lanes.power(_lanes.stepped(units), steps + few)
    assert np.array_equal(_lanes.times(one, other), both)
