from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from evobool import Tree
from evobool.errors import InputError
from evobool.learning.forms.registry import FORMS
from evobool.learning.forms.rulefile import from_dict, read_rule, to_dict
from evobool.learning.rules import Rule, rule_of
from evobool.learning.tables.table import read_table
from evobool.model.formulas.functions import FUNCTIONS
from tests.support.examples import examples
from tests.support.written import SAYS

NAMES = [
    "age",
    "blood type",
    'say "x"',
    "a & b | ~c",
    "two\nlines",
    "not",
    "x = 1",
    "it's",
    "100%",
    "\\",
    "é#_{}$^",
]
TEXTS = ["red", "it's", 'a "b"', "x\ny", "missing", "42", "&", "", "%20", "a\\nb"]


def some_rows(rng: random.Random, names: list[str], count: int) -> list[dict[str, Any]]:
    columns: dict[str, list[Any]] = {}
    for name in names:
        gaps = rng.random() < 0.5
        kind = rng.choice(["number", "whole", "truth", "text", "bit"])
        pools: dict[str, list[Any]] = {
            "number": [-1.5, 0.25, 3.75, 1e300, -0.0],
            "whole": [-3, 0, 2, 50],
            "truth": [True, False],
            "text": rng.sample(TEXTS, 4),
            "bit": [0, 1],
        }
        pool = pools[kind]
        values = [rng.choice(pool) for _ in range(count)]
        columns[name] = [None if gaps and rng.random() < 0.3 else value for value in values]
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def some_rule(seed: int, names: list[str], label: str = "ill") -> tuple[Rule, list[dict[str, Any]]] | None:
    """A random formula over random columns, and their rows."""
    rng = random.Random(seed)
    rows = some_rows(rng, names, 12)
    frame = pl.DataFrame(rows, infer_schema_length=None).with_columns(pl.Series(label, ["yes", "no"] * 6))
    try:
        table = read_table(
            frame, label, read_as={name: "category" for name in names if frame[name].dtype == pl.String}
        )
    except InputError:
        return None
    prefix: tuple[Any, ...] = (rng.choice([1, -1]) * rng.randint(1, len(table.features)),)
    for _ in range(rng.randint(0, 7)):
        leaf = rng.choice([1, -1]) * rng.randint(1, len(table.features))
        sides = (prefix, (leaf,)) if rng.random() < 0.5 else ((leaf,), prefix)
        prefix = (rng.choice(list(FUNCTIONS)), *sides[0], *sides[1])
    return rule_of(Tree(prefix), table), rows


def check(form: str, rule: Rule, rows: list[dict[str, Any]], folder: Path) -> None:
    wanted = rule.holds(pl.DataFrame(rows, infer_schema_length=None)).tolist()
    options = {"folder": folder} if form == "json" else {}
    written = rule.written(form)
    assert SAYS[form](written, rule, rows, **options) == wanted, written


def test_all_forms_are_tried() -> None:
    assert set(SAYS) == set(FORMS)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_the_same_on_all_rows(form: str, tmp_path: Path) -> None:
    tried = 0
    for seed in range(60):
        found = some_rule(seed, random.Random(seed).sample(NAMES, 5))
        if found is not None:
            tried += 1
            check(form, *found, tmp_path)
    assert tried > 50


@pytest.mark.parametrize("form", FORMS)
def test_any_name_survives_every_form(form: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("forms")
    names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)

    @given(st.lists(names, min_size=2, max_size=4, unique_by=str.casefold), st.integers(0, 10**6))
    @examples(40)
    def any_names(names: list[str], seed: int) -> None:
        assume(form != "sql" or len({name.lower() for name in names} | {"row_number"}) > len(names))
        found = some_rule(seed, names, label="the label, surely")
        if found is not None:
            check(form, *found, folder)

    any_names()


def test_missing_values_make_negations_true() -> None:
    frame = pl.DataFrame({"age": [1.0, None, 3.0], "y": ["a", "b", "a"]})
    table = read_table(frame, "y")
    assert list(map(str, table.features)) == ["age <= 2", "age > 2", "age is missing"]
    below = rule_of(Tree.parse("~x1"), table)
    assert below.holds(frame).tolist() == [False, True, True]
    assert str(below) == "not age <= 2"
    assert below.written("sql") == '("age" IS NULL OR "age" > 2)'


def test_a_rule_reads_well() -> None:
    frame = pl.DataFrame(
        {
            "thal": ["fixed", "reversible", "normal", "normal"],
            "age": [40, 50, 60, 70],
            "disease": [0, 1, 0, 1],
        }
    )
    table = read_table(frame, "disease", read_as={"age": "number"})
    assert list(map(str, table.features))[:3] == ["thal = fixed", "thal = normal", "thal = reversible"]
    rule = rule_of(Tree.parse("x3 & (~x4 | ~(x1 | x2))"), table)
    assert (
        rule.written("words")
        == "disease if thal = reversible and (age > 65 or (thal != fixed and thal != normal))"
    )
    assert rule.written("indented").split("\n") == [
        "all of",
        "  thal = reversible",
        "  any of",
        "    age > 65",
        "    all of",
        "      thal != fixed",
        "      thal != normal",
    ]
    assert rule.written("sql").startswith('"thal" = \'reversible\' AND (("age" IS NULL OR "age" > 65) OR')


def test_deep_formulas_are_refused_where_they_do_not_fit() -> None:
    table = read_table(pl.DataFrame({"a": [0, 1, 1, 0], "b": [0, 0, 1, 1], "y": [0, 1, 0, 1]}), "y")
    deep: tuple[Any, ...] = (1,)
    for number in range(300):
        deep = (("and", "or")[number % 2], 2, *deep)
    rule = rule_of(Tree(deep), table)
    with pytest.raises(InputError, match="cannot hold 300 groups within each other"):
        rule.written("python")
    assert rule.written("words")
    with pytest.raises(InputError, match="form = nonsense: must be one of"):
        rule.written("nonsense")


def test_a_rule_file_that_is_none(tmp_path: Path) -> None:
    found = some_rule(1, ["age", "it's"])
    assert found is not None
    good = to_dict(found[0])
    assert from_dict(json.loads(json.dumps(good))).tree == found[0].tree
    path = tmp_path / "rule.json"
    for damage in (
        "",
        "[]",
        "{}",
        "nonsense",
        "1" * 5000,
        "[" * 100_000,
        *(
            json.dumps({key: value for key, value in good.items() if key != left})
            for left in good
            if left not in ("text", "words", "leaves")
        ),
        *(
            json.dumps(good | {key: odd})
            for key in good
            if key not in ("text", "words", "leaves")
            for odd in (None, 7, "x99", [1], {"a": 1})
        ),
        json.dumps(good | {"features": [{"column": "age", "test": "<=", "value": "x"}]}),
        json.dumps(good | {"features": [{"column": "nix", "test": "<=", "value": 1}]}),
    ):
        path.write_text(damage)
        with pytest.raises(InputError) as caught:
            read_rule(path)
        assert str(caught.value).isprintable()
