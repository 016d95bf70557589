from __future__ import annotations

from itertools import permutations, product

from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Token
from evobool.theory.landscape.certificate import renamed
from evobool.theory.landscape.normal_form import normal_form, unordered
from tests.support.chain import canonical
from tests.support.drawn import complete_settings, trees
from tests.support.examples import examples
from tests.support.naive import Nested, flat, nested


def orders(setting: Setting) -> tuple[tuple[int, ...], ...]:
    """Every way to rename variables within the blocks of the target."""
    found = []
    for images in product(*(permutations(block) for block in setting.goal.blocks)):
        names: dict[int, int] = {}
        for block, image in zip(setting.goal.blocks, images, strict=True):
            names |= dict(zip(block, image, strict=True))
        found.append(tuple(names[x] for x in range(1, setting.n + 1)))
    return tuple(found)


@st.composite
def disguised(draw: st.DrawFn) -> tuple[Tree, Tree, Setting]:
    """A tree, and the same with other names and its children in another order, where that is allowed."""
    setting = draw(complete_settings(6, ("none",)))
    tree = draw(trees(setting, least=1, most=12))
    names: dict[int, int] = {}
    for block in setting.goal.blocks:
        names |= dict(zip(block, draw(st.permutations(block)), strict=True))

    def other(node: Nested) -> Nested:
        if isinstance(node, int):
            return names[node] if node > 0 else -names[-node]
        left, right = other(node[1]), other(node[2])
        swapped = FUNCTIONS[node[0]].commutative and draw(st.booleans())
        return (node[0], right, left) if swapped else (node[0], left, right)

    return tree, flat(other(nested(tree))), setting


@examples(150)
@given(disguised())
def test_names_and_order_do_not_matter(pair: tuple[Tree, Tree, Setting]) -> None:
    tree, other, setting = pair
    assert normal_form(tree, setting.goal) == normal_form(other, setting.goal)
    assert renamed(tree, other, setting.goal)


@examples(200)
@given(complete_settings(4, ("none",)), st.data())
def test_nothing_else_is_forgotten(setting: Setting, data: st.DataObject) -> None:
    tree, goal = data.draw(trees(setting, least=1, most=6)), setting.goal
    leaves = iter(data.draw(st.permutations([token for token in tree.prefix if isinstance(token, int)])))
    other = Tree(tuple(next(leaves) if isinstance(token, int) else token for token in tree.prefix))
    alike = canonical(tree, orders(setting)) == canonical(other, orders(setting))
    assert (normal_form(tree, goal) == normal_form(other, goal)) == alike
    assert renamed(tree, other, goal) == alike


@given(complete_settings(4, ("none",)), st.data())
def test_a_form_is_a_tree_like_the_one_it_came_from(setting: Setting, data: st.DataObject) -> None:
    tree = data.draw(trees(setting, most=9))
    assert renamed(Tree(normal_form(tree, setting.goal)), tree, setting.goal)
    assert unordered(unordered(tree)) == unordered(tree)


@given(complete_settings(4, ("none",)), st.data())
def test_unordered_forgets_the_order_and_nothing_else(setting: Setting, data: st.DataObject) -> None:
    tree, other = (data.draw(trees(setting, least=1, most=7)) for _ in range(2))
    stack: list[tuple[Token, ...]] = []
    for token in reversed(tree.prefix):
        if isinstance(token, int):
            stack.append((token,))
        else:
            left, right = stack.pop(), stack.pop()
            if FUNCTIONS[token].commutative and data.draw(st.booleans()):
                left, right = right, left
            stack.append((token, *left, *right))
    assert unordered(Tree(stack[0])) == unordered(tree)
    assert (unordered(tree) == unordered(other)) == (sorted_by_text(tree) == sorted_by_text(other))


def sorted_by_text(tree: Tree) -> tuple[Token, ...]:
    """What `unordered` is for, in plain words: quadratic."""
    stack: list[tuple[Token, ...]] = []
    for token in reversed(tree.prefix):
        if isinstance(token, int):
            stack.append((token,))
        else:
            left, right = stack.pop(), stack.pop()
            if FUNCTIONS[token].commutative and str(left) > str(right):
                left, right = right, left
            stack.append((token, *left, *right))
    return stack[0]


def test_literals_whose_hashes_are_equal_are_told_apart() -> None:
    one, other = Tree.parse("(~x1 & x3) | (~x2 & x3)"), Tree.parse("(x3 & ~x2) | (x3 & ~x1)")
    assert unordered(one) == unordered(other)


def test_a_tree_of_100_000_leaves_is_sorted_in_one_go() -> None:
    """Hours, if every subtree were copied."""
    chain = [token for i in range(99_999) for token in ("and", i % 7 + 1)]
    found = unordered(Tree.trusted((*chain, 3)))
    assert found.leaves == 100_000
    assert unordered(found) == found
