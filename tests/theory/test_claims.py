"""Every claim of the registry is checked anew; what is known of the paper must come out."""

from __future__ import annotations

import json
from functools import cache

import pytest

from evobool import InputError
from evobool.theory.claims import CLAIMS, OUTCOMES, Finding, chosen, complete, lemma2
from evobool.theory.claims.registry import ORDER, places

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


def test_places_are_told_in_words() -> None:
    assert places([(3, 3), (2, 4), (2, 2)]) == "n = 2 with limit 2, 4; n = 3 with limit 3"
