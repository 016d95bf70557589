"""Long and deep formulas: time in proportion to their length, and no recursion."""

from __future__ import annotations

import inspect
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from evobool import InputError, Setting, Tree
from evobool.model.formulas.counting import grouped, parts_of, satisfied_share
from evobool.model.formulas.diagrams import MOST_VARIABLES, Nodes
from evobool.model.targets.targets import goal_of
from evobool.model.targets.wrong import wrong_share

MANY = 50_000  # leaves; what takes time in the square of them would not come back for minutes


def right(leaves: int, functions: str = "&", variables: int = 50) -> str:
    """x1 & (x2 & (x3 & ...))"""
    inner = (f"x{k % variables + 1} {functions[k % len(functions)]} (" for k in range(leaves - 1))
    return "".join(inner) + "x1" + ")" * (leaves - 1)


FORMULAS = {
    "flat": " & ".join(f"x{k % 50 + 1}" for k in range(MANY)),
    "right": right(MANY),
    "left": "(" * (MANY - 1) + "x1" + "".join(f" & x{k % 50 + 1})" for k in range(MANY - 1)),
    "alternating": right(MANY, "&|"),
    "negated": "~(" * MANY + "x1 & x2" + ")" * MANY,
    "spaced": f"x1{' ' * MANY}&{' ' * MANY}x2",
    "pairs": " & ".join(f"(x{2 * k + 1} | x{2 * k + 2})" for k in range(MANY // 2)),
    "chained pairs": " & ".join(f"(x{k % 3 + 1} | x{k % 5 + 1})" for k in range(MANY // 2)),
}


@pytest.mark.parametrize("text", FORMULAS.values(), ids=list(FORMULAS))
def test_formulas_of_any_length_are_read_written_and_counted(text: str) -> None:
    tree = Tree.parse(text)
    again = Tree.parse(str(tree))
    assert again == tree
    assert Tree(tree.prefix) == tree
    assert satisfied_share(tree.prefix) >= 0
    assert Setting(n=MANY, start=text, functions=("and", "or", "nand")).start_tree == tree


def test_a_literal_alone_is_a_tree_too() -> None:
    assert grouped((-3,)) == -3
    assert satisfied_share((-3,)) == Fraction(1, 2)


def test_counting_leaves_the_recursion_limit_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one for all threads, so a count in one must not change what another may do."""

    def refuse(limit: int) -> None:
        raise AssertionError("the recursion limit is not ours to change")

    monkeypatch.setattr(sys, "setrecursionlimit", refuse)
    prefixes = [Tree.parse(right(size, "&|")).prefix for size in (10, 1000, 20_000)] * 4
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda prefix: wrong_share(prefix, goal_of("and", 50)), prefixes))
    assert found == found[:3] * 4


def test_a_diagram_takes_no_recursion() -> None:
    nodes = Nodes(range(1, MOST_VARIABLES + 1))
    columns = nodes.columns(MOST_VARIABLES)
    before = sys.getrecursionlimit()
    depth = len(inspect.stack(0))
    odd = columns[0]
    try:
        sys.setrecursionlimit(depth + 40)
        for column in columns[1:]:
            odd = odd ^ column
        both = (odd & columns[-1]) | (odd & columns[0])
    finally:
        sys.setrecursionlimit(before)
    assert odd.share() == Fraction(1, 2)
    assert both.share() == Fraction(3, 8)


def test_parts_hang_together_as_they_always_did() -> None:
    """The order decides which variable is branched on, so which trees can be counted within a bound."""

    def plain(children: tuple[object, ...]) -> list[list[object]]:
        parts: list[tuple[set[int], list[object]]] = []
        for child in children:
            variables = set(map(abs, child.literals))  # type: ignore[attr-defined]
            members, apart = [child], []
            for part in parts:
                if part[0] & variables:
                    variables |= part[0]
                    members = part[1] + members
                else:
                    apart.append(part)
            parts = [*apart, (variables, members)]
        return [members for _, members in parts]

    rng = random.Random(1)
    for _ in range(300):
        names = rng.choice([6, 20, 60])
        pairs = " & ".join(
            f"(x{rng.randint(1, names)} | x{rng.randint(1, names)})" for _ in range(rng.randint(2, 25))
        )
        group = grouped(Tree.parse(pairs).prefix)
        assert not isinstance(group, int)
        assert [list(part) for part in parts_of(group.children)] == plain(group.children)


def test_a_tree_too_deep_to_draw_as_text_is_refused() -> None:
    deep = Tree.parse(right(10_000))
    with pytest.raises(InputError, match=r"10,000 leaves: would take 399,9.* characters as text"):
        deep.draw()
    assert deep.dot().startswith("digraph")
    assert Tree.parse(right(2000)).draw().count("\n") == 3998
