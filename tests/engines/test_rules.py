"""Every decision without a count against the truth table, on mutations drawn from runs.

A chain of mutations is judged by brute force, on rows. Before each mutation is made, the rules and the small
tables are asked what it does to the error. What they say is noted by rule, so that a dead one is seen.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

from evobool import Setting
from evobool.engines.compiling.jit import kernel
from evobool.engines.counts import structure
from evobool.engines.counts.at_point import decide_at_point
from evobool.engines.counts.complete import is_right
from evobool.engines.counts.deciding import (
    decide_by_structure,
    in_an_open_group,
    spare,
    stays_false,
    stronger_stays_false,
    weakens,
)
from evobool.engines.counts.path import decide_by_path
from evobool.engines.counts.structure import CONFLICTS, LOST, concerns_all
from evobool.engines.counts.truth import weigh, weigh_false
from evobool.engines.exact import ExactEngine
from evobool.engines.kernels import judging
from evobool.engines.kernels.bits import popcount
from evobool.engines.kernels.mutate import NOTHING, Drawn, Rules, hvl_prime
from evobool.engines.kernels.offspring import accept, perform, undo
from evobool.engines.kernels.orders import (
    AT_MOST,
    DOUBLED,
    EQUAL,
    HALVED,
    LARGER,
    MEASURED,
    OPEN,
    SMALLER,
    UNSURE,
)
from evobool.engines.kernels.random import Words, below, i64, seed_state
from evobool.engines.kernels.state import PARENT, State
from evobool.engines.kernels.tree import arena, numbering, whole
from evobool.engines.kernels.tree.arena import AND_NODE, DEL, INS, NONE, OR_NODE, SUB, Arena
from evobool.model.settings.completion import Deletion
from evobool.model.training import TrainingSet
from tests.support.machine import JIT

NOT_ASKED = 9
# Where a mutation happens, as in the table of `deciding.py`.
PLACES = (
    "INS of AND in the conjunction",
    "DEL of a unit",
    "INS of OR at a unit",
    "SUB of a spare unit",
    "SUB of a unit, one of both in an undecided group",
    "SUB of a unit, none of both in an undecided group",
    "DEL of a conjunction",
    "INS of OR at a conjunction",
    "DEL of, or INS of OR at, a decided group",
    "DEL of, or INS of OR at, an undecided group",
    "weaker in a decided group",
    "stronger in a decided group",
    "SUB in a decided group",
    "weaker in an undecided group",
    "stronger in an undecided group",
    "SUB in an undecided group",
    "false: away from the units",
    "false: at a unit",
    "false: at a conjunction",
    "no rule: negated literals, and true somewhere",
    "false by its groups: made stronger",
    "false by its groups: other changes",
    "balanced: INS of AND in the conjunction",
    "balanced: DEL of a unit",
    "balanced: INS of OR at a unit",
    "balanced: SUB of a spare unit",
    "balanced: SUB of a unit, one of both in an undecided group",
    "balanced: SUB of a unit, none of both in an undecided group",
    "balanced: DEL of a conjunction",
    "balanced: INS of OR at a conjunction",
    "balanced: DEL of, or INS of OR at, a decided group",
    "balanced: DEL of, or INS of OR at, an undecided group",
    "balanced: weaker in a decided group",
    "balanced: stronger in a decided group",
    "balanced: SUB in a decided group",
    "balanced: weaker in an undecided group",
    "balanced: stronger in an undecided group",
    "balanced: SUB in an undecided group",
)
BALANCED = 22
ORDERS = {SMALLER: "smaller", EQUAL: "equal", LARGER: "larger", AT_MOST: "at most equal", OPEN: "open"}
ORDERS |= {HALVED: "halved", DOUBLED: "doubled"}


class Table(NamedTuple):
    """The literals and the target on all inputs; what function code 0 stands for; costs; scratch space."""

    columns: Any
    target: Any
    last: np.uint64
    code_0_is_and: bool
    false_positive: int
    false_negative: int
    stack: Any
    prefix: Any


def table_of(setting: Setting, slots: int) -> Table:
    """The truth table of a setting with the target's own function as code 0."""
    rows, words = TrainingSet.complete(setting.goal), max(1, 2**setting.n // 64)
    positives = rows.target.bit_count()
    assert setting.aim.costs is not None
    each = setting.aim.costs(positives, 2**setting.n - positives)
    costs = {"false_positive": each[0], "false_negative": each[1]}

    def packed(column: int) -> list[int]:
        return [column >> (64 * w) & (2**64 - 1) for w in range(words)]

    literals = [
        rows.columns[abs(literal) - 1] ^ (0 if literal > 0 else rows.ones) for literal in setting.literal_list
    ]
    return Table(
        columns=np.array([packed(column) for column in literals], dtype=np.uint64),
        target=np.array(packed(rows.target), dtype=np.uint64),
        last=np.uint64(packed(rows.ones)[-1]),
        code_0_is_and=setting.goal.joins == "and",
        **costs,
        stack=np.zeros((slots, words), dtype=np.uint64),
        prefix=np.zeros(slots, dtype=np.int32),
    )


@kernel
def wrong(a: Arena, table: Table) -> int:
    """What the inputs cost on which the tree in the arena and the target differ: by the tokens, backwards."""
    stack, height, words = table.stack, 0, len(table.target)
    for k in range(whole.write_prefix(a, table.prefix, 0) - 1, -1, -1):
        kind = table.prefix[k]
        if kind >= 0:
            for w in range(words):
                stack[height, w] = table.columns[kind, w]
            height += 1
            continue
        height -= 1
        for w in range(words):
            if (kind == -1) == table.code_0_is_and:
                stack[height - 1, w] &= stack[height, w]
            else:
                stack[height - 1, w] |= stack[height, w]
    cost = 0
    for w in range(words):
        different = stack[0, w] ^ table.target[w]
        if w == words - 1:
            different &= table.last
        cost += table.false_positive * i64(popcount(different & ~table.target[w]))
        cost += table.false_negative * i64(popcount(different & table.target[w]))
    return cost


@kernel
def place_of(a: Arena, s: structure.Structure, drawn: Drawn) -> int:
    """Where a mutation happens: a number of PLACES."""
    kind = i64(a.node[drawn.x].kind)
    group = structure.group_above(a, drawn.x)
    if group != NONE:
        decided = a.node[group].value == 1
        if drawn.done == SUB:
            return 12 if decided else 15
        if weakens(a, drawn):
            return 10 if decided else 13
        return 11 if decided else 14
    if drawn.done == INS and -1 - drawn.function == AND_NODE:
        return 0
    if kind >= 0:
        if drawn.done != SUB:
            return 1 if drawn.done == DEL else 2
        if spare(a, s, kind):
            return 3
        return 4 if in_an_open_group(a, s, kind) or in_an_open_group(a, s, drawn.literal) else 5
    if kind == OR_NODE:
        return 8 if a.node[drawn.x].value else 9
    return 6 if drawn.done == DEL else 7


@kernel
def place_in_false(a: Arena, drawn: Drawn) -> int:
    """The same in a tree that is false everywhere."""
    kind = i64(a.node[drawn.x].kind)
    in_group = structure.group_above(a, drawn.x) != NONE
    if in_group or kind == OR_NODE or (drawn.done == INS and -1 - drawn.function == AND_NODE):
        return 16
    return 17 if kind >= 0 else 18


@kernel
def is_right_now(judge: Any, a: Arena, state: State) -> bool:
    """Whether the tree is true at the target's point, and false somewhere."""
    measured = judging.measure(judge, a, state, i64(PARENT)) == MEASURED
    state.run[0].right = measured and is_right(state.measure[PARENT])
    return bool(state.run[0].right)


@kernel
def follow(
    a: Arena,
    rng: Words,
    rules: Rules,
    judge: Any,
    state: State,
    table: Table,
    largest_table: int,
    found: Any,
) -> None:
    """Draw as many mutations as `found` has lines; note place, rule, weight, truth, solved and so it is."""
    s = judge.parts
    numbering.clear(a)
    structure.forget_tree(s)
    before = 0
    for k in range(len(found)):
        found[k, 0] = -1
        if a.mark[arena.ROOT] != NONE and before <= rules.accept_error and below(rng, 4) == 0:
            numbering.clear(a)  # the next run
            structure.forget_tree(s)
        drawn = hvl_prime(a, rng, rules)
        if drawn.done == NOTHING:
            continue
        place, by_rules, by_table, planted = -1, i64(OPEN), i64(NOT_ASKED), a.mark[arena.ROOT] == NONE
        group = structure.group_above(a, drawn.x)
        if planted:
            by_rules = i64(OPEN)
        elif judge.monotone:
            place = place_of(a, s, drawn)
            s.total[LOST] = 0
            by_rules = decide_by_structure(a, s, drawn, group, k % 5 - 1)
            found[k, 8] = s.total[LOST]
            # A table weighs a change of one group, or a unit that is not spare against another literal.
            if concerns_all(s) and (place >= 8 or place == 4 or place == 5):
                by_table = weigh(a, s, drawn, group, largest_table)
        elif s.total[CONFLICTS] > 0:
            place = place_in_false(a, drawn)
            by_rules = stays_false(a, s, drawn, group)
            if by_rules == OPEN:
                by_table = weigh_false(a, s, drawn, group)
            if not judge.scale.plain:
                by_rules = by_rules if by_rules == EQUAL else i64(OPEN)
                by_table = by_table if by_table == EQUAL else i64(OPEN)
        elif judge.at_point and is_right_now(judge, a, state):
            place = BALANCED + place_of(a, s, drawn)
            by_rules = decide_at_point(a, s, drawn, group)
            if by_rules == OPEN:
                by_table = decide_by_path(a, s, drawn, group)
                found[k, 9] = by_table
            weighed = place >= BALANCED + 8 or place == BALANCED + 4 or place == BALANCED + 5
            if weighed and by_rules != LARGER and (by_table == NOT_ASKED or k % 2 == 0):
                by_table = weigh(a, s, drawn, group, largest_table)
        elif (
            judging.measure(judge, a, state, i64(PARENT)) == MEASURED and state.measure[PARENT].mantissa == 0
        ):
            by_rules = stronger_stays_false(a, drawn)
            place = 20 if by_rules == EQUAL else 21
            if by_rules == OPEN:
                by_table = weigh_false(a, s, drawn, group)
            if not judge.scale.plain:
                by_table = by_table if by_table == EQUAL else i64(OPEN)
        else:
            place = 19
        perform(judge, a, state, drawn)
        after = wrong(a, table)
        if not planted:
            found[k, 0], found[k, 1], found[k, 2] = place, by_rules, by_table
            found[k, 3] = i64(after > before) - i64(after < before)
            found[k, 6], found[k, 7] = before + 1, after + 1
        # Now and then a worse tree is kept, for a look at trees that runs come to less often.
        fits = numbering.leaf_count(a) <= rules.limit and i64(a.mark[arena.FREE]) >= 2 * len(state.edits)
        if planted or (fits and (after <= before or below(rng, 40) == 0)):
            accept(judge, a, state, 1, i64(OPEN))
            before = after
            state.run[0].known = 0
            if judge.at_point:
                state.run[0].known = i64(not is_right_now(judge, a, state))  # what rules accept is right
            found[k, 4] = judging.is_solved(judge, a, rules, state)
            found[k, 5] = i64(after <= rules.accept_error)
        else:
            undo(judge, a, state)


def judged(setting: Setting, seed: int, pairs: int, largest_table: int = 10) -> Any:
    """So many mutations of a setting, with what was said and what is true."""
    engine = ExactEngine(setting)
    seed_state(engine.rng, np.uint64(seed), 0)
    found = np.full((pairs, 10), NOT_ASKED, dtype=np.int64)
    found[:, :9] = 0
    slots = len(engine.arena.node)
    follow(
        engine.arena,
        engine.rng,
        engine.rules,
        engine.judge,
        engine.state,
        table_of(setting, slots),
        largest_table,
        found,
    )
    return found[found[:, 0] >= 0]


def check(found: Any) -> Counter[tuple[str, str]]:
    """Everything said is true; returns how often each rule said what."""
    place, by_rules, by_table, truth, solved, is_solved, inputs, inputs_after, lost, by_path = found.T
    halved, doubled = by_rules == HALVED, by_rules == DOUBLED
    assert (2 * inputs_after[halved] == inputs[halved]).all()
    assert (inputs_after[doubled] == 2 * inputs[doubled]).all()
    assert (inputs_after[lost > 0] >= (inputs << lost)[lost > 0]).all()
    orders = (by_rules == SMALLER) | (by_rules == EQUAL) | (by_rules == LARGER)
    assert (orders | halved | doubled | (by_rules == AT_MOST) | (by_rules == OPEN)).all()
    assert (truth[orders] == by_rules[orders]).all()
    assert (truth[by_rules == AT_MOST] <= 0).all()
    weighed = (by_table != NOT_ASKED) & (by_table != OPEN)
    weighed &= by_table != AT_MOST
    assert (truth[weighed] == by_table[weighed]).all()
    known = (by_path != NOT_ASKED) & (by_path != OPEN) & (by_path != AT_MOST)
    assert (truth[known] == by_path[known]).all()
    assert (truth[by_path == AT_MOST] <= 0).all()
    assert (solved[solved != UNSURE] == is_solved[solved != UNSURE]).all()
    assert not (solved == UNSURE).any(), "all counts fit a word"
    said = Counter((PLACES[p], ORDERS[o]) for p, o in zip(place.tolist(), by_rules.tolist(), strict=True))
    said["at least", "doubled"] = int((lost == 1).sum())
    said["at least", "doubled twice"] = int((lost > 1).sum())
    for order, name in ORDERS.items():
        said["path", name] = int((by_path == order).sum())
        said["small table", name] = int((by_table == order).sum())
    return said


def told(said: Counter[tuple[str, str]]) -> None:
    """Print the share of every rule."""
    pairs = sum(
        count for (place, _), count in said.items() if place not in ("small table", "path", "at least")
    )
    print(f"\n{pairs} mutations")
    for (place, order), count in sorted(said.items()):
        print(f"{100 * count / pairs:7.3f} %  {place}: {order}")


ALL_ABOUT = [
    Setting(n=n, target=target, limit=limit, deletion=deletion)
    for n, limit in ((2, "none"), (4, "2n"), (6, "4n"), (8, "none"), (8, "2n"))
    for target in ("and", "or")
    for deletion in ("subtree", "leaf")
]
ABOUT_SOME = [
    Setting(n=n, target=target, limit=limit)
    for n, target in ((3, "and:1"), (5, "and:3"), (6, "or:2"), (8, "and:6"), (8, "or:4"))
    for limit in ("2n", "none")
]
BOTH: tuple[tuple[str, Deletion], ...] = (("2n", "subtree"), ("none", "leaf"))
NEGATED = [
    Setting(n=n, target=target, literals="all", limit=limit, deletion=deletion)
    for n, target in ((2, "and"), (4, "and"), (6, "or"), (8, "and"), (6, "and:3"), (5, "x1 & ~x2 & x4"))
    for limit, deletion in BOTH
]
BALANCED_ONES = [
    setting.with_(objective="balanced")
    for setting in NEGATED
    if len(setting.goal.literals) == setting.n or setting.target == "and:3"
] + [Setting(n=3, target="x1 & ~x2 & x3", literals="all", limit="2n", objective="balanced")]
SAID_OF_ALL = {
    (PLACES[0], "equal"),
    (PLACES[0], "smaller"),
    (PLACES[0], "halved"),
    (PLACES[1], "equal"),
    (PLACES[1], "larger"),
    (PLACES[1], "doubled"),
    (PLACES[2], "equal"),
    (PLACES[2], "larger"),
    (PLACES[2], "doubled"),
    (PLACES[3], "equal"),
    (PLACES[3], "smaller"),
    (PLACES[3], "halved"),
    (PLACES[4], "larger"),
    (PLACES[4], "open"),
    (PLACES[4], "doubled"),
    (PLACES[5], "larger"),
    (PLACES[5], "equal"),
    (PLACES[5], "at most equal"),
    (PLACES[5], "doubled"),
    (PLACES[6], "larger"),
    (PLACES[6], "open"),
    (PLACES[7], "larger"),
    (PLACES[7], "open"),
    (PLACES[8], "equal"),
    (PLACES[9], "open"),
    (PLACES[10], "equal"),
    (PLACES[11], "equal"),
    (PLACES[11], "at most equal"),
    (PLACES[12], "equal"),
    (PLACES[12], "at most equal"),
    (PLACES[13], "open"),
    (PLACES[14], "at most equal"),
    (PLACES[15], "equal"),
    (PLACES[15], "at most equal"),
    (PLACES[15], "open"),
    ("at least", "doubled"),
    ("at least", "doubled twice"),
    ("small table", "smaller"),
    ("small table", "equal"),
    ("small table", "larger"),
}
SAID_OF_SOME = {
    (PLACES[0], "equal"),
    (PLACES[0], "smaller"),
    (PLACES[0], "open"),
    (PLACES[1], "equal"),
    (PLACES[1], "larger"),
    (PLACES[1], "open"),
    (PLACES[2], "equal"),
    (PLACES[2], "larger"),
    (PLACES[2], "open"),
    (PLACES[3], "equal"),
    (PLACES[3], "smaller"),
    (PLACES[4], "open"),
    (PLACES[5], "equal"),
    (PLACES[5], "larger"),
    (PLACES[5], "at most equal"),
    (PLACES[8], "equal"),
    (PLACES[10], "equal"),
    (PLACES[11], "equal"),
    (PLACES[12], "equal"),
    (PLACES[15], "equal"),
}
SAID_OF_FALSE = {
    (PLACES[16], "equal"),
    (PLACES[17], "equal"),
    (PLACES[17], "larger"),
    (PLACES[17], "open"),
    (PLACES[18], "equal"),
    (PLACES[18], "open"),
    (PLACES[20], "equal"),
    (PLACES[21], "open"),
    ("small table", "equal"),
    ("small table", "larger"),
}
SAID_OF_BALANCED = {
    *((PLACES[BALANCED], said) for said in ("equal", "smaller", "at most equal", "larger")),
    *((PLACES[BALANCED + 1], said) for said in ("equal", "larger", "open")),
    *((PLACES[BALANCED + 2], said) for said in ("equal", "larger", "open")),
    *((PLACES[BALANCED + 3], said) for said in ("equal", "smaller", "larger")),
    *((PLACES[BALANCED + 4], said) for said in ("larger", "open")),
    *((PLACES[BALANCED + 5], said) for said in ("equal", "at most equal", "larger", "open")),
    *((PLACES[BALANCED + 6], said) for said in ("larger", "open")),
    *((PLACES[BALANCED + 7], said) for said in ("larger", "open")),
    (PLACES[BALANCED + 8], "equal"),
    (PLACES[BALANCED + 9], "open"),
    (PLACES[BALANCED + 10], "equal"),
    *((PLACES[BALANCED + 11], said) for said in ("equal", "at most equal", "larger")),
    *((PLACES[BALANCED + 12], said) for said in ("equal", "at most equal", "larger")),
    (PLACES[BALANCED + 13], "open"),
    *((PLACES[BALANCED + 14], said) for said in ("at most equal", "larger")),
    *((PLACES[BALANCED + 15], said) for said in ("equal", "at most equal", "larger", "open")),
    *(("small table", said) for said in ("smaller", "equal", "larger")),
    *(("path", said) for said in ("smaller", "equal", "larger", "at most equal")),
}
PAIRS = 20_000 if JIT else 60
GROUPS = [
    pytest.param(ALL_ABOUT, SAID_OF_ALL, id="a target about all variables", marks=pytest.mark.long),
    pytest.param(ABOUT_SOME, SAID_OF_SOME, id="about some", marks=pytest.mark.long),
    pytest.param(NEGATED, SAID_OF_FALSE, id="negated literals"),
    pytest.param(BALANCED_ONES, SAID_OF_BALANCED, id="balanced errors", marks=pytest.mark.long),
]


def explore(settings: list[Setting], expected: set[tuple[str, str]], seeds: range, pairs: int) -> None:
    """Check so many mutations for each seed and setting, and that every rule had a say."""
    said: Counter[tuple[str, str]] = Counter()
    for setting in settings:
        for seed in seeds:
            said += check(judged(setting, seed, pairs))
    told(said)
    if JIT:
        said = Counter({what: times for what, times in said.items() if times})
        assert set(said) >= expected, sorted(expected - set(said))


@pytest.mark.parametrize(("settings", "expected"), GROUPS)
def test_every_decision_is_true(settings: list[Setting], expected: set[tuple[str, str]]) -> None:
    explore(settings, expected, range(1), PAIRS)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("settings", "expected"), GROUPS)
def test_millions_of_decisions_are_true(settings: list[Setting], expected: set[tuple[str, str]]) -> None:
    explore(settings, expected, range(1, 6), 2 * PAIRS)


@pytest.mark.parametrize("largest_table", [0, 1, 2, 6])
def test_tables_of_any_size(largest_table: int) -> None:
    """A table that would be too large decides nothing, a smaller one what it decides."""
    for setting in ALL_ABOUT[-8:]:
        check(judged(setting, 2, PAIRS // 2, largest_table))


def test_rules_that_leave_nothing_open() -> None:
    """With every variable in the target, what happens at a unit or adds one is always decided."""
    said: Counter[tuple[str, str]] = Counter()
    for setting in ALL_ABOUT:
        said += check(judged(setting, 3, PAIRS // 2))
    for place in (0, 1, 2, 3, 5, 8, 10, 11, 12):
        assert (PLACES[place], "open") not in said
