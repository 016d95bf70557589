"""Ways to choose a parent: how often each member is drawn, against all cases listed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product

import pytest

from evobool import Setting
from evobool.model.generator import Generator
from evobool.model.populations.member import Member
from evobool.model.populations.parents import PARENTS
from tests.support.chisquare import assert_distributed
from tests.support.members import member, solving

DRAWS = 12_000
ERRORS = (3, 0, 7, 3, 1, 12)


def drawn(parents: str, population: Sequence[Member], **fields: object) -> list[int]:
    """How often each member is drawn."""
    setting = Setting(n=3, population=len(population), parents=parents, **fields)  # type: ignore[arg-type]
    pick, draws = setting.chooser.entry.choose(setting, tuple(population)), Generator(8)
    counts = [0] * len(population)
    for _ in range(DRAWS):
        counts[pick(draws)] += 1
    return counts


def agrees(counts: Sequence[int], shares: Sequence[Fraction]) -> None:
    assert sum(shares) == 1
    met = {place: count for place, count in enumerate(counts) if count}
    assert_distributed(met, {place: share for place, share in enumerate(shares) if share})


def by_lexicase(population: Sequence[Member], rows: int) -> list[Fraction]:
    """All orders of the rows."""
    shares = [Fraction(0)] * len(population)
    orders = list(permutations(range(rows)))
    for order in orders:
        left = list(range(len(population)))
        for row in order:
            right = [place for place in left if not (population[place].missed or 0) >> row & 1]
            left = right or left
        for place in left:
            shares[place] += Fraction(1, len(orders) * len(left))
    return shares


def test_lexicase_as_enumerated() -> None:
    population = [solving(2, 4), solving(2), solving(2, 3), solving(1, 2), solving(1, 4)]
    known = [Fraction(5, 24), Fraction(0), Fraction(1, 3), Fraction(5, 24), Fraction(1, 4)]
    assert by_lexicase(population, 4) == known
    agrees(drawn("lexicase", population), known)


def test_lexicase_with_equals_and_a_row_that_none_solves() -> None:
    population = [solving(1, 2), solving(1, 2), solving(3), solving(), solving(1), solving(3, 2, 1)]
    population = [*population[:5], solving(2)]
    agrees(drawn("lexicase", population), by_lexicase(population, 4))


def test_uniform() -> None:
    agrees(drawn("uniform", [member(error) for error in ERRORS]), [Fraction(1, 6)] * 6)


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("selection", ["nonstrict", "parsimony"])
def test_tournament(size: int, selection: str) -> None:
    population = [member(error, leaves) for error, leaves in zip(ERRORS, (5, 1, 2, 1, 4, 1), strict=True)]

    def better(place: int) -> tuple[int, int]:
        return ERRORS[place], population[place].leaves if selection == "parsimony" else 0

    shares = [Fraction(0)] * 6
    for drawing in product(range(6), repeat=size):
        best = [place for place in drawing if better(place) == min(map(better, drawing))]
        for place in best:
            shares[place] += Fraction(1, 6**size * len(best))
    agrees(drawn(f"tournament:{size}", population, selection=selection), shares)


def test_proportionate() -> None:
    total = sum(Fraction(1, 1 + error) for error in ERRORS)
    shares = [Fraction(1, 1 + error) / total for error in ERRORS]
    agrees(drawn("proportionate", [member(error) for error in ERRORS]), shares)


def test_over_selection() -> None:
    """Of 1,000 members, 40 without errors, the best hold 32 % of the sum of 1 / (1 + error)."""
    errors = [0] * 40 + [3] * 960  # 40 of 40 + 240: so 199.6 of those with 3 errors are among the best
    best = Fraction(320, 1000) * 280
    more = -int(-(best - 40) // Fraction(1, 4))  # rounded up
    counts = drawn("over-selection", [member(error) for error in errors])
    parts = [sum(counts[:40]), sum(counts[40 : 40 + more]), sum(counts[40 + more :])]
    held = 40 + Fraction(more, 4)
    shares = [Fraction(4, 5) * 40 / held, Fraction(4, 5) * Fraction(more, 4) / held, Fraction(1, 5)]
    agrees(parts, shares)
    assert min(counts[40 + more :]) < max(counts[40 + more :])


def test_over_selection_of_few_is_proportionate() -> None:
    total = sum(Fraction(1, 1 + error) for error in ERRORS)
    shares = [Fraction(1, 1 + error) / total for error in ERRORS]
    agrees(drawn("over-selection", [member(error) for error in ERRORS]), shares)


def test_sharing() -> None:
    population = [solving(1, 2), solving(1, 2), solving(3), solving(1), solving()]
    solvers = [3, 2, 1, 0]
    scores = [
        sum(Fraction(1, solvers[row]) for row in range(4) if not (each.missed or 0) >> row & 1)
        for each in population
    ]
    assert scores == [Fraction(5, 6), Fraction(5, 6), 1, Fraction(1, 3), 0]
    shares = [Fraction(0)] * 5
    for drawing in product(range(5), repeat=2):
        best = [place for place in drawing if scores[place] == max(scores[place] for place in drawing)]
        for place in best:
            shares[place] += Fraction(1, 25 * len(best))
    agrees(drawn("sharing", population), shares)


def test_every_way_is_tested() -> None:
    built_in = {name for name, choice in PARENTS.items() if choice.source is None}
    assert built_in == {"uniform", "tournament", "lexicase", "proportionate", "over-selection", "sharing"}
