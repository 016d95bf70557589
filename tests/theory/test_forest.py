from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evobool import Setting
from evobool.model.mutation import OPERATIONS, outcomes
from evobool.model.setting import CHOICES
from evobool.model.targets import TARGETS
from evobool.model.words import Deletion, Literals
from evobool.theory.chain.forest import Forest, sizes
from evobool.theory.chain.symmetry import SYMMETRIES, all_permutations, count_orbits, orbits
from tests.chain import canonical, error


@settings(max_examples=25, deadline=None)
@given(
    n=st.integers(1, 3),
    literals=st.sampled_from(CHOICES["literals"]),
    functions=st.sampled_from([("and", "or"), ("and",), ("or",)]),
    deletion=st.sampled_from(CHOICES["deletion"]),
    target=st.sampled_from(CHOICES["target"]),
    leaves=st.integers(1, 4),
    where=st.floats(0, 1),
)
def test_mutations_are_those_of_algorithm_2(
    n: int,
    literals: Literals,
    functions: tuple[str, ...],
    deletion: Deletion,
    target: str,
    leaves: int,
    where: float,
) -> None:
    setting = Setting(n=n, literals=literals, functions=functions, deletion=deletion, target=target)
    forest = Forest(setting, 5)
    level = forest.level(leaves)
    number = int(level[int(where * (len(level) - 1))])
    want: Counter[tuple[str, int]] = Counter()
    for mutation, share in outcomes(forest.tree(number), setting):
        want[mutation.operation, forest.number(mutation.tree)] += share  # type: ignore[assignment]
    have: Counter[tuple[str, int]] = Counter()
    tree = np.array([number])
    ways = (forest.insertions(tree)[0], forest.deletions(tree)[0], forest.substitutions(tree)[0])
    for operation, found in zip(OPERATIONS, ways, strict=True):
        for offspring in found:
            have[operation, int(offspring)] += 1 / (3 * len(found))  # type: ignore[assignment]
    assert have == pytest.approx({key: float(share) for key, share in want.items()})
    assert int(forest.errors[number]) == error(forest.tree(number), setting)


def test_numbers_and_trees_are_one_to_one() -> None:
    forest = Forest(Setting(n=2, literals="all"), 4)
    assert [forest.number(forest.tree(k)) for k in range(forest.count)] == list(range(forest.count))
    assert [forest.tree(k).leaves for k in range(forest.count)] == forest.leaves.tolist()
    assert forest.count == sum(sizes(4, 2, 4))
    assert sizes(4, 2, 0) == [1]


def test_truth_tables_of_several_words() -> None:
    setting = Setting(n=8, target="or")
    forest = Forest(setting, 2)
    assert [int(wrong) for wrong in forest.errors[1:]] == [
        error(forest.tree(k), setting) for k in range(1, forest.count)
    ]


@pytest.mark.parametrize("target", SYMMETRIES)
def test_symmetries_leave_the_target_as_it_is(target: str) -> None:
    for n in (1, 2, 3, 4):
        columns = [sum(1 << row for row in range(2**n) if row >> i & 1) for i in range(n)]
        tree = TARGETS[target].tree(n)
        for permutation in SYMMETRIES[target](n):
            assert sorted(permutation) == list(range(1, n + 1))
            assert tree.evaluate([columns[k - 1] for k in permutation]) == tree.evaluate(columns)


@pytest.mark.parametrize(
    ("n", "literals", "functions", "most"),
    [
        (1, "positive", "and,or", 5),
        (2, "all", "and,or", 4),
        (3, "positive", "and,or", 5),
        (3, "all", "or", 4),
        (4, "positive", "and,or", 4),
        (6, "positive", "and", 4),
        (4, "all", "and,or", 3),
    ],
)
def test_orbits_are_what_burnside_counts(n: int, literals: Literals, functions: str, most: int) -> None:
    setting = Setting(n=n, literals=literals, functions=(functions,))
    forest = Forest(setting, most)
    first = orbits(forest, all_permutations(n))
    assert np.bincount(forest.leaves[np.unique(first)]).tolist() == count_orbits(setting, most)
    assert forest.sizes == count_orbits(setting, most, lumped=False)


def test_orbits_are_those_of_all_renamings() -> None:
    forest = Forest(Setting(n=3), 4)
    first = orbits(forest, all_permutations(3))
    names = [canonical(forest.tree(k)) if k else forest.tree(0) for k in range(forest.count)]
    assert len(set(zip(names, first.tolist(), strict=True))) == len(set(names)) == len(np.unique(first))


def test_few_nodes_have_many_leaves() -> None:
    """What `SeveralMutations` builds its bound on: at most m - k nodes below the root have k > 1 leaves."""
    forest = Forest(Setting(n=1, functions=("and",)), 9)
    for number in range(2, forest.count):
        tree = forest.tree(number)
        below = [(tree.ends[node] - node + 1) // 2 for node in range(1, tree.nodes)]
        for k in range(2, tree.leaves + 1):
            assert sum(leaves >= k for leaves in below) <= tree.leaves - k
