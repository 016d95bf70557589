from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.engines.kernels import offspring
from evobool.engines.kernels.mutate import NO_FUNCTION, NOTHING, make_rules
from evobool.engines.kernels.random import seed_state
from evobool.engines.kernels.state import new_state
from evobool.engines.kernels.tree import arena, editing, links, numbering, whole
from evobool.engines.kernels.tree.arena import FREE
from evobool.engines.rows import judge as _judge
from evobool.engines.rows.errors import compare_with_target
from evobool.engines.rows.table import new_rows
from evobool.engines.rows.values import evaluate_all
from evobool.model.generator import Generator
from evobool.model.mutation import deleted, inserted, leaf_positions, substituted
from evobool.model.mutation import hvl_prime as plain_hvl_prime
from evobool.model.settings.completion import Deletion
from evobool.model.training import TrainingSet
from tests.support.arenas import CODES, build, check, draw, free_slots, kinds_of, read
from tests.support.examples import examples
from tests.support.machine import JIT
from tests.support.strategies import trees

assert _judge  # how edits keep the rows up to date
ALL = Setting(n=5, literals="all")
LARGE = arena.SMALL // 2  # leaves of an arena with chunks
SIZES = st.sampled_from([32, LARGE])
LONG = [pytest.param(at_once, most, marks=pytest.mark.long) for most in (150, LARGE) for at_once in (1, 5)]


@given(trees(variables=5))
def test_a_tree_survives_the_arena(tree: Tree) -> None:
    a = build(tree, ALL)
    check(a)
    assert read(a, ALL) == tree
    assert numbering.leaf_count(a) == tree.leaves


@given(trees(variables=5, least=1), SIZES)
def test_nodes_and_leaves_are_found_by_number(tree: Tree, size: int) -> None:
    a = build(tree, ALL, size)
    kinds = kinds_of(tree, ALL)
    found = [numbering.node_at(a, k) for k in range(tree.nodes)]
    assert [a.node[x].kind for x in found] == kinds
    sizes = [numbering.leaves_below(a, np.uint32(x)) for x in found]
    assert sizes == [(end - start + 1) // 2 for start, end in enumerate(tree.ends)]
    leaves = [numbering.leaf_at(a, k) for k in range(tree.leaves)]
    assert leaves == [found[position] for position in leaf_positions(tree)]


@given(trees(variables=5, least=1), st.data())
def test_edits_as_on_tuples(tree: Tree, data: st.DataObject) -> None:
    size = data.draw(SIZES)
    node = data.draw(st.integers(0, tree.nodes - 1))
    leaf = data.draw(st.sampled_from(leaf_positions(tree)))
    literal = data.draw(st.integers(0, 9))
    name = data.draw(st.sampled_from(["and", "or"]))
    first = data.draw(st.booleans())
    a = build(tree, ALL, size)

    numbering.remember(a)
    new = np.uint32(editing.insert(a, slot_at(a, node), CODES[name], literal, first))
    check(a)
    assert read(a, ALL) == inserted(tree, node, name, ALL.literal_list[literal], first)
    assert slot_at(a, node) == a.node[new].parent
    editing.uninsert(a, new)
    numbering.recall(a)
    check(a)
    assert read(a, ALL) == tree

    x = slot_at(a, node)
    if a.node[x].parent != arena.NONE:
        numbering.remember(a)
        editing.cut(a, x)
        assert read(a, ALL) == deleted(tree, node)
        assert numbering.leaf_count(a) == deleted(tree, node).leaves
        editing.graft(a, x)
        numbering.recall(a)
        check(a)
        assert read(a, ALL) == tree

    x = slot_at(a, leaf)
    old = int(a.node[x].kind)
    editing.substitute(a, x, literal)
    assert read(a, ALL) == substituted(tree, leaf, ALL.literal_list[literal])
    editing.substitute(a, x, old)
    check(a)
    assert read(a, ALL) == tree


def slot_at(a: arena.Arena, k: int) -> np.uint32:
    """The slot of the k-th node."""
    return np.uint32(numbering.node_at(a, k))


@given(st.integers(0, 9))
def test_the_first_leaf_and_its_inverse(literal: int) -> None:
    a = build(Tree(), ALL)
    numbering.remember(a)
    leaf = np.uint32(editing.insert(a, arena.NONE, 0, literal, False))
    check(a)
    assert read(a, ALL) == Tree((ALL.literal_list[literal],))
    editing.uninsert(a, leaf)
    numbering.recall(a)
    check(a)
    assert read(a, ALL) == Tree()


@given(trees(variables=5, least=1), st.data())
def test_a_copy_of_a_subtree_beside_the_tree(tree: Tree, data: st.DataObject) -> None:
    node = data.draw(st.integers(0, tree.nodes - 1))
    a = build(tree, ALL)
    copy = np.uint32(whole.duplicate(a, slot_at(a, node)))
    assert read(a, ALL) == tree
    root = a.mark[arena.ROOT]
    a.mark[arena.ROOT] = copy
    assert read(a, ALL) == Tree(tree.prefix[node : tree.ends[node]])
    a.mark[arena.ROOT] = root
    links.give_back_all(a, copy)
    check(a)


@given(trees(variables=5))
def test_a_tree_is_loaded_whatever_was_there(tree: Tree) -> None:
    a = build(Tree.parse("x1 | (x2 & x3)"), ALL)
    whole.load_prefix(a, np.array(kinds_of(tree, ALL), dtype=np.int32))
    check(a)
    assert read(a, ALL) == tree


@pytest.mark.parametrize("deletion", ["subtree", "leaf"])
@pytest.mark.parametrize(("at_once", "most"), [(1, 40), (5, 40), *LONG])
def test_thousands_of_mutations_kept_or_undone(deletion: Deletion, at_once: int, most: int) -> None:
    """The arena follows the tuples step for step, and no slot is ever lost."""
    setting = Setting(n=4, literals="all", deletion=deletion)
    rules = make_rules(setting, CODES)
    rounds = 6_000 if JIT else 400
    a = build(Tree(), setting, leaves=most, mutations=at_once)
    rows, state = new_rows(setting, len(a.node)), new_state(2, at_once)
    table = TrainingSet.complete(setting.goal)
    rng = np.zeros(4, dtype=np.uint64)
    seed_state(rng, np.uint64(21), at_once)
    twin, choice = Generator(21, at_once), Generator(22, at_once)
    tree, seen = Tree(), set()
    for number in range(rounds):
        before = tree
        for _ in range(1 + choice.below(at_once)):
            mutation = plain_hvl_prime(tree, setting, twin)
            drawn = draw(a, rng, rules)
            assert ("INS", "DEL", "SUB")[drawn.operation] == mutation.operation
            assert drawn.function == (NO_FUNCTION if mutation.function is None else CODES[mutation.function])
            assert (drawn.done == NOTHING) == (mutation.tree == tree)
            if drawn.done != NOTHING:
                offspring.perform(rows, a, state, drawn)
            tree = mutation.tree
            seen.add(drawn.done)
        assert read(a, setting) == tree
        if tree.leaves > most or choice.below(2):
            offspring.undo(rows, a, state)
            tree = before
        else:
            offspring.keep(a, state)
        assert a.mark[FREE] == len(a.node) - 1 - tree.nodes
        assert numbering.leaf_count(a) == tree.leaves
        if number % 16 == 0:
            check(a)
            assert read(a, setting) == tree
            if tree.prefix:
                evaluate_all(a, rows)
                compare_with_target(a, rows)
                assert rows.tally[0].error == table.error(tree)
    assert seen == {NOTHING, arena.INS, arena.DEL, arena.SUB}


@examples(50)
@given(trees(variables=5), st.integers(0, 2**32))
def test_undo_restores_every_number(tree: Tree, seed: int) -> None:
    a = build(tree, ALL)
    rows, state = new_rows(ALL, len(a.node)), new_state(2, 2)
    if tree.prefix:
        evaluate_all(a, rows)
    rng = np.zeros(4, dtype=np.uint64)
    seed_state(rng, np.uint64(seed), 0)
    rules = make_rules(ALL, CODES)
    used = [slot_at(a, k) for k in range(tree.nodes)]
    kept = [name for name in arena.NODE.names or () if name != "rank"]  # which is only where a node was seen
    nodes, mark, free = a.node[used][kept].copy(), a.mark[:7].copy(), set(free_slots(a))
    for _ in range(2):
        drawn = draw(a, rng, rules)
        if drawn.done != NOTHING:
            offspring.perform(rows, a, state, drawn)
    offspring.undo(rows, a, state)
    assert np.array_equal(a.node[used][kept], nodes)
    check(a)
    assert np.array_equal(a.mark[:7], mark)
    assert set(free_slots(a)) == free


def test_arenas_are_small_or_large() -> None:
    assert [arena.large(build(Tree(), ALL, size)) for size in (32, LARGE)] == [False, True]


@given(trees(variables=5), st.integers(0, 40) | st.just(LARGE))
def test_a_larger_arena_takes_the_tree_over(tree: Tree, more: int) -> None:
    a = build(tree, ALL, leaves=12)
    larger = arena.new_arena(12 + more, 2)
    whole.copy_arena(a, larger)
    check(larger)
    assert read(larger, ALL) == tree


def test_mutations_at_once() -> None:
    assert arena.most_mutations(False) == 1
    assert arena.most_mutations(True) == 22
