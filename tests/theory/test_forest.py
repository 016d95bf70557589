from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting
from evobool.model.mutation import OPERATIONS, changes
from evobool.model.settings.completion import Literals
from evobool.model.targets.targets import goal_of
from evobool.theory.chain.forest import Forest, sizes
from evobool.theory.chain.symmetry import count_orbits, orbits, symmetries
from tests.support.chain import canonical, error, value, values
from tests.support.drawn import complete_settings, targets
from tests.support.examples import examples
from tests.support.naive import nested


@examples(40)
@given(setting=complete_settings(3), leaves=st.integers(1, 3), where=st.floats(0, 1))
def test_mutations_are_those_of_algorithm_2(setting: Setting, leaves: int, where: float) -> None:
    setting = setting.with_(weights="1:1:1")
    forest = Forest(setting, 4)
    level = forest.level(leaves)
    number = int(level[int(where * (len(level) - 1))])
    tree = forest.tree(number)
    want: Counter[tuple[str, int]] = Counter()
    for change, share in changes(tree, setting, ordered=True):
        want[change.operation, forest.number(change.apply(tree))] += share  # type: ignore[assignment]
    have: Counter[tuple[str, int]] = Counter()
    here = np.array([number])
    ways = (forest.insertions(here)[0], forest.deletions(here)[0], forest.substitutions(here)[0])
    for operation, found in zip(OPERATIONS, ways, strict=True):
        for offspring in found:
            have[operation, int(offspring)] += 1 / (3 * len(found))  # type: ignore[assignment]
    assert have == pytest.approx({key: float(share) for key, share in want.items()})
    assert int(forest.errors[number]) == error(tree, setting)
    bits = [bool(int(forest.values[number, 0]) >> row & 1) for row in range(2**setting.n)]
    assert bits == [value(nested(tree), row) for row in range(2**setting.n)]


def test_numbers_and_trees_are_one_to_one() -> None:
    for functions, most in (("and,or", 4), ("gt", 4), ("le,xor", 3)):
        forest = Forest(Setting(n=2, literals="all", functions=(functions,)), most)
        assert [forest.number(forest.tree(k)) for k in range(forest.count)] == list(range(forest.count))
        assert [forest.tree(k).leaves for k in range(forest.count)] == forest.leaves.tolist()
        assert forest.count == sum(sizes(4, forest.setting.functions, most))
    assert sizes(4, ("and", "or"), 0) == [1]


def test_truth_tables_of_several_words() -> None:
    setting = Setting(n=8, target="or")
    forest = Forest(setting, 2)
    assert [int(wrong) for wrong in forest.errors[1:]] == [
        error(forest.tree(k), setting) for k in range(1, forest.count)
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_symmetries_leave_the_target_as_it_is(n: int) -> None:
    for target in targets(n):
        table = values(target, n)
        for permutation in symmetries(goal_of(target, n)):
            assert sorted(permutation) == list(range(1, n + 1))
            moved = [sum((row >> i & 1) << (permutation[i] - 1) for i in range(n)) for row in range(2**n)]
            assert [table[moved[row]] for row in range(2**n)] == list(table)


@pytest.mark.parametrize(
    ("n", "target", "literals", "functions", "most"),
    [
        (1, "and", "positive", "and,or", 5),
        (2, "and", "all", "and,or", 4),
        (3, "or", "positive", "and,or", 5),
        (3, "xor", "all", "or", 4),
        (4, "majority", "positive", "and,or", 4),
        (6, "and", "positive", "and", 4),
        (4, "and", "all", "and,or", 3),
        (5, "and:2", "positive", "and,xor", 4),
        (5, "x1 & ~x3 & ~x4", "positive", "gt", 4),
        (4, "and:3", "all", "lt,or", 3),
        (4, "(x1 & x2) | (x3 & x4)", "positive", "nand,le", 4),
        (3, "mux", "positive", "ge", 5),
    ],
)
def test_orbits_are_what_burnside_counts(
    n: int, target: str, literals: Literals, functions: str, most: int
) -> None:
    setting = Setting(n=n, target=target, literals=literals, functions=(functions,))
    forest = Forest(setting, most)
    first = orbits(forest, symmetries(setting.goal))
    assert np.bincount(forest.leaves[np.unique(first)]).tolist() == count_orbits(setting, most)
    assert forest.sizes == count_orbits(setting, most, lumped=False)


@pytest.mark.parametrize("functions", ["and,or", "gt,or"])
def test_orbits_are_those_of_all_renamings(functions: str) -> None:
    setting = Setting(n=3, functions=(functions,))
    forest = Forest(setting, 4)
    first = orbits(forest, symmetries(setting.goal))
    names = [canonical(forest.tree(k)) for k in range(forest.count)]
    assert len(set(zip(names, first.tolist(), strict=True))) == len(set(names)) == len(np.unique(first))


def test_many_blocks_are_counted_at_once() -> None:
    """Three large blocks: the cycle types of each are told apart only as far as they matter."""
    literals = [f"{'~' * (x > 30)}x{x}" for x in range(1, 61)]
    setting = Setting(n=1000, target=" & ".join(literals))
    assert [len(block) for block in setting.goal.blocks] == [30, 30, 940]
    small = Setting(n=9, target="x1 & x2 & x3 & ~x4 & ~x5 & ~x6")  # three leaves hold no more of a block
    forest = Forest(small, 3)
    found = np.bincount(forest.leaves[np.unique(orbits(forest, symmetries(small.goal)))]).tolist()
    assert count_orbits(setting, 8)[:4] == found


def test_few_nodes_have_many_leaves() -> None:
    """What `SeveralMutations` builds its bound on: at most m - k nodes below the root have k > 1 leaves."""
    forest = Forest(Setting(n=1, functions=("and",)), 9)
    for number in range(2, forest.count):
        tree = forest.tree(number)
        below = [(tree.ends[node] - node + 1) // 2 for node in range(1, tree.nodes)]
        for k in range(2, tree.leaves + 1):
            assert sum(leaves >= k for leaves in below) <= tree.leaves - k
