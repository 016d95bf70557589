"""The targets against plain Python on every input, their symmetries, their programs, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import InputError, Tree, plugins
from evobool.model.formulas.counting import dual
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.generator import WORD
from evobool.model.targets import targets as module
from evobool.model.targets.families import TARGETS, Target
from evobool.model.targets.tabled import digits_of
from evobool.model.targets.targets import Goal, goal_of, truth_columns
from evobool.model.targets.traced import Program, traced
from tests.support.examples import examples
from tests.support.naive import joined
from tests.support.strategies import targets, trees

Bits = list[bool]


def multiplexer(bits: Bits) -> bool:
    k = {3: 1, 6: 2, 11: 3}[len(bits)]
    address = int("".join("01"[bit] for bit in bits[:k]), 2)
    return bits[k + address]


TRUTH: dict[str, Callable[[Bits], bool]] = {
    "and": all,
    "or": any,
    "xor": lambda bits: sum(bits) % 2 == 1,
    "majority": lambda bits: 2 * sum(bits) > len(bits),
    "mux": multiplexer,
}


def inputs(n: int) -> list[Bits]:
    return [[bool(row >> i & 1) for i in range(n)] for row in range(2**n)]


def table(goal: Goal) -> int:
    """The target's truth table, row r its bit r."""
    return int(goal.value(truth_columns(goal.n), (1 << 2**goal.n) - 1))


def test_every_target_has_its_truth_here() -> None:
    built_in = {name for name, target in TARGETS.items() if target.source is None}
    assert built_in == set(TRUTH)


def test_every_target_is_found_by_its_own_name() -> None:
    assert all(target.name == name for name, target in TARGETS.items())


@pytest.mark.parametrize("n", range(1, 7))
@pytest.mark.parametrize("name", TRUTH)
def test_targets_are_what_they_are_called(name: str, n: int) -> None:
    if TARGETS[name].refuses(n) is not None:
        assert name == "mux"
        assert n not in (3, 6)
        return
    goal = goal_of(name, n)
    assert (goal.name, goal.relevant) == (name, n)
    for row, bits in enumerate(inputs(n)):
        assert bool(goal.value(bits, True)) == TRUTH[name](bits)
        assert bool(table(goal) >> row & 1) == TRUTH[name](bits)


def test_a_larger_multiplexer() -> None:
    goal, n = goal_of("mux", 11), 11
    values = table(goal)
    assert all(bool(values >> row & 1) == multiplexer(bits) for row, bits in enumerate(inputs(n)))


@pytest.mark.parametrize("n", range(1, 7))
@pytest.mark.parametrize("name", [name for name in TRUTH if TARGETS[name].some])
def test_only_the_first_variables_matter(name: str, n: int) -> None:
    for k in range(1, n + 1):
        goal = goal_of(f"{name}:{k}", n)
        assert goal.name == (name if k == n else f"{name}:{k}")
        assert goal.relevant == k
        assert goal.variables == tuple(range(1, k + 1))
        for bits in inputs(n):
            assert bool(goal.value(bits, True)) == TRUTH[name](bits[:k])


@given(trees(variables=6, least=1, functions=tuple(FUNCTIONS)))
def test_a_formula_is_the_tree_it_spells(tree: Tree) -> None:
    goal = goal_of(str(tree), 6)
    assert goal.name == str(tree)
    for bits in inputs(6)[::5]:
        assert goal.value(bits, True) == tree.evaluate(bits)


def run(program: Program, columns: list[int], ones: int) -> int:
    registers = [*columns, ones]
    for operation, x, y in program.steps:
        one, other = registers[x], registers[y]
        registers.append(one & other if operation == 0 else one | other if operation == 1 else one ^ other)
    return registers[program.result]


@examples(200)
@given(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), targets(n))), st.data())
def test_the_program_does_what_the_definition_does(case: tuple[int, str], data: st.DataObject) -> None:
    n, target = case
    goal = goal_of(target, n)
    columns = data.draw(st.lists(st.integers(0, WORD), min_size=n, max_size=n))
    assert run(traced(goal), columns, WORD) == goal.value(columns, WORD)


def test_a_definition_that_cannot_be_traced_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for define in (lambda x, ones: sum(x) > 2, lambda x, ones: x[0] and 1, lambda x, ones: None):
        goal = Goal("odd", 3, 3, Target("odd", define))
        with pytest.raises(InputError, match=r"^target = odd: .* must use &, \| and \^"):
            traced(goal)


def permuted(goal: Goal, order: tuple[int, ...]) -> int:
    columns = truth_columns(goal.n)
    return int(goal.value([columns[place - 1] for place in order], (1 << 2**goal.n) - 1))


@examples(150)
@given(st.integers(1, 5).flatmap(lambda n: st.tuples(st.just(n), targets(n))))
def test_blocks_are_the_symmetries(case: tuple[int, str]) -> None:
    """Two variables are in one block if and only if they may change places."""
    n, target = case
    goal = goal_of(target, n)
    blocks = goal.blocks
    assert sorted(x for block in blocks for x in block) == list(range(1, n + 1))
    for one, other in permutations(range(1, n + 1), 2):
        order = list(range(1, n + 1))
        order[one - 1], order[other - 1] = other, one
        alike = permuted(goal, tuple(order)) == table(goal)
        together = any(one in block and other in block for block in blocks)
        assert together <= alike
        if goal.joins is None or target not in TARGETS:
            depends = {one, other} & set(goal.variables)
            assert together == alike or len(depends) == 1


@examples(150)
@given(st.integers(1, 6).flatmap(lambda n: st.tuples(st.just(n), targets(n))))
def test_the_variables_it_depends_on(case: tuple[int, str]) -> None:
    n, target = case
    goal = goal_of(target, n)
    rows = [bool(goal.value(bits, True)) for bits in inputs(n)]
    found = [x for x in range(1, n + 1) if any(rows[r] != rows[r ^ (1 << (x - 1))] for r in range(2**n))]
    assert list(goal.variables) == found


@pytest.mark.parametrize(
    ("target", "n", "blocks"),
    [
        ("and:3", 5, ((1, 2, 3), (4, 5))),
        ("x1 & ~x3 & x5", 5, ((1, 5), (2, 4), (3,))),
        ("(x1 & x2) | (x3 & x4)", 4, ((1, 2), (3, 4))),
        ("x1 ^ x2 ^ x1 ^ x4", 4, ((1, 3), (2, 4))),
        ("x1 & ~x1", 3, ((1, 2, 3),)),
        ("mux", 3, ((1,), (2,), (3,))),
        ("majority", 4, ((1, 2, 3, 4),)),
    ],
)
def test_blocks_of_some(target: str, n: int, blocks: tuple[tuple[int, ...], ...]) -> None:
    assert goal_of(target, n).blocks == blocks


def test_a_target_too_large_to_check_claims_no_symmetry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_CHECK", 2)
    goal = Goal(**vars(goal_of("(x1 & x2) | x3", 4)))
    assert goal.variables == (1, 2, 3)
    assert goal.blocks == ((1,), (2,), (3,), (4,))


@examples(100)
@given(st.integers(1, 6).flatmap(lambda n: st.tuples(st.just(n), targets(n))))
def test_what_joins_literals(case: tuple[int, str]) -> None:
    n, target = case
    goal = goal_of(target, n)
    if goal.joins is None:
        assert goal.literals == ()
        return
    for bits in inputs(n):
        values = [bits[abs(x) - 1] == (x > 0) for x in goal.literals]
        assert bool(goal.value(bits, True)) == (all if goal.joins == "and" else any)(values)


def test_which_formulas_join_literals() -> None:
    assert (goal_of("x3 & ~x1", 4).joins, goal_of("x3 & ~x1", 4).literals) == ("and", (3, -1))
    assert (goal_of("~x2", 4).joins, goal_of("~x2", 4).literals) == ("and", (-2,))
    assert goal_of("x1 | x2 | ~x4", 4).joins == "or"
    for target in ("x1 & x1", "x1 & x2 | x3", "x1 ^ x2", "x1 & ~x1", "x1 > x2", "xor", "majority:2"):
        assert goal_of(target, 4).joins is None


def test_and_and_or_are_dual() -> None:
    assert dual(joined("and", 5).prefix) == joined("or", 5).prefix
    assert TARGETS["and"].complement != TARGETS["or"].complement
    assert (TARGETS["and"].first, TARGETS["or"].first) == ("and", "or")


def test_titles() -> None:
    assert [goal_of(name, 8).title for name in ("and", "or:8", "xor:3", "x1&x2")] == [
        "AND_8",
        "OR_8",
        "XOR of 3 of 8",
        "x1 & x2",
    ]
    assert goal_of("majority", 8).title_for("n") == "MAJORITY_n"


REFUSED: list[tuple[Any, int, str]] = [
    ("and:0", 8, "must be 1 to n = 8"),
    ("and:9", 8, "must be 1 to n = 8"),
    ("and:-1", 8, "must be 1 to n = 8"),
    ("and:", 8, "must be 1 to n = 8"),
    ("and:x", 8, "must be 1 to n = 8"),
    ("and:1.5", 8, "must be 1 to n = 8"),
    ("and:²", 8, "must be 1 to n = 8"),
    ("and:" + "9" * 5000, 8, "must be 1 to n = 8"),
    ("mux", 5, "needs n = k"),
    ("mux", 1, "needs n = k"),
    ("mux:3", 6, "takes no number"),
    ("x9", 8, "names x9, but n = 8"),
    ("x1 & (x2 | x9)", 8, "names x9, but n = 8"),
    ("x1 &", 8, r"ends too soon \(character 5\)"),
    ("x1 & & x2", 8, r"'&' is out of place \(character 6\)"),
    ("x1 # x2", 8, r"cannot read '# x2' \(character 4\)"),
    ("(x1", 8, r"ends too soon \(character 4\)"),
    ("x1 x2", 8, r"'x2' is out of place \(character 4\)"),
    ("", 8, "must be one of and, or, xor"),
    ("()", 8, r"'\)' is out of place \(character 2\)"),
    ("(empty)", 8, "the formula is empty"),
    ("x1 and", 8, r"ends too soon \(character 7\)"),
    ("AND", 8, "must be one of and, or, xor"),
    ("majorty", 8, "did you mean majority"),
    ("majorty:3", 8, "did you mean majority"),
    (3, 8, "must be a name or a formula"),
    (None, 8, "must be a name or a formula"),
]


@pytest.mark.parametrize("text", ["x1 and not x2", "x1*!x2", "x1∧¬x2", "x_1 & ~x_2", "!(!x1+x2)", "x1 > x2"])
def test_targets_in_any_spelling(text: str) -> None:
    assert table(goal_of(text, 2)) == 0b0010
    assert goal_of("!x2", 2).name == "~x2"


@pytest.mark.parametrize(("target", "n", "why"), REFUSED, ids=[f"{t}"[:12] for t, _, _ in REFUSED])
def test_what_is_no_target(target: Any, n: int, why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        goal_of(target, n)
    assert caught.value.field == "target"
    assert "\n" not in str(caught.value)


@given(st.integers(1, 6).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, 2**2**n - 1))))
def test_a_table_is_the_target_it_writes_down(case: tuple[int, int]) -> None:
    n, values = case
    goal = goal_of(f"table:{values:0{digits_of(n)}X}", n)
    assert table(goal) == values
    assert goal.title == goal.name == goal_of(goal.name, n).name
    assert goal == goal_of(goal.name, n)
    for row, bits in enumerate(inputs(n)):
        assert bool(goal.value(bits, True)) == bool(values >> row & 1)


@pytest.mark.parametrize("name", TRUTH)
def test_tables_of_named_targets(name: str) -> None:
    n = 6
    goal = goal_of(name, n)
    same = goal_of(f"table:{table(goal):016x}", n)
    assert same.variables == goal.variables
    assert same.blocks == goal.blocks


def test_what_is_no_table_is_refused() -> None:
    refused = {
        ("table", 3): "a table of 3 variables has 2 hexadecimal digits, not 0",
        ("table:", 2): "a table of 2 variables has 1 hexadecimal digit, not 0",
        ("table:8000", 3): "a table of 3 variables has 2 hexadecimal digits, not 4",
        ("table:0x", 3): "a table of 3 variables has 2 hexadecimal digits",
        ("table:1_", 3): "a table of 3 variables has 2 hexadecimal digits",
        ("table:4", 1): "a table of 1 variable is 0, 1, 2 or 3",
        ("table:1", 13): "a table has at most 12 variables, but n = 13",
    }
    for (target, n), why in refused.items():
        with pytest.raises(InputError, match=f"^target = {target}: {why}$"):
            goal_of(target, n)
    with pytest.raises(InputError, match="is taken by evobool itself"):
        plugins.target("table")(lambda x, ones: ones)
