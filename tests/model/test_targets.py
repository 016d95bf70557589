from __future__ import annotations

import pytest

from evobool import Tree
from evobool.model.counting import dual
from evobool.model.targets import TARGETS


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize(("name", "truth"), [("and", all), ("or", any)])
def test_targets_are_what_they_are_called(name: str, truth: object, n: int) -> None:
    target = TARGETS[name]
    tree = target.tree(n)
    assert Tree(tree.prefix).leaves == target.smallest(n) == n
    for row in range(2**n):
        bits = [bool(row >> i & 1) for i in range(n)]
        assert tree.evaluate(bits) == truth(bits)  # type: ignore[operator]


def test_every_target_is_found_by_its_own_name() -> None:
    assert all(target.name == name for name, target in TARGETS.items())


def test_and_and_or_are_dual() -> None:
    assert dual(TARGETS["and"].tree(5)) == TARGETS["or"].tree(5)
    assert TARGETS["and"].complement != TARGETS["or"].complement
