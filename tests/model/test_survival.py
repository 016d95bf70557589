"""Who survives, against the words of the definition, one member after the other."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from evobool import Setting
from evobool.model.generator import Generator
from evobool.model.populations.distinct import apart
from evobool.model.populations.islands import moved
from evobool.model.populations.member import Member
from tests.support.chisquare import assert_distributed
from tests.support.members import member

Pool = list[Member]


def worst(pool: Pool, selection: str) -> list[Member]:
    """Those that may leave next."""

    def value(each: Member) -> tuple[int, int]:
        return each.error or 0, each.leaves if selection == "parsimony" else 0

    most = max(map(value, pool))
    equal = [each for each in pool if value(each) == most]
    return {"nonstrict": equal[:1], "parsimony": equal[:1], "strict": equal[-1:], "coin": equal}[selection]


def some(random: Random, count: int) -> Pool:
    return [member(random.randrange(4), random.randrange(1, 4)) for _ in range(count)]


@pytest.mark.parametrize("selection", ["nonstrict", "strict", "parsimony"])
@pytest.mark.parametrize("survival", ["plus", "comma"])
def test_the_worst_leave_one_by_one(survival: str, selection: str) -> None:
    random = Random(3)
    for _ in range(300):
        mu, made = random.randrange(2, 6), random.randrange(6, 9)
        setting = Setting(n=3, population=mu, offspring=made, survival=survival, selection=selection)
        parents, brood = some(random, mu), some(random, made)
        pool = [*parents, *brood] if survival == "plus" else list(brood)
        while len(pool) > mu:
            (leaving,) = worst(pool, selection)
            pool = [each for each in pool if each is not leaving]
        assert list(setting.survivor.survive(setting, tuple(parents), iter(brood), Generator(1))) == pool


def test_a_coin_leaves_ties_to_chance() -> None:
    """Of three that tie for two places each stays two times in three."""
    setting = Setting(n=3, population=3, selection="coin")
    parents, child = (member(2), member(1), member(2)), member(2)
    counts, draws = Counter[int](), Generator(5)
    for _ in range(6_000):
        stays = setting.survivor.survive(setting, parents, iter([child]), draws)
        assert parents[1] in stays
        counts.update(place for place, each in enumerate((*parents, child)) if place != 1 and each in stays)
    assert_distributed(counts, dict.fromkeys((0, 2, 3), 1 / 3))


def test_crowding_meets_the_parent_more_like_it() -> None:
    setting = Setting(n=3, population=3, survival="crowding")
    parents = tuple(member(missed=missed) for missed in (0b0011, 0b1110, 0b0001))

    def after(missed: int, *origins: int) -> tuple[int | None, ...]:
        made = member(missed=missed)
        child = Member(made.tree, (), made.judged, made.error, made.wrong, made.missed, origins)
        kept = setting.survivor.survive(setting, parents, iter([child]), Generator(1))
        return tuple(each.missed for each in kept)

    assert after(0b1100, 0, 1) == (0b0011, 0b1100, 0b0001)  # it is nearer to the second, and better
    assert after(0b0110, 0, 1) == (0b0011, 0b0110, 0b0001)
    assert after(0b0101, 0, 2) == (0b0011, 0b1110, 0b0001)  # worse than the one it meets
    assert after(0b1010, 0, 1) == (0b0011, 0b1010, 0b0001)
    assert after(0b0110, 0, 0) == (0b0110, 0b1110, 0b0001)  # as good: it wins


def test_distinct_trees() -> None:
    held = (member(tree="x1"), member(tree="x2"))
    new = [member(tree="x3"), member(tree="x1"), member(tree="x3"), member(tree="x1 & x2")]
    assert apart("trees", held, new) == (held, [new[0], new[3]])


def test_distinct_functions() -> None:
    held = tuple(member(missed=missed) for missed in (1, 2, 4))
    new = [member(missed=missed) for missed in (2, 8, 2, 8)]
    assert apart("functions", held, new) == ((held[0], new[2], held[2]), [new[3]])


def test_the_best_go_round_the_ring() -> None:
    islands = [(member(3), member(1), member(3)), (member(0), member(9)), (member(5), member(4))]
    after = moved(Setting(n=3, population=2, islands="3:1"), list(islands))
    assert [[each.error for each in island] for island in after] == [[1, 3, 4], [0, 1], [4, 0]]
