from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Tree
from evobool.atlas.classes import npn_classes
from evobool.atlas.fewest import fewest
from evobool.errors import InputError
from evobool.learning.shorter import domains, simplify
from evobool.learning.shorter.simplify import simplified
from evobool.learning.shorter.units import propagated
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix
from evobool.model.targets.labelled import Labelled
from tests.support.examples import examples

SETS = [("and", "or"), ("and", "or", "xor"), ("nand",), tuple(FUNCTIONS)]


def grown(
    rng: random.Random, leaves: int, n: int, functions: tuple[str, ...], signs: tuple[int, ...] = (1, -1)
) -> Prefix:
    if leaves == 1:
        return (rng.choice(signs) * rng.randint(1, n),)
    left = rng.randint(1, leaves - 1)
    sides = [grown(rng, size, n, functions, signs) for size in (left, leaves - left)]
    return (rng.choice(functions), *sides[0], *sides[1])


def value(prefix: Prefix, inputs: dict[int, int]) -> int:
    """One input, by the truth tables of the functions: nothing of what simplification uses."""
    stack: list[int] = []
    for token in reversed(prefix):
        if isinstance(token, str):
            stack.append(int(FUNCTIONS[token].table[2 * stack.pop() + stack.pop()]))
        else:
            stack.append(inputs[abs(token)] ^ (token < 0))
    return stack[0]


def same(one: Prefix, other: Prefix) -> bool:
    variables = sorted({abs(token) for token in (*one, *other) if isinstance(token, int)})
    return all(
        value(one, dict(zip(variables, bits, strict=True)))
        == value(other, dict(zip(variables, bits, strict=True)))
        for bits in product((0, 1), repeat=len(variables))
    )


def shannon(table: int, n: int) -> Prefix:
    """A long formula of a function: case by case."""
    if n == 1:
        return {0: ("and", 1, -1), 1: (-1,), 2: (1,), 3: ("or", 1, -1)}[table]
    half = 1 << (n - 1)
    low, high = shannon(table & ((1 << half) - 1), n - 1), shannon(table >> half, n - 1)
    return ("or", "and", -n, *low, "and", n, *high)


@cache
def representatives() -> list[int]:
    return [each.table for each in npn_classes(4)]


@pytest.mark.long
def test_all_222_classes_get_the_fewest_leaves_known() -> None:
    tables = representatives()
    assert len(tables) == 222
    for functions in (("and", "or"), ("and", "or", "xor")):
        known = fewest(4, functions)
        for table in tables:
            found = simplified(Tree(shannon(table, 4)), functions)
            assert found.leaves == known.leaves[table]
            assert same(found.prefix, shannon(table, 4))


@given(st.integers(0, 10**9), st.integers(1, 24), st.integers(1, 7), st.sampled_from(SETS))
@examples(150)
def test_the_same_function_and_never_longer(
    seed: int, leaves: int, n: int, functions: tuple[str, ...]
) -> None:
    prefix = grown(random.Random(seed), leaves, n, functions)
    found = simplified(Tree(prefix), functions)
    assert found.leaves <= leaves
    assert set(found.functions) <= set(functions)
    assert same(prefix, found.prefix)


@given(st.integers(0, 10**9), st.integers(1, 20), st.sampled_from(SETS))
@examples(60)
def test_positive_literals_stay_positive(seed: int, leaves: int, functions: tuple[str, ...]) -> None:
    prefix = grown(random.Random(seed), leaves, 4, functions, (1,))
    found = simplified(Tree(prefix), functions, "positive")
    assert all(isinstance(token, str) or token > 0 for token in found.prefix)
    assert same(prefix, found.prefix)


@pytest.mark.parametrize(("listed", "nodes"), [(3, 20_000), (3, 30)])
def test_diagrams_and_parts_keep_the_function(
    monkeypatch: pytest.MonkeyPatch, listed: int, nodes: int
) -> None:
    monkeypatch.setattr(domains, "LISTED", listed)
    monkeypatch.setattr(simplify, "LISTED", listed)
    monkeypatch.setattr(domains, "MOST_NODES", nodes)
    rng, told = random.Random(5), set()
    for _ in range(60):
        functions = rng.choice(SETS)
        prefix = grown(rng, rng.randint(2, 30), 7, functions)
        found = simplify.simplify(Tree(prefix), functions)
        told.add(found.told)
        assert found.tree.leaves <= found.was.leaves
        assert same(prefix, found.tree.prefix)
    assert ("truth tables of its parts" if nodes == 30 else "decision diagrams") in told


@given(st.integers(0, 10**9), st.integers(1, 20), st.integers(1, 40))
@examples(80)
def test_on_rows_it_is_the_same_on_these(seed: int, leaves: int, count: int) -> None:
    rng = random.Random(seed)
    rows = Labelled(tuple("abcdef"), tuple(rng.getrandbits(count) for _ in range(6)), 0, count)
    tree = Tree(grown(rng, leaves, 6, ("and", "or", "xor")))
    found = simplified(tree, rows=rows)
    assert found.leaves <= simplified(tree).leaves or found.leaves < leaves or found == tree
    assert found.evaluate(rows.columns, rows.ones) == tree.evaluate(rows.columns, rows.ones)


def test_rows_allow_more_than_all_inputs() -> None:
    rows = Labelled(("a", "b"), (0b0110, 0b0110), 0, 4)
    assert simplified(Tree.parse("x1 & x2"), rows=rows).leaves == 1
    assert simplified(Tree.parse("x1 & x2")).leaves == 2


def test_wide_formulas_are_proved_by_diagrams() -> None:
    parts = " & ".join(f"(x{i} | x{i + 1})" for i in range(1, 60, 2))
    found = simplify.simplify(Tree.parse(f"({parts}) | ({parts} & x1)"))
    assert found.told == "decision diagrams"
    assert found.tree.leaves == 60


@given(st.integers(0, 10**9), st.integers(1, 30))
@examples(100)
def test_units_are_propagated(seed: int, leaves: int) -> None:
    prefix = grown(random.Random(seed), leaves, 6, ("and", "or"))
    found = propagated(prefix)
    assert len(found) <= len(prefix)
    assert same(prefix, found)


def test_constants_are_named() -> None:
    assert simplify.simplify(Tree.parse("x1 & (x2 & ~x1)")).constant is False
    assert simplify.simplify(Tree.parse("x1 ^ (x1 | x2) ^ (x2 & ~x1)"), ()).tree.leaves == 2
    assert simplify.simplify(Tree.parse("x1 & x2")).constant is None


@pytest.mark.parametrize(
    ("tree", "options", "why"),
    [
        ("x1 ^ x2", {"functions": ("and", "or")}, "uses xor, which is not among the functions"),
        ("~x1", {"literals": "positive"}, "has negated literals"),
        ("x3", {"rows": Labelled(("a",), (1,), 0, 1)}, "the rows have 1 columns"),
        ("", {}, "the empty tree has no value"),
    ],
)
def test_what_cannot_be_simplified(tree: str, options: dict[str, object], why: str) -> None:
    with pytest.raises(InputError, match=why):
        simplified(Tree.parse(tree), **options)  # type: ignore[arg-type]
