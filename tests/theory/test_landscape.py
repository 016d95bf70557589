from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import InputError, Setting, Tree, evolve
from evobool.engines import pick
from evobool.model.mutation import OPERATORS, Operator, neighbourhood
from evobool.model.selection import SELECTIONS, Judged, Selection
from evobool.model.settings.completion import Deletion, Literals
from evobool.model.settings.setting import ADDED
from evobool.model.training import TrainingSet
from evobool.theory.drift.offspring import offspring
from evobool.theory.landscape.certificate import Certificate
from evobool.theory.landscape.digest import MEANING
from evobool.theory.landscape.explore import Exploration, accepted_changes, explore
from evobool.theory.landscape.failed import has_landscape
from evobool.theory.landscape.landscape import certify, classify, locally_optimal
from evobool.theory.landscape.missing import deciding_pairs, missing
from evobool.theory.landscape.normal_form import normal_form
from tests.support.chain import Chain, values
from tests.support.drawn import cases, complete_settings, targets, trees
from tests.support.examples import examples

LEAF = Setting(n=4, limit="4", deletion="leaf")
FIGURE_1 = [
    (4, "(x3 & x2) | (x2 & x3)"),
    (8, "(((x2 & x3) & x5) | (x2 & (x3 & x5))) & x1"),
    (8, "((x3 & (x5 & x7)) | (x3 & (x7 & x5))) & (x2 & (x8 & x4))"),
]


def theorem_1(target: str, limit: int) -> Tree:
    """The tree in the proof of theorem 1: limit/2 copies of x1 & x2, joined by OR; dually for OR_n."""
    inner, outer = ("and", "or") if target == "and" else ("or", "and")
    copies = limit // 2
    return Tree((outer,) * (copies - 1) + (inner, 1, 2) * copies)


@cache
def accepted(tree: Tree, setting: Setting) -> set[Tree]:
    """The neighbours that a run would go on with, by plain evaluation."""
    rows, limit = TrainingSet.complete(setting.goal), setting.leaf_limit
    parent = Judged(rows.error(tree), tree.leaves)
    return {
        near
        for near in neighbourhood(tree, setting)
        if (limit is None or near.leaves <= limit)
        and setting.rule.accepts(Judged(rows.error(near), near.leaves), parent, None)
    }


def assert_way(found: Exploration) -> None:
    """Every step is a mutation of the tree before and accepted, and the last tree is an optimum."""
    rows, now = TrainingSet.complete(found.setting.goal), found.tree
    for move in found.way:
        assert move.tree in accepted(now, found.setting)
        assert move.error == rows.error(move.tree)
        now = move.tree
    assert rows.error(now) <= found.setting.accept_error


@pytest.mark.long
@pytest.mark.parametrize(("n", "limit"), [(2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (3, 5), (4, 4)])
def test_dead_ends_are_those_of_the_exact_chain(n: int, limit: int) -> None:
    setting = Setting(n=n, limit=str(limit), deletion="leaf")
    chain = Chain(setting)
    for tree, state in chain.states.items():
        found = explore(tree, setting)
        assert found.reachable == bool(chain.alive[state])
        assert_way(found) if found.reachable else None
    assert chain.alive.all() == (n == 2 or (n == 3 and limit != 4))


@pytest.mark.slow
@pytest.mark.parametrize(("n", "limit"), [(2, 6), (4, 5)])
def test_dead_ends_are_those_of_a_larger_chain(n: int, limit: int) -> None:
    test_dead_ends_are_those_of_the_exact_chain(n, limit)


@pytest.mark.parametrize("target", ["and", "or"])
@pytest.mark.parametrize(("n", "limit"), [(3, 4), (4, 4), (4, 6), (4, 8), (5, 6), (16, 16)])
def test_the_tree_of_theorem_1_is_a_dead_end(n: int, limit: int, target: str) -> None:
    setting = Setting(n=n, limit=str(limit), deletion="leaf", target=target)
    tree = theorem_1(target, limit)
    certificate = certify(tree, setting)
    assert certificate is not None
    assert certificate.closed == (tree,)
    assert certificate.check()
    assert explore(tree, setting.with_(deletion="subtree")).reachable


@pytest.mark.parametrize("limit", range(2, 7))
def test_theorem_1_fails_for_two_variables(limit: int) -> None:
    setting = Setting(n=2, limit=str(limit), deletion="leaf")
    assert explore(theorem_1("and", limit), setting).reachable


@pytest.mark.parametrize(("n", "text"), FIGURE_1)
def test_the_trees_of_figure_1_are_locally_optimal(n: int, text: str) -> None:
    tree = Tree.parse(text)
    full = Setting(n=n, limit=str(tree.leaves), deletion="leaf")
    assert locally_optimal(tree, full).holds
    single = tree.leaves == 4  # in the others a variable that occurs once may be any that does not occur
    assert classify(tree, full).kind == ("strict local optimum" if single else "plateau")
    certificate = certify(tree, full)
    assert certificate is not None
    assert certificate.closed == (tree,)
    assert certificate.check()
    assert explore(tree, full.with_(limit=str(tree.leaves + 1))).reachable  # room for a leaf is enough


def test_the_two_facts_are_told_apart() -> None:
    free = locally_optimal(Tree.parse("x1 & (x1 | x2)"), Setting(n=2))
    assert (free.no_better_substitution, free.no_free_deletion) == (False, False)
    better = locally_optimal(Tree.parse("x1 | x2"), Setting(n=2))
    assert (better.no_better_substitution, better.no_free_deletion) == (False, False)
    assert not better.holds
    assert locally_optimal(Tree.parse("x1 & x2"), Setting(n=2)).holds
    assert locally_optimal(Tree.parse("x1 & x2"), Setting(n=3)).holds


@pytest.mark.parametrize(
    ("text", "setting", "kind", "reachable"),
    [
        ("x1 & x2", Setting(n=2), "optimum", True),
        ("x1 & x2", Setting(n=4, accept_error=3), "optimum", True),
        ("(x1 & x2) | (x1 & x2)", LEAF, "strict local optimum", False),
        ("(x1 & x2) | (x1 & x3)", LEAF, "improvable", False),
        ("(x1 & x2) & (x1 & x3)", LEAF, "improvable", True),
        ("(x1 & x1) | x1", Setting(n=2, limit="3"), "plateau", True),
        ("x1", Setting(n=2, limit="1"), "plateau", False),
        ("x1", Setting(n=2, limit="1", selection="strict"), "strict local optimum", False),
        ("", Setting(n=2), "improvable", True),
        ("", Setting(n=2, limit="1"), "improvable", False),
        ("x1 & ~x1", Setting(n=3, limit="n", literals="all"), "plateau", True),
    ],
)
def test_kinds(text: str, setting: Setting, kind: str, reachable: bool) -> None:
    found = classify(Tree.parse(text), setting)
    assert kind in MEANING
    assert (found.kind, found.reachable) == (kind, reachable)
    certificate = found.certificate()
    if reachable:
        assert certificate is None
        assert found.exploration.shortest
        assert_way(found.exploration)
    else:
        assert certificate is not None
        assert certificate.check()


def plain_way(tree: Tree, setting: Setting, most: int = 10**9) -> int | None:
    """Breadth first over plain trees: how many accepted mutations lead to an optimum; -1 if too many came."""
    rows = TrainingSet.complete(setting.goal)
    layer, seen, steps = {tree}, {tree}, 0
    while layer:
        if any(each.prefix and rows.error(each) <= setting.accept_error for each in layer):
            return steps
        if len(seen) > most:
            return -1
        layer = set[Tree]().union(*(accepted(each, setting) for each in layer)) - seen
        steps += 1
        seen |= layer
    return None


@pytest.mark.parametrize("literals", ["positive", "all"])
@pytest.mark.parametrize("selection", ["nonstrict", "strict", "parsimony"])
@pytest.mark.parametrize(
    ("n", "limit", "accept_error"), [(2, "3", 0), (2, "3", 1), (3, "2", 0), (3, "2", 1), (3, "2", 3)]
)
def test_the_shortest_way_is_that_of_a_plain_search(
    n: int, limit: str, accept_error: int, literals: Literals, selection: str
) -> None:
    cases: tuple[tuple[str, Deletion], ...] = (("and", "leaf"), ("or", "subtree"))
    for target, deletion in cases:
        setting = Setting(
            n=n,
            limit=limit,
            accept_error=accept_error,
            literals=literals,
            selection=selection,
            target=target,
            deletion=deletion,
        )
        for text in ("", "x1", "x2 | x1", "x1 & x1", "x2 | x2"):
            assert_like_a_plain_search(Tree.parse(text), setting)


def assert_like_a_plain_search(tree: Tree, setting: Setting, most: int = 10**9) -> None:
    """What can be reached, the shortest way, and a proof that stands."""
    length = plain_way(tree, setting, most)
    if length == -1:
        return
    found = explore(tree, setting, shortest=True)
    assert found.reachable == (length is not None)
    if length is not None:
        assert (len(found.way), found.shortest) == (length, True)
        assert missing(found.tree, setting) <= length
        assert_way(found)
    else:
        certificate = found.certificate()
        assert certificate is not None
        assert certificate.check()


@examples(80)
@given(complete_settings(3, ("1", "2", "3")), st.data())
def test_any_landscape_is_that_of_a_plain_search(setting: Setting, data: st.DataObject) -> None:
    assert_like_a_plain_search(data.draw(trees(setting)), setting, most=1_500)


@examples(100)
@given(cases())
def test_accepted_changes_are_the_accepted_offspring(case: tuple[Tree, Setting]) -> None:
    tree, setting = case
    goal = setting.goal
    same = normal_form(tree, goal)
    expected = {
        (normal_form(each.tree(), goal), each.wrong) for each in offspring(tree, setting) if each.accepted
    }
    found = {
        (normal_form(change.apply(tree), goal), wrong) for change, wrong in accepted_changes(tree, setting)
    }
    assert found - expected == set()
    assert {form for form, _ in expected - found} <= {same}


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_tree_without_a_variable_is_wrong_on_its_deciding_pairs(n: int) -> None:
    for target in targets(n):
        table = values(target, n)
        pairs = deciding_pairs(Setting(n=n, target=target).goal)
        for i in range(n):
            differ = sum(table[row] != table[row | 1 << i] for row in range(2**n) if not row >> i & 1)
            assert pairs.get(i + 1, 0) == differ


def test_several_offspring_have_the_landscape_of_one() -> None:
    tree = Tree.parse("(x1 & x2) | (x1 & x3)")
    one, three = certify(tree, LEAF), certify(tree, LEAF.with_(offspring=3))
    assert one is not None
    assert three is not None
    assert three.check()
    assert one.closed == three.closed


def test_the_cap_is_told_from_a_dead_end() -> None:
    tree, setting = Tree.parse("x1"), Setting(n=8, limit="n")
    assert explore(tree, setting, cap=3).reachable is None
    assert certify(tree, setting, cap=3) is None
    assert explore(tree, setting).reachable is True
    assert explore(Tree.parse("x1 & x1"), Setting(n=2, limit="n"), cap=1).reachable is True


def test_a_way_not_proved_shortest_says_so() -> None:
    tree = Tree.parse(FIGURE_1[1][1])
    setting = Setting(n=8, limit="n", deletion="leaf")
    found = explore(tree, setting, cap=600, shortest=True)
    assert (found.reachable, found.shortest) == (True, False)
    assert_way(found)


@pytest.mark.compiled
@pytest.mark.parametrize(("n", "limit"), [(4, "n+1"), (8, "n"), (16, "n"), (16, "n+1")])
def test_runs_that_failed_are_dead_ends(n: int, limit: str) -> None:
    setting = Setting(n=n, limit=limit, deletion="leaf")
    failed = [run for run in pick(setting).runs(1, 0, 300) if not run.solved]
    assert failed
    for run in failed[:3]:
        certificate = certify(run.tree, setting)
        assert certificate is not None
        assert certificate.check()


def test_a_run_that_needs_time_is_no_dead_end() -> None:
    setting = Setting(n=8, limit="n", deletion="leaf", max_iterations=60)
    runs = [evolve(setting, seed=1, index=index, engine="reference") for index in range(10)]
    unsolved = [run for run in runs if not run.solved]
    assert unsolved
    for run in unsolved:
        found = explore(run.tree, setting)
        assert found.reachable
        assert_way(found)


TWO = Certificate(LEAF, Tree.parse("(x1 & x2) | (x1 & x3)"), ())


def test_a_certificate_survives_json() -> None:
    certificate = certify(TWO.tree, LEAF)
    assert certificate is not None
    assert len(certificate.closed) == 2
    again = Certificate.from_dict(json.loads(json.dumps(certificate.to_dict())))
    assert again == certificate
    assert again.check()


def test_a_certificate_may_name_its_variables_as_it_likes() -> None:
    closed = (Tree.parse("(x4 & x2) | (x3 & x4)"), Tree.parse("(x4 & x2) | (x2 & x4)"))
    assert replace(TWO, closed=closed).check()


@pytest.mark.parametrize(
    ("changes", "flaw"),
    [
        ({"closed": ("(x1 & x2) | (x1 & x3)",)}, "but is not in the set"),
        ({"closed": ("(x1 & x3) | (x1 & x3)",)}, r"\(x1 & x2\) | \(x1 & x3\) is not in the set"),
        ({"closed": ("(x1 & x2) | (x1 & x3)", "(x1 & x3) | (x2 & x3)")}, "but is not in the set"),
        ({"closed": ("(x1 & x2) | (x1 & x3)", "(x1 & x3) & (x1 & x3)")}, "but is not in the set"),
        ({"tree": "(x1 & x2) & (x3 & x4)"}, "is not in the set"),
        ({"tree": "x1 & x2", "closed": ("x1 & x2",)}, "can be reached from x1 & x2"),
        ({"tree": "x9", "closed": ("x9",)}, "a run cannot hold x9: x9 is not among the literals"),
        ({"tree": "x1 & x2", "closed": ("x1 & x2",), "setting": LEAF.with_(accept_error=3)}, "an optimum"),
        ({"setting": LEAF.with_(limit="5")}, "but is not in the set"),
        ({"setting": LEAF.with_(deletion="subtree")}, "but is not in the set"),
        ({"setting": LEAF.with_(algorithm="1+1-gp")}, "only rls-gp"),
        ({"setting": LEAF.with_(training=100)}, "complete truth table"),
        ({"setting": LEAF.with_(target="and:3")}, "but is not in the set"),
    ],
)
def test_a_changed_certificate_fails(changes: dict[str, Any], flaw: str) -> None:
    certificate = certify(TWO.tree, LEAF)
    assert certificate is not None
    if "tree" in changes:
        changes = changes | {"tree": Tree.parse(changes["tree"])}
    if "closed" in changes:
        changes = changes | {"closed": tuple(map(Tree.parse, changes["closed"]))}
    changed = replace(certificate, **changes)
    assert not changed.check()
    assert re.search(flaw, changed.flaw() or "")


def test_what_cannot_be_followed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    lucky = Selection("lucky", lambda new, old, draws: draws.below(2) == 0)
    monkeypatch.setitem(SELECTIONS, "lucky", lucky)
    monkeypatch.setitem(OPERATORS, "own", Operator("own", lambda *_: None))  # type: ignore[arg-type]
    for fields, why in (
        ({"selection": "lucky"}, "selection = lucky: it does not depend only on the order"),
        ({"mutation": "own"}, "mutation = own: it does not list its outcomes"),
    ):
        setting = replace(LEAF, **fields)  # type: ignore[arg-type]
        assert not has_landscape(setting)
        assert why in (replace(TWO, setting=setting).flaw() or "")
        for tool in (explore, classify, certify):
            with pytest.raises(InputError, match=why):
                tool(TWO.tree, setting)


def test_a_certificate_of_version_01_is_read() -> None:
    certificate = certify(TWO.tree, LEAF)
    assert certificate is not None
    data = certificate.to_dict()
    old = {name: value for name, value in data["setting"].items() if name not in ADDED}
    assert len(old) == 12
    assert Certificate.from_dict(data | {"setting": old}) == certificate
    for fields in (data["setting"] | {"colour": 1}, {k: v for k, v in old.items() if k != "limit"}):
        with pytest.raises(InputError, match="all fields of a setting"):
            Certificate.from_dict(data | {"setting": fields})


def test_names_are_kept_apart_where_the_target_does() -> None:
    """x1 and x2 of and:2 are alike, and so are x3 and x4, but not x1 and x3."""
    setting = Setting(n=4, target="and:2", limit="1", functions=("and",))
    certificate = certify(Tree.parse("x3"), setting)
    assert certificate is not None
    assert {str(tree) for tree in certificate.closed} == {"x3", "x1"}
    assert certificate.check()
    assert not replace(certificate, closed=(Tree.parse("x3"),)).check()


def test_the_order_of_children_is_kept_where_the_function_does() -> None:
    setting = Setting(n=2, target="x1 & ~x2", functions=("gt",), limit="2", weights="0:0:1")
    assert explore(Tree.parse("x1 > x1"), setting).way[-1].tree == Tree.parse("x1 > x2")
    assert explore(Tree.parse("x2 > x1"), setting, shortest=True).reachable
    proof = Certificate(setting.with_(weights="0:1:0"), Tree.parse("x2 > x1"), (Tree.parse("x2 > x1"),))
    assert "x1 can be reached from x2 > x1" in (proof.flaw() or "")


def test_a_plateau_must_be_complete() -> None:
    setting = Setting(n=2, functions=("or",), limit="3")
    certificate = certify(Tree.parse("x1"), setting)
    assert certificate is not None
    assert list(map(str, certificate.closed)) == ["x1", "x1 | x1", "(x1 | x1) | x1"]
    for member in certificate.closed:
        fewer = tuple(tree for tree in certificate.closed if tree != member)
        assert not replace(certificate, closed=fewer).check()


def test_a_certificate_beyond_tables() -> None:
    setting = Setting(n=22, limit="4", deletion="leaf")
    tree = theorem_1("and", 4)
    certificate = certify(tree, setting)
    assert certificate is not None
    assert certificate.check()
    assert not replace(certificate, tree=Tree(), closed=(Tree(), tree)).check()


@pytest.mark.parametrize(
    "data",
    [
        3,
        {},
        {"claim": "no optimum can be reached"},
        {"claim": "no optimum can be reached", "setting": {"n": 2}, "tree": 3, "closed": []},
        {"claim": "no optimum can be reached", "setting": {"n": 2, "m": 3}, "tree": "x1", "closed": []},
        {"claim": "no optimum can be reached", "setting": {"n": 2}, "tree": "x1 x2", "closed": []},
    ],
)
def test_what_is_no_certificate_is_refused(data: Any) -> None:
    with pytest.raises(InputError):
        Certificate.from_dict(data)


@pytest.mark.parametrize(
    ("tree", "setting", "why"),
    [
        ("x1", Setting(n=2, algorithm="1+1-gp"), "algorithm = 1\\+1-gp: must be rls-gp"),
        ("x1", Setting(n=2, training=10), "training = 10: must be complete"),
        ("x3", Setting(n=2), "x3 is not among the literals"),
        ("x1 & (x1 & x2)", Setting(n=2, limit="2"), "has 3 leaves, the limit is 2"),
    ],
)
def test_what_has_no_landscape_is_refused(tree: str, setting: Setting, why: str) -> None:
    with pytest.raises(InputError, match=why):
        classify(Tree.parse(tree), setting)
    with pytest.raises(InputError, match="cap = 0"):
        explore(Tree.parse("x1"), Setting(n=2), cap=0)
