"""The fewest leaves, against every tree there is."""

from __future__ import annotations

import pytest

from evobool import InputError, Tree
from evobool.atlas.fewest import Fewest, fewest
from evobool.atlas.numbered import count_of
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.targets.targets import goal_of, truth_columns

SETS = [("and", "or"), ("and", "or", "xor"), ("nand",), ("nor",), ("and",), ("gt",), ("le", "xor")]


def brute_force(n: int, functions: tuple[str, ...], most: int) -> dict[int, int]:
    """The fewest leaves of all functions that need at most so many: all pairs of all sizes, no symmetry."""
    ones = count_of(n) - 1
    columns = truth_columns(n)
    sizes: list[set[int]] = [set(), {*columns, *(ones ^ column for column in columns)}]
    found = dict.fromkeys(sizes[1], 1)
    for leaves in range(2, most + 1):
        made = {
            int(FUNCTIONS[name].apply(x, y, ones))
            for left in range(1, leaves)
            for x in sizes[left]
            for y in sizes[leaves - left]
            for name in functions
        }
        sizes.append(made)  # with those that need fewer: each tree of so many leaves counts
        for table in made:
            found.setdefault(table, leaves)
    return found


@pytest.mark.parametrize("functions", SETS)
@pytest.mark.parametrize(("n", "most"), [(1, 6), (2, 12), (3, 7)])
def test_it_is_what_brute_force_finds(n: int, most: int, functions: tuple[str, ...]) -> None:
    leaves = Fewest(n, functions).leaves.tolist()
    known = brute_force(n, functions, most)
    for table in range(count_of(n)):
        assert leaves[table] == known.get(table, leaves[table])
        assert (0 < leaves[table] <= most) == (table in known)


@pytest.mark.parametrize("functions", SETS[:3])
@pytest.mark.parametrize("n", [2, 3, 4])
def test_its_trees_compute_their_functions_with_so_many_leaves(n: int, functions: tuple[str, ...]) -> None:
    found = fewest(n, functions)
    for table in range(0, count_of(n), 1 if n < 4 else 97):
        tree = found.tree(table)
        assert tree.evaluate(truth_columns(n), count_of(n) - 1) == table
        assert tree.leaves == found.leaves[table]
        assert set(tree.functions) <= set(functions)
        assert Tree(tree.prefix) == tree


def known(target: str, n: int) -> int:
    return int(goal_of(target, n).value(truth_columns(n), count_of(n) - 1))


@pytest.mark.parametrize(
    ("target", "n", "leaves"),
    [("xor", 2, 4), ("xor", 3, 10), ("xor", 4, 16), ("majority", 3, 5), ("and", 4, 4), ("x1 & ~x1", 4, 2)],
)
def test_known_sizes_of_formulas_of_and_or_not(target: str, n: int, leaves: int) -> None:
    """XOR_n needs n^2 leaves if n is a power of two, and 10 at n = 3 (Khrapchenko; Yablonskii)."""
    assert fewest(n, ("and", "or")).leaves[known(target, n)] == leaves


def test_a_function_and_its_negation_need_equally_many_of_and_or() -> None:
    leaves = fewest(4, ("and", "or")).leaves
    assert (leaves == leaves[::-1]).all()
    assert leaves.min() == 1


def test_what_no_tree_computes_is_refused() -> None:
    with pytest.raises(InputError, match=r"^target = table:e: no tree of and computes it$"):
        Fewest(2, ("and",)).tree(0b1110)
