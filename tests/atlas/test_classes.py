"""The classes cover all functions, and are what brute force says."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from evobool import InputError, Tree
from evobool.atlas.classes import InputClasses, npn_classes, output_symmetric
from evobool.atlas.names import names
from evobool.atlas.numbered import count_of, images, renamings
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.targets.targets import truth_columns


def orbit(table: int, n: int, output: bool) -> set[int]:
    """All functions that renaming and negating make of one, input by input."""
    found = set()
    for order in permutations(range(n)):
        for flips in range(2**n):
            new = 0
            for row in range(2**n):
                source = row ^ flips
                old = sum((source >> order[place] & 1) << place for place in range(n))
                new |= (table >> old & 1) << row
            found |= {new, new ^ (count_of(n) - 1)} if output else {new}
    return found


@pytest.mark.parametrize(("n", "inputs", "npn"), [(1, 3, 2), (2, 6, 4), (3, 22, 14), (4, 402, 222)])
def test_how_many_classes_there_are(n: int, inputs: int, npn: int) -> None:
    assert len(InputClasses(n).first) == inputs
    assert len(npn_classes(n)) == npn


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_classes_cover_all_functions_once(n: int) -> None:
    classes = InputClasses(n)
    held: Counter[int] = Counter()
    for each in npn_classes(n):
        members = [table for one in each.polarities for table in classes.members(one)]
        assert len(members) == each.size
        held.update(members)
    assert len(held) == count_of(n)
    assert set(held.values()) == {1}
    assert sum(len(each.polarities) for each in npn_classes(n)) == len(classes.first)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_classes_are_those_of_brute_force(n: int) -> None:
    classes = InputClasses(n)
    for table in range(count_of(n)):
        assert set(classes.members(table)) == orbit(table, n, output=False)
    for each in npn_classes(n):
        both = {table for one in each.polarities for table in classes.members(one)}
        assert both == orbit(each.table, n, output=True)


def test_some_classes_of_four_variables_are_those_of_brute_force() -> None:
    classes = InputClasses(4)
    for each in npn_classes(4)[::37]:
        assert set(classes.members(each.table)) == orbit(each.table, 4, output=False)


def test_renaming_a_tree_renames_what_it_computes() -> None:
    tree, n = Tree.parse("(x1 & ~x3) | (x2 ^ ~x1)"), 3
    ones, columns = count_of(n) - 1, truth_columns(n)
    table = tree.evaluate(columns, ones)
    for number, renaming in enumerate(renamings(n)):
        tokens = tuple(token if isinstance(token, str) else renaming.literal(token) for token in tree.prefix)
        assert Tree(tokens).evaluate(columns, ones) == renaming.image(table) == images(n)[number, table]


def test_what_stands_for_a_class_is_what_people_expect() -> None:
    standing = {f"{each.table:04x}" for each in npn_classes(4)}
    assert {"0000", "aaaa", "8888", "8000", "6996", "8001", "1668", "e880"} <= standing
    assert all(each.table.bit_count() <= 8 for each in npn_classes(4))
    opposites = {each.table: each.opposite for each in npn_classes(4)}
    assert (opposites[0x8000], opposites[0x6996], opposites[0]) == (0xFFFE, 0x6996, 0xFFFF)


def test_every_name_is_of_another_class() -> None:
    for n in (2, 3, 4):
        found = names(n)
        assert set(found) <= {each.table for each in npn_classes(n)}
        assert len(set(found.values())) == len(found)
    assert names(4)[0x6996] == "XOR of 4"
    assert names(4)[0x1668] == "exactly 2 of 4"


def test_which_function_sets_hold_their_duals() -> None:
    held = {pair for pair in product(FUNCTIONS, repeat=2) if output_symmetric(pair)}
    assert ("and", "or") in held
    assert ("xor", "xnor") in held
    assert ("nand", "nor") in held
    assert not any(("xor" in pair) != ("xnor" in pair) for pair in held)
    assert not output_symmetric(("nand",))


@pytest.mark.parametrize("n", [0, 5, "4"])
def test_more_variables_are_refused(n: int) -> None:
    with pytest.raises(InputError, match=r"^n = "):
        InputClasses(n)
