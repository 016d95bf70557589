from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import polars as pl
import pytest

from evobool import Tree
from evobool.cli import main
from evobool.learning.rules import rule_of
from evobool.learning.tables.table import read_table
from tests.support.commands import loaded, refused

Capture = pytest.CaptureFixture[str]
ROWS = "id,age,thal,ill\n7,41,normal,no\n9,60,reversible,yes\n12,50,fixed,no\n"


@pytest.fixture
def rule(tmp_path: Path) -> Path:
    """ill if age > 45 and thal is not fixed, its labels spelled as in the table."""
    (tmp_path / "table.csv").write_text(ROWS)
    table = read_table(tmp_path / "table.csv", "ill", leave_out=["id"])
    names = list(map(str, table.features))
    tree = Tree(("and", -(names.index("age <= 45") + 1), -(names.index("thal = fixed") + 1)))
    path = tmp_path / "rule.json"
    path.write_text(rule_of(tree, table).written("json"))
    return path


@pytest.mark.parametrize("ending", ["csv", "tsv", "parquet", "arrow"])
def test_predictions_stand_in_the_last_column(
    capsys: Capture, rule: Path, tmp_path: Path, ending: str
) -> None:
    frame = pl.read_csv(
        io.StringIO("age,thal,note\n41,normal,0.10\n61,reversible,a\n70,fixed,\n"), infer_schema=False
    )
    frame = frame.with_columns(pl.col("age").cast(pl.Int64))
    path = tmp_path / f"new.{ending}"
    write = {
        "csv": lambda: frame.write_csv(path),
        "tsv": lambda: frame.write_csv(path, separator="\t"),
        "parquet": lambda: frame.write_parquet(path),
        "arrow": lambda: frame.write_ipc(path),
    }
    write[ending]()
    main(["predict", str(rule), str(path)])
    printed = capsys.readouterr()
    assert list(csv.reader(io.StringIO(printed.out))) == [
        ["age", "thal", "note", "ill"],
        ["41", "normal", "0.10", "no"],
        ["61", "reversible", "a", "yes"],
        ["70", "fixed", "", "no"],
    ]
    assert printed.err == "evobool: columns that the rule does not know, and does not need: note\n"


def test_standard_input_and_a_table_with_labels(
    capsys: Capture, rule: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(ROWS.encode())))
    main(["predict", str(rule), "-"])
    printed = capsys.readouterr()
    assert printed.out.splitlines()[0] == "id,age,thal,ill,predicted ill"
    assert printed.out.splitlines()[2] == "9,60,reversible,yes,yes"
    assert printed.err.count("\n") == 1, "id was left out, so the rule does not know it"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("age\n41\n", "column = thal: is needed by the rule, but not in this table"),
        ("age,thal\n41,strange\n", "column = thal: is strange in row 1, which the rule has never seen"),
        ("age,thal\n41,normal\n,normal\n", "column = age: is missing in row 2"),
        ("age,thal\nold,normal\n", "column = age: is old in row 1, which is not a number"),
        ("age,thal\n1,normal,2\n", "row 1 has 3 values, the row of names 2"),
        ("", "is empty"),
    ],
)
def test_what_the_rule_cannot_know_is_said(
    capsys: Capture, rule: Path, tmp_path: Path, text: str, why: str
) -> None:
    (tmp_path / "new.csv").write_text(text)
    assert why in refused(capsys, "predict", rule, tmp_path / "new.csv")


def test_files_that_are_not_there(capsys: Capture, rule: Path, tmp_path: Path) -> None:
    assert "No such file" in refused(capsys, "predict", rule, tmp_path / "nix.csv")
    assert "No such file" in refused(capsys, "predict", tmp_path / "nix.json", rule)
    assert "is not a rule" in refused(capsys, "predict", tmp_path / "table.csv", tmp_path / "table.csv")


@pytest.mark.parametrize("labels", [("0", "1"), ("False", "True"), ("1.00", "2.50"), ("a", "b c")])
def test_labels_keep_their_spelling(capsys: Capture, tmp_path: Path, labels: tuple[str, str]) -> None:
    path = tmp_path / "table.csv"
    path.write_text(f"a,y\n0,{labels[0]}\n1,{labels[1]}\n")
    (tmp_path / "rule.json").write_text(rule_of(Tree.parse("x1"), read_table(path, "y")).written("json"))
    main(["predict", str(tmp_path / "rule.json"), str(path), "--quiet"])
    assert [line.split(",")[-1] for line in capsys.readouterr().out.splitlines()[1:]] == list(labels)


def test_simplify(capsys: Capture) -> None:
    main(["simplify", "x1 & (x1 | x2)"])
    printed = capsys.readouterr()
    assert printed.out == "x1\n"
    assert printed.err == "evobool: 1 leaf, was 3; the same on all inputs, proved by truth table\n"
    assert loaded(capsys, "simplify", "(x1 & ~x2) | (~x1 & x2)", "--functions", "and,or,xor") == {
        "formula": "x1 ^ x2",
        "leaves": 2,
        "was": 4,
        "proved_by": "truth table",
        "rows": None,
        "constant": None,
    }


def test_simplify_on_rows(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("a,b\n0,0\n1,1\n")
    found = loaded(capsys, "simplify", "x1 & x2", "--rows", path)
    assert (found["leaves"], found["rows"], found["proved_by"]) == (1, 2, None)
    assert json.dumps(found["formula"]) in ('"x1"', '"x2"')
    assert "the rows have 2 columns" in refused(capsys, "simplify", "x3", "--rows", path)
    path.write_text("a,b\n0,0\n1,\n")
    assert "column b is missing in row 2" in refused(capsys, "simplify", "x1", "--rows", path)
    path.write_text("a,b\n0,0\n1,7\n")
    assert "is 7 in row 2, which is not a truth value" in refused(capsys, "simplify", "x1", "--rows", path)
