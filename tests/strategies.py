"""Random trees and settings for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.model.setting import CHOICES
from evobool.model.tree import Token

Prefix = tuple[Token, ...]


@st.composite
def trees(draw: st.DrawFn, variables: int = 5, negated: bool = True, least: int = 0, most: int = 12) -> Tree:
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
        parts[at : at + 2] = [(draw(st.sampled_from(["and", "or"])), *parts[at], *parts[at + 1])]
    return Tree(parts[0])


def choices(field: str) -> st.SearchStrategy[str]:
    """The values a field may have."""
    return st.sampled_from(CHOICES[field])


def random_settings(most_n: int = 8, most_iterations: int = 150) -> st.SearchStrategy[Setting]:
    """Settings that differ in every field; the awkward sample sizes do not fill their last word."""
    rows: st.SearchStrategy[str | int] = st.just("complete") | st.sampled_from([1, 2, 63, 64, 65, 200])
    return st.builds(
        Setting,
        n=st.integers(1, most_n),
        target=choices("target"),
        functions=st.sampled_from([("and", "or"), ("and",), ("or",)]),
        literals=choices("literals"),
        limit=st.sampled_from(["none", "n", "n+1", "2n", "1", "2", "3n+2", "5"]),
        deletion=choices("deletion"),
        algorithm=choices("algorithm"),
        selection=choices("selection"),
        training=rows,
        accept_error=st.sampled_from([0, 0, 0, 1, 3, 40]),
        max_iterations=st.integers(1, most_iterations),
        first_leaf=choices("first_leaf"),
    )
