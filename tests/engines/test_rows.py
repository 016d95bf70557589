from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.engines.kernels import bits as _bits
from evobool.engines.kernels.arena import CACHE, KIND, Arena
from evobool.engines.kernels.random import seed_state
from evobool.engines.reference import TrainingSet
from evobool.engines.rows import values as _rows
from evobool.engines.rows.values import Rows
from evobool.model.generator import WORD, Generator
from evobool.model.words import Literals
from tests.arenas import CODES, build
from tests.strategies import trees


@given(st.integers(0, WORD))
def test_popcount(word: int) -> None:
    assert _bits.popcount(np.uint64(word)) == word.bit_count()


@given(st.integers(0, WORD), st.integers(0, WORD))
def test_functions_on_words(x: int, y: int) -> None:
    assert int(_rows.apply(CODES["and"], np.uint64(x), np.uint64(y))) == x & y
    assert int(_rows.apply(CODES["or"], np.uint64(x), np.uint64(y))) == x | y


@pytest.mark.parametrize("words", [1, 3])
@pytest.mark.parametrize("name", ["and", "or"])
def test_combine_says_what_changed(name: str, words: int) -> None:
    table = np.random.default_rng(words).integers(0, WORD, (4, words), dtype=np.uint64, endpoint=True)
    value = table[0] & table[1] if name == "and" else table[0] | table[1]
    assert _rows.combine(table, CODES[name], 0, 1, 2, 3)
    assert np.array_equal(table[2], value)
    table[3] = value
    assert not _rows.combine(table, CODES[name], 0, 1, 2, 3)
    table[3, -1] ^= np.uint64(1 << 63)
    assert _rows.combine(table, CODES[name], 0, 1, 2, 3)


@pytest.mark.parametrize("n", [1, 2, 5, 6, 7, 9])
def test_truth_columns(n: int) -> None:
    rows = np.arange(2**n)
    for variable in range(n):
        column = _rows.truth_column(variable, max(1, 2**n // 64))
        bits = (column[rows // 64] >> (rows % 64).astype(np.uint64)) & np.uint64(1)
        assert np.array_equal(bits, rows >> variable & 1)


def evaluated(tree: Tree, setting: Setting, rows: Rows) -> tuple[Arena, int]:
    """The tree on the rows, all its nodes evaluated, and how many rows it gets wrong."""
    a = build(tree, setting)
    for slot in range(len(a.free)):
        if a.node[slot, KIND] < 0:
            a.node[slot, CACHE] = 0
    _rows.evaluate_all(a, rows)
    return a, int(_rows.wrong(a, rows))


@pytest.mark.parametrize("target", ["and", "or"])
@pytest.mark.parametrize("literals", ["positive", "all"])
@given(data=st.data())
def test_wrong_rows_of_the_truth_table(target: str, literals: Literals, data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 8))
    setting = Setting(n=n, target=target, literals=literals)
    tree = data.draw(trees(variables=n, negated=literals == "all", least=1))
    rows = _rows.new_rows(setting, slots=200)
    assert evaluated(tree, setting, rows)[1] == TrainingSet.complete(setting).error(tree)


@pytest.mark.parametrize("target", ["and", "or"])
@pytest.mark.parametrize("s", [1, 63, 64, 65, 128, 200])
@given(data=st.data())
def test_wrong_rows_of_a_sample(target: str, s: int, data: st.DataObject) -> None:
    setting = Setting(n=4, target=target, literals="all", training=s)
    tree = data.draw(trees(variables=4, least=1))
    seed = data.draw(st.integers(0, WORD))
    rng, generator = np.zeros(4, dtype=np.uint64), Generator(seed)
    seed_state(rng, np.uint64(seed), 0)
    rows = _rows.new_rows(setting, slots=200)
    for _ in range(2):
        _rows.draw_rows(rows, rng)
        assert evaluated(tree, setting, rows)[1] == TrainingSet.sample(setting, generator).error(tree)
    assert rng.tolist() == generator.state
