"""Every entry of every registry: each tool agrees with brute force at n <= 4, or refuses.

Brute force is Algorithm 1 written down once more, on nested tuples and on one input at a time, with the
same draws. There is no third outcome. `test_registries_theory.py` does the same for the theory.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from evobool import InputError, Run, Setting, Tree
from evobool.engines import ENGINES, pick
from evobool.engines.base import generalisation_error
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.generator import Generator
from evobool.model.mutation import OPERATORS
from evobool.model.objective import OBJECTIVES, Wrong
from evobool.model.selection import SELECTIONS, Judged
from evobool.model.training import REGIMES
from tests.support import naive
from tests.support.chain import value, values
from tests.support.choices import BY_ORDER, CHOICES
from tests.support.drawn import objectives, targets
from tests.support.naive import Nested, at, flat, nested, paths, replaced

Rows = list[int]  # inputs; bit i - 1 is the value of variable i
FUNCTION_SETS = [*((name,) for name in FUNCTIONS), *combinations(FUNCTIONS, 2), tuple(FUNCTIONS)]
TRAININGS = ["complete", *(f"{name}:{s}" for name in REGIMES if name != "complete" for s in (1, 9, 70))]
LITERALS = CHOICES["literals"]
RUNS = 3


def error(tree: Tree, rows: Rows, setting: Setting) -> int:
    """The wrong rows, one by one; more than all for the empty tree."""
    if not tree.prefix:
        return len(rows) + 1
    wrong = wrong_inputs(tree, setting.target, setting.n)
    return sum(wrong[row] for row in rows)


@cache
def wrong_inputs(tree: Tree, target: str, n: int) -> tuple[bool, ...]:
    """On which inputs tree and target differ."""
    wanted, node = values(target, n), nested(tree)
    return tuple(value(node, row) != wanted[row] for row in range(2**n))


def sampled(setting: Setting, generator: Generator) -> Rows:
    """Rows drawn 64 at a time, variable by variable; complemented if the target asks for it."""
    rows: Rows = []
    while len(rows) < setting.judged_on.rows:
        words = [generator.next() for _ in range(setting.n)]
        if setting.goal.target.complement:
            words = [~word for word in words]
        rows += [sum((word >> bit & 1) << i for i, word in enumerate(words)) for bit in range(64)]
    return rows[: setting.judged_on.rows]


def training_rows(setting: Setting, generator: Generator) -> Iterator[Rows]:
    """The rows of every iteration, by the words of the documentation."""
    name = setting.judged_on.regime.name
    if name not in ("complete", "fresh", "fixed"):  # of any other, its own rows
        for each in setting.judged_on.regime.sets(setting.goal, setting.judged_on.rows, generator):
            bits = list(enumerate(each.columns))
            yield [sum((column >> row & 1) << i for i, column in bits) for row in range(each.rows)]
    while name == "complete":
        yield list(range(2**setting.n))
    rows = sampled(setting, generator)
    while True:
        yield rows
        if name == "fresh":
            rows = sampled(setting, generator)


def mutated(tree: Tree, setting: Setting, generator: Generator) -> Tree:
    """One HVL-Prime mutation on nested tuples."""
    insertion, deletion, substitution = setting.odds
    number = generator.below(insertion + deletion + substitution)
    literal = setting.literal_list[generator.below(len(setting.literal_list))]
    function = setting.function_list[generator.below(len(setting.function_list))]
    if not tree.prefix:
        return tree if number >= insertion and setting.first_leaf == "insertion" else Tree((literal,))
    root: Nested = nested(tree)
    everywhere = paths(root)
    leaves = [path for path in everywhere if isinstance(at(root, path), int)]
    if number < insertion:
        path = everywhere[generator.below(len(everywhere))]
        old = at(root, path)
        new = (function, literal, old) if generator.below(2) else (function, old, literal)
        return flat(replaced(root, path, new))
    if number < insertion + deletion:
        deletable = leaves if setting.deletion == "leaf" else everywhere
        path = deletable[generator.below(len(deletable))]
        if not path:
            return tree
        sibling = (*path[:-1], 3 - path[-1])
        return flat(replaced(root, path[:-1], at(root, sibling)))
    return flat(replaced(root, leaves[generator.below(len(leaves))], literal))


def offspring(tree: Tree, setting: Setting, generator: Generator) -> Tree:
    for _ in range(1 + (generator.poisson() if setting.algorithm == "1+1-gp" else 0)):
        tree = mutated(tree, setting, generator)
    return tree


def valued(tree: Tree, rows: Rows, setting: Setting) -> Judged:
    """What the objectives of the laboratory say of a tree, in the words of the documentation."""
    wrong, leaves = wrong_inputs(tree, setting.target, setting.n) if tree.prefix else (), tree.leaves
    wanted = values(setting.target, setting.n)
    positives = sum(wanted[row] for row in rows)
    missed = sum(wrong[row] for row in rows if wanted[row]) if wrong else positives
    false = sum(wrong[row] for row in rows if not wanted[row]) if wrong else len(rows) - positives
    name, _, numbers = setting.objective.partition(":")
    if name == "errors":
        return Judged(false + missed + (not wrong), leaves)
    if name == "balanced" and 0 < positives < len(rows):
        rates = Fraction(false, len(rows) - positives) + Fraction(missed, positives)
        return Judged(int(rates * positives * (len(rows) - positives)) + (not wrong), leaves)
    if name == "balanced":
        return Judged(false + missed + (not wrong), leaves)
    if name == "weights":
        cost_missed, cost_false = map(int, numbers.split(":"))
        return Judged(cost_missed * missed + cost_false * false + (not wrong), leaves)
    found = Wrong(false, missed, positives, len(rows) - positives, leaves)
    return Judged(OBJECTIVES[name].of(found), leaves)


def accepts(selection: str, child: Judged, parent: Judged, generator: Generator) -> bool:
    """The built-in rules in the words of the documentation; any other by what it says itself."""
    if selection == "nonstrict":
        return child.error <= parent.error
    if selection == "strict":
        return child.error < parent.error
    if selection == "parsimony":
        return child.error < parent.error or (child.error == parent.error and child.leaves <= parent.leaves)
    return bool(SELECTIONS[selection].accepts(child, parent, generator))


def beats(selection: str, one: Judged, other: Judged, generator: Generator) -> bool:
    """Better: it would be accepted, and not the other way round."""
    return accepts(selection, one, other, generator) and not accepts(selection, other, one, generator)


def best_of(tree: Tree, rows: Rows, setting: Setting, generator: Generator) -> Tree | None:
    """The best offspring within the limit; the k-th of equals takes over one time in k."""
    best, ties = None, 0
    for _ in range(setting.offspring):
        child = offspring(tree, setting, generator)
        if setting.leaf_limit is not None and child.leaves > setting.leaf_limit:
            continue
        new = valued(child, rows, setting)
        if best is None:
            best, ties = child, 1
            continue
        old = valued(best, rows, setting)
        if beats(setting.selection, new, old, generator):
            best, ties = child, 1
        elif not beats(setting.selection, old, new, generator):
            ties += 1
            if generator.below(ties) == 0:
                best = child
    return best


def any_of_the_best(tree: Tree, rows: Rows, setting: Setting, generator: Generator) -> Tree:
    """One of the parent and the offspring within the limit; of equals one after the other is drawn to go."""
    made = [offspring(tree, setting, generator) for _ in range(setting.offspring)]
    pool = [tree, *(child for child in made if child.leaves <= (setting.leaf_limit or child.leaves))]
    least = min(valued(each, rows, setting).error for each in pool)
    equal = [each for each in pool if valued(each, rows, setting).error == least]
    while len(equal) > 1:
        del equal[generator.below(len(equal))]
    return equal[0]


def by_hand(setting: Setting, seed: int, index: int) -> dict[str, Any]:
    """Algorithm 1, and what a record says of the run."""
    generator = Generator(seed, index)
    sets = training_rows(setting, generator)
    name, tree, iteration = setting.judged_on.regime.name, setting.start_tree, 0
    fresh = name not in ("complete", "fixed") and setting.judged_on.fresh
    rows = [] if fresh else next(sets)
    judged = 0 if fresh or not tree.prefix else 1
    solved = not fresh and bool(tree.prefix) and error(tree, rows, setting) <= setting.accept_error
    while not solved and iteration < setting.max_iterations:
        iteration += 1
        rows = next(sets)
        child = None
        if setting.selection == "coin":
            tree = any_of_the_best(tree, rows, setting, generator)
        else:
            child = best_of(tree, rows, setting, generator)
        judged += setting.offspring + fresh
        if child is not None:
            new, old = valued(child, rows, setting), valued(tree, rows, setting)
            if accepts(setting.selection, new, old, generator):
                tree = child
        solved = bool(tree.prefix) and error(tree, rows, setting) <= setting.accept_error
    known = bool(tree.prefix) and (iteration > 0 or not fresh)
    wrong = sum(wrong_inputs(tree, setting.target, setting.n)) if known else None
    return {
        "tree": tree,
        "iterations": iteration,
        "evaluations": judged,
        "solved": solved,
        "error": error(tree, rows, setting) if known else None,
        "generalisation_error": None if wrong is None else Fraction(wrong, 2**setting.n),
    }


def assert_engines(setting: Setting, seed: int = 1) -> set[str]:
    """Every engine makes the runs made by hand, or refuses; says which ones ran.

    On fresh rows the exact engine draws numbers of rows, so only its figures can be checked here; that they
    follow the same law is tested in `statistical/test_sampled_law.py`.
    """
    ran = set()
    hand = [by_hand(setting, seed, index) for index in range(RUNS)]
    for name in ENGINES:
        try:
            engine = pick(setting, name)
        except InputError as refusal:
            assert_refusal(refusal, setting)
            continue
        ran.add(engine.name)
        runs = engine.runs(seed, 0, RUNS)
        for run, wanted in zip(runs, hand, strict=True):
            if engine.name == "exact" and setting.judged_on.fresh:
                assert_consistent(run)
            else:
                assert {field: getattr(run, field) for field in wanted} == wanted
                assert set(run.functions_accepted) == set(setting.functions)
    return ran


def assert_refusal(refusal: InputError, setting: Setting) -> None:
    """A refusal says in a line what cannot be done, and which engine can."""
    assert refusal.field == "engine"
    assert "cannot run" in refusal.why
    other = refusal.why.rpartition("use ")[2]
    assert pick(setting, other).name == other


def assert_consistent(run: Run) -> None:
    """What must hold of a run whatever its rows were."""
    setting, tree = run.setting, run.tree
    assert run.evaluations == run.iterations * (setting.offspring + 1)
    assert run.solved == (run.error is not None and run.error <= setting.accept_error)
    assert setting.leaf_limit is None or run.leaves <= setting.leaf_limit
    if tree.prefix and run.iterations:
        wrong = sum(wrong_inputs(tree, setting.target, setting.n))
        assert run.generalisation_error == Fraction(wrong, 2**setting.n)
        assert run.error is not None
        assert 0 <= run.error <= setting.rows
        if wrong == 0:
            assert run.error == 0
        if wrong == 2**setting.n:
            assert run.error == setting.rows
    else:
        assert run.error is None


def assert_tree(tree: Tree, target: str, n: int) -> None:
    """The exact error of a tree, by every way to ask for it."""
    wrong = sum(wrong_inputs(tree, target, n))
    assert tree.error_rate(target, n) == Fraction(wrong, 2**n)
    for training in TRAININGS:
        setting = Setting(n=n, target=target, training=training)
        assert generalisation_error(setting, tree, wrong) == Fraction(wrong, 2**n)


def some_trees(n: int, functions: tuple[str, ...]) -> Iterator[Tree]:
    """Trees in which every function stands above and below every other."""
    yield from (Tree((literal,)) for literal in (1, -n))
    for f, g in product(functions, repeat=2):
        yield Tree((f, g, 1, -n, n))
        yield Tree((g, -1, f, n, 1))
        yield Tree((f, g, n, 2 % n + 1, g, f, 1, 3 % n + 1, -1))


@pytest.mark.parametrize("functions", FUNCTION_SETS, ids="-".join)
def test_every_function_set(functions: tuple[str, ...]) -> None:
    ran = set()
    for target, literals in product(("and", "xor:2", "mux", "x1 & (x2 | ~x3)"), LITERALS):
        setting = Setting(n=3, target=target, functions=functions, limit="6", max_iterations=40)
        ran |= assert_engines(setting.with_(literals=literals))
    assert {"reference", "packed"} <= ran
    assert ("exact" in ran) == (set(functions) <= {"and", "or"})


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_target(n: int) -> None:
    for target in targets(n):
        ran = set()
        for functions, literals in product((("and", "or"), ("xor", "ge")), LITERALS):
            setting = Setting(n=n, target=target, functions=functions, max_iterations=30)
            ran |= assert_engines(setting.with_(literals=literals))
        assert {"reference", "packed"} <= ran
        assert ("exact" in ran) == (setting.goal.joins is not None)
        for tree in some_trees(n, ("and", "or")):
            assert_tree(tree, target, n)


@pytest.mark.parametrize("target", targets(3))
def test_the_error_of_trees_of_every_function(target: str) -> None:
    for tree in some_trees(3, tuple(FUNCTIONS)):
        assert_tree(tree, target, 3)


OTHERS: list[dict[str, Any]] = [
    {},
    {"offspring": 3},
    {"weights": "1:3:2", "start": "x1 | (x2 & x3)"},
    {"accept_error": 1, "limit": "n", "first_leaf": "insertion"},
    {"offspring": 4, "weights": "2:1:0", "limit": "2", "start": "x3", "accept_error": 2},
]


@pytest.mark.long
@pytest.mark.parametrize("training", TRAININGS)
@pytest.mark.parametrize("selection", SELECTIONS)
def test_every_selection_and_training(selection: str, training: str) -> None:
    if SELECTIONS[selection].source or REGIMES[training.partition(":")[0]].source:
        pytest.skip("a plugin of another test")
    for fields, algorithm, deletion, target in product(
        OTHERS, CHOICES["algorithm"], CHOICES["deletion"], ("and", "or:2", "x1 & ~x2", "majority")
    ):
        setting = Setting(
            n=3,
            target=target,
            literals="all" if "~" in target else "positive",
            selection=selection,
            training=training,
            max_iterations=25,
        ).with_(algorithm=algorithm, deletion=deletion, **fields)
        ran = assert_engines(setting, seed=7)
        compiled = setting.rule.by_order and setting.judged_on.regime.compiled
        assert "reference" in ran
        assert ("packed" in ran) == compiled
        one = setting.judged_on.fresh and setting.offspring == 1
        countable = setting.goal.joins is not None and (setting.judged_on.complete or one)
        assert ("exact" in ran) == (compiled and countable)


@pytest.mark.parametrize("objective", objectives())
def test_every_objective(objective: str) -> None:
    trainings: tuple[str | int, ...] = ("complete", 9, "fixed:70")
    wanted = ("and", "or:2", "x1 & ~x2", "majority", "x1 & ~x1")
    for training, selection, target in product(trainings, BY_ORDER, wanted):
        setting = Setting(
            n=3, target=target, training=training, selection=selection, objective=objective, literals="all"
        )
        for fields in OTHERS:
            ran = assert_engines(setting.with_(max_iterations=25, **fields), seed=7)
            assert {"reference", "packed"} <= ran


@pytest.mark.parametrize("operator", OPERATORS)
def test_every_operator_is_listed_or_left_to_the_reference(operator: str) -> None:
    setting = Setting(n=2, mutation=operator)
    if setting.operator.listed:
        assert operator == "hvl-prime", "tell `naive.neighbourhood` of another listed operator"
        tree = Tree.parse("x1 & (x2 | x1)")
        generator, near = Generator(3), naive.neighbourhood(tree, setting)
        assert all(setting.operator.mutate(tree, setting, generator).tree in near for _ in range(200))
    else:
        built_in = setting.operator.source is None
        assert pick(setting).name == ("population" if built_in else "reference")
        for name in ("exact", "packed"):
            with pytest.raises(InputError, match="use population" if built_in else "use reference"):
                pick(setting, name)
