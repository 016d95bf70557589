from __future__ import annotations

import io
import math
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting
from evobool.errors import InputError
from evobool.learning.tables.binarising import binarised, unpacked
from evobool.learning.tables.files import read_file
from evobool.learning.tables.table import read_table
from evobool.learning.tables.thresholds import between
from evobool.model.targets.labelled import Labelled
from tests.support.examples import examples

HEART = """age,sex,thal,cholesterol,ill
61,1,normal,220.5,no
44,0,reversible,,yes
70,1,,,yes
52,0,normal,180,no
39,1,fixed,199.75,no
"""


def written(folder: Path, text: str | bytes, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_what_each_column_is_read_as(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, HEART), "ill")
    assert [column.kind for column in table.binarising.columns] == ["number", "truth", "category", "number"]
    assert table.labels.tolist() == [False, True, True, False, False]
    assert (table.label.positive, table.label.other) == ("yes", "no")
    assert dict(table.binarising.described())["thal"] == "category: fixed, normal, reversible; 1 missing"
    assert [str(feature) for feature in table.features if feature.column == "age"] == [
        *("age <= 41", "age <= 48", "age <= 56", "age <= 65"),
    ]


def test_missing_values_are_neither_below_nor_above_nor_a_category(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, HEART), "ill")
    rows = dict(zip(map(str, table.features), unpacked(table.lines, table.rows).T.T, strict=True))
    numbers = [None if text == "" else float(text) for text in ("220.5", "", "", "180", "199.75")]
    for feature in table.features:
        if feature.column == "cholesterol" and feature.test in ("<=", ">"):
            cut = float(feature.value)
            wanted = [x is not None and (x <= cut if feature.test == "<=" else x > cut) for x in numbers]
            assert rows[str(feature)].tolist() == wanted
        if feature.column == "thal" and feature.test == "=":
            assert not rows[str(feature)][2]
    assert rows["cholesterol is missing"].tolist() == [False, True, True, False, False]
    assert {feature.test for feature in table.features if feature.column == "cholesterol"} == {
        "<=",
        ">",
        "missing",
    }


@pytest.mark.parametrize("ending", ["csv", "tsv", "parquet", "arrow", "stream", "odd"])
def test_all_formats_hold_the_same_table(tmp_path: Path, ending: str) -> None:
    frame = pl.read_csv(io.StringIO(HEART), null_values=[""])
    wanted = read_table(frame, "ill")
    path = tmp_path / f"table.{ending}"
    if ending in ("csv", "tsv"):
        frame.write_csv(path, separator="\t" if ending == "tsv" else ",")
    elif ending == "arrow":
        frame.write_ipc(path)
    elif ending == "stream":
        frame.write_ipc_stream(path)
    else:  # without a telling name, by how it begins
        frame.write_parquet(path)
    found = read_table(path, "ill")
    assert found.binarising == wanted.binarising
    assert np.array_equal(found.lines, wanted.lines)
    assert found.labelled() == wanted.labelled()


def test_another_table_is_read_as_the_first_was(tmp_path: Path) -> None:
    table = read_table(
        written(tmp_path, "code,y\n01,a\n02,b\nx,b\n" + "01,a\n" * 5), "y", read_as={"code": "category"}
    )
    later = table.later(written(tmp_path, "code,y\n01,a\n02,b\n", "later.csv"))
    assert unpacked(later.lines, 2).tolist() == [[True, False], [False, True], [False, False]]
    with pytest.raises(InputError, match='is "03" in row 2, which the rule has never seen'):
        table.later(written(tmp_path, "code,y\n01,a\n03,b\n", "strange.csv"))


def test_constant_and_repeated_columns_are_dropped() -> None:
    frame = pl.DataFrame(
        {
            "a": [0, 1, 1, 0],
            "same": [0, 1, 1, 0],
            "opposite": [1, 0, 0, 1],
            "one": [7] * 4,
            "none": [None] * 4,
        }
    )
    told, lines = binarised(frame)
    assert list(map(str, told.features)) == ["a"]
    assert lines.shape == (1, 1)
    assert told.told_dropped() == (
        "dropped: same (repeated), opposite (repeated), one (constant), none (constant)"
    )


BAD = {
    "": "is empty",
    "a,y\n": "has no rows",
    "a,y\n1,2\n2,2\n": "has one value, 2; there is nothing to tell apart",
    "a,y\n1,\n2,1\n3,0\n": "is missing in 1 row, first in row 1",
    "a,y\n1,2\n2,3\n3,4\n": "name the one to tell from the others with --positive",
    "a,z\n1,2\n": "must be one of a, z",
    "a,b,y\n1,2,0\n1,1\n2,2,1\n": "row 2 has 2 values, the row of names 3",
    "a,b,y\n1,2,0\n1,2,3,4,5,6,7\n2,2,1\n": "row 2 has 7 values, the row of names 3",
    'a,b,y\n1,"2,2",0\n1,"1,1"\n2,2,1\n': "row 2 has 2 values, the row of names 3",
    "a,a,y\n1,2,0\n": "has 2 columns of the name a",
    "a,,y\n1,2,0\n": "column 2 has no name",
    "a,y\ninf,0\n2,1\n": "is inf in row 1; values must be finite",
    "a,y\n1,0\n2,1\n3,1\n4,0\nfive,1\n": "mixes numbers and text: five in row 5",
    "a,y\n2020-01-01,0\n2021-01-01,1\n": "looks like dates; leave it out with --leave-out",
    "a,y\n"
    + "".join(f"name{i},{i % 2}\n" for i in range(50)): "has 50 different texts in 50 rows, like an id",
    "a,y\n" + "".join(f"{i},{i % 2}\n" for i in range(50)): "numbers the rows, like an id",
    "a,y\n5,0\n5,1\n": "every other column is constant",
    ",".join(f"c{i}" for i in range(1_000_000)) + "\n1\n": "has 1,000,000 columns; at most 100,000",
    "a\0b,y\n1,0\n": "is not text: it contains a NUL",
    "a,y\n9007199254740993,0\n1,1\n": "holds integers beyond 2^53",
}


@pytest.mark.parametrize(("text", "why"), BAD.items(), ids=range(len(BAD)))
def test_bad_tables_are_refused_in_one_line(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(InputError, match=r"^(table|label|column) = ") as caught:
        read_table(written(tmp_path, text), "y")
    assert why in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("ending", ["parquet", "arrow", "csv"])
def test_damaged_files_are_refused(tmp_path: Path, ending: str) -> None:
    content = io.BytesIO()
    pl.DataFrame({"a": [1, 2], "y": [0, 1]}).write_parquet(content)
    for damaged in (
        b"\xff\xfe\x00nothing of the kind",
        content.getvalue()[:40],
        b"PAR1" + b"x" * 50 + b"PAR1",
    ):
        with pytest.raises(InputError):
            read_table(written(tmp_path, damaged, f"table.{ending}"), "y")


def test_a_column_can_be_left_out_or_told(tmp_path: Path) -> None:
    path = written(tmp_path, "id,rooms,y\n" + "".join(f"{i},{i % 3},{i % 2}\n" for i in range(50)))
    table = read_table(path, "y", leave_out=["id"], read_as={"rooms": "category"})
    assert list(map(str, table.features)) == ["rooms = 0", "rooms = 1", "rooms = 2"]
    told = read_table(path, "y", read_as={"id": "number"}, thresholds=3)
    assert len([feature for feature in told.features if feature.column == "id"]) == 3
    with pytest.raises(InputError, match="leave_out = nix: must be one of id, rooms"):
        read_table(path, "y", leave_out=["nix"])


@pytest.mark.parametrize("labels", [[True, False], [1, 0], [1.0, 0.0], ["b", "a"]])
def test_the_positive_label_is_the_last_in_order_or_named(labels: list[object]) -> None:
    frame = pl.DataFrame({"a": [1, 2], "y": labels})
    assert read_table(frame, "y").labels.tolist() == [True, False]
    other = str(labels[1]).lower()
    assert read_table(frame, "y", positive=other).labels.tolist() == [False, True]


def test_one_class_against_the_others() -> None:
    frame = pl.DataFrame({"a": [1, 2, 3], "y": ["cat", "dog", "bird"]})
    table = read_table(frame, "y", positive="dog")
    assert table.labels.tolist() == [False, True, False]
    assert table.label.value(False) == "not dog"


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=2, unique=True))
@examples(300)
def test_a_cut_lies_between(pair: list[float]) -> None:
    low, high = sorted(pair)
    if low < high:
        assert low <= between(low, high) < high


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=200), st.integers(1, 12))
@examples(200)
def test_quantiles_are_as_even_as_can_be(numbers: list[int], most: int) -> None:
    told, _lines = binarised(
        pl.DataFrame({"a": [*numbers, max(numbers) + 7]}), thresholds=most, read_as={"a": "number"}
    )
    column = told.columns[0]
    values = sorted({*numbers, max(numbers) + 7})
    assert len(column.cuts) <= most
    if len(values) - 1 <= most:
        assert len(column.cuts) == len(values) - 1, "all midpoints where there are few"
    assert all(any(low <= cut < high for low, high in pairwise(values)) for cut in column.cuts)
    assert len({sum(value <= cut for value in values) for cut in column.cuts}) == len(column.cuts)


PLAS = {
    ".i 2\n.o 1\n11 1\n.e\n": {"00": 0, "10": 0, "01": 0, "11": 1},
    ".i 2\n.o 1\n.type fd\n1- 1\n01 -\n": {"00": 0, "10": 1, "11": 1},
    ".i 2\n.o 1\n.type fr\n1- 1\n01 0\n": {"10": 1, "11": 1, "01": 0},
    ".i 2\n.o 1\n.type fdr\n11 1\n01 0\n-0 -\n": {"11": 1, "01": 0},
    ".i 2\n.o 2\n.ilb p q\n.ob f y\n.p 2\n-1 01 # here\n1- 1-\n": {"00": 0, "01": 1},
    "# first\n\n.i 1\n.o 1\n1|1\n.end": {"0": 0, "1": 1},
}


@pytest.mark.parametrize("text", PLAS)
def test_plas_say_what_espresso_says(tmp_path: Path, text: str) -> None:
    read = read_file(written(tmp_path, text, "f.pla"), label="y")
    rows = {"".join(str(int(bit)) for bit in row[:-1]): int(row[-1]) for row in read.frame.rows()}
    assert rows == PLAS[text]
    assert read_file(written(tmp_path, text, "unnamed"), label="y").frame.equals(read.frame)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (".i 2\n.o 2\n11 11\n", "has 2 outputs (y1, y2): name one with --label"),
        (".i 2\n.o 1\n111 1\n", "line 3: needs 2 inputs and 1 outputs"),
        (".i 30\n.o 1\n" + "1" * 30 + " 1\n", "has 30 inputs; of this type at most 20 are read"),
        (".i 2\n.o 1\n.type fr\n1- 1\n11 0\n", "says that y is both true and false on one input"),
        (".i x\n", "line 1: .i needs a number"),
        ("11 1\n", "line 1: .i and .o must come first"),
        (".i 1\n.o 1\n.ilb y\n1 1\n", "has two columns of one name"),
    ],
)
def test_bad_plas(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(InputError) as caught:
        read_file(written(tmp_path, text, "f.pla"))
    assert why in str(caught.value)


def test_truth_tables(tmp_path: Path) -> None:
    for text in ("0x8", "1000", "00 0\n10 0\n01 0\n11 1\n"):
        table = read_table(written(tmp_path, text, "f.truth"))
        rows = {tuple(row[:-1]): row[-1] for row in read_file(tmp_path / "f.truth").frame.rows()}
        assert rows == {(x, y): x and y for x, y in product((False, True), repeat=2)}
        assert table.label.column == "y"
    with pytest.raises(InputError, match="must have 2\\^n bits"):
        read_table(written(tmp_path, "100", "f.truth"))


def test_nan_is_a_missing_value() -> None:
    told, lines = binarised(pl.DataFrame({"a": [1.0, math.nan, 3.0, None]}))
    assert list(map(str, told.features)) == ["a <= 2", "a > 2", "a is missing"]
    assert unpacked(lines, 4).tolist() == [
        [True, False, False, False],
        [False, False, True, False],
        [False, True, False, True],
    ]


def test_a_file_larger_than_memory_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,y\n" + "0,1\n" * 1000)
    monkeypatch.setattr("evobool.learning.tables.files.available_memory", lambda: 4 * path.stat().st_size - 1)
    with pytest.raises(InputError, match="is too large to be read"):
        read_file(path)


@pytest.mark.parametrize("ending", ["pla", "tt", "parquet", "arrow"])
def test_a_target_of_rows_in_any_format(tmp_path: Path, ending: str) -> None:
    """The same rows as CSV are the same target."""
    path, csv = tmp_path / f"t.{ending}", tmp_path / "t.csv"
    frame = pl.DataFrame({"x1": [0, 1, 0, 1], "x2": [0, 0, 1, 1], "y": [0, 1, 1, 0]})
    frame.write_csv(csv)
    text = {"pla": ".i 2\n.o 1\n.ilb x1 x2\n.ob y\n10 1\n01 1\n.e\n", "tt": "00 0\n10 1\n01 1\n11 0\n"}
    if ending in text:
        path.write_text(text[ending])
    elif ending == "parquet":
        frame.write_parquet(path)
    else:
        frame.write_ipc(path)
    found, wanted = (Setting(target=f"data:{each}", n=2) for each in (path, csv))
    assert (found.target, found.id) == (wanted.target, wanted.id)
    with pytest.raises(InputError, match="label = z: must be one of"):
        Labelled.read(path, "z")
