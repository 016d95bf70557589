from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.model.generator import Generator
from evobool.model.mutation import DEL, INS, SUB, changes, hvl_prime, neighbourhood
from tests.support import naive
from tests.support.strategies import choices, function_sets, targets, trees


class Scripted:
    """A generator that gives what it is told, and knows what it was asked."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return self.values.pop(0)


SETTINGS = st.builds(
    Setting,
    n=st.just(3),
    functions=function_sets(),
    literals=st.just("all"),
    deletion=choices("deletion"),
    first_leaf=choices("first_leaf"),
    target=targets(3),
    weights=st.sampled_from(["1:1:1", "2:1:1", "1:3:2", "0:1:2", "1:0:0"]),
)


@given(trees(variables=3, most=7), SETTINGS)
def test_neighbourhood_agrees_with_the_naive_one(tree: Tree, setting: Setting) -> None:
    assert neighbourhood(tree, setting) == naive.neighbourhood(tree, setting)


@given(trees(variables=3, most=7), SETTINGS)
def test_probabilities_sum_to_one(tree: Tree, setting: Setting) -> None:
    for ordered in (False, True):
        assert sum(share for _, share in changes(tree, setting, ordered=ordered)) == 1


@given(trees(variables=3, most=7), SETTINGS)
def test_neighbours_are_trees_over_the_literals(tree: Tree, setting: Setting) -> None:
    for near in neighbourhood(tree, setting):
        assert Tree(near.prefix) == near  # checks itself, unlike a trusted tree
        assert near.variables <= {1, 2, 3}


@given(trees(variables=3), SETTINGS, st.integers(0, 2**64 - 1))
def test_leaf_count_changes_as_it_must(tree: Tree, setting: Setting, seed: int) -> None:
    before = tree.prefix
    mutation = hvl_prime(tree, setting, Generator(seed))
    change = mutation.tree.leaves - tree.leaves
    assert tree.prefix is before
    if mutation.operation == INS:
        assert change == 1
        assert (mutation.function is None) == (tree.leaves == 0)
    elif mutation.operation == SUB:
        assert change == 0
    elif setting.deletion == "leaf":
        assert change == (-1 if tree.leaves > 1 else 0)
    else:
        assert change == 0 if tree.leaves < 2 else -tree.leaves < change <= 0
    if mutation.operation != INS:
        assert mutation.function is None
    if mutation.operation == INS and mutation.function:
        assert mutation.tree.functions == tree.functions + Counter([mutation.function])
    assert mutation.tree in neighbourhood(tree, setting)


def mutate(text: str, *draws: int, **fields: str) -> str:
    setting = Setting(n=3, literals="all", **fields)  # type: ignore[arg-type]
    scripted = Scripted(*draws)
    mutation = hvl_prime(Tree.parse(text), setting, scripted)
    assert not scripted.values
    return f"{mutation.operation}: {mutation.tree}"


# The order of the draws is part of what a seed means: operation, literal, function, node, side.
@pytest.mark.parametrize(
    ("text", "draws", "offspring"),
    [
        ("x1 & x2", (0, 2, 1, 0, 1), "INS: x3 | (x1 & x2)"),
        ("x1 & x2", (0, 2, 1, 0, 0), "INS: (x1 & x2) | x3"),
        ("x1 & x2", (0, 4, 0, 2, 0), "INS: x1 & (x2 & ~x2)"),
        ("x1 & (x2 | x3)", (1, 0, 0, 0), "DEL: x1 & (x2 | x3)"),
        ("x1 & (x2 | x3)", (1, 0, 0, 1), "DEL: x2 | x3"),
        ("x1 & (x2 | x3)", (1, 0, 0, 2), "DEL: x1"),
        ("x1 & (x2 | x3)", (1, 0, 0, 3), "DEL: x1 & x3"),
        ("x1 & (x2 | x3)", (1, 0, 0, 4), "DEL: x1 & x2"),
        ("x1 & (x2 | x3)", (2, 3, 0, 1), "SUB: x1 & (~x1 | x3)"),
        ("x1 & (x2 | x3)", (2, 0, 0, 0), "SUB: x1 & (x2 | x3)"),
        ("x1", (1, 0, 0, 0), "DEL: x1"),
        ("", (1, 5, 0), "INS: ~x3"),
        ("", (2, 0, 1), "INS: x1"),
    ],
)
def test_what_each_draw_decides(text: str, draws: tuple[int, ...], offspring: str) -> None:
    assert mutate(text, *draws) == offspring


def test_leaf_deletion_counts_leaves() -> None:
    assert mutate("x1 & (x2 | x3)", 1, 0, 0, 0, deletion="leaf") == "DEL: x2 | x3"
    assert mutate("x1 & (x2 | x3)", 1, 0, 0, 2, deletion="leaf") == "DEL: x1 & x2"


def test_an_empty_tree_may_wait_for_an_insertion() -> None:
    assert mutate("", 0, 1, 0, first_leaf="insertion") == "INS: x2"
    assert mutate("", 1, 1, 0, first_leaf="insertion") == "DEL: (empty)"
    assert mutate("", 2, 1, 0, first_leaf="insertion") == "SUB: (empty)"


def test_the_targets_own_function_is_drawn_first() -> None:
    assert mutate("x1", 0, 0, 0, 0, 0, target="and") == "INS: x1 & x1"
    assert mutate("x1", 0, 0, 0, 0, 0, target="or") == "INS: x1 | x1"


def test_no_deletion_of_the_root_leaves_nothing() -> None:
    near = neighbourhood(Tree.parse("x1"), Setting(n=1))
    assert near[Tree.parse("x1")] == Fraction(2, 3)
    assert Tree() not in near


@pytest.mark.parametrize("operation", [INS, DEL, SUB])
def test_each_operation_has_a_third(operation: str) -> None:
    tree = Tree.parse("(x1 | x2) & x3")
    shares = [share for change, share in changes(tree, Setting(n=3)) if change.operation == operation]
    assert sum(shares) == Fraction(1, 3)
