"""Decision diagrams and the share of wrong inputs, against truth tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.engines.base import generalisation_error
from evobool.model.formulas import diagrams
from evobool.model.formulas.counting import BranchLimitError
from evobool.model.formulas.diagrams import DiagramLimitError, Nodes
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import evaluated
from evobool.model.targets import wrong
from evobool.model.targets.targets import goal_of, truth_columns
from evobool.model.targets.wrong import wrong_share
from tests.support.examples import examples
from tests.support.strategies import targets, trees

EVERY = tuple(FUNCTIONS)


@st.composite
def cases(draw: st.DrawFn, most_n: int = 10) -> tuple[Tree, str, int]:
    """A tree over all functions, and a target of n variables."""
    n = draw(st.integers(1, most_n))
    return draw(trees(variables=n, least=1, most=20, functions=EVERY)), draw(targets(n)), n


def by_truth_table(tree: Tree, target: str, n: int) -> Fraction:
    """One input at a time."""
    goal, wrong = goal_of(target, n), 0
    for row in range(2**n):
        bits = [bool(row >> i & 1) for i in range(n)]
        wrong += bool(tree.evaluate(bits)) != bool(goal.value(bits, True))
    return Fraction(wrong, 2**n)


@examples(150)
@given(cases())
def test_every_way_to_find_the_wrong_share(case: tuple[Tree, str, int]) -> None:
    tree, target, n = case
    truth = by_truth_table(tree, target, n)
    assert tree.error_rate(target, n) == truth
    assert generalisation_error(Setting(n=n, target=target, training=5), tree, 0) == truth
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wrong, "LARGEST_TABLE", 0)  # no tables: diagrams, where counting does not do
        assert wrong_share(tree.prefix, goal_of(target, n)) == truth
        patch.setattr(wrong, "COUNTABLE", set())  # no counting either
        assert wrong_share(tree.prefix, goal_of(target, n)) == truth


@examples(100)
@given(st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), trees(n, least=1, functions=EVERY))))
def test_diagrams_are_canonical(case: tuple[int, Tree]) -> None:
    """Equal functions are one node, whatever formula they came from."""
    n, tree = case
    nodes = Nodes(range(1, n + 1))
    columns, ones = nodes.columns(n), nodes.ones
    found = evaluated(tree.prefix, columns, ones)
    table = evaluated(tree.prefix, truth_columns(n), (1 << 2**n) - 1)
    assert found.share() == Fraction(table.bit_count(), 2**n)
    rebuilt = ones ^ ones  # false; then the OR of all inputs on which the tree is true
    for row in range(2**n):
        if table >> row & 1:
            minterm = ones
            for i in range(n):
                minterm = minterm & (columns[i] if row >> i & 1 else columns[i] ^ ones)
            rebuilt = rebuilt | minterm
    assert rebuilt.number == found.number


def test_irrelevant_variables_cost_nothing() -> None:
    tree = Tree.parse("x1 ^ x500 ^ x1000")
    assert tree.error_rate("xor:3", 1000) == Fraction(1, 2)
    assert tree.error_rate("x1000 ^ x500 ^ x1", 1000) == 0
    assert tree.error_rate("x1 & x2 ^ x3", 1000) == Fraction(1, 2)


def test_more_variables_than_a_table_holds() -> None:
    n = 60
    parity = Tree(("xor",) * (n - 1) + tuple(range(1, n + 1)))
    assert parity.error_rate("xor", n) == 0
    assert Tree((*("xnor",) * (n - 1), *range(1, n + 1))).error_rate("xor", n) == 1
    assert parity.error_rate("and", n) == Fraction(1, 2) + Fraction(1, 2**n) * (1 if n % 2 == 0 else -1)
    assert Tree.parse("x1").error_rate("majority", 25) == pytest.approx(0.5 - 2704156 / 2**25)
    mux = Tree.parse("x1").error_rate("mux", 37)
    assert mux == Fraction(1, 2)


HARD = " ^ ".join(f"(x{k} & x{k + 20})" for k in range(1, 21))  # a bad order: 2^20 nodes


def test_what_is_too_hard_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagrams, "MOST_NODES", 2_000)
    setting = Setting(n=40, target="x1 & x2 | x3", functions=EVERY, training=10)
    tree = Tree.parse(HARD)
    assert generalisation_error(setting, tree, 3) is None
    with pytest.raises(BranchLimitError):
        tree.error_rate("x1 & x2 | x3", 40)
    easy = Tree.parse(HARD.partition(" ^ ")[0])
    assert generalisation_error(setting, easy, 3) == easy.error_rate("x1 & x2 | x3", 40)


def test_too_many_variables_are_not_told() -> None:
    many = diagrams.MOST_VARIABLES + 1
    with pytest.raises(DiagramLimitError, match="variables"):
        Nodes(range(1, many + 1))
    tree = Tree((*("xor",) * (many - 1), *range(1, many + 1)))
    setting = Setting(n=many, target="x1 ^ x2", functions=("xor",), training=10)
    assert generalisation_error(setting, tree, 3) is None


def test_as_many_levels_as_there_are_variables() -> None:
    many = diagrams.MOST_VARIABLES
    tree = Tree((*("nand", "xor") * (many // 2), *range(1, many + 1), 1))
    assert 0 < tree.error_rate("x1 ^ x2", many) < 1
