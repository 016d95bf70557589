"""Random trees and settings for hypothesis, from the registries: a new entry is tested by being there."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix
from evobool.model.targets.families import TARGETS
from evobool.model.targets.tabled import digits_of
from tests.support.choices import BY_ORDER, CHOICES
from tests.support.drawn import objectives

AND_OR = ("and", "or")


@st.composite
def trees(
    draw: st.DrawFn,
    variables: int = 5,
    negated: bool = True,
    least: int = 0,
    most: int = 12,
    functions: tuple[str, ...] = AND_OR,
) -> Tree:
    """A tree of `least` to `most` leaves over x1 ... x`variables`."""
    leaves = draw(st.integers(least, most))
    if leaves == 0:
        return Tree()
    literals = st.integers(1, variables)
    if negated:
        literals |= st.integers(-variables, -1)
    parts: list[Prefix] = [(draw(literals),) for _ in range(leaves)]
    while len(parts) > 1:  # join two neighbours: every shape can come up
        at = draw(st.integers(0, len(parts) - 2))
        parts[at : at + 2] = [(draw(st.sampled_from(functions)), *parts[at], *parts[at + 1])]
    return Tree(parts[0])


def choices(field: str) -> st.SearchStrategy[Any]:
    """The values a field may have."""
    return st.sampled_from(CHOICES[field])


def function_sets() -> st.SearchStrategy[tuple[str, ...]]:
    """Any functions; the paper's more often."""
    some = st.lists(st.sampled_from(sorted(FUNCTIONS)), min_size=1, max_size=4, unique=True).map(tuple)
    return st.sampled_from([AND_OR, AND_OR, ("and",), ("or",)]) | some


@st.composite
def targets(draw: st.DrawFn, n: int, literals_only: bool = False) -> str:
    """A target of n variables: a name, a name with K, a table, or a formula."""
    if not literals_only and n <= 6 and draw(st.integers(0, 5)) == 0:
        return f"table:{draw(st.integers(0, 2**2**n - 1)):0{digits_of(n)}x}"
    names = [name for name, entry in TARGETS.items() if entry.literals or not literals_only]
    name = draw(st.sampled_from(names))
    if draw(st.booleans()) and TARGETS[name].some:
        name = f"{name}:{draw(st.integers(1, n))}"
        if TARGETS[name.partition(":")[0]].refuses(int(name.partition(":")[2])) is None:
            return name
    if TARGETS[name.partition(":")[0]].refuses(n) is None and draw(st.integers(0, 2)):
        return name
    if not literals_only:
        return str(draw(trees(variables=n, least=1, most=6, functions=tuple(FUNCTIONS))))
    some = draw(st.lists(st.integers(1, n), min_size=1, max_size=n, unique=True))
    signed = [x if draw(st.booleans()) else -x for x in some]
    symbol = draw(st.sampled_from([" & ", " | "]))
    return symbol.join(f"x{x}" if x > 0 else f"~x{-x}" for x in signed)


ROWS: st.SearchStrategy[str | int] = (
    st.just("complete") | st.sampled_from([1, 2, 63, 64, 65, 200]) | st.sampled_from(["fixed:1", "fixed:65"])
)


@st.composite
def random_settings(
    draw: st.DrawFn,
    most_n: int = 8,
    most_iterations: int = 150,
    training: st.SearchStrategy[str | int] = ROWS,
    countable: bool = False,
) -> Setting:
    """Settings that differ in every field; the awkward sample sizes do not fill their last word.

    `countable` keeps to what the exact engine can run.
    """
    n = draw(st.integers(1, most_n))
    functions = draw(st.sampled_from([AND_OR, ("and",), ("or",)]) if countable else function_sets())
    literals = draw(choices("literals"))
    rows = draw(training)
    setting = Setting(
        n=n,
        target=draw(targets(n, literals_only=countable)),
        functions=functions,
        literals=literals,
        deletion=draw(choices("deletion")),
        algorithm=draw(choices("algorithm")),
        selection=draw(st.sampled_from(BY_ORDER)),
        training=rows,
        accept_error=draw(st.sampled_from([0, 0, 0, 1, 3, 40])),
        max_iterations=draw(st.integers(1, most_iterations)),
        first_leaf=draw(choices("first_leaf")),
        weights=draw(st.sampled_from(["1:1:1", "1:1:1", "2:1:1", "1:3:2", "1:0:2", "0:1:1", "5:3:0"])),
        limit=draw(st.sampled_from(["none", "n", "n+1", "2n", "1", "2", "3n+2", "1.5n", "n + log2 n + 1"])),
    )
    setting = setting.with_(objective=draw(st.sampled_from(["errors", *objectives()])))
    if not countable or not setting.judged_on.fresh:
        setting = setting.with_(offspring=draw(st.sampled_from([1, 1, 1, 2, 5])))
    if draw(st.integers(0, 2)) == 0:
        most = 6 if setting.leaf_limit is None else min(6, setting.leaf_limit)
        start = draw(trees(n, literals == "all", 1, most, setting.functions))
        setting = setting.with_(start=str(start))
    return setting
