from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Tree
from evobool.errors import InputError
from evobool.learning.forms.terms import Group, Term, term_of
from evobool.learning.judged import judged
from evobool.learning.parts import parts_of, share_of
from evobool.learning.rules import rule_of
from evobool.learning.search.options import EFFORT, Options
from evobool.learning.tables.table import Table, read_table
from tests.support.examples import examples

JOINS: dict[str, Callable[[list[bool]], bool]] = {
    "and": all,
    "or": any,
    "xor": lambda values: sum(values) % 2 == 1,
}


def some_frame(rows: int, seed: int) -> pl.DataFrame:
    rng = random.Random(seed)
    return pl.DataFrame(
        {
            "age": [rng.randint(20, 60) for _ in range(rows)],
            "thal": [rng.choice(["normal", "fixed", "reversible"]) for _ in range(rows)],
            "smoker": [rng.random() < 0.5 for _ in range(rows)],
            "ill": [rng.choice(["no", "yes"]) for _ in range(rows - 2)] + ["no", "yes"],
        }
    )


def some_tree(table: Table, leaves: int, seed: int) -> Tree:
    rng = random.Random(seed)

    def grown(size: int) -> tuple[str | int, ...]:
        if size == 1:
            return (rng.choice((1, -1)) * rng.randint(1, len(table.features)),)
        left = rng.randint(1, size - 1)
        return (rng.choice(("and", "or", "xor")), *grown(left), *grown(size - left))

    return Tree.trusted(grown(leaves))


def holds(term: Term, row: dict[int, bool]) -> bool:
    """A term on one row, by the book."""
    if isinstance(term, Group):
        return JOINS[term.function]([holds(part, row) for part in term.parts])
    return row[abs(term)] == (term > 0)


@given(st.integers(4, 40), st.integers(1, 7), st.integers(0, 10**6))
@examples(60)
def test_what_is_said_of_a_formula_is_what_it_does(rows: int, leaves: int, seed: int) -> None:
    frame = some_frame(rows, seed)
    table = read_table(frame, "ill")
    tree = some_tree(table, leaves, seed)
    parts = parts_of(table, "t.csv", hold_out="0.3", seed=seed % 100)
    said = rule_of(tree, table).predict(frame)
    wrong = [number for number in range(1, rows + 1) if said[number - 1] != frame["ill"][number - 1]]
    found = [judged(tree, table, part) for part in (parts.learnt, parts.held) if part is not None]
    assert sorted(number for each in found for number in (*each.false_alarms, *each.misses)) == wrong
    assert sum(each.rows for each in found) == rows
    for part, told in zip((parts.learnt, parts.held), found, strict=False):
        assert part is not None
        numbers = part.numbers.tolist()
        pairs = [(frame["ill"][number - 1], said[number - 1]) for number in numbers]
        assert told.confusion == tuple(
            tuple(pairs.count((true, taken)) for taken in ("yes", "no")) for true in ("yes", "no")
        )
        assert {said[number - 1] for number in told.false_alarms} <= {"yes"}
        assert told.accuracy == pytest.approx(1 - told.errors / len(numbers))
        check_clauses(table, tree, numbers, told.clauses)


def check_clauses(table: Table, tree: Tree, numbers: list[int], clauses: object) -> None:
    """What each clause covers and decides, row by row."""
    bits = np.unpackbits(table.lines, axis=1, count=table.rows, bitorder="little").astype(bool)
    term = term_of(tree.prefix)
    parts = term.parts if isinstance(term, Group) else (term,)
    found = []
    for place, part in enumerate(parts):
        counts = [0, 0, 0, 0]
        for number in numbers:
            row = {variable + 1: bool(bits[variable, number - 1]) for variable in range(len(bits))}
            label, whole, here = bool(table.labels[number - 1]), holds(term, row), holds(part, row)
            if isinstance(term, Group):
                rest = Group(term.function, (*parts[:place], *parts[place + 1 :]))
                without = holds(rest, row)
            else:
                without = not whole
            counts[0] += here
            counts[1] += here and label
            counts[2] += without != whole
            counts[3] += without != whole and whole == label
        found.append(tuple(counts))
    assert [tuple(clause)[1:] for clause in clauses] == found  # type: ignore[attr-defined]


def test_rows_held_out_are_not_learnt_from(tmp_path: Path) -> None:
    frame = some_frame(50, 1)
    table = read_table(frame, "ill")
    parts = parts_of(table, hold_out="20 %", seed=3)
    assert parts.held is not None
    assert sorted([*parts.learnt.numbers, *parts.held.numbers]) == list(range(1, 51))
    assert parts.rows.held_out == parts.held.rows
    assert parts_of(table, hold_out="20 %", seed=4).held != parts.held
    assert parts_of(table, hold_out="0").held is None
    later = some_frame(30, 2)
    later.write_csv(tmp_path / "later.csv")
    tested = parts_of(table, "t.csv", test=tmp_path / "later.csv")
    assert tested.held is not None
    assert (tested.learnt.rows.rows, tested.held.rows.rows) == (50, 30)
    assert tested.held.file.endswith("later.csv")
    labels = [bool(tested.held.rows.labels >> row & 1) for row in range(30)]
    assert labels == [each == "yes" for each in later["ill"]]


def test_a_class_of_one_row_stays() -> None:
    """Rounding would hold it out."""
    table = read_table(pl.DataFrame({"a": range(10), "y": [1] + [0] * 9}), "y")
    with pytest.raises(InputError, match="leaves rows of one class"):
        parts_of(table, hold_out="0.6")


@pytest.mark.parametrize(
    ("text", "share"), [("0", 0), ("0.25", Fraction(1, 4)), ("1/3", Fraction(1, 3)), ("5 %", Fraction(1, 20))]
)
def test_shares(text: str, share: Fraction) -> None:
    assert share_of(text) == share


@pytest.mark.parametrize("text", ["1", "-0.1", "1/0", "", "x", "nan", "inf", "150 %", "0." + "1" * 99])
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="must be a share"):
        share_of(text)


def test_options_are_checked_when_made() -> None:
    assert (Options(seed=1).effort, Options(leaves=4).parts) == (EFFORT, 0)
    assert Options(seconds=1).effort == 2**63 - 1
    for field, value, why in (
        ("max_leaves", 0, "at least 1"),
        ("leaves", 33, "at most 32"),
        ("folds", 1, "at least 2"),
        ("effort", 0, "at least 1"),
        ("seconds", 0.0, "above 0"),
        ("seconds", float("nan"), "above 0"),
        ("objective", "size", "is a trade-off"),
        ("functions", ("foo",), "must be one of"),
        ("functions", (), "at least one"),
        ("seed", -1, "at least 0"),
    ):
        with pytest.raises(InputError, match=why):
            Options(**{field: value})  # type: ignore[arg-type]
