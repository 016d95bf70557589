"""Populations once more, in other words: nested tuples, lists of rows, Python's own generator.

Nothing of the package is used but what a setting says. Runs follow the same law as those of the engines, but
are other runs. Covered are plain setups of every field; the entries themselves are tested one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random
from typing import NamedTuple

from evobool import Setting
from tests.support.chain import value, values
from tests.support.naive import Nested, at, paths, replaced


@dataclass(eq=False)
class Made:
    """A tree with what is compared, and when it was made."""

    tree: Nested | None
    wrong: tuple[int, ...]  # rows
    false: int
    leaves: int
    born: int

    @property
    def error(self) -> int:
        return len(self.wrong) + 1000 * (self.tree is None)


class Outcome(NamedTuple):
    """What is compared of runs."""

    iterations: int
    error: int
    leaves: int
    all_leaves: int
    different: int


clock = count()


def judged(tree: Nested | None, setting: Setting) -> Made:
    wrong, false = missed(tree, setting.target, setting.n)
    return Made(tree, wrong, false, 0 if tree is None else leaves_of(tree), next(clock))


@cache
def missed(tree: Nested | None, target: str, n: int) -> tuple[tuple[int, ...], int]:
    wanted = values(target, n)
    wrong = tuple(row for row in range(2**n) if tree is None or value(tree, row) != wanted[row])
    return wrong, sum(not wanted[row] for row in wrong)


def leaves_of(tree: Nested) -> int:
    return 1 if isinstance(tree, int) else leaves_of(tree[1]) + leaves_of(tree[2])


def depth(tree: Nested | None) -> int:
    return 0 if tree is None or isinstance(tree, int) else 1 + max(depth(tree[1]), depth(tree[2]))


def mutated(tree: Nested | None, setting: Setting, random: Random) -> Nested:
    """HVL-Prime with equal odds and subtree deletion."""
    literal = random.choice(setting.literal_list)
    if tree is None:
        return literal
    operation = random.choice(["insert", "delete", "substitute"])
    everywhere = paths(tree)
    if operation == "insert":
        path = random.choice(everywhere)
        left, right = random.sample([literal, at(tree, path)], 2)
        return replaced(tree, path, (random.choice(setting.functions), left, right))
    if operation == "substitute":
        leaves = [path for path in everywhere if isinstance(at(tree, path), int)]
        return replaced(tree, random.choice(leaves), literal)
    path = random.choice(everywhere)
    return replaced(tree, path[:-1], at(tree, (*path[:-1], 3 - path[-1]))) if path else tree


def parent_of(population: list[Made], setting: Setting, random: Random) -> Made:
    name, _, size = setting.parents.partition(":")
    if name == "tournament":
        return min((random.choice(population) for _ in range(int(size))), key=lambda each: each.error)
    left = population
    if name == "lexicase":
        for row in random.sample(range(2**setting.n), 2**setting.n):
            left = [each for each in left if row not in each.wrong] or left
    return random.choice(left)


def crossed(one: Nested, other: Nested, random: Random) -> Nested:
    return replaced(one, random.choice(paths(one)), at(other, random.choice(paths(other))))


def child_of(population: list[Made], setting: Setting, random: Random) -> tuple[Made | None, list[Made]]:
    """An offspring, None if it is too large, and its parents."""
    name, _, share = setting.crossover.partition(":")
    parents, crossing = [parent_of(population, setting, random)], False
    tree = parents[0].tree
    if name != "none" and random.random() < float(share):
        crossing = True
        parents.append(parent_of(population, setting, random))
        if tree is not None and parents[1].tree is not None:
            tree = crossed(tree, parents[1].tree, random)
    if (not crossing or setting.variation == "both") and random.random() < float(setting.mutation_rate):
        for _ in range(1 + (poisson(random) if setting.algorithm == "1+1-gp" else 0)):
            tree = mutated(tree, setting, random)
    if setting.depth != "none" and depth(tree) > int(setting.depth):
        tree = parents[0].tree
    made = judged(tree, setting)
    if setting.leaf_limit is not None and made.leaves > setting.leaf_limit:
        if setting.survival != "comma":
            return None, parents
        made = judged(parents[0].tree, setting)
    return made, parents


def poisson(random: Random) -> int:
    threshold, product, found = 0.36787944117144233, random.random(), 0
    while product > threshold:
        found, product = found + 1, product * random.random()
    return found


def worst(pool: list[Made], setting: Setting, random: Random) -> Made:
    """Who goes next."""

    def by(each: Made) -> tuple[int, int]:
        return each.error, each.leaves if setting.selection == "parsimony" else 0

    most = max(map(by, pool))
    equal = [each for each in pool if by(each) == most]
    if setting.selection == "coin":
        return random.choice(equal)
    return (max if setting.selection == "strict" else min)(equal, key=lambda each: each.born)


def after(population: list[Made], setting: Setting, random: Random) -> list[Made]:
    """A population after one iteration."""
    made = [child_of(population, setting, random) for _ in range(setting.offspring)]
    brood = [(child, parents) for child, parents in made if child is not None]
    if setting.survival == "crowding":
        for child, (one, *others) in brood:
            met = one
            for other in others:
                if len({*child.wrong} ^ {*other.wrong}) < len({*child.wrong} ^ {*one.wrong}):
                    met = other
            if child.error <= met.error:
                population = [child if each is met else each for each in population]
        return population
    children = [child for child, _ in brood]
    if setting.distinct == "trees":
        kept: list[Made] = []
        for child in children:
            if child.tree not in [each.tree for each in population + kept]:
                kept.append(child)
        children = kept
    if setting.distinct == "functions":
        for child in list(children):
            equal = [each for each in population if each.wrong == child.wrong]
            if equal:
                child.born = equal[0].born
                population = [child if each is equal[0] else each for each in population]
                children.remove(child)
    pool = (population if setting.survival == "plus" else []) + children
    while len(pool) > setting.population:
        pool.remove(worst(pool, setting, random))
    return sorted(pool, key=lambda each: each.born)


def first(setting: Setting, random: Random) -> list[Made]:
    trees = [
        random.choice(setting.literal_list) if setting.start == "leaf" else None
        for _ in range(setting.population)
    ]
    return [judged(tree, setting) for tree in trees]


def population_run(setting: Setting, random: Random) -> Outcome:
    """A run on the complete truth table."""
    number, every = (1, 1) if setting.islands == "none" else map(int, setting.islands.split(":"))
    islands = [first(setting, random) for _ in range(number)]
    for iteration in count():
        everyone = [each for island in islands for each in island]
        if iteration == setting.max_iterations or any(each.error == 0 for each in everyone):
            best = min(everyone, key=lambda each: (each.error, each.leaves))
            trees = {each.tree for each in everyone}
            return Outcome(
                iteration, best.error, best.leaves, sum(each.leaves for each in everyone), len(trees)
            )
        islands = [after(island, setting, random) for island in islands]
        if number > 1 and (iteration + 1) % every == 0:
            best_of_each = [min(island, key=lambda each: each.error) for island in islands]
            for place, island in enumerate(islands):
                gone = max(island, key=lambda each: each.error)
                came = judged(best_of_each[place - 1].tree, setting)
                islands[place] = [*(each for each in island if each is not gone), came]
    raise AssertionError


def archive_run(setting: Setting, random: Random) -> Outcome:
    """SEMO on false positives and false negatives, on errors and leaves, or on all three."""

    def by(made: Made) -> tuple[int, ...]:
        if made.tree is None:
            return (1000, 1000, 1000)
        missing = made.error - made.false
        several = {"classes": (made.false, missing), "size": (made.error, made.leaves)}
        return several.get(setting.objective, (made.false, missing, made.leaves))

    kept = {by(begun): begun for begun in [judged(None, setting)]}
    iterations = 0
    while all(made.error > 0 for made in kept.values()) and iterations < setting.max_iterations:
        iterations += 1
        parent = random.choice(list(kept.values()))
        child = judged(mutated(parent.tree, setting, random), setting)
        if setting.leaf_limit is not None and child.leaves > setting.leaf_limit:
            continue
        new = by(child)
        pairs = [(old, all(mine <= yours for mine, yours in zip(old, new, strict=False))) for old in kept]
        if any(weakly and old != new for old, weakly in pairs) or (
            setting.selection == "strict" and new in kept
        ):
            continue
        for old in [old for old in kept if all(x <= y for x, y in zip(new, old, strict=False))]:
            del kept[old]
        kept[new] = child
    best = min(kept.values(), key=lambda each: (each.error, each.leaves))
    leaves = sum(each.leaves for each in kept.values())
    return Outcome(iterations, best.error, best.leaves, leaves, len(kept))
