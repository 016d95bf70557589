from __future__ import annotations

import io
from pathlib import Path

import polars as pl
import pytest

from evobool.cli import main
from evobool.learning.forms.registry import FORMS
from evobool.learning.forms.rulefile import read_rule
from tests.support.commands import loaded, refused

Capture = pytest.CaptureFixture[str]


def sick(rows: int = 60) -> str:
    """ill if age > 50 and thal is not fixed, or bp > 140."""
    lines = ["age,thal,bp,ill"]
    for row in range(rows):
        age, thal, bp = 20 + 37 * row % 61, ("normal", "fixed", "reversible")[row * 7 % 3], 90 + 53 * row % 97
        ill = (age > 50 and thal != "fixed") or bp > 140
        lines.append(f"{age},{thal},{bp},{'yes' if ill else 'no'}")
    return "\n".join([*lines, ""])


@pytest.fixture
def heart(tmp_path: Path) -> Path:
    path = tmp_path / "heart.csv"
    path.write_text(sick())
    return path


KEYS = ["formula", "leaves", "errors", "rows", "floor", "front", "held_out", "seed", "seconds"]


def test_learn_as_json(capsys: Capture, heart: Path, tmp_path: Path) -> None:
    out = tmp_path / "rule.json"
    words = ("learn", heart, "--label", "ill", "--effort", "200000", "--seed", "1")
    found = loaded(capsys, *words, "--out", out)
    assert list(found) == KEYS
    assert all(list(point) == ["leaves", "errors", "formula"] for point in found["front"])
    chosen = next(point for point in found["front"] if point["leaves"] == found["leaves"])
    assert chosen == {name: found[name] for name in ("leaves", "errors", "formula")}
    held = found["held_out"]
    assert list(held) == ["errors", "rows", "accuracy", "interval"]
    assert (found["rows"] + held["rows"], held["accuracy"]) == (60, 1 - held["errors"] / held["rows"])
    low, high = held["interval"]
    assert low <= held["accuracy"] <= high
    again = loaded(capsys, *words, "--workers", "1")
    assert {**again, "seconds": 0} == {**found, "seconds": 0}
    rule = read_rule(out)
    assert (rule.written(), rule.leaves) == (found["formula"], found["leaves"])
    said = rule.predict(pl.read_csv(heart))
    wrong = sum(a != b for a, b in zip(said, pl.read_csv(heart)["ill"], strict=True))
    assert wrong == found["errors"] + held["errors"]


def test_learn_says_how_the_table_was_read_before_it_works(capsys: Capture, heart: Path) -> None:
    lines = [line.split(",") for line in sick().splitlines()]
    heart.write_text(
        "\n".join(
            ",".join([*line[:3], "same" if place else "always", line[3]]) for place, line in enumerate(lines)
        )
    )
    main(["learn", str(heart), "--label", "ill", "--effort", "20000", "--seed", "1", "--quiet"])
    printed = capsys.readouterr()
    assert printed.err == ""
    text = printed.out
    for part in (
        f"{heart}: 60 rows, 4 columns",
        "age     number, cut at",
        "thal    category: fixed, normal, reversible",
        "dropped: always (constant)",
        "learning from 48 rows; 12 are held out",
        "a formula may be right on all 48",
        "ill = yes if",
        "on 12 rows held out: ",
        "seed 1 gives the same again",
    ):
        assert part in text, part
    assert text.index("cut at") < text.index("a formula may be right") < text.index("The front")
    assert text.index("rows held out: ") < text.index("rows learnt from: ")


def test_the_floor_is_said_first(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,y\n" + "1,1\n" * 6 + "1,0\n" * 2 + "0,0\n" * 4)
    main(
        ["learn", str(path), "--label", "y", "--hold-out", "0", "--effort", "1000", "--seed", "1", "--quiet"]
    )
    text = capsys.readouterr().out
    assert "no formula gets fewer than 2 of 12 wrong" in text
    assert "2 wrong, the fewest of any formula" in text
    assert "accuracy" not in text, "of rows learnt from it is never shown alone"


def test_learn_writes_files(capsys: Capture, heart: Path, tmp_path: Path) -> None:
    outs = [tmp_path / f"rule{form.ending}" for form in FORMS.values()]
    outs = [*dict.fromkeys(outs)]
    more = [tmp_path / "report.html", tmp_path / "front.svg"]
    words = ["learn", heart, "--label", "ill", "--effort", "50000", "--seed", "1", "--leaves", "4"]
    words += ["--html", more[0], "--plot", more[1], "--form", "sympy"]
    main([*map(str, words), *(word for out in outs for word in ("--out", str(out)))])
    printed = capsys.readouterr()
    assert printed.err.count("wrote the formula to") == len(outs)
    rule = read_rule(tmp_path / "rule.json")
    assert rule.leaves <= 4
    assert rule.written("sympy").rstrip() in printed.out
    for form in FORMS.values():
        expected = [each.name for each in FORMS.values() if each.ending == form.ending]
        told = "sympy" if "sympy" in expected else expected[0]
        text = (tmp_path / f"rule{form.ending}").read_text(encoding="utf-8")
        if told != "json":
            assert text.rstrip("\n") == rule.written(told).rstrip("\n")
    assert all(path.stat().st_size > 1000 for path in more)


def test_learn_reads_standard_input_and_a_test_table(
    capsys: Capture, heart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sick(90).encode())))
    found = loaded(
        capsys, "learn", heart, "--label", "ill", "--test", "-", "--effort", "50000", "--seed", "1"
    )
    assert (found["rows"], found["held_out"]["rows"]) == (60, 90)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sick(90).encode())))
    found = loaded(
        capsys, "learn", "-", "--label", "ill", "--test", heart, "--effort", "50000", "--seed", "1"
    )
    assert (found["rows"], found["held_out"]["rows"]) == (90, 60)


def test_learn_picks_an_output_of_a_pla(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "two.pla"
    path.write_text(".i 2\n.o 2\n.ob f g\n11 1-\n10 01\n01 01\n00 00\n.e\n")
    words = ("learn", path, "--hold-out", "0", "--leaves", "2", "--effort", "2000", "--seed", "1")
    found = loaded(capsys, *words, "--label", "g")
    assert (found["rows"], found["errors"], found["leaves"]) == (3, 0, 2), (
        "of the don't-care nothing is learnt"
    )
    found = loaded(capsys, *words, "--label", "f")
    assert (found["rows"], found["errors"], found["leaves"]) == (4, 0, 2)
    assert "name one with --label" in refused(capsys, *words)


def test_the_clock_stops_a_search(capsys: Capture, heart: Path) -> None:
    words = (
        "learn",
        heart,
        "--label",
        "ill",
        "--seconds",
        "0.05",
        "--seed",
        "1",
        "--quiet",
        "--functions",
        "xor",
    )
    main([*map(str, words)])
    text = capsys.readouterr().out
    assert "seed 1; stopped by --seconds, so it may give something else the next time" in text


def test_classes_of_unequal_size(capsys: Capture, tmp_path: Path) -> None:
    """The larger class alone has fewest errors; balanced, a formula that finds the smaller one wins."""
    path = tmp_path / "t.csv"
    path.write_text("a,b,y\n" + "1,1,yes\n" * 3 + "1,0,no\n" * 5 + "0,1,no\n" * 40 + "0,0,no\n" * 40)
    words = (
        "learn",
        path,
        "--label",
        "y",
        "--leaves",
        "1",
        "--hold-out",
        "0",
        "--effort",
        "2000",
        "--seed",
        "1",
    )
    assert loaded(capsys, *words, "--objective", "balanced")["formula"] == "a"
    three = loaded(capsys, *words, "--positive", "no")
    assert three["formula"] == "not a"


def test_more_than_two_classes(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,kind\n" + "1,red\n2,green\n3,blue\n" * 5)
    words = ("learn", path, "--label", "kind", "--effort", "2000", "--seed", "1", "--hold-out", "0")
    assert "has 3 values (blue, green, red)" in (told := refused(capsys, *words))
    assert "--positive" in told
    found = loaded(capsys, *words, "--positive", "green", "--out", tmp_path / "r.json")
    assert found["errors"] == 0
    main(["predict", str(tmp_path / "r.json"), str(path), "--quiet"])
    assert capsys.readouterr().out.splitlines()[1:4] == [
        "1,red,not green",
        "2,green,green",
        "3,blue,not green",
    ]


BAD = {
    "": "is empty",
    "a,ill\n": "has no rows",
    "a,ill\n1,yes\n2,yes\n": "has one value, yes",
    "a,b\n1,2\n3,4\n": "label = ill: must be one of a, b",
    "a,ill\n1,yes\n2\n": "row 2 has 1 values, the row of names 2",
    "a,ill\n1,yes\n2,no,3\n": "row 2 has 3 values, the row of names 2",
    "a,a,ill\n1,2,yes\n": "has 2 columns of the name a",
    "a,,ill\n1,2,yes\n": "column 2 has no name",
    "a,ill\n1,yes\ninf,no\n": "column = a: is inf in row 2; values must be finite",
    "a,ill\n1,yes\n2,\n": "label = ill: is missing in 1 row, first in row 2",
    "a,ill\n1,yes\nx,no\n3,no\n4,yes\n": "mixes numbers and text: x in row 2",
    "a,ill\n1,yes\n1,no\n": "every other column is constant",
    "day,ill\n2024-01-02,yes\n2024-01-03,no\n": "looks like dates; leave it out with --leave-out",
    "ill\nyes\nno\n": "there is nothing to learn from",
    "id,ill\n"
    + "".join(f"{row},{'no' if row % 2 else 'yes'}\n" for row in range(30)): "numbers the rows, like an id",
    "a,ill\n\udcff,yes\n": "is not text in UTF-8",
    "a\0b,ill\n1,yes\n": "contains a NUL",
    ",".join(f"a{place}" for place in range(100_001)) + "\n": "has 100,001 columns; at most 100,000",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: BAD[text][:30])
def test_bad_tables_are_refused_in_one_line(capsys: Capture, tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode("utf-8", errors="surrogateescape"))
    out = tmp_path / "rule.json"
    assert BAD[text] in refused(capsys, "learn", path, "--label", "ill", "--out", out, "--effort", "10")
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--label bp", "label = bp: has 60 values"),
        ("--leaves 0", "leaves = 0: must be at least 1"),
        ("--leaves 40", "leaves = 40: must be at most 32"),
        ("--hold-out 1", "hold_out = 1: must be a share"),
        ("--folds 1", "folds = 1: must be 0, or at least 2"),
        ("--effort 0", "effort = 0: must be at least 1"),
        ("--seconds 0", "seconds = 0.0: must be above 0"),
        ("--objective size", "objective = size: is a trade-off"),
        ("--functions and,nix", "functions = nix: must be one of"),
        ("--functions ,", "functions = "),
        ("--read-as age", "read_as = age: must look like code=category"),
        ("--read-as age=word", "read_as = word: must be one of truth, number, category"),
        ("--read-as age=number --read-as age=truth", "says twice what age is"),
        ("--read-as nix=number", "read_as = nix: must be one of"),
        ("--leave-out nix", "leave_out = nix: must be one of"),
        ("--leave-out ill", "leave_out = ill"),
        ("--thresholds 0", "thresholds = 0: must be at least 1"),
        ("--positive maybe", "positive = maybe: must be one of"),
        ("--workers 0", "workers = 0"),
        ("--workers 2 --scheduler tcp://localhost:1", "the scheduler has its own"),
        ("--form nix", "form = nix: must be one of"),
        ("--out rule.exe", "must end in"),
        ("--out nowhere/rule.json", "its folder does not exist"),
        ("--out a.json --out a.json", "is named twice"),
        ("--html a.pdf", "html = a.pdf: must end in .html or .htm"),
        ("--plot a.html", "plot = a.html: must end in"),
        ("--test nix.csv", "nix.csv: No such file"),
        ("--max-leaves 1.5", "max_leaves = 1.5: must be an integer"),
    ],
)
def test_odd_options_are_refused_before_the_work(
    capsys: Capture, heart: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    label = [] if "--label" in words else ["--label", "ill"]
    effort = [] if "--effort" in words else ["--effort", "10"]
    assert why in refused(capsys, "learn", heart, *label, *words.split(), *effort)
    assert sorted(tmp_path.iterdir()) == before


def test_a_test_table_must_fit(capsys: Capture, heart: Path, tmp_path: Path) -> None:
    path = tmp_path / "later.csv"
    for text, why in (
        ("age,thal,ill\n50,normal,yes\n", "column = bp: is needed"),
        ("age,thal,bp,ill\n50,strange,100,yes\n", "column = thal: is strange in row 1"),
        ("age,thal,bp,ill\n50,normal,100,maybe\n", "label = ill: is maybe in row 1"),
        ("age,thal,bp\n50,normal,100\n", "label = ill: must be one of"),
        ("age,thal,bp,ill\n,normal,100,yes\n", "column = age: is missing in row 1"),
    ):
        path.write_text(text)
        assert why in refused(capsys, "learn", heart, "--label", "ill", "--test", path, "--effort", "10")
