from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import InputError, Setting
from evobool.model.settings.setting import ADDED, DEFINITIONS, FIELDS
from tests.support.choices import CHOICES
from tests.support.strategies import random_settings

# An id names data on disk: it must never change for a setting that was possible before.
IDS = [
    ({"n": 1}, "ee3d2b37abe0ba94"),
    ({"n": 16, "target": "and", "limit": "2n"}, "5819d0f0201a6f94"),
    (
        {
            "n": 8,
            "target": "or",
            "functions": ("or",),
            "literals": "all",
            "limit": "n+1",
            "deletion": "leaf",
            "algorithm": "1+1-gp",
            "selection": "strict",
            "training": 128,
            "accept_error": 8,
            "max_iterations": 500,
            "first_leaf": "insertion",
        },
        "860661ec0c0d2692",
    ),
    ({"n": 50, "functions": ("and", "or"), "training": 4096, "limit": "150"}, "fa06b9d234af067d"),
]


@pytest.mark.parametrize(("fields", "expected"), IDS)
def test_id_vectors(fields: dict[str, Any], expected: str) -> None:
    assert Setting(**fields).id == expected
    assert Setting(**dict(reversed(fields.items()))).id == expected


@given(random_settings(), st.randoms())
def test_id_is_the_same_for_any_order_and_after_json(setting: Setting, random: Any) -> None:
    fields = list(json.loads(json.dumps(setting.to_dict())).items())
    random.shuffle(fields)
    again = Setting(**dict(fields))
    assert again == setting
    assert again.id == setting.id


@given(random_settings(), random_settings())
def test_ids_tell_settings_apart(one: Setting, other: Setting) -> None:
    assert (one.id == other.id) == (one == other)


def test_different_spellings_are_one_setting() -> None:
    assert Setting(n=4, limit="2*n + 0") == Setting(n=4, limit="2N") == Setting(n=4, limit="2n")
    assert Setting(n=4, limit=5) == Setting(n=4, limit=" 5 ") == Setting(n=4, limit="+5")  # type: ignore[arg-type]
    assert Setting(n=4, limit=None) == Setting(n=4, limit="None") == Setting(n=4)  # type: ignore[arg-type]
    assert Setting(n=4, functions="or, and") == Setting(n=4, functions=["or", "and", "or"])  # type: ignore[arg-type]
    assert Setting(n=4, training="100") == Setting(n=4, training=100)


SAME: list[tuple[str, tuple[Any, ...]]] = [
    ("limit", ("1.5n", "3n/2", "n*1.5", "n + n/2", "1.50 * N")),
    ("limit", ("n+log2(n)", "n + log2 n", "log2 n + n")),
    ("limit", ("n^2", "n*n", "n n", "n^2 + 0")),
    ("limit", ("2sqrt(n)", "sqrt(4n)", "2 n^0.5", "sqrt n * 2")),
    ("weights", ("2:1:3", "4:2:6", " 2 : 1 : 3 ", "02:1:3")),
    ("weights", ("1:0:0", "7:0:0")),
    ("target", ("and:3", "and:03", " and : 3 ")),
    ("target", ("(x1 & x2) | ~x3", "x1&x2|~x3", "((x1 & x2) | (~x3))", "x1 & x2 | ~~~x3")),
    ("target", ("x1 ~& x2", "~(x1 & x2)")),
    ("start", ("x1 & (x2 | x3)", "x1&(x2|x3)", "(x1 & ((x2) | x3))")),
    ("training", ("fixed:9", "fixed:09", " fixed : 9")),
    ("training", (9, "9", "fresh:9", "+9")),
    ("functions", (("or", "xor"), "xor,or", ["xor", "or", "xor"])),
]


@pytest.mark.parametrize(("field", "values"), SAME, ids=lambda value: str(value)[:20])
def test_equal_settings_written_differently_share_an_id(field: str, values: tuple[Any, ...]) -> None:
    first, *others = (Setting(**{"n": 5, field: value}) for value in values)
    assert first.id != Setting(n=5).id
    for other in others:
        assert (other, other.id) == (first, first.id)


DEFAULTS: list[tuple[str, tuple[Any, ...]]] = [
    ("weights", ("1:1:1", "2:2:2", "007:7:7")),
    ("offspring", (1,)),
    ("start", ("empty", "", " Empty ", "(empty)")),
    ("mutation", ("hvl-prime",)),
]


@pytest.mark.parametrize(("fields", "expected"), IDS)
@pytest.mark.parametrize(("field", "values"), DEFAULTS, ids=[field for field, _ in DEFAULTS])
def test_a_new_field_at_its_default_is_no_part_of_the_id(
    fields: dict[str, Any], expected: str, field: str, values: tuple[Any, ...]
) -> None:
    for value in values:
        assert Setting(**fields, **{field: value}).id == expected
        assert field not in Setting(**fields, **{field: value}).identity()


def unusual(usual: Setting) -> list[Setting]:
    """Settings with one unusual value each; of a registry with a single entry there is none."""
    values = {name: each.takes.unusual(getattr(usual, name)) for name, each in DEFINITIONS.items()}
    return [usual.with_(**{name: value}) for name, value in values.items() if value is not None]


def test_every_field_is_part_of_the_id_otherwise() -> None:
    usual = Setting(n=4)
    assert set(usual.identity()) == set(FIELDS) - ADDED >= {"n", "target", "max_iterations", "first_leaf"}
    assert {*ADDED} >= {field for field, _ in DEFAULTS}
    changed = unusual(usual)
    assert len(changed) >= len(FIELDS) - 1
    assert len({usual.id, *(setting.id for setting in changed)}) == len(changed) + 1


def test_a_target_of_all_variables_needs_no_number() -> None:
    assert Setting(n=5, target="or:5").id == Setting(n=5, target="or").id
    assert Setting(n=6, target="or:5").id != Setting(n=6, target="or").id


@pytest.mark.parametrize(
    ("fields", "iterations", "judged"),
    [
        ({}, 10, 10),
        ({"training": 9}, 10, 20),
        ({"training": "fixed:9"}, 10, 10),
        ({"offspring": 5}, 10, 50),
        ({"offspring": 5, "training": 9}, 10, 60),
        ({"start": "x1"}, 10, 11),
        ({"start": "x1"}, 0, 1),
        ({"start": "x1", "training": 9}, 10, 20),
        ({"start": "x1", "training": "fixed:9", "offspring": 3}, 10, 31),
    ],
)
def test_evaluations_count_trees_judged(fields: dict[str, Any], iterations: int, judged: int) -> None:
    assert Setting(n=4, **fields).evaluations(iterations) == judged


@pytest.mark.parametrize(
    ("text", "n", "leaves"),
    [
        ("none", 3, None),
        ("7", 3, 7),
        ("n", 3, 3),
        ("n+1", 3, 4),
        ("2n", 3, 6),
        ("3*n-2", 3, 7),
        ("10n+5", 2, 25),
        ("0n+4", 9, 4),
        ("n-2", 3, 1),
    ],
)
def test_leaf_limit(text: str, n: int, leaves: int | None) -> None:
    assert Setting(n=n, limit=text).leaf_limit == leaves


BAD: list[tuple[str, Any]] = [
    ("n", 0),
    ("n", -3),
    ("n", 2.5),
    ("n", True),
    ("n", "4"),
    ("n", None),
    ("n", 2**31),
    ("target", "exor"),
    ("target", "AND"),
    ("target", "and:0"),
    ("target", "and:5"),
    ("target", "mux"),
    ("target", "mux:3"),
    ("target", "x5"),
    ("target", "x1 &"),
    ("target", ""),
    ("target", ["and"]),
    ("functions", ()),
    ("functions", ""),
    ("functions", ","),
    ("functions", ("and", "not")),
    ("functions", "implies"),
    ("functions", (1,)),
    ("functions", 3),
    ("functions", None),
    ("literals", "negative"),
    ("limit", 0),
    ("limit", -1),
    ("limit", "n-4"),
    ("limit", "0n"),
    ("limit", "n2"),
    ("limit", "1,5n"),
    ("limit", "n^n"),
    ("limit", "log n"),
    ("limit", "n^2-16"),
    ("limit", 1.5),
    ("limit", "2m"),
    ("limit", ""),
    ("limit", "n+"),
    ("limit", "9" * 5000),
    ("deletion", "node"),
    ("algorithm", "rls"),
    ("selection", "loose"),
    ("training", 0),
    ("training", "fixed:0"),
    ("training", "fixed:"),
    ("training", "fixed"),
    ("training", "fixed:x"),
    ("training", "fixed:--1"),
    ("training", "--5"),
    ("training", -1),
    ("training", "all"),
    ("training", "1.5"),
    ("training", 2**63),
    ("training", 3.7),
    ("training", True),
    ("training", None),
    ("training", float("inf")),
    ("accept_error", -1),
    ("accept_error", 0.5),
    ("accept_error", 2**63),
    ("max_iterations", 0),
    ("max_iterations", 2**63),
    ("first_leaf", "never"),
    ("weights", "0:0:0"),
    ("weights", "1:1"),
    ("weights", "1:1:1:1"),
    ("weights", "1:-1:1"),
    ("weights", "1:0.5:1"),
    ("weights", "a:b:c"),
    ("weights", ""),
    ("weights", "1:1:9999999999"),
    ("weights", (1, 1)),
    ("weights", None),
    ("offspring", 0),
    ("offspring", -1),
    ("offspring", 1.5),
    ("offspring", "2"),
    ("offspring", 2**30),
    ("start", "x1 ^ x2"),
    ("start", "~(x1 & x2)"),
    ("start", "~x1"),
    ("start", "x5"),
    ("start", "x1 &"),
    ("start", "x1 & x2 & x3 & x4 & x1 & x2 & x3"),
    ("start", None),
    ("start", 5),
    ("mutation", "hvl"),
    ("mutation", None),
    ("selection", None),
]


@pytest.mark.parametrize(("field", "value"), BAD, ids=[f"{field}-{str(value)[:12]}" for field, value in BAD])
def test_bad_values_name_the_field(field: str, value: Any) -> None:
    with pytest.raises(InputError, match=f"^{field} = ") as caught:
        Setting(**{"n": 4, "limit": "6", field: value})
    assert caught.value.field == field
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("field", CHOICES)
def test_an_unknown_choice_lists_the_known_ones(field: str) -> None:
    with pytest.raises(InputError) as caught:
        Setting(**{"n": 4, field: "nonsense"})  # type: ignore[arg-type]
    assert all(choice in str(caught.value) for choice in CHOICES[field])


def test_a_near_miss_is_recognised() -> None:
    with pytest.raises(InputError, match="did you mean subtree"):
        Setting(n=4, deletion="subtrees")  # type: ignore[arg-type]


def test_with_checks_again() -> None:
    setting = Setting(n=4, limit="n")
    assert setting.with_(n=6).leaf_limit == 6
    assert setting.leaf_limit == 4
    with pytest.raises(InputError, match=r"^n = 0"):
        setting.with_(n=0)


def test_a_setting_is_frozen_hashable_and_travels() -> None:
    setting = Setting(n=4, training=7)
    with pytest.raises(FrozenInstanceError):
        setting.n = 5  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(setting)) == setting
    assert setting.goal.name == "and"
    assert setting.id
    assert pickle.loads(pickle.dumps(setting)) == setting  # whatever it has worked out meanwhile
    assert len({setting, Setting(n=4, training="7")}) == 1


def test_derived_values() -> None:
    setting = Setting(n=2, target="or", literals="all", training=9)
    assert (setting.rows, setting.judged_on.fresh, setting.judged_on.complete) == (9, True, False)
    assert setting.evaluations(7) == 14
    assert setting.literal_list == (1, 2, -1, -2)
    assert setting.function_list == ("or", "and")
    assert (setting.goal.title, setting.goal.title_for("n")) == ("OR_2", "OR_n")
    complete = Setting(n=2, functions=("or",))
    assert (complete.rows, complete.judged_on.fresh, complete.judged_on.complete) == (4, False, True)
    assert complete.evaluations(7) == 7
    assert complete.literal_list == (1, 2)
    assert complete.function_list == ("or",)


def test_a_limit_too_small_is_allowed_with_a_warning() -> None:
    assert Setting(n=4, limit="n").warnings == []
    (warning,) = Setting(n=4, limit="n-1").warnings
    assert "limit = n-1" in warning
    assert "needs 4 leaves" in warning
    assert Setting(n=4, limit="n-1", target="and:3").warnings == []
    (warning,) = Setting(n=4, weights="0:1:1", first_leaf="insertion").warnings
    assert "without INS the tree stays empty" in warning


def test_pickled_settings_are_equal_whatever_was_asked_of_them() -> None:
    setting = Setting(n=5, limit="2n", training=7)
    assert setting.goal.name == "and"
    assert setting.literal_list
    again = pickle.loads(pickle.dumps(setting))
    assert again == setting
    assert again.leaf_limit == 10
    assert again.id == setting.id
