"""Shares counted by compiled code against brute force, against the plain one, and against a BDD package."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from dd.autoref import BDD
from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.engines.counts import edits, judge, structure
from evobool.engines.counts.truth import LARGEST_TABLE
from evobool.engines.exact import WIDEST
from evobool.engines.kernels.mutate import Drawn
from evobool.engines.kernels.orders import MEASURED, UNSETTLED
from evobool.engines.kernels.tree.arena import INS, ROOT
from evobool.model.formulas.counting import BranchLimitError, satisfied_share
from evobool.model.targets.targets import goal_of
from evobool.model.training import TrainingSet
from tests.support.arenas import CODES, build
from tests.support.examples import examples
from tests.support.strategies import trees

TRIED = -1  # variables of a small table: none has so few
WAYS = (TRIED, LARGEST_TABLE)


def compiled_share(
    tree: Tree,
    n: int,
    largest_table: int = TRIED,
    *,
    extra: int | None = None,
    cube: dict[int, bool] | None = None,
) -> Fraction | int:
    """The share of inputs that satisfy the tree, or why it is not known.

    With the literal `extra` joined to the tree by an AND, if any; of the inputs in a cube, if there is one.
    """
    setting = Setting(n=n, literals="all")
    a = build(tree, setting, leaves=tree.leaves + 1)
    parts = structure.new_structure(n, 2 * n, cube or {}, len(a.node), None)
    structure.enter_tree(a, parts)
    if extra is not None:
        literal = setting.literal_list.index(extra)
        edits.insert(a, parts, Drawn(INS, INS, a.mark[ROOT], CODES["and"], literal, False))
    on_cube = int(cube is not None)
    verdict, mantissa, exponent = judge.share(a, parts, on_cube, WIDEST, largest_table)
    if verdict != MEASURED:
        return int(verdict)
    return Fraction(int(mantissa), 2 ** int(exponent))


def brute_force_share(tree: Tree, n: int) -> Fraction:
    rows = TrainingSet.complete(goal_of("and", n))
    return Fraction(int(tree.evaluate(rows.columns, rows.ones)).bit_count(), 2**n)


def random_tree(rng: random.Random, leaves: int, variables: int, negated: bool) -> Tree:
    parts: list[tuple[int | str, ...]] = []
    for _ in range(leaves):
        literal = rng.randint(1, variables)
        parts.append((-literal if negated and rng.random() < 0.5 else literal,))
    while len(parts) > 1:
        at = rng.randrange(len(parts) - 1)
        parts[at : at + 2] = [(rng.choice(["and", "or"]), *parts[at], *parts[at + 1])]
    return Tree(parts[0])


@pytest.mark.long
@examples(400, 8)
@given(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), trees(variables=n, least=1, most=60))))
def test_counts_as_brute_force_does(case: tuple[int, Tree]) -> None:
    n, tree = case
    truth = brute_force_share(tree, n)
    for largest_table in WAYS:
        assert compiled_share(tree, n, largest_table) == truth
    assert satisfied_share(tree.prefix) == truth


@examples(200, 8)
@given(trees(variables=6, least=2, most=30), st.integers(-6, 6).filter(bool))
def test_one_more_unit_is_one_more_conjunct(tree: Tree, literal: int) -> None:
    joined = Tree(("and", *tree.prefix, literal))
    for largest_table in WAYS:
        assert compiled_share(tree, 6, largest_table, extra=literal) == brute_force_share(joined, 6)


@examples(200, 8)
@given(trees(variables=6, least=1, most=30), st.dictionaries(st.integers(1, 6), st.booleans(), min_size=1))
def test_counts_on_the_cube_of_a_target(tree: Tree, cube: dict[int, bool]) -> None:
    """The share of a cube is that of the tree and the cube together, times how many cubes there are."""
    literals = [variable if value else -variable for variable, value in cube.items()]
    joined = tree.prefix
    for literal in literals:
        joined = ("and", *joined, literal)
    truth = brute_force_share(Tree(joined), 6) * 2 ** len(cube)
    for largest_table in WAYS:
        assert compiled_share(tree, 6, largest_table, cube=cube) == truth
    assert satisfied_share(tree.prefix, known=cube) == truth


@pytest.mark.long
@pytest.mark.compiled
def test_counts_as_plain_code_does_with_many_repeated_variables() -> None:
    rng = random.Random(5)
    for _ in range(2_000):
        n, leaves = rng.randint(2, 9), rng.randint(10, 60)
        tree = random_tree(rng, leaves, n, negated=rng.random() < 0.5)
        for largest_table in WAYS:
            assert compiled_share(tree, n, largest_table) == brute_force_share(tree, n), tree


@pytest.mark.compiled
@pytest.mark.parametrize("n", [20, 40, 62, 80])
def test_counts_as_a_bdd_does_beyond_brute_force(n: int) -> None:
    rng, left = random.Random(n), 0
    for _ in range(25):
        tree = random_tree(rng, rng.randint(20, 60), n, negated=True)
        manager = BDD()
        manager.declare(*(f"x{variable}" for variable in range(1, n + 1)))
        formula = manager.add_expr(str(tree).replace("&", "/\\").replace("|", "\\/"))
        truth = Fraction(int(manager.count(formula, nvars=n)), 2**n)
        assert satisfied_share(tree.prefix) == truth
        for largest_table in WAYS:
            found = compiled_share(tree, n, largest_table)
            assert found in (truth, UNSETTLED)
            left += found == UNSETTLED
    assert left <= 6 or n > 62, "few take too long"


def test_a_number_beyond_a_word_is_said_to_be_so() -> None:
    clauses = " & ".join(f"(x{3 * k + 1} | x{3 * k + 2} | x{3 * k + 3})" for k in range(30))  # 7^30 > 2^63
    assert compiled_share(Tree.parse(clauses), 90) == UNSETTLED
    assert satisfied_share(Tree.parse(clauses).prefix) == Fraction(7, 8) ** 30


def hard_tree(size: int) -> Tree:
    """Random clauses of three literals: what case distinctions are worst at."""
    rng, clauses = random.Random(1), []
    for _ in range(int(2.5 * size)):
        names = rng.sample(range(1, size + 1), 3)
        clauses.append("(" + " | ".join(("x" if rng.random() < 0.5 else "~x") + str(v) for v in names) + ")")
    return Tree.parse(" & ".join(clauses))


def test_what_takes_too_long_is_left_to_fractions_and_these_give_up() -> None:
    tree = hard_tree(40)
    assert compiled_share(tree, 40) == UNSETTLED
    with pytest.raises(BranchLimitError, match="max_branches = 20"):
        satisfied_share(tree.prefix, max_branches=20)


@pytest.mark.compiled
def test_deep_trees_do_not_overflow_a_stack() -> None:
    text = "x1"
    for variable in range(2, 2_000):
        text = f"x{variable} {'&' if variable % 2 else '|'} ({text})"
    deep = Tree.parse(text)
    assert compiled_share(deep, 2_000) == UNSETTLED
    assert 0 < satisfied_share(deep.prefix) < 1


def test_plain_counting_is_not_bounded_by_a_stack_either() -> None:
    tokens: list[int | str] = []
    for level in range(20_000):
        tokens += ["and" if level % 2 else "or", level + 1]
    assert 0 < satisfied_share((*tokens, 20_001)) < 1


def conjunction(variables: range) -> str:
    return "(" + " & ".join(f"x{x}" for x in variables) + ")"


def test_what_all_children_share_is_one_case() -> None:
    """Two copies of a long conjunction, as in the trees that runs get stuck at: 51 cases, not 2^50."""
    both = f"({conjunction(range(1, 51))} & x51) | ({conjunction(range(1, 51))} & x52 & x53)"
    tree = Tree.parse(both)
    truth = Fraction(1, 2**50) * (Fraction(1, 2) + Fraction(1, 4) - Fraction(1, 8))
    assert compiled_share(tree, 60) == truth
    assert satisfied_share(tree.prefix) == truth


def test_decided_children_share_nothing() -> None:
    """x1 decides the last child, so what the first two share may be taken together all the same."""
    tree = Tree.parse("x1 & ((x2 & x3 & x4) | (x2 & x3 & x5) | (~x1 & x6))")
    share = compiled_share(tree, 6)
    assert share == brute_force_share(tree, 6) == Fraction(3, 32)


def test_a_tautology_once_the_shared_literals_hold() -> None:
    tree = Tree.parse("(x1 & (x2 | x3)) | (x1 & (~x2 | x4)) | x5")
    assert compiled_share(tree, 5) == brute_force_share(tree, 5)


def test_long_conjunctions_that_share_most_fit_a_word() -> None:
    """What 1 - 2^-80 would need more than a word for is kept the other way round."""
    shared = conjunction(range(1, 81))
    tree = Tree.parse(f"x100 & (({shared} & x81) | ({shared} & x82))")
    truth = Fraction(1, 2**81) * Fraction(3, 4)
    for largest_table in WAYS:
        assert compiled_share(tree, 100, largest_table) == truth


def test_sums_of_numbers_too_far_apart_are_left_to_fractions() -> None:
    """Where x83 and x84 are true, and where they are not but the others are."""
    shared = conjunction(range(1, 71))
    tree = Tree.parse(f"({shared} & x81) | ({shared} & x82) | (x83 & x84)")
    assert compiled_share(tree, 100) == UNSETTLED
    either = Fraction(3, 4) * Fraction(1, 2**70)
    assert satisfied_share(tree.prefix) == either + Fraction(1, 4) - either / 4
