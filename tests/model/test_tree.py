from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import InputError, Tree
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Token
from tests.support.naive import Nested, nested
from tests.support.strategies import trees


@given(trees(functions=tuple(FUNCTIONS)))
def test_parse_reads_what_str_prints(tree: Tree) -> None:
    assert Tree.parse(str(tree)) == tree


@given(trees(functions=tuple(FUNCTIONS)))
def test_repr_evaluates_to_the_tree(tree: Tree) -> None:
    assert eval(repr(tree), {"Tree": _Parsed}) == tree


def _Parsed(text: str = "") -> Tree:
    return Tree.parse(text)


@given(trees(least=1, functions=tuple(FUNCTIONS)))
def test_counts(tree: Tree) -> None:
    literals = [token for token in tree.prefix if isinstance(token, int)]
    assert tree.leaves == len(literals)
    assert tree.nodes == len(tree.prefix) == 2 * tree.leaves - 1
    assert sum(tree.functions.values()) == tree.leaves - 1
    assert tree.functions == {name: tree.prefix.count(name) for name in FUNCTIONS if name in tree.prefix}
    assert tree.variables == {abs(literal) for literal in literals}


@given(trees(least=1, functions=tuple(FUNCTIONS)))
def test_ends_and_parents_agree_with_recursion(tree: Tree) -> None:
    ends: dict[int, int] = {}
    parents: dict[int, int] = {}

    def visit(node: Nested, start: int, parent: int) -> int:
        parents[start] = parent
        end = start + 1
        if not isinstance(node, int):
            end = visit(node[2], visit(node[1], end, start), start)
        ends[start] = end
        return end

    visit(nested(tree), 0, -1)
    assert tree.ends == tuple(ends[start] for start in range(tree.nodes))
    assert tree.parents == tuple(parents[start] for start in range(tree.nodes))


TRUTH: dict[str, Callable[[bool, bool], bool]] = {
    "and": lambda x, y: x and y,
    "or": lambda x, y: x or y,
    "xor": lambda x, y: x != y,
    "nand": lambda x, y: not (x and y),
    "nor": lambda x, y: not (x or y),
    "xnor": lambda x, y: x == y,
    "gt": lambda x, y: x and not y,
    "lt": lambda x, y: y and not x,
    "ge": lambda x, y: x or not y,
    "le": lambda x, y: y or not x,
}


def value(node: Nested, row: int) -> bool:
    """By recursion, one row at a time: bit i of `row` is x(i+1)."""
    if isinstance(node, int):
        return bool(row >> abs(node) - 1 & 1) == (node > 0)
    left, right = value(node[1], row), value(node[2], row)
    return TRUTH[node[0]](left, right)


@given(trees(variables=4, least=1, functions=tuple(TRUTH)))
def test_evaluate_on_bits_arrays_and_integers(tree: Tree) -> None:
    expected = [value(nested(tree), row) for row in range(16)]
    bits = [[bool(row >> i & 1) for row in range(16)] for i in range(4)]
    assert [tree.evaluate([bits[i][row] for i in range(4)]) for row in range(16)] == expected
    assert tree.evaluate([np.array(column) for column in bits]).tolist() == expected
    words = [sum(bit << row for row, bit in enumerate(column)) for column in bits]
    assert tree.evaluate(words, ones=2**16 - 1) == sum(bit << row for row, bit in enumerate(expected))


def test_empty_tree_is_a_value() -> None:
    empty = Tree()
    assert empty == Tree(()) == Tree.parse("") == Tree.parse("(empty)")
    assert (empty.leaves, empty.nodes, empty.functions, empty.variables) == (
        0,
        0,
        Counter(),
        frozenset(),
    )
    assert (empty.ends, empty.parents) == ((), ())
    with pytest.raises(InputError, match="has no value"):
        empty.evaluate([True])
    with pytest.raises(InputError, match="has no error"):
        empty.error_rate("and", 3)


def test_equality_and_hash() -> None:
    assert Tree.parse("x1 & x2") == Tree(("and", 1, 2))
    assert Tree.parse("x1 & x2") != Tree.parse("x2 & x1")
    assert len({Tree((1,)), Tree.trusted((1,)), Tree((-1,))}) == 2


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("x1", (1,)),
        (" ~ x12 ", (-12,)),
        ("((x1))", (1,)),
        ("x1 & x2 & x3", ("and", "and", 1, 2, 3)),
        ("x1 & (x2 & x3)", ("and", 1, "and", 2, 3)),
        ("x1 | x2 & x3", ("or", 1, "and", 2, 3)),
        ("x1 & x2 | x3", ("or", "and", 1, 2, 3)),
        ("x1&(x2|~x3)", ("and", 1, "or", 2, -3)),
    ],
)
def test_parse(text: str, prefix: tuple[Token, ...]) -> None:
    assert Tree.parse(text).prefix == prefix


@pytest.mark.parametrize(
    "text",
    [
        "x0",
        "x01",
        "y1",
        "x1 x2",
        "x1 &",
        "& x1",
        "(x1",
        "x1)",
        "()",
        "x1 & ()",
        "~",
        "x1 ~ x2",
        "x1 ~~& x2",
        "x1 =< x2",
        "x1 <> x2",
        "x1 (x2)",
        "x",
    ],
)
def test_parse_refuses(text: str) -> None:
    with pytest.raises(InputError, match=r"^tree = "):
        Tree.parse(text)


@given(st.text("x12~&|^<>=() ", max_size=12))
def test_parse_gives_a_tree_or_our_error(text: str) -> None:
    try:
        tree = Tree.parse(text)
    except InputError:
        return
    assert Tree.parse(str(tree)) == tree


@pytest.mark.parametrize(
    "prefix", [(0,), ("implies", 1, 2), (1, 2), ("and", 1), ("and",), ("and", 1, 2, 3), ("and", "or", 1, 2)]
)
def test_only_trees_are_trees(prefix: tuple[Token, ...]) -> None:
    with pytest.raises(InputError, match=r"^tree = "):
        Tree(prefix)


def test_too_few_columns() -> None:
    with pytest.raises(InputError, match="needs x3, got 2 columns"):
        Tree.parse("x1 | x3").evaluate([True, False])


def test_a_deep_tree_needs_no_recursion() -> None:
    depth = 3_000
    tokens: list[Token] = []
    for _ in range(depth):
        tokens += ["or", 2]
    tree = Tree((*tokens, 1))
    assert tree.leaves == depth + 1
    assert tree.evaluate([True, False]) is True
    assert Tree.parse(str(tree)) == tree
    assert tree.draw().count("\n") == 2 * depth
    assert "<svg" in tree.svg()


@pytest.mark.parametrize("tokens", [(1.5,), (True,), (None,), ("and", 1, "2")])
def test_what_is_no_token_is_refused(tokens: tuple[object, ...]) -> None:
    with pytest.raises(InputError, match="not a tree"):
        Tree(tokens)  # type: ignore[arg-type]


def test_a_list_of_tokens_is_as_good_as_a_tuple() -> None:
    assert Tree(["and", 1, 2]) == Tree(("and", 1, 2))  # type: ignore[arg-type]
