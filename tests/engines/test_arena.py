from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.engines.kernels import arena
from evobool.engines.kernels.arena import FREE, LEAVES, PARENT
from evobool.engines.kernels.mutate import NOTHING, hvl_prime, make_rules
from evobool.engines.kernels.random import seed_state
from evobool.model.generator import Generator
from evobool.model.mutation import deleted, inserted, leaf_positions, substituted
from evobool.model.mutation import hvl_prime as plain_hvl_prime
from evobool.model.words import Deletion
from tests.arenas import CODES, build, check, kinds_of, read
from tests.conftest import JIT
from tests.strategies import trees

ALL = Setting(n=5, literals="all")


@given(trees(variables=5))
def test_a_tree_survives_the_arena(tree: Tree) -> None:
    a = build(tree, ALL)
    check(a)
    assert read(a, ALL) == tree
    assert arena.leaf_count(a) == tree.leaves


@given(trees(variables=5, least=1))
def test_nodes_and_leaves_are_found_by_number(tree: Tree) -> None:
    a = build(tree, ALL)
    kinds = kinds_of(tree, ALL)
    assert [a.node[arena.node_at(a, k), arena.KIND] for k in range(tree.nodes)] == kinds
    sizes = [a.node[arena.node_at(a, k), LEAVES] for k in range(tree.nodes)]
    assert sizes == [(end - start + 1) // 2 for start, end in enumerate(tree.ends)]
    leaves = [arena.leaf_at(a, k) for k in range(tree.leaves)]
    assert leaves == [arena.node_at(a, position) for position in leaf_positions(tree)]


@given(trees(variables=5, least=1), st.data())
def test_edits_as_on_tuples(tree: Tree, data: st.DataObject) -> None:
    node = data.draw(st.integers(0, tree.nodes - 1))
    leaf = data.draw(st.sampled_from(leaf_positions(tree)))
    literal = data.draw(st.integers(0, 9))
    name = data.draw(st.sampled_from(["and", "or"]))
    first = data.draw(st.booleans())
    a = build(tree, ALL)

    new = arena.insert(a, arena.node_at(a, node), CODES[name], literal, first)
    assert read(a, ALL) == inserted(tree, node, name, ALL.literal_list[literal], first)
    assert arena.node_at(a, node) == new
    arena.undo(a)
    check(a)
    assert read(a, ALL) == tree

    x = arena.node_at(a, node)
    if a.node[x, PARENT] != arena.NONE:
        arena.delete(a, x)
        assert read(a, ALL) == deleted(tree, node)
        arena.undo(a)
        check(a)
        assert read(a, ALL) == tree

    arena.substitute(a, arena.node_at(a, leaf), literal)
    assert read(a, ALL) == substituted(tree, leaf, ALL.literal_list[literal])
    arena.undo(a)
    check(a)
    assert read(a, ALL) == tree


@pytest.mark.parametrize("deletion", ["subtree", "leaf"])
@pytest.mark.parametrize("at_once", [1, 5])
def test_thousands_of_mutations_kept_or_undone(deletion: Deletion, at_once: int) -> None:
    """The arena follows the tuples step for step, and no slot is ever lost."""
    setting = Setting(n=4, literals="all", deletion=deletion)
    rules = make_rules(setting, CODES)
    most, rounds = 40, 6_000 if JIT else 400
    a = build(Tree(), setting, leaves=most, mutations=at_once)
    rng = np.zeros(4, dtype=np.uint64)
    seed_state(rng, np.uint64(21), at_once)
    twin, choice = Generator(21, at_once), Generator(22, at_once)
    tree, seen = Tree(), set()
    for number in range(rounds):
        before = tree
        for _ in range(1 + choice.below(at_once)):
            mutation = plain_hvl_prime(tree, setting, twin)
            done, drawn, _, function = hvl_prime(a, rng, rules)
            assert ("INS", "DEL", "SUB")[drawn] == mutation.operation
            assert function == (arena.NONE if mutation.function is None else CODES[mutation.function])
            assert (done == NOTHING) == (mutation.tree == tree) or done == arena.DEL
            tree = mutation.tree
            seen.add(done)
        assert read(a, setting) == tree
        if tree.leaves > most or choice.below(2):
            arena.undo(a)
            tree = before
        else:
            arena.keep(a)
        assert a.mark[FREE] == len(a.free) - tree.nodes
        assert arena.leaf_count(a) == tree.leaves
        if number % 16 == 0:
            check(a)
            assert read(a, setting) == tree
    assert seen == {NOTHING, arena.INS, arena.DEL, arena.SUB}


@settings(max_examples=50)
@given(trees(variables=5), st.integers(0, 2**32))
def test_undo_restores_every_number(tree: Tree, seed: int) -> None:
    a = build(tree, ALL)
    rng = np.zeros(4, dtype=np.uint64)
    seed_state(rng, np.uint64(seed), 0)
    rules = make_rules(ALL, CODES)
    used = [arena.node_at(a, k) for k in range(tree.nodes)]
    nodes, mark = a.node[used].copy(), a.mark.copy()
    free = set(a.free[: a.mark[FREE]].tolist())
    hvl_prime(a, rng, rules)
    hvl_prime(a, rng, rules)
    arena.undo(a)
    assert np.array_equal(a.node[used], nodes)
    assert np.array_equal(a.mark, mark)
    assert set(a.free[: a.mark[FREE]].tolist()) == free


@given(trees(variables=5), st.integers(0, 40))
def test_a_larger_arena_takes_the_tree_over(tree: Tree, more: int) -> None:
    a = build(tree, ALL, leaves=12)
    larger = arena.new_arena(12 + more, 2)
    arena.copy_arena(a, larger)
    check(larger)
    assert read(larger, ALL) == tree


def test_mutations_at_once() -> None:
    assert arena.most_mutations("rls-gp") == 1
    assert arena.most_mutations("1+1-gp") == 22
