from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from evobool import Tree
from evobool.theory.landscape.certificate import renamed
from evobool.theory.landscape.normal_form import normal_form, unordered
from tests.chain import canonical
from tests.naive import Nested, flat, nested
from tests.strategies import trees


@st.composite
def disguised(draw: st.DrawFn) -> tuple[Tree, Tree]:
    """A tree, and the same with other names and its children in another order."""
    tree = draw(trees(6, least=1, most=14))
    names = draw(st.permutations(range(1, 9)))

    def other(node: Nested) -> Nested:
        if isinstance(node, int):
            return names[node - 1] if node > 0 else -names[-node - 1]
        left, right = other(node[1]), other(node[2])
        return (node[0], right, left) if draw(st.booleans()) else (node[0], left, right)

    return tree, flat(other(nested(tree)))


@settings(max_examples=150)
@given(disguised())
def test_names_and_order_do_not_matter(pair: tuple[Tree, Tree]) -> None:
    tree, other = pair
    assert normal_form(tree) == normal_form(other)
    assert renamed(tree, other)


@settings(max_examples=200)
@given(trees(3, negated=False, least=1, most=6), st.data())
def test_nothing_else_is_forgotten(tree: Tree, data: st.DataObject) -> None:
    leaves = iter(data.draw(st.permutations([token for token in tree.prefix if isinstance(token, int)])))
    other = Tree(tuple(next(leaves) if isinstance(token, int) else token for token in tree.prefix))
    alike = canonical(tree) == canonical(other)
    assert (normal_form(tree) == normal_form(other)) == alike
    assert renamed(tree, other) == alike


@given(trees(4, most=9))
def test_a_form_is_a_tree_like_the_one_it_came_from(tree: Tree) -> None:
    assert renamed(Tree(normal_form(tree)), tree)
    assert unordered(unordered(tree)) == unordered(tree)
