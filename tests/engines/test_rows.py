from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.engines.compiling.flat import flat
from evobool.engines.compiling.jit import kernel
from evobool.engines.kernels import offspring
from evobool.engines.kernels.mutate import NOTHING, make_rules
from evobool.engines.kernels.random import Words, seed_state
from evobool.engines.kernels.state import new_state
from evobool.engines.kernels.tree.arena import Arena
from evobool.engines.rows import climbing as _climbing
from evobool.engines.rows import judge as _judge
from evobool.engines.rows import sampling as _sampling
from evobool.engines.rows import table as _table
from evobool.engines.rows.blocks import BLOCK, block, differ, fetch, ones, put
from evobool.engines.rows.table import Rows
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.generator import WORD, Generator
from evobool.model.settings.completion import Literals
from evobool.model.training import TrainingSet
from tests.support.arenas import CODES, build, draw
from tests.support.strategies import targets, trees

assert _judge  # how edits keep the rows up to date


def rows_on(table: Words) -> Rows:
    """Rows that know every function, with these words for lines."""
    known = _table.new_rows(Setting(n=2, functions=tuple(FUNCTIONS)), slots=4)
    return known._replace(table=flat(table.reshape(-1)), words=table.shape[1])


def expected(name: str, x: Words, y: Words) -> Words:
    """A function of two lines from its truth table, word by word."""
    value = np.zeros(len(x), dtype=np.uint64)
    for bit in (0, 1):
        for other in (0, 1):
            if FUNCTIONS[name].table[2 * bit + other] == "1":
                value |= (x if bit else ~x) & (y if other else ~y)
    return value


@pytest.mark.parametrize("words", [BLOCK, 2 * BLOCK, 18 * BLOCK])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_combining_says_what_differs(name: str, first: bool, words: int) -> None:
    table = np.random.default_rng(words).integers(0, WORD, (5, words), dtype=np.uint64, endpoint=True)
    rows, code = rows_on(table), CODES[name]
    value, kept = expected(name, *(table[:2] if first else table[1::-1])), table.copy()
    assert _climbing.combine(rows, code, first, 0, 1, 2, 3)
    assert np.array_equal(table[3], value)
    assert np.array_equal(table[[0, 1, 2, 4]], kept[[0, 1, 2, 4]]), "nothing but one line is written"
    table[2] = value
    assert not _climbing.combine(rows, code, first, 0, 1, 2, 3)
    for word in range(words):
        table[2] = value
        table[2, word] ^= np.uint64(1 << 63)
        assert _climbing.combine(rows, code, first, 0, 1, 2, 3)
    assert _climbing.combine(rows, code, first, 0, 1, 2, 0), "in place"
    assert np.array_equal(table[0], value)


@pytest.mark.parametrize("words", [BLOCK, 2 * BLOCK, 18 * BLOCK])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_combining_in_place_says_what_changes(name: str, words: int) -> None:
    table = np.random.default_rng(words).integers(0, WORD, (3, words), dtype=np.uint64, endpoint=True)
    rows, value = rows_on(table), expected(name, table[0], table[1])
    assert _climbing.combine_in_place(rows, CODES[name], 0, 1, 2)
    assert np.array_equal(table[2], value)
    assert not _climbing.combine_in_place(rows, CODES[name], 0, 1, 2)


@kernel
def of_blocks(rows: Rows, function: int, first: bool) -> tuple[bool, int]:
    """A function of lines 0 and 1 as blocks, written to line 2: whether that changes it, and its ones."""
    x, y = block(rows.table, 0), block(rows.table, 1)
    value, old = _climbing.of_values(rows, function, first, x, y), fetch(rows.table, 2, x)
    put(rows.table, 2, value)
    return differ(value, old), ones(value)


@given(st.integers(0, WORD), st.integers(0, WORD), st.sampled_from(sorted(FUNCTIONS)), st.booleans())
def test_functions_on_words(x: int, y: int, name: str, first: bool) -> None:
    rows = rows_on(np.zeros((1, 1), dtype=np.uint64))
    value = _climbing.of_values(rows, CODES[name], first, np.uint64(x), np.uint64(y))
    assert int(value) == FUNCTIONS[name].apply(*((x, y) if first else (y, x)), WORD)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_on_blocks(name: str, first: bool) -> None:
    random = np.random.default_rng(3)
    table = random.integers(0, WORD, (3, BLOCK), dtype=np.uint64, endpoint=True)
    rows, x, y = rows_on(table), *(table[:2] if first else table[1::-1])
    value = expected(name, x, y)
    for word in (*range(BLOCK), None):
        table[2] = value
        if word is not None:
            table[2, word] ^= np.uint64(1 << 40)
        found = of_blocks(rows, CODES[name], first)
        assert (bool(found[0]), int(found[1])) == (word is not None, popcounts(value))
        assert np.array_equal(table[2], value)


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
    _climbing.evaluate_all(a, rows)
    return a, int(_climbing.wrong(a, rows))


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


@pytest.mark.parametrize("training", ["complete", "fixed:50", "fixed:64", "fixed:200", "fixed:300"])
@given(data=st.data())
def test_the_change_of_a_mutation_is_known_before_it_is_made(training: str, data: st.DataObject) -> None:
    n = data.draw(st.sampled_from([3, 6, 7, 8, 9]))
    functions = tuple(sorted(data.draw(st.sets(st.sampled_from(sorted(FUNCTIONS)), min_size=1))))
    setting = Setting(
        n=n, target=data.draw(targets(n)), functions=functions, literals="all", training=training
    )
    tree = data.draw(trees(variables=n, least=1, functions=setting.function_list))
    rng = np.zeros(4, dtype=np.uint64)
    seed_state(rng, np.uint64(data.draw(st.integers(0, WORD))), 0)
    rows, state = _table.new_rows(setting, slots=200), new_state(len(functions), 1)
    if rows.fixed:
        _sampling.draw_rows(rows, rng)
    a, before = evaluated(tree, setting, rows)
    codes = {name: code for code, name in enumerate(setting.function_list)}
    for _ in range(10):
        drawn = draw(a, rng, make_rules(setting, codes))
        if drawn.done == NOTHING:
            continue
        after = int(_climbing.wrong_after(a, rows, drawn, before))
        assert _climbing.wrong(a, rows) == before, "nothing has been done yet"
        offspring.perform(rows, a, state, drawn)
        assert _climbing.wrong(a, rows) == after
        offspring.undo(rows, a, state)
        assert _climbing.wrong(a, rows) == before


@pytest.mark.parametrize("target", ["majority", "or:3", "mux"])
def test_the_target_on_more_words_than_a_stretch(target: str) -> None:
    s = 64 * (2 * _table.STRETCH + 1) + 5
    setting = Setting(n=6, target=target, training=s)
    rng, generator = np.zeros(4, dtype=np.uint64), Generator(7)
    seed_state(rng, np.uint64(7), 0)
    rows = _table.new_rows(setting, slots=20)
    _sampling.draw_rows(rows, rng)
    wanted = TrainingSet.sample(setting.goal, s, generator).target
    drawn = sum(int(word) << (64 * k) for k, word in enumerate(rows.target))
    assert drawn % 2**s == wanted
    assert rng.tolist() == generator.state
