"""Every claim of the registry is checked anew; what is known of the paper must come out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from evobool import InputError, Setting
from evobool.model.formulas.prefix import Token
from evobool.model.formulas.tree import Tree
from evobool.theory.bounds.lemmas import shrinkage
from evobool.theory.claims import CLAIMS, OUTCOMES, Finding, chosen, complete, every_literal, lemma2, looked
from evobool.theory.claims.registry import ORDER, places
from evobool.theory.claims.small_trees import every_tree

pytestmark = pytest.mark.long  # every check of every claim


@cache
def verdict(name: str) -> Finding:
    return CLAIMS[name].check()


@pytest.mark.parametrize("name", ORDER)
def test_every_claim_gets_a_verdict(name: str) -> None:
    claim, found = CLAIMS[name], verdict(name)
    assert found.outcome in OUTCOMES
    assert found.outcome != "fails" or name == "theorem-1"
    assert all((claim.says, claim.how, claim.sizes, found.words.endswith(".")))
    json.dumps(found.figures, allow_nan=False)


def test_the_registry_is_in_the_order_of_the_paper() -> None:
    assert set(CLAIMS) == set(ORDER)
    assert [claim.name for claim in chosen(["lemma-2", "theorem-1"])] == ["theorem-1", "lemma-2"]
    assert len(chosen([])) == len(ORDER)
    with pytest.raises(InputError, match="did you mean theorem-1"):
        chosen(["theorem1"])


def test_theorem_1_fails_where_it_is_known_to() -> None:
    found = verdict("theorem-1")
    assert {f"n=2 limit={limit}" for limit in range(2, 7)} | {"n=3 limit=3", "n=3 limit=5"} <= set(
        found.figures["finite"]
    )
    assert found.figures["p_stuck"]["n=4 limit=4"] == pytest.approx(0.00493, abs=5e-6)
    assert found.figures["smallest_dead_end"]["tree"] == "(x1 & x2) | (x1 & x2)"


def test_lemma_2_keeps_its_conclusion_and_loses_a_step() -> None:
    assert verdict("drift-step").figures["ratio"] == pytest.approx(21 / 22)
    assert verdict("drift-step").figures["last_step_fails_at_x"] == [1]
    assert verdict("lemma-2").figures["root_and_ratio"] == pytest.approx(1.5)
    assert verdict("lemma-2").figures["bound"] == pytest.approx(232_000, rel=1e-3)
    assert verdict("lemma-2").figures["measured"] == pytest.approx(540, rel=0.2)


def test_a_false_claim_would_be_found_false(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdicts are computed: with wrong bounds they change."""
    monkeypatch.setattr(complete, "lower_bound", lambda setting: 1000)
    assert complete.theorem_2().outcome == "fails"
    monkeypatch.setattr(complete, "shrinkage", lambda n, limit: 1)
    assert complete.theorem_4().outcome == "fails"
    monkeypatch.setattr(lemma2, "m_k", lambda n, k: 3 * n**k)
    assert lemma2.m_k_is_small().outcome == "fails"


def test_beyond_the_paper_a_constant_tree_is_the_exception() -> None:
    found = verdict("balanced-true")
    assert (found.outcome, found.figures["n"]) == ("loose", 1)
    assert found.figures["counterexample"] == "(x1 & ~x1) | (x1 | ~x1)"
    assert found.figures["becomes"] == "x1 & ~x1"


def test_beyond_the_paper_lemma_2_keeps_and_theorem_4_loses_its_rate() -> None:
    assert verdict("balanced-lemma-2").figures["drift_ratio"] == pytest.approx(10 / 7)
    assert verdict("balanced-lemma-2").figures["step_ratio"] == pytest.approx(14 / 11)
    assert verdict("balanced-theorem-4").figures["smallest_shrinkage_ratio"] == pytest.approx(1.5)
    assert verdict("balanced-theorem-4").figures["below_theorem_4"] == "(x1 | ~x2) & (~x1 | x2)"


def test_what_looks_at_a_tree_agrees_with_a_plain_count() -> None:
    """Every mutation of x1 | ~x2 at n = 2, which has two false positives, built and evaluated."""
    tree = Tree.parse("x1 | ~x2")
    drift = falls = removed = Fraction(0)
    for made, chance in _mutations(tree.prefix):
        fall = 2 - _value(made)
        if fall >= 0:
            drift += chance * fall
            falls += chance * (fall > 0)
            removed += chance * max(0, 1 - len(made) // 2)
    found = looked.look(tree, looked.balanced(2, 4))
    assert (found.value, found.drift, found.falls, found.removed) == (2, drift, falls, removed)


def _mutations(prefix: tuple[Token, ...]) -> Iterator[tuple[tuple[Token, ...], Fraction]]:
    """HVL-Prime on a function and two literals, all literals at n = 2; DEL of the root changes nothing."""
    function, left, right = prefix
    literals, names = (1, 2, -1, -2), ("and", "or")
    for x in literals:
        yield (function, x, right), Fraction(1, 3 * 2 * 4)
        yield (function, left, x), Fraction(1, 3 * 2 * 4)
        for name in names:
            for whole in (
                (name, x, *prefix),
                (function, name, x, left, right),
                (function, left, name, x, right),
            ):
                yield whole, Fraction(1, 3 * 3 * 4 * 2)
    for kept in (prefix, (left,), (right,)):
        yield kept, Fraction(1, 9)


def _value(prefix: tuple[Token, ...]) -> int:
    """False positives on AND_2, and 3 more if the tree is false on (1, 1)."""

    def true(tokens: Iterator[Token], row: tuple[int, ...]) -> bool:
        token = next(tokens)
        if isinstance(token, int):
            return (row[abs(token) - 1] == 1) == (token > 0)
        pair = true(tokens, row), true(tokens, row)
        return all(pair) if token == "and" else any(pair)

    values = {row: true(iter(prefix), row) for row in product((0, 1), repeat=2)}
    return sum(values.values()) - 1 + (0 if values[1, 1] else 4)


def test_a_false_constant_beyond_the_paper_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half the waits and half the constant, the rate of theorem 4, a step that is never taken."""
    with monkeypatch.context() as broken:
        broken.setattr(every_literal, "balanced_root", lambda limit: Fraction(1, 12 * limit))
        assert every_literal.lemma_2_balanced().outcome == "fails"
    with monkeypatch.context() as broken:
        broken.setattr(every_literal, "balanced_shrinkage", shrinkage)
        assert every_literal.theorem_4_balanced().outcome == "fails"
    with monkeypatch.context() as broken:
        broken.setattr(every_literal, "balanced_time", lambda n, limit: 20)
        assert every_literal.theorem_4_balanced().outcome == "fails"
    with monkeypatch.context() as broken:
        errors = Setting(n=2, limit="4", literals="all")
        broken.setattr(
            every_literal,
            "small_trees",
            lambda: [looked.look(tree, errors) for tree in every_tree(2, 2, negated=True)],
        )
        assert every_literal.true_stays().outcome == "fails"


def test_places_are_told_in_words() -> None:
    assert places([(3, 3), (2, 4), (2, 2)]) == "n = 2 with limit 2, 4; n = 3 with limit 3"
