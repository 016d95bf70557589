from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Generator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Tree
from evobool.engines import pick
from evobool.errors import InputError
from evobool.learning.search.choosing import Crossed, crossed, one_standard_error
from evobool.learning.search.effort import Ladder, evaluations
from evobool.learning.search.floor import floor_of
from evobool.learning.search.folds import dealt, folds_of, held_out, shuffled
from evobool.learning.search.fronts import Front, Judge, Point
from evobool.learning.search.learn import learn
from evobool.learning.search.pruning import pruned
from evobool.learning.search.rounds import Search, Task
from evobool.model.objective import OBJECTIVES, objective_of
from evobool.model.outcome.run import Run
from evobool.model.targets.labelled import KNOWN, Labelled, remember, remembered
from evobool.model.targets.wrong import wrong_rows
from evobool.studies.work.executors import Work
from tests.support.examples import examples

AIMS = ["errors", "balanced", "weights:3:1"]


def table(rows: int, n: int, seed: int) -> Labelled:
    """Rows of which some are alike, with labels at random."""
    rng = np.random.default_rng(seed)
    return Labelled.of(rng.integers(0, 2, (rows, n)), rng.integers(0, 2, rows))


def dnf(rows: int = 200, n: int = 8, noise: float = 0.0, seed: int = 1) -> Labelled:
    """(x1 & x2) | (x3 & ~x4), with some labels flipped."""
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 2, (rows, n)).astype(bool)
    labels = (x[:, 0] & x[:, 1]) | (x[:, 2] & ~x[:, 3])
    return Labelled.of(x, labels ^ (rng.random(rows) < noise))


@given(st.integers(1, 40), st.integers(1, 4), st.integers(0, 100), st.sampled_from(AIMS))
@examples(60)
def test_the_floor_is_the_best_of_all_functions(rows: int, n: int, seed: int, aim: str) -> None:
    """Every function of n variables is tried, on its truth table."""
    given_rows = table(rows, min(n, 3), seed)
    n, judge = given_rows.n, Judge(given_rows, objective_of(aim))
    inputs = given_rows.matrix() @ (1 << np.arange(n))
    labels = np.array([given_rows.labels >> row & 1 for row in range(rows)], dtype=bool)
    errors, costs = [], []
    for function in range(1 << (1 << n)):
        said = np.array([function >> int(each) & 1 for each in inputs], dtype=bool)
        false_positives, false_negatives = int((said & ~labels).sum()), int((~said & labels).sum())
        errors.append(false_positives + false_negatives)
        costs.append(judge.cost(false_positives, false_negatives))
    assert floor_of(given_rows, judge.costs) == (min(errors), min(costs))


def test_shuffling_gives_every_order_as_often() -> None:
    """Chi-square with 23 degrees of freedom: 49.7 at one in a thousand."""
    counts: dict[tuple[int, ...], int] = defaultdict(int)
    for seed in range(12_000):
        counts[tuple(shuffled(4, seed).tolist())] += 1
    assert len(counts) == 24
    assert sum((each - 500) ** 2 / 500 for each in counts.values()) < 49.7


@given(st.integers(2, 90), st.integers(2, 7), st.integers(0, 2**64 - 1))
@examples(60)
def test_folds_share_out_both_classes(rows: int, folds: int, seed: int) -> None:
    labels = np.random.default_rng(seed % 1000).random(rows) < 0.3
    part = dealt(labels, folds, seed)
    for value in (False, True):
        sizes = np.bincount(part[labels == value], minlength=folds)
        assert max(sizes) - min(sizes) <= 1
    sizes = np.bincount(part, minlength=folds)
    assert max(sizes) - min(sizes) <= 1


def test_folds_are_the_rows() -> None:
    rows = dnf(103)
    parts = folds_of(rows, 5, seed=3)
    whole = sorted(map(tuple, np.column_stack([rows.matrix(), bits(rows)]).tolist()))
    together = [
        each for _, judged in parts for each in np.column_stack([judged.matrix(), bits(judged)]).tolist()
    ]
    assert sorted(map(tuple, together)) == whole
    for learnt, judged in parts:
        both = [np.column_stack([each.matrix(), bits(each)]).tolist() for each in (learnt, judged)]
        assert sorted(map(tuple, both[0] + both[1])) == whole


def bits(rows: Labelled) -> np.ndarray:
    return np.array([rows.labels >> row & 1 for row in range(rows.rows)], dtype=bool)


def test_rows_held_out_are_a_share_of_either_class() -> None:
    from fractions import Fraction

    labels = np.arange(100) < 30
    chosen = held_out(labels, Fraction(1, 5), seed=1)
    assert (chosen[labels].sum(), chosen[~labels].sum()) == (6, 14)
    assert (held_out(labels, Fraction(1, 5), seed=2) != chosen).any()
    assert not held_out(labels, Fraction(0), seed=1).any()


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), min_size=1, max_size=30))
@examples(100)
def test_a_front_holds_what_nothing_beats(offered: list[tuple[int, int]]) -> None:
    front = Front(most=8)
    for leaves, cost in offered:
        front.add(Point(Tree.parse("x1"), leaves, cost, cost))
    allowed = {each for each in offered if each[0] <= 8}
    best = [
        (leaves, cost)
        for leaves, cost in sorted(allowed)
        if not any((a, b) != (leaves, cost) and a <= leaves and b <= cost for a, b in allowed)
    ]
    assert [(each.leaves, each.cost) for each in front] == best


@given(st.integers(2, 14), st.integers(0, 10**6), st.sampled_from(AIMS))
@examples(60)
def test_pruning_takes_what_costs_least(leaves: int, seed: int, aim: str) -> None:
    """Every way to put a child in its parent's place is tried."""
    rng = random.Random(seed)

    def grown(size: int) -> tuple[str | int, ...]:
        if size == 1:
            return (rng.choice((1, -1)) * rng.randint(1, 5),)
        left = rng.randint(1, size - 1)
        return (rng.choice(("and", "or", "xor")), *grown(left), *grown(size - left))

    def shorter(tree: tuple[str | int, ...]) -> list[tuple[str | int, ...]]:
        if len(tree) == 1:
            return []
        end, need = 1, 1
        while need:
            need += 1 if isinstance(tree[end], str) else -1
            end += 1
        left, right = tree[1:end], tree[end:]
        return [
            left,
            right,
            *((tree[0], *each, *right) for each in shorter(left)),
            *((tree[0], *left, *each) for each in shorter(right)),
        ]

    rows, tree = table(50, 5, seed % 1000), Tree.trusted(grown(leaves))
    judge = Judge(rows, objective_of(aim))
    found = list(pruned(tree, judge))
    assert [each.leaves for each in found] == sorted({each.leaves for each in found}, reverse=True)
    assert found[-1].leaves == 1
    for before, after in zip([tree, *found], found, strict=False):
        now = judge.point(before)
        prices = {
            (judge.point(Tree.trusted(each)).cost - now.cost) / (now.leaves - (len(each) + 1) // 2)
            for each in shorter(before.prefix)
        }
        assert (judge.point(after).cost - now.cost) / (now.leaves - after.leaves) == min(prices)


def test_a_number_of_leaves_is_judged_by_folds_that_have_not_seen_the_rows() -> None:
    judges = [Judge(table(10, 2, seed), OBJECTIVES["errors"]) for seed in range(3)]
    fronts = []
    for _ in judges:
        front = Front()
        front.add(Point(Tree.parse("x1"), 1, 5, 5))
        front.add(Point(Tree.parse("x1 & (x1 | x2)"), 3, 2, 2))
        fronts.append(front)
    whole = Front()
    whole.add(Point(Tree.parse("x2"), 1, 9, 9))
    whole.add(Point(Tree.parse("x1 & x2"), 2, 8, 8))
    folds = list(zip(fronts, judges, strict=True))
    rates = [judge.point(Tree.parse("x1")).errors / 10 for judge in judges]
    found = crossed(whole, folds)
    assert [each.leaves for each in found] == [1, 2]
    assert [each.mean for each in found] == pytest.approx([sum(rates) / 3] * 2)
    assert [each.standard_error for each in found] == pytest.approx([np.std(rates, ddof=1) / 3**0.5] * 2)
    wrong = [Crossed(1, 0.30, 0.05), Crossed(4, 0.21, 0.0), Crossed(6, 0.20, 0.02), Crossed(9, 0.25, 0.5)]
    assert one_standard_error(wrong) == 4


def test_the_ladder_grows_with_the_formulas() -> None:
    assert Ladder(5).rungs(None) == [1, 2, 3, 4, 6, 8, 10]
    assert Ladder(1).rungs(None) == [1, 2]
    assert Ladder(32).rungs(3) == Ladder(None).rungs(3) == [1, 2, 3, 4, 6]
    assert Ladder(None).rungs(None)[-1] is None
    one, two = (evaluations(Ladder(16).kinds(unit, 1, None)) for unit in (100, 200))
    assert two == 2 * one


def test_learning_finds_the_rule_whatever_the_workers() -> None:
    rows = dnf()
    found = [learn(rows, effort=300_000, seed=7, workers=workers, folds=3) for workers in (1, 3)]
    assert replace(found[0], seconds=0) == replace(found[1], seconds=0)
    best = found[0].chosen
    assert (best.leaves, best.errors, found[0].optimal, found[0].finished) == (4, 0, True, True)
    assert wrong_rows(best.tree, rows.columns, rows.ones, rows.labels).error == 0
    assert found[0].evaluations <= 300_000
    other = learn(rows, effort=300_000, seed=8, folds=3)
    assert {each.tree for each in other.front} != {each.tree for each in found[0].front}
    assert rows.name not in KNOWN


@pytest.mark.parametrize("effort", [1, 7, 100, 1000, 5000, 40_000])
def test_no_more_formulas_are_tried_than_asked_for(effort: int) -> None:
    found = learn(dnf(noise=0.2), effort=effort, seed=1, folds=3)
    assert found.evaluations <= effort
    assert found.front[0].leaves == 1
    assert found.finished


@pytest.mark.parametrize("aim", AIMS)
def test_points_are_what_their_formulas_do(aim: str) -> None:
    rows = dnf(noise=0.1)
    found = learn(rows, effort=300_000, seed=1, objective=aim, folds=2, max_leaves=6)
    judge = Judge(rows, objective_of(aim))
    assert [judge.point(each.tree) for each in found.front] == list(found.front)
    assert [each.leaves for each in found.front] == sorted({each.leaves for each in found.front})
    assert [each.cost for each in found.front] == sorted({each.cost for each in found.front}, reverse=True)
    assert found.front[-1].leaves <= 6
    assert found.front[-1].cost >= found.floor.cost
    assert found.chosen in found.front


def test_noise_is_not_learnt() -> None:
    """The rule has four leaves; without cross-validation a longer one fits the noise."""
    rows = dnf(300, noise=0.1)
    chosen = learn(rows, effort=2_000_000, seed=1).chosen
    assert set(chosen.tree.variables) == {1, 2, 3, 4}
    assert chosen.leaves == 4
    assert learn(rows, effort=2_000_000, seed=1, folds=0).chosen.leaves > 4
    assert learn(rows, effort=200_000, seed=1, leaves=3).chosen.leaves == 3


def test_every_run_is_one_that_a_study_makes() -> None:
    rows = dnf(100)
    remember(rows)
    task = Task(rows, {"objective": "errors", "functions": ("and", "or")}, Ladder(4), 2)
    work = task.works(task.kinds(50), seed=3)[-1]
    runs = pick(work.setting).runs(work.seed, 0, work.count)
    assert [run.error for run in runs] == [task.judge.point(run.tree).errors for run in runs]
    assert work.setting.leaf_limit == 8
    assert work.setting.max_iterations == 50 * 8


def test_no_run_is_made_twice() -> None:
    """Rounds of equal length go on with the next runs of their settings."""
    rows = dnf(60)
    remember(rows)
    task = Task(rows, {"objective": "errors", "functions": ("and", "or")}, Ladder(4), 2)
    made = [
        (work.setting.id, work.first + k)
        for _ in range(3)
        for work in task.works(task.kinds(50), 3)
        for k in range(2)
    ]
    assert len(made) == len(set(made))


def test_without_a_bound_most_effort_goes_to_the_run_without_a_limit() -> None:
    kinds = Ladder(None).kinds(unit=100, runs=2, exact=None)
    (free,) = [kind for kind in kinds if kind.limit is None]
    assert free.runs == 1
    assert free.iterations > evaluations(kinds) / 2
    assert all(kind.limit is not None for kind in Ladder(None).kinds(unit=100, runs=2, exact=9))


def test_rows_are_known_until_the_last_user_is_gone() -> None:
    one, other, kept = dnf(30, seed=11), dnf(30, seed=12), dnf(30, seed=13)
    remember(kept)
    with remembered([one, kept]):
        with remembered([one, other]):
            assert {one.name, other.name, kept.name} <= set(KNOWN)
        assert other.name not in KNOWN
        assert one.name in KNOWN
    assert one.name not in KNOWN
    assert kept.name in KNOWN


def test_the_clock_and_the_hand_keep_what_was_found() -> None:
    calls = 0

    def press(*_: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 40:
            raise KeyboardInterrupt

    stopped = learn(dnf(), seed=1, folds=2, watch=press)
    assert not stopped.finished
    assert stopped.front
    timed = learn(dnf(noise=0.2), seed=1, folds=2, seconds=1e-9, effort=10**9)
    assert not timed.finished
    assert timed.front


def test_rows_held_out_are_not_seen() -> None:
    rows, other = dnf(100, seed=1), dnf(50, noise=0.2, seed=2)
    found = learn(replace(rows, held_out=other), effort=300_000, seed=1, folds=2)
    plain = learn(rows, effort=300_000, seed=1, folds=2)
    assert found.front == plain.front
    assert plain.held_out is None
    wrong = wrong_rows(found.chosen.tree, other.columns, other.ones, other.labels).error
    assert found.held_out is not None
    assert found.held_out[:3] == (wrong, 50, 1 - wrong / 50)
    low, high = found.held_out.interval
    z, p = 1.959963984540054, 1 - wrong / 50
    middle, half = (p + z * z / 100), z * (p * (1 - p) / 50 + z * z / 10000) ** 0.5
    assert (low, high) == pytest.approx(
        ((middle - half) / (1 + z * z / 50), (middle + half) / (1 + z * z / 50))
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("max_leaves", 0), ("leaves", 40), ("effort", 0), ("folds", -1), ("objective", "size")),
        *(("functions", ("and", "nothing")), ("seed", -1), ("workers", 0), ("seconds", -1)),
    ],
)
def test_what_cannot_be_learnt_is_refused(field: str, value: object) -> None:
    with pytest.raises(InputError, match=field):
        learn(dnf(), **{field: value})  # type: ignore[arg-type]


def test_what_folds_find_is_on_the_front_and_not_the_other_way_round() -> None:
    """Two searches without runs: either table is given the rule, the other one a bad formula."""
    rule, bad = Tree.parse("(x1 & x2) | (x3 & ~x4)"), Tree.parse("x8")
    rows = dnf(noise=0.05)
    learnt = folds_of(rows, 2, seed=1)[0][0]
    fields = {"objective": "errors", "functions": ("and", "or")}
    for given_whole, given_part in ((bad, rule), (rule, bad)):
        whole, part = Task(rows, fields, Ladder(8), 1), Task(learnt, fields, Ladder(8), 1)
        whole.take([given_whole])
        part.take([given_part])
        with remembered([rows, learnt]):
            Search([whole, part], 1, seed=1, carry=no_runs, tell=lambda runs: None).go()
        assert rule in {point.tree for point in whole.front}
        assert (rule in {point.tree for point in part.front}) == (given_part == rule)


def no_runs(works: Sequence[Work]) -> Generator[Sequence[Run], None, None]:
    yield []
