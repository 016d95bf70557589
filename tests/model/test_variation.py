"""Crossovers, mutations and first trees: how often each tree is made, against all cases listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from evobool import Setting, Tree
from evobool.model.generator import Generator
from evobool.model.growing import depth_of
from evobool.model.populations.begin import begun
from tests.support.chisquare import assert_distributed
from tests.support.naive import Nested, Path, at, flat, nested, paths, replaced

DRAWS = 12_000
ONE, OTHER, LEAF = map(Tree.parse, ("(x1 & x2) | x3", "x3 & (x1 | (x2 & ~x1))", "x2"))
PAIRS = [(ONE, OTHER), (OTHER, ONE), (ONE, LEAF), (LEAF, OTHER), (LEAF, LEAF)]
Law = dict[Tree, Fraction]


def agrees(make: Callable[[Generator], Tree], law: Law) -> None:
    assert sum(law.values()) == 1
    draws = Generator(4)
    assert_distributed(Counter(make(draws) for _ in range(DRAWS)), law)


def added(law: Law, tree: Nested, share: Fraction) -> None:
    law[flat(tree)] = law.get(flat(tree), Fraction(0)) + share


def nodes(tree: Nested, kozas: bool) -> Iterator[tuple[Path, Fraction]]:
    """Places to cross, with their probabilities."""
    everywhere = paths(tree)
    inner = [path for path in everywhere if not isinstance(at(tree, path), int)]
    for path in everywhere:
        if not kozas or not inner:
            yield path, Fraction(1, len(everywhere))
        elif path in inner:
            yield path, Fraction(9, 10 * len(inner))
        else:
            yield path, Fraction(1, 10 * (len(everywhere) - len(inner)))


def common(one: Nested, other: Nested) -> list[Path]:
    """The places that both trees have, from the root as long as both have functions."""
    if isinstance(one, int) or isinstance(other, int):
        return [()]
    below = [(side, path) for side in (1, 2) for path in common(one[side], other[side])]  # type: ignore[arg-type]
    return [(), *((side, *path) for side, path in below)]


@pytest.mark.parametrize("pair", PAIRS, ids=str)
@pytest.mark.parametrize("crossover", ["subtree:1", "koza:1", "one-point:1", "join:1"])
def test_crossover(crossover: str, pair: tuple[Tree, Tree]) -> None:
    setting = Setting(n=3, literals="all", crossover=crossover, population=2)
    one, other, law = nested(pair[0]), nested(pair[1]), Law()
    if crossover == "join:1":
        for function in ("and", "or"):
            added(law, (function, one, other), Fraction(1, 2))
    elif crossover == "one-point:1":
        places = common(one, other)
        for path in places:
            added(law, replaced(one, path, at(other, path)), Fraction(1, len(places)))
    else:
        for mine, share in nodes(one, crossover == "koza:1"):
            for yours, other_share in nodes(other, crossover == "koza:1"):
                added(law, replaced(one, mine, at(other, yours)), share * other_share)
    cross = setting.crosser.entry.cross
    agrees(lambda draws: cross(setting, *pair, draws).tree, law)


def grown(depth: int, setting: Setting, rooted: bool) -> dict[Nested, Fraction]:
    """Grown trees: each node any function or literal, above the depth; leaves at it."""
    literals, functions = setting.literal_list, setting.functions
    found: dict[Nested, Fraction] = {}
    choices = 0 if depth == 0 else len(functions)
    plain = 0 if rooted and depth else len(literals)
    if plain:
        found = {x: Fraction(1, plain + choices) for x in literals}
    if choices:
        below = grown(depth - 1, setting, False)
        for function in functions:
            for left, share in below.items():
                for right, other in below.items():
                    found[function, left, right] = share * other / (plain + choices)
    return found


def full(depth: int, setting: Setting) -> dict[Nested, Fraction]:
    if depth == 0:
        return {x: Fraction(1, len(setting.literal_list)) for x in setting.literal_list}
    below, functions = full(depth - 1, setting), setting.functions
    return {
        (function, left, right): share * other / len(functions)
        for function in functions
        for left, share in below.items()
        for right, other in below.items()
    }


def mixed(*parts: tuple[Fraction, dict[Nested, Fraction]]) -> Law:
    law: Law = {}
    for weight, trees in parts:
        for tree, share in trees.items():
            added(law, tree, weight * share)
    return law


@pytest.mark.parametrize("start", ["leaf", "grow:0", "grow:1", "grow:2", "full:1", "full:2", "ramped:0-2"])
def test_first_trees(start: str) -> None:
    setting = Setting(n=2, functions=("and",), start=start)
    whole, half, sixth = Fraction(1), Fraction(1, 2), Fraction(1, 6)
    law = {
        "leaf": mixed((whole, full(0, setting))),
        "grow:0": mixed((whole, full(0, setting))),
        "grow:1": mixed((whole, grown(1, setting, True))),
        "grow:2": mixed((whole, grown(2, setting, True))),
        "full:1": mixed((whole, full(1, setting))),
        "full:2": mixed((whole, full(2, setting))),
        "ramped:0-2": mixed(
            *((sixth, grown(depth, setting, True)) for depth in range(3)),
            *((half / 3, full(depth, setting)) for depth in range(3)),
        ),
    }[start]
    agrees(lambda draws: begun(setting, 1, draws)[0], law)


def test_no_doubles_at_the_start() -> None:
    draws = Generator(1)
    trees = begun(Setting(n=3, start="ramped:2-6", population=200), 200, draws)
    assert len(set(trees)) == 200
    assert {depth_of(tree.prefix) for tree in trees} == {1, 2, 3, 4, 5, 6}
    few = begun(Setting(n=1, start="full:0", population=3), 3, draws)  # there is but one
    assert few == [Tree((1,))] * 3
    assert begun(Setting(n=3, population=3, start="x1 | x2"), 3, draws) == [Tree.parse("x1 | x2")] * 3


@pytest.mark.parametrize("tree", [ONE, LEAF, Tree()], ids=str)
@pytest.mark.parametrize("mutation", ["subtree:1", "subtree:0", "point"])
def test_mutation(mutation: str, tree: Tree) -> None:
    setting = Setting(n=3, mutation=mutation)
    root, law = nested(tree) if tree.prefix else None, Law()
    everywhere: list[Path] = [()] if root is None else paths(root)
    for path in everywhere:
        new = full(0, setting)
        if mutation == "subtree:1":
            new = grown(1, setting, False)
        old = None if root is None else at(root, path)
        if mutation == "point" and isinstance(old, tuple):
            new = {(function, *old[1:]): Fraction(1, 2) for function in setting.functions}
        for subtree, share in new.items():
            made = subtree if root is None else replaced(root, path, subtree)
            added(law, made, share / len(everywhere))
    agrees(lambda draws: setting.operator.mutate(tree, setting, draws).tree, law)


def test_what_was_inserted_is_counted() -> None:
    setting = Setting(n=3, crossover="join:1", population=2)
    made = setting.crosser.entry.cross(setting, ONE, OTHER, Generator(1))
    root = made.tree.prefix[0]
    assert Counter(made.inserted) == Counter([root, "and", "or", "and"])
