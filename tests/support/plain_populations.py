"""Populations once more, in other words: nested tuples, sets of rows, Python's own generator.

Nothing of the package is used but what a setting says. Runs follow the same law as those of the engines, but
are other runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from evobool import Setting
from tests.support.chain import value, values
from tests.support.naive import Nested, at, paths, replaced


@dataclass
class Made:
    """A tree with what is compared."""

    tree: Nested | None
    false: int
    missed: int
    leaves: int

    @property
    def error(self) -> int:
        return self.false + self.missed


def judged(tree: Nested | None, setting: Setting, rows: list[int], wanted: tuple[bool, ...]) -> Made:
    if tree is None:
        return Made(None, 10**9, 10**9, 10**9)
    found = [bool(value(tree, row)) for row in rows]
    false = sum(is_true and not wanted[row] for row, is_true in zip(rows, found, strict=True))
    missed = sum(wanted[row] and not is_true for row, is_true in zip(rows, found, strict=True))
    return Made(tree, false, missed, leaves_of(tree))


def leaves_of(tree: Nested) -> int:
    return 1 if isinstance(tree, int) else leaves_of(tree[1]) + leaves_of(tree[2])


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


def archive_run(setting: Setting, random: Random) -> tuple[int, int]:
    """SEMO on false positives and false negatives, or on errors and leaves: iterations, and trees kept."""
    rows, wanted = list(range(2**setting.n)), values(setting.target, setting.n)

    def by(made: Made) -> tuple[int, ...]:
        several = {"classes": (made.false, made.missed), "size": (made.error, made.leaves)}
        return several.get(setting.objective, (made.false, made.missed, made.leaves))

    kept = {by(begun): begun for begun in [judged(None, setting, rows, wanted)]}
    iterations = 0
    while all(made.error > 0 for made in kept.values()) and iterations < setting.max_iterations:
        iterations += 1
        parent = random.choice(list(kept.values()))
        child = judged(mutated(parent.tree, setting, random), setting, rows, wanted)
        if setting.leaf_limit is not None and child.leaves > setting.leaf_limit:
            continue
        new = by(child)
        pairs = [(old, all(mine <= yours for mine, yours in zip(old, new, strict=True))) for old in kept]
        if any(weakly and old != new for old, weakly in pairs) or (
            setting.selection == "strict" and new in kept
        ):
            continue
        beaten = [old for old in kept if all(mine <= yours for mine, yours in zip(new, old, strict=True))]
        for old in beaten:
            del kept[old]
        kept[new] = child
    return iterations, len(kept)
