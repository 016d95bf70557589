from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given

from evobool import InputError, Setting, Tree
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.mutation import OPERATORS, Change, Operator, neighbourhood
from evobool.model.selection import Judged
from evobool.theory.drift import appraisal
from evobool.theory.drift.offspring import offspring
from tests.support.chain import canonical, error
from tests.support.drawn import cases
from tests.support.examples import examples


def law(near: dict[Tree, Fraction], n: int) -> dict[Tree, Fraction]:
    """A law over trees whose children have no order, where that makes no difference."""
    found: Counter[Tree] = Counter()
    for tree, probability in near.items():
        found[canonical(tree, (tuple(range(1, n + 1)),))] += probability  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def wrong(tree: Tree, setting: Setting) -> int:
    return error(tree, setting) if tree.prefix else 2**setting.n + 1


@examples(150)
@given(cases())
def test_offspring_are_the_neighbourhood_with_errors(case: tuple[Tree, Setting]) -> None:
    tree, setting = case
    found = offspring(tree, setting)
    assert sum(each.probability for each in found) == 1
    parent = Judged(wrong(tree, setting), tree.leaves)
    near: Counter[Tree] = Counter()
    for each in found:
        child = each.tree()
        near[child] += each.probability  # type: ignore[assignment]
        assert each.leaves == child.leaves
        assert isinstance(each.change, Change)
        assert (each.change.node == -1) == (not tree.prefix)
        brought = each.change.function
        assert brought is None or child.functions[brought] == tree.functions[brought] + 1
        assert each.error == wrong(child, setting)
        small = setting.leaf_limit is None or child.leaves <= setting.leaf_limit
        kept = setting.rule.accepts(Judged(each.error, each.leaves), parent, None)
        assert each.accepted == (small and kept)
    have, want = law(dict(near), setting.n), law(neighbourhood(tree, setting), setting.n)  # type: ignore[arg-type]
    assert have == want


@examples(40)
@given(cases())
def test_counting_agrees_with_tables(case: tuple[Tree, Setting]) -> None:
    tree, setting = case
    by_table = offspring(tree, setting)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(appraisal, "LARGEST_TABLE", 0)
        assert offspring(tree, setting) == by_table


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_changed_node_is_seen_through_any_function(function: str) -> None:
    """Each function on the way from a leaf to the root, the leaf on either side."""
    for text in ("(x1 {0} (x2 {0} x3))", "((x3 {0} x2) {0} x1)"):
        tree = Tree.parse(text.format(FUNCTIONS[function].symbol))
        setting = Setting(n=3, functions=(function,), target="x1 ^ (x2 & ~x3)")
        for each in offspring(tree, setting):
            assert each.error == error(each.tree(), setting)


def test_the_empty_tree() -> None:
    found = offspring(Tree(), Setting(n=3, first_leaf="insertion"))
    literals = {each: change.literal for each in found if isinstance(change := each.change, Change)}
    assert len(literals) == len(found)
    waiting = [each for each in found if literals[each] is None]
    assert [(each.operation, each.probability, each.error) for each in waiting] == [
        ("DEL", Fraction(1, 3), 9),
        ("SUB", Fraction(1, 3), 9),
    ]
    assert all(each.accepted and each.error == 3 for each in found if literals[each] is not None)
    assert len(offspring(Tree(), Setting(n=3))) == 3


def test_many_variables_need_no_table() -> None:
    few = Tree.parse("x1 & (x2 | x3)")
    found = {each.tree(): each.error for each in offspring(few, Setting(n=300))}
    assert found[Tree.parse("x1 & (x2 | (x3 & x300))")] == 5 * 2**296 - 1
    some = {each.tree(): each.error for each in offspring(few, Setting(n=300, target="and:2", limit="4"))}
    assert some[Tree.parse("x1 & x2")] == 0
    assert some[few] == 2**297  # x1 & ~x2 & x3
    parity = {each.tree(): each.error for each in offspring(few, Setting(n=30, target="xor"))}
    assert set(parity.values()) == {2**29}
    many = Tree(("and",) * 21 + tuple(range(1, 23)))
    found = {each.tree(): each.error for each in offspring(many, Setting(n=22, limit="n"))}
    assert (found[many], found[Tree(("and",) * 20 + tuple(range(2, 23)))]) == (0, 1)


@pytest.mark.parametrize(
    ("tree", "setting", "why"),
    [
        ("x5", Setting(n=4), "x5 is not among the literals"),
        ("~x1", Setting(n=4), "~x1 is not among the literals"),
        ("x1 | x2", Setting(n=4, functions=("and",)), "or is not among the functions"),
        ("x1", Setting(n=4, training=100), "training = 100: must be complete"),
        ("x1 & x2", Setting(n=4, limit="1"), "has 2 leaves, the limit is 1"),
    ],
)
def test_what_cannot_be_judged_is_refused(tree: str, setting: Setting, why: str) -> None:
    with pytest.raises(InputError, match=why):
        offspring(Tree.parse(tree), setting)


def test_an_operator_that_is_not_listed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPERATORS, "own", Operator("own", lambda *_: None))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="mutation = own: it does not list its outcomes"):
        offspring(Tree.parse("x1"), Setting(n=4, mutation="own"))
