"""The exact engine takes the same steps as the reference engine, without a single row."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from evobool import InputError, Run, Setting, Step, Tree, evolve, race
from evobool.engines import pick
from evobool.engines.compiling.flat import records
from evobool.engines.counts import complete, costs
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.exact import ExactEngine
from evobool.engines.kernels import state
from evobool.engines.kernels.orders import UNSURE
from evobool.model.generator import Generator
from evobool.model.mutation import Change, drawn
from evobool.model.objective import Wrong
from evobool.model.populations.member import Member
from evobool.model.settings.completion import Algorithm, Deletion, Literals
from tests.support.drawn import objectives
from tests.support.examples import examples
from tests.support.strategies import random_settings


def settings_on(*trainings: str | int, most_iterations: int = 150) -> st.SearchStrategy[Setting]:
    """Random settings with one of these training sets."""
    return random_settings(
        most_iterations=most_iterations, training=st.sampled_from(trainings), countable=True
    )


def watched(engine: ExactEngine, seed: int) -> Run:
    steps: list[Step] = []
    run = engine.run(seed, 0, watch=steps.append)
    return replace(run, trajectory=tuple(steps))


@examples(300, 8)
@given(settings_on("complete"), st.integers(0, 2**64 - 1))
def test_equals_the_reference_step_for_step(setting: Setting, seed: int) -> None:
    expected = evolve(setting, seed=seed, engine="reference", trajectory=True)
    assert evolve(setting, seed=seed, engine="exact", trajectory=True) == expected


class Narrow(ExactEngine):
    """Leaves every count of more than three bits to exact fractions, wherever there is one."""

    widest = 3
    by_structure = False
    largest_table = -1


class AllByFractions(ExactEngine):
    """Leaves every decision to exact fractions."""

    widest = 0
    by_structure = False


class RulesOrNarrow(ExactEngine):
    """What the rules do not decide is left to exact fractions at more than three bits."""

    widest = 3


class RulesOrFractions(ExactEngine):
    """What neither the rules nor a small table decide is left to exact fractions."""

    widest = 0


class TablesOnly(ExactEngine):
    """No rules: everything is counted, on small tables where they are small enough."""

    by_structure = False


class RulesOnly(ExactEngine):
    """The rules, but no small tables."""

    largest_table = -1


class RulesAndTinyTables(ExactEngine):
    """Where a table of two variables is too large, values are tried."""

    largest_table = 2


class TriedOnly(ExactEngine):
    """Neither rules nor tables."""

    by_structure = False
    largest_table = -1


VARIANTS = [
    Narrow,
    AllByFractions,
    RulesOrNarrow,
    RulesOrFractions,
    TablesOnly,
    RulesOnly,
    RulesAndTinyTables,
    TriedOnly,
]


@pytest.mark.parametrize("kind", VARIANTS)
@examples(80, 8)
@given(setting=settings_on("complete", most_iterations=80), seed=st.integers(0, 2**64 - 1))
def test_decisions_beyond_a_word_are_the_same(kind: type[ExactEngine], setting: Setting, seed: int) -> None:
    expected = evolve(setting, seed=seed, engine="reference", trajectory=True)
    assert watched(kind(setting), seed) == expected


class FromDifferences(ExactEngine):
    """Settles every decision from where parent and offspring differ, as soon as the tree is right."""

    widest = 0
    by_structure = False
    settled = 0

    def _at_point(self) -> bool:
        return bool(self.state.run[0].right)

    def _settle_at_point(self, parent: Member) -> bool:
        self.settled += 1
        return super()._settle_at_point(parent)


@pytest.mark.parametrize("target", ["and", "or", "x1 & ~x2 & x3 & ~x4 & x5"])
@pytest.mark.parametrize("selection", ["nonstrict", "strict", "parsimony"])
@pytest.mark.parametrize("algorithm", ["rls-gp", "1+1-gp"])
def test_decisions_from_differences_are_the_same(target: str, selection: str, algorithm: Algorithm) -> None:
    setting = Setting(
        n=5,
        literals="all",
        objective="balanced",
        target=target,
        selection=selection,
        algorithm=algorithm,
        limit="3n",
        max_iterations=300,
    )
    for seed in range(4):
        engine = FromDifferences(setting)
        assert watched(engine, seed) == evolve(setting, seed=seed, engine="reference", trajectory=True)
        assert engine.settled > 20


def test_fractions_do_decide_everything_where_they_are_meant_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A positive literal at a time: no tree is false everywhere, so that no count fits in no bits."""
    settled: list[int] = []
    usual = ExactEngine._settle

    def noted(self: ExactEngine) -> bool:
        settled.append(int(self.state.run[0].iteration))
        return usual(self)

    monkeypatch.setattr(ExactEngine, "_settle", noted)
    setting = Setting(n=4, limit="3", max_iterations=60)
    run = evolve(setting, seed=1, engine="reference", trajectory="all")
    assert run.attempts is not None
    judged = [
        attempt.iteration
        for attempt in run.attempts
        if attempt.tree != attempt.parent and attempt.leaves <= 3
    ]
    for kind, expected in ((AllByFractions, judged), (TablesOnly, []), (ExactEngine, [])):
        settled.clear()
        kind(setting).run(1, 0)
        assert settled == expected


@pytest.mark.parametrize("kind", [Narrow, AllByFractions, TriedOnly])
@examples(60, 8)
@given(
    setting=settings_on(1, 20, 500, most_iterations=60),
    seed=st.integers(0, 2**64 - 1),
)
def test_samples_beyond_a_word_are_the_same(kind: type[ExactEngine], setting: Setting, seed: int) -> None:
    """With one mutation an iteration; after several, a joint count may be narrow where its parts are wide."""
    setting = setting.with_(algorithm="rls-gp")
    assert watched(kind(setting), seed) == watched(ExactEngine(setting), seed)


@pytest.mark.compiled
@pytest.mark.parametrize("n", [12, 16])
@pytest.mark.parametrize("literals", ["positive", "all"])
@pytest.mark.parametrize("algorithm", ["rls-gp", "1+1-gp"])
def test_equals_packed_on_larger_tables(n: int, literals: Literals, algorithm: Algorithm) -> None:
    setting = Setting(n=n, literals=literals, algorithm=algorithm, limit="2n", max_iterations=2_000)
    for seed in range(5):
        assert pick(setting, "exact").runs(seed, 0, 4) == pick(setting, "packed").runs(seed, 0, 4)


@pytest.mark.compiled
@pytest.mark.parametrize("selection", ["nonstrict", "strict", "parsimony"])
@pytest.mark.parametrize(("n", "limit"), [(4, "n+1"), (6, "2n"), (7, "none"), (8, "4n")])
@pytest.mark.parametrize("deletion", ["subtree", "leaf"])
def test_chains_of_mutations_as_on_rows(n: int, limit: str, deletion: Deletion, selection: str) -> None:
    """Thousands of chains: those that no mutation to come can save are not carried out."""
    setting = Setting(
        n=n, limit=limit, algorithm="1+1-gp", deletion=deletion, selection=selection, max_iterations=1_500
    )
    found = [pick(setting, name).runs(9, 0, 80) for name in ("packed", "exact")]
    for packed, exact in zip(*found, strict=True):
        assert replace(packed, engine="exact") == exact


@pytest.mark.compiled
@pytest.mark.parametrize("algorithm", ["rls-gp", "1+1-gp"])
@pytest.mark.parametrize("selection", ["strict", "parsimony"])
@pytest.mark.parametrize("target", ["and", "and:3"])
def test_equal_or_smaller_is_settled_by_counting(target: str, selection: str, algorithm: Algorithm) -> None:
    """Where the rules leave open which of the two it is, and there are no small tables."""
    many = "x1 | x2 | x3 | x4"
    setting = Setting(
        n=5,
        target=target,
        start=f"({many}) | ({many})",
        selection=selection,
        algorithm=algorithm,
        max_iterations=60,
    )
    found = [engine.runs(3, 0, 400) for engine in (pick(setting, "packed"), RulesOnly(setting))]
    for packed, exact in zip(*found, strict=True):
        assert replace(packed, engine="exact") == exact


@pytest.mark.compiled
def test_solves_what_no_truth_table_could_hold() -> None:
    run = evolve(n=300, limit="none", seed=1, max_iterations=10**6)
    assert run.solved
    assert run.engine == "exact"
    assert run.error == 0
    assert run.generalisation_error == 0
    assert run.tree.error_rate("and", 300) == 0
    assert len(run.tree.variables) == 300


@pytest.mark.compiled
def test_runs_beyond_one_word_agree_with_exact_fractions() -> None:
    """At n = 100 no other engine can follow, but the error of every step can be counted again."""
    setting = Setting(n=100, limit="none", literals="all", max_iterations=600)
    steps: list[Step] = []
    run = pick(setting, "exact").run(3, 0, watch=steps.append)
    assert len(steps) > 50
    for step in steps[::10]:
        assert step.error == step.tree.error_rate("and", 100) * 2**100
    errors = [step.error for step in steps]
    assert errors == sorted(errors, reverse=True)
    assert run.error == errors[-1]


@pytest.mark.compiled
def test_a_solution_that_a_rule_accepts_is_seen_whatever_it_takes_to_count() -> None:
    """x1 & (x2 | clauses) needs only x2, but a number on the way to its count has 64 bits and more."""
    clauses = " & ".join(f"(x{3 * k} | x{3 * k + 1} | x{3 * k + 2})" for k in range(1, 24))  # 7^23 > 2^64
    setting = Setting(n=71, target="and:2", start=f"(x1 & {clauses}) | (x1 & x2)", max_iterations=1)
    tree, missing = setting.start_tree, Change("INS", 0, "and", 2)
    index = next(
        index
        for index in range(10**6)
        if drawn(tree, setting, Generator(1, index))._replace(literal_first=False) == missing
    )
    run = ExactEngine(setting).run(1, index)
    assert (run.error, run.solved, run.iterations) == (0, True, 1)


@pytest.mark.compiled
def test_wide_counts_do_occur_and_are_recorded_exactly() -> None:
    setting = Setting(n=100, functions=("or",), max_iterations=300)
    engine = ExactEngine(setting)
    run = engine.run(1, 0)
    assert run.error == run.tree.error_rate("and", 100) * 2**100
    wide = Tree.parse(" & ".join(f"(x{3 * k + 1} | x{3 * k + 2} | x{3 * k + 3})" for k in range(30)))
    assert engine._measured(wide).exponent == WIDE


@pytest.mark.compiled
def test_a_tree_too_hard_to_count_ends_the_run_and_says_so() -> None:
    """Random trees soon need more than one case distinction, if all is left to exact fractions."""
    small = Setting(n=16, literals="all", limit="none", accept_error=0, max_iterations=500)
    engine = AllByFractions(small, max_branches=1)
    found = [engine.run(seed, 0) for seed in range(10)]
    stopped = [run for run in found if run.stopped == "branching"]
    assert stopped
    assert not any(run.solved for run in stopped)
    assert all(run.iterations < small.max_iterations for run in stopped)


def test_bad_bounds_are_refused() -> None:
    with pytest.raises(InputError, match="max_branches = 0"):
        pick(Setting(n=4), "exact", max_branches=0)


def test_a_race_takes_the_earliest() -> None:
    setting = Setting(n=5, limit="n")
    outcome = race(setting, runs=4, seed=2, engine="exact")
    alone = [evolve(setting, seed=2, index=index, engine="reference") for index in range(4)]
    assert outcome.winner.iterations == min(run.iterations for run in alone)
    assert outcome.evaluations == 4 * outcome.winner.iterations


def measures(*lines: tuple[int, int, int]) -> Any:
    """Trees true on mantissa / 2^exponent of all inputs, with their values where the target is true."""
    found = records(len(lines), state.MEASURE)
    for line, (mantissa, exponent, value) in enumerate(lines):
        found[line] = state.Measured(0, mantissa, exponent, value)
    return found


def test_errors_near_the_end_of_a_word_are_compared_right() -> None:
    """2^63 - 1 true inputs and wrong at the top, against 2^63 and right there: one error fewer."""

    def compare(one: tuple[int, int, int], other: tuple[int, int, int], n: int) -> int:
        found = measures(one, other)
        return costs.compare_errors(costs.scale_of(Setting(n=n)), found[0], found[1])

    assert compare((1, 1, 1), (2**63 - 1, 64, 0), 64) == -1
    assert complete.wrong_at_point(measures((2**63 - 1, 63, 0)), 0, 63) == complete.LARGEST_COUNT
    # Small enough to tell: 7 true inputs of 16 and wrong at the top (8 errors), 8 and right there (7).
    assert compare((1, 1, 1), (7, 4, 0), 4) == -1
    assert compare((7, 4, 0), (1, 1, 1), 4) == 1
    assert compare((1, 1, 1), (3, 3, 0), 4) == 0  # 8 - 1 errors, 6 + 1 errors
    # Far apart: no need to count.
    assert compare((1, 1, 1), (1, 2, 0), 1000) == 1


@examples(200)
@given(st.data(), st.integers(1, 9), st.sampled_from(objectives()))
def test_errors_on_a_cube_are_compared_exactly(data: st.DataObject, k: int, objective: str) -> None:
    """Any counts of at most 2^(n-k) inputs of the cube among those of all, whatever they cost."""
    n = data.draw(st.integers(k, 80) | st.integers(k, 400))
    setting = Setting(n=n, target=f"and:{k}", objective=objective)
    found, wrong, value = records(2, state.MEASURE), [], []
    for line in range(2):
        inside = data.draw(dyadics(2 ** (n - k), n - k))
        outside = data.draw(dyadics(2**n - 2 ** (n - k), n))
        shares = outside + inside / 2**k, inside
        wrong.append(outside + (1 - inside) / 2**k)
        positives = 2 ** (n - k)
        kinds = int(outside * 2**n), int((1 - inside) * positives)
        value.append(setting.aim.of(Wrong(*kinds, positives, 2**n - positives, 1)))
        for name, share in zip(("mantissa", "cube"), shares, strict=True):
            assume(share.numerator.bit_length() <= 63)
            found[name][line] = share.numerator
            found["exponent" if name == "mantissa" else "cube_exponent"][line] = (
                share.denominator.bit_length() - 1
            )
    order = costs.compare_errors(costs.scale_of(setting), found[0], found[1])
    if order == UNSURE:
        assert "weights" in objective
        assert max(found.mantissa.tolist() + found.cube.tolist()) >= 2**60
    else:
        assert order == (value[0] > value[1]) - (value[0] < value[1])
    counted = complete.wrong_on_cube(found, 0, n, k)
    if counted == complete.LARGEST_COUNT:
        assert wrong[0] * 2**n > 2**60
    elif counted == complete.UNKNOWN:
        assert wrong[0] > 0
    else:
        assert counted == wrong[0] * 2**n


def dyadics(most: int, places: int) -> st.SearchStrategy[Fraction]:
    """At most so many of 2^places inputs; often few of them, or almost all."""
    tops = st.integers(0, most) | st.integers(0, min(3, most)) | st.integers(max(0, most - 3), most)
    return tops.map(lambda top: Fraction(top, 2**places))


def test_no_threshold_is_as_large_as_a_count_beyond_a_word() -> None:
    assert not evolve(n=100, accept_error=2**60, max_iterations=1, seed=1).solved


@pytest.mark.compiled
def test_a_race_that_nobody_wins_counts_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting(n=16, literals="all", limit="4n", max_iterations=2_000, training=10**6)
    monkeypatch.setattr(ExactEngine, "widest", 3)  # leaves more to exact fractions
    alone = pick(setting, "exact", max_branches=1).runs(0, 0, 4)
    outcome = race(setting, runs=4, seed=0, engine="exact", max_branches=1)
    assert not any(run.solved for run in alone)
    assert any(run.stopped == "branching" for run in alone), "one of them is meant to give up early"
    assert outcome.evaluations == sum(run.evaluations for run in alone)
    assert outcome.winner.error == min(run.error for run in alone if run.error is not None)
