"""Random settings and trees, drawn from the registries: a new entry is tested by being there."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from evobool import InputError, Setting, Tree
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix
from evobool.model.objective import OBJECTIVES
from evobool.model.targets.families import TARGETS
from evobool.theory.chain.transitions import READS
from tests.support.choices import BY_ORDER, CHOICES

FORMULAS = ("x1", "x1 & ~x2", "~x1 | x2", "x1 & (x2 | ~x3) ^ x4", "(x1 & x2) | (x3 & x4)", "x1 & ~x1")
WEIGHED = ("weights:3:1", "weights:2:7", "weights:0:1", "weights:1:0")
WEIGHTS = ("1:1:1", "3:1:2", "1:0:1", "0:1:1", "2:1:0", "1:0:0")


def targets(n: int) -> list[str]:
    """Every target of n variables: whole, of some variables only, and formulas."""
    named = [*TARGETS, *(f"{name}:{k}" for name in TARGETS for k in range(1, n))]
    found = []
    for name in (*named, *FORMULAS):
        try:
            found.append(Setting(n=n, target=name).target)
        except InputError:  # there is none of so many variables
            continue
    return found


def objectives() -> list[str]:
    """Every objective of one number that is built in."""
    single = [each for each in OBJECTIVES.values() if not each.trade_off and not each.source]
    return [word for each in single for word in ([each.name] if not each.weighted else WEIGHED)]


def function_sets() -> st.SearchStrategy[tuple[str, ...]]:
    """One to three functions."""
    return st.sets(st.sampled_from(list(FUNCTIONS)), min_size=1, max_size=3).map(tuple)


@st.composite
def trees(draw: st.DrawFn, setting: Setting, least: int = 0, most: int = 6) -> Tree:
    """A tree that a run of the setting can hold."""
    leaves = draw(st.integers(least, most if setting.leaf_limit is None else min(most, setting.leaf_limit)))
    if leaves == 0:
        return Tree()
    parts: list[Prefix] = [(draw(st.sampled_from(setting.literal_list)),) for _ in range(leaves)]
    while len(parts) > 1:  # join two neighbours: every shape can come up
        at = draw(st.integers(0, len(parts) - 2))
        parts[at : at + 2] = [(draw(st.sampled_from(setting.functions)), *parts[at], *parts[at + 1])]
    return Tree(parts[0])


@st.composite
def complete_settings(
    draw: st.DrawFn, most_n: int = 4, limits: tuple[str, ...] = ("none", "n", "5")
) -> Setting:
    """Settings on the complete truth table that differ in every other field that the theory reads."""
    n = draw(st.integers(1, most_n))
    fields: dict[str, Any] = {
        name: draw(st.sampled_from(values))
        for name, values in CHOICES.items()
        if name in READS and name != "algorithm"
    }
    return Setting(
        n=n,
        target=draw(st.sampled_from(targets(n))),
        functions=draw(function_sets()),
        limit=draw(st.sampled_from(limits)),
        selection=draw(st.sampled_from(BY_ORDER)),
        accept_error=draw(st.sampled_from([0, 0, 0, 1, 2])),
        weights=draw(st.sampled_from(WEIGHTS)),
        **fields,
    )


@st.composite
def cases(draw: st.DrawFn, most_n: int = 4) -> tuple[Tree, Setting]:
    """A setting on the complete truth table, and a tree that a run of it can hold."""
    setting = draw(complete_settings(most_n, ("none", "n", "n+1", "2n", "1", "5")))
    return draw(trees(setting)), setting


@st.composite
def chain_settings(draw: st.DrawFn) -> Setting:
    """Settings that the chain covers, small enough to do without symmetries, with any start."""
    setting = draw(complete_settings(3, ("2", "3")))
    if len(setting.functions) * len(setting.literal_list) ** 2 > 40:
        setting = setting.with_(limit="2")
    if draw(st.booleans()):
        setting = setting.with_(training=draw(st.sampled_from([1, 5, 20])))
    else:
        setting = setting.with_(offspring=draw(st.sampled_from([1, 1, 2, 5])))
    if draw(st.booleans()):
        setting = setting.with_(start=str(draw(trees(setting, least=1))))
    return setting
