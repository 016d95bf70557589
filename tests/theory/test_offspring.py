from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evobool import InputError, Setting, Tree
from evobool.engines.reference import TrainingSet
from evobool.model.mutation import neighbourhood
from evobool.theory.drift import judge
from evobool.theory.drift.offspring import offspring
from tests.naive import Nested, flat, nested
from tests.strategies import choices, trees


def unordered(tree: Tree) -> Tree:
    """The tree with every pair of children in one order."""

    def ordered(node: Nested) -> Nested:
        if isinstance(node, int):
            return node
        left, right = sorted((ordered(node[1]), ordered(node[2])), key=str)
        return node[0], left, right

    return flat(ordered(nested(tree))) if tree.prefix else tree


def law(near: dict[Tree, Fraction]) -> dict[Tree, Fraction]:
    """A law over trees whose children have no order."""
    found: Counter[Tree] = Counter()
    for tree, probability in near.items():
        found[unordered(tree)] += probability  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def complete_settings() -> st.SearchStrategy[Setting]:
    return st.builds(
        Setting,
        n=st.integers(1, 5),
        target=choices("target"),
        literals=choices("literals"),
        limit=st.sampled_from(["none", "n", "n+1", "2n", "1", "5"]),
        deletion=choices("deletion"),
        selection=choices("selection"),
        first_leaf=choices("first_leaf"),
    )


@st.composite
def cases(draw: st.DrawFn) -> tuple[Tree, Setting]:
    setting = draw(complete_settings())
    return draw(trees(setting.n, negated=setting.literals == "all", most=8)), setting


@settings(max_examples=100)
@given(cases())
def test_offspring_are_the_neighbourhood_with_errors(case: tuple[Tree, Setting]) -> None:
    tree, setting = case
    rows = TrainingSet.complete(setting)
    found = offspring(tree, setting)
    assert sum(each.probability for each in found) == 1
    near: Counter[Tree] = Counter()
    for each in found:
        child = each.tree()
        near[child] += each.probability  # type: ignore[assignment]
        assert each.leaves == child.leaves
        assert (each.node == -1) == (not tree.prefix)
        assert each.function is None or child.functions[each.function] == tree.functions[each.function] + 1
        assert each.error == rows.error(child)
        small = setting.leaf_limit is None or child.leaves <= setting.leaf_limit
        worse = rows.error(child) - rows.error(tree)
        assert each.accepted == (small and (worse < 0 or (worse == 0 and setting.selection == "nonstrict")))
    assert law(dict(near)) == law(neighbourhood(tree, setting))  # type: ignore[arg-type]


@settings(max_examples=30)
@given(cases())
def test_counting_agrees_with_tables(case: tuple[Tree, Setting]) -> None:
    tree, setting = case
    by_table = offspring(tree, setting)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judge, "LARGEST_TABLE", 0)
        assert offspring(tree, setting) == by_table


def test_the_empty_tree() -> None:
    found = offspring(Tree(), Setting(n=3, first_leaf="insertion"))
    waiting = [each for each in found if each.literal is None]
    assert [(each.operation, each.probability, each.error) for each in waiting] == [
        ("DEL", Fraction(1, 3), 9),
        ("SUB", Fraction(1, 3), 9),
    ]
    assert all(each.accepted and each.error == 3 for each in found if each.literal is not None)
    assert len(offspring(Tree(), Setting(n=3))) == 9


def test_many_variables_need_no_table() -> None:
    few = Tree.parse("x1 & (x2 | x3)")
    found = {each.tree(): each.error for each in offspring(few, Setting(n=300))}
    assert found[Tree.parse("x1 & (x2 | (x3 & x300))")] == 5 * 2**296 - 1
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
    ],
)
def test_what_cannot_be_judged_is_refused(tree: str, setting: Setting, why: str) -> None:
    with pytest.raises(InputError, match=why):
        offspring(Tree.parse(tree), setting)
