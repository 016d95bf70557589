from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.model.formulas.comparing import can_be_true, cube_in, difference, negated, order_of_shares
from evobool.model.formulas.counting import BranchLimitError, grouped, satisfied_share, simplified
from evobool.model.generator import Generator
from tests.support.examples import examples
from tests.support.strategies import trees

# 40 clauses that hang together; to count them takes many case distinctions
RING = " & ".join(f"(x{i + 1} | ~x{(i + 1) % 40 + 1} | x{(i * 7 + 3) % 40 + 1})" for i in range(40))


def ones(tree: Tree, n: int) -> int:
    """On how many of all 2^n inputs a tree is true: one input after the other."""
    columns = [sum(1 << row for row in range(2**n) if row >> i & 1) for i in range(n)]
    return int(tree.evaluate(columns, 2 ** (2**n) - 1)).bit_count()


def sign(x: int) -> int:
    return (x > 0) - (x < 0)


@pytest.mark.parametrize("n", [3, 6])
@examples(100)
@given(st.data())
def test_order_against_brute_force(n: int, data: st.DataObject) -> None:
    one, other = (data.draw(trees(variables=n, most=14, least=1)) for _ in range(2))
    assert order_of_shares(one.prefix, other.prefix) == sign(ones(other, n) - ones(one, n))


@pytest.mark.parametrize("n", [3, 6, 9])
@examples(100)
@given(st.data())
def test_order_after_mutations(n: int, data: st.DataObject) -> None:
    parent = data.draw(trees(variables=n, most=20, least=2))
    setting = Setting(n=n, literals="all")
    draws = Generator(data.draw(st.integers(0, 2**32)), 0)
    child = setting.operator.mutate(parent, setting, draws).tree
    if child.prefix:
        assert order_of_shares(parent.prefix, child.prefix) == sign(ones(child, n) - ones(parent, n))


@examples(100)
@given(trees(variables=6, most=20, least=1))
def test_truth_and_falsehood(tree: Tree) -> None:
    formula, count = simplified(grouped(tree.prefix), {}), ones(tree, 6)
    assert can_be_true(formula) == (count > 0)
    fixed = cube_in(formula)
    assert (fixed is None) == (count == 0)
    assert fixed is None or 2 ** (6 - fixed) <= count
    assert ones(Tree(negated(tree.prefix)), 6) == 64 - count


def test_what_both_share_is_not_counted() -> None:
    # 40 clauses in a ring, which take many case distinctions, beside the place that changes
    ring = Tree.parse(
        " & ".join(f"(x{i + 1} | ~x{(i + 1) % 40 + 1} | x{(i * 7 + 3) % 40 + 1})" for i in range(40))
    )
    with pytest.raises(BranchLimitError):
        satisfied_share(ring.prefix, 20)
    before, after = (("and", "or", 41, "and", x, 43, *ring.prefix) for x in (42, -43))
    assert order_of_shares(before, after, 20) == -1
    assert order_of_shares(after, before, 20) == 1
    assert difference(before, after)[1:] == ((42,), (-43,))
    before, after = (("and", x, "and", "or", 42, 43, *ring.prefix) for x in (42, 44))
    assert order_of_shares(before, after, 20) == -1


def test_cubes_decide_between_shares_far_apart() -> None:
    # the ring hangs on x1, which changes; where x60 stands in its place many more literals must be true
    many = " & ".join(f"x{i}" for i in range(61, 161))
    before, after = (Tree.parse(f"({RING}) & ((~x60 | ({many})) & {x})").prefix for x in ("x1", "x60"))
    assert order_of_shares(before, after, 60) == -1
    assert order_of_shares(after, before, 60) == 1
