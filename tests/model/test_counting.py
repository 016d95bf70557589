from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import InputError, Setting, Tree
from evobool.engines.base import generalisation_error
from evobool.model.formulas.counting import BranchLimitError, dual, satisfied_share
from tests.support.examples import examples
from tests.support.naive import joined
from tests.support.strategies import trees


def truth_table(n: int) -> tuple[list[int], int]:
    """The columns x1 ... xn of all 2^n rows as integers, and the column of ones."""
    rows = range(2**n)
    return [sum(1 << row for row in rows if row >> i & 1) for i in range(n)], 2 ** (2**n) - 1


@examples(300)
@given(trees(variables=10, most=20, least=1))
def test_share_against_brute_force(tree: Tree) -> None:
    columns, ones = truth_table(10)
    assert satisfied_share(tree.prefix) == Fraction(tree.evaluate(columns, ones).bit_count(), 2**10)


@examples(300)
@given(trees(variables=3, most=20, least=1))
def test_share_where_variables_meet_often(tree: Tree) -> None:
    columns, ones = truth_table(3)
    assert satisfied_share(tree.prefix) == Fraction(tree.evaluate(columns, ones).bit_count(), 8)


@given(trees(variables=6, most=14, least=1), st.integers(6, 9), st.sampled_from(["and", "or"]))
def test_error_rate_against_brute_force(tree: Tree, n: int, target: str) -> None:
    columns, ones = truth_table(n)
    wrong = tree.evaluate(columns, ones) ^ joined(target, n).evaluate(columns, ones)
    assert tree.error_rate(target, n) == Fraction(wrong.bit_count(), 2**n)


@given(trees(least=1))
def test_a_tree_and_its_dual(tree: Tree) -> None:
    assert dual(dual(tree.prefix)) == tree.prefix
    assert satisfied_share(tree.prefix) + satisfied_share(dual(tree.prefix)) == 1
    assert tree.error_rate("and", 5) == Tree(dual(tree.prefix)).error_rate("or", 5)


def test_conjunctions_as_in_the_theory() -> None:
    # a distinct variables err on 2^(n-a) - 1 inputs, with a negated one on two more, x & ~x on one
    n = 7
    for a in range(1, n + 1):
        conjunction = Tree.parse(" & ".join(f"x{i + 1}" for i in range(a)))
        assert conjunction.error_rate("and", n) * 2**n == 2 ** (n - a) - 1
        negated = Tree.parse(" & ".join(f"~x{i + 1}" for i in range(a)))
        assert negated.error_rate("and", n) * 2**n == 2 ** (n - a) + 1
    assert Tree.parse("x1 & ~x1").error_rate("and", n) * 2**n == 1


def test_many_variables_exactly() -> None:
    n = 300
    assert joined("and", n).error_rate("and") == 0
    assert joined("or", n).error_rate("or", n) == 0
    assert Tree.parse("x1").error_rate("and", n) == Fraction(1, 2) - Fraction(1, 2**n)


def test_n_is_the_largest_variable_unless_given() -> None:
    assert Tree.parse("x1 & x3").error_rate("and") == Tree.parse("x1 & x3").error_rate("and", 3)


def test_bad_arguments() -> None:
    with pytest.raises(InputError, match=r"^target = exor: .* did you mean xor"):
        Tree.parse("x1").error_rate("exor")
    with pytest.raises(InputError, match=r"^target = \['and'\]: must be a name or a formula"):
        Tree.parse("x1").error_rate(["and"])  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^n = 2: must be an integer of at least 3"):
        Tree.parse("x3").error_rate("and", 2)


TANGLED = Tree.parse("(x1 | x2) & (x2 | x3) & (x3 | x4) & (x4 | x1)")


def test_branches_are_limited() -> None:
    assert satisfied_share(TANGLED.prefix) == Fraction(7, 16)
    with pytest.raises(BranchLimitError, match="max_branches = 0"):
        satisfied_share(TANGLED.prefix, max_branches=0)


def test_a_tree_that_cannot_be_counted_has_no_generalisation_error(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting(n=4, training=10)
    assert generalisation_error(setting, TANGLED, 3) == TANGLED.error_rate("and", 4)

    def hopeless(*arguments: object) -> Fraction:
        raise BranchLimitError(0)

    monkeypatch.setattr("evobool.model.targets.wrong.wrong_share", hopeless)
    assert generalisation_error(setting, TANGLED, 3) is None
    assert generalisation_error(setting, Tree(), None) is None
    assert generalisation_error(Setting(n=4), TANGLED, 3) == Fraction(3, 16)


def test_a_deep_tree_of_alternating_functions() -> None:
    share = Fraction(1, 2)
    tokens: list[int | str] = []
    for variable in range(300, 0, -1):
        share = share / 2 if variable % 2 else (1 + share) / 2
        tokens = ["and" if variable % 2 else "or", variable, *(tokens or [301])]
    assert satisfied_share(tuple(tokens)) == share
