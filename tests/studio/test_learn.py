"""What the page of tables is told: the same as on the command line, and one line where a table is bad."""

from __future__ import annotations

import io
import json
import logging
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import polars as pl
import pytest

from evobool.learning.forms.registry import FORMS
from evobool.learning.forms.rulefile import checked
from evobool.studio import allowed
from evobool.studio.learn.example import games, tic_tac_toe
from evobool.studio.learn.wanted import Wanted
from tests.support.commands import loaded
from tests.support.serving import events, whole
from tests.support.tables import ill

EFFORT = "60000"


def asked(client: httpx.Client, where: str, content: bytes, **words: object) -> Any:
    """What an address answers."""
    reply = client.post(f"/api/learn/{where}", params={n: str(v) for n, v in words.items()}, content=content)
    assert reply.status_code == 200
    return reply.json()


def searched(client: httpx.Client, content: bytes, **words: object) -> dict[str, Any]:
    """All that a search tells."""
    params = {"file": "ill.csv", "label": "ill", "effort": EFFORT, "seed": "1"} | words
    reply = client.post("/api/learn/search", params={n: str(v) for n, v in params.items()}, content=content)
    assert reply.headers["content-type"].startswith("text/event-stream")
    return whole(events(reply.text))


def test_columns_and_what_to_learn(client: httpx.Client) -> None:
    told = asked(client, "table", ill(), file="C:\\tables\\ill.csv")
    assert (told["rows"], told["label"]) == (80, "ill")
    values = {each["name"]: each["values"] for each in told["columns"]}
    assert values["thal"] == ["fixed", "normal", "reversible"]
    assert values["ill"] == ["no", "yes"]
    assert values["age"] is None
    pla = b".i 2\n.o 2\n.ilb a b\n.ob f g\n01 1-\n10 01\n11 10\n.e\n"
    assert asked(client, "table", pla, file="two.pla")["label"] == "f"


@pytest.mark.parametrize(
    "words",
    [
        {"seed": 3},
        {"seed": 4, "objective": "balanced", "max_leaves": 5, "hold_out": "1/4", "positive": "no"},
        {"seed": 5, "leave_out": '["bp"]', "functions": "and,or,xor", "hold_out": 0, "folds": 0},
    ],
    ids=["usual", "balanced", "all"],
)
def test_the_search_is_that_of_the_command(
    client: httpx.Client,
    words: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = searched(client, ill(), **words)
    (tmp_path / "ill.csv").write_bytes(ill())
    monkeypatch.chdir(tmp_path)
    found = loaded(capsys, *spoken(told["opening"]["command"]))
    ending = told["ending"]
    front = [{name: point[name] for name in ("leaves", "errors")} for point in ending["points"]]
    assert front == [{name: point[name] for name in ("leaves", "errors")} for point in found["front"]]
    assert [point["text"] for point in ending["points"]] == [point["formula"] for point in found["front"]]
    chosen = ending["points"][ending["chosen"]]
    assert (chosen["text"], chosen["errors"]) == (found["formula"], found["errors"])
    assert (told["opening"]["floor"], told["opening"]["learnt"]) == (found["floor"], found["rows"])
    if found["held_out"] is None:
        assert told["opening"]["held"] == 0
    else:
        assert found["held_out"] == {name: chosen["judged"][name] for name in found["held_out"]}
    assert (ending["stopped"], told["tried"]) == ("itself", ending["tried"])
    assert all(1 <= leaves <= 32 for leaves, _, _ in told["front"]["points"])
    assert all(1 <= leaves <= 64 and 0 <= share <= 1 for leaves, share in told["dots"])


def spoken(command: str) -> list[str]:
    """The words of a command behind the program's name."""
    import shlex

    return shlex.split(command)[1:]


def test_rows_clauses_and_tests_by_hand_are_as_the_formula_in_python(client: httpx.Client) -> None:
    """Every row that is shown is given to the formula as Python writes it, and to the page's test by hand."""
    ending = searched(client, ill(), effort=200_000)["ending"]
    shown, frame = ending["shown"], pl.read_csv(io.BytesIO(ill()))
    for point in ending["points"]:
        rule = checked(point["rule"])
        space: dict[str, Any] = {}
        exec(rule.written("python"), space)
        for place, number in enumerate(shown["numbers"]):
            row = frame.row(number - 1, named=True)
            said = space["predict"](row) == "yes"
            assert bit(point["said"], place) == said
            assert bit(shown["labels"], place) == (row["ill"] == "yes")
            values = dict(zip(shown["names"], shown["cells"][place], strict=True))
            assert values == {name: text_of(row[name]) for name in shown["names"]}
            if place < 6:
                told = asked(
                    client, "by-hand", json.dumps({"rule": point["rule"], "values": values}).encode()
                )
                assert (told["holds"], told["says"]) == (said, "yes" if said else "no")
                assert told["clauses"] == [bit(clause["holds"], place) for clause in point["clauses"]]
        rows = range(len(shown["numbers"]))
        for clause in point["clauses"]:
            assert clause["rows"] == sum(bit(clause["holds"], place) for place in rows)
        wrong = sum(bit(point["said"], place) != bit(shown["labels"], place) for place in rows)
        assert wrong == point["judged"]["errors"]


def bit(line: str, place: int) -> bool:
    return bool(int(line, 16) >> place & 1)


def text_of(value: object) -> str | None:
    """A value as it is typed."""
    if value is None or isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.fixture(scope="module")
def rule(address: str) -> dict[str, Any]:
    with httpx.Client(base_url=address, timeout=60, trust_env=False) as client:
        found = searched(client, ill(), effort=200_000)["ending"]["points"][-1]["rule"]
    assert {"age", "thal", "bp"} <= {each["name"] for each in found["columns"]}
    return dict(found)


@pytest.mark.parametrize("form", FORMS)
def test_the_formula_in_every_form(client: httpx.Client, rule: dict[str, Any], form: str) -> None:
    told = asked(client, "form", json.dumps({"rule": rule}).encode(), form=form)
    assert told["text"].rstrip("\n") == checked(rule).written(form).rstrip("\n")
    assert told["ending"] == FORMS[form].ending


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"age": "60", "thal": "normal", "smoker": "true"}, "bp"),
        ({"age": "old", "thal": "normal", "bp": "90", "smoker": "true"}, "age"),
        ({"age": "inf", "thal": "normal", "bp": "90", "smoker": "true"}, "age"),
        ({"age": "60", "thal": "odd", "bp": "90", "smoker": "true"}, "thal"),
        ({"age": "60", "thal": 7, "bp": "90", "smoker": "true"}, "thal"),
    ],
)
def test_a_value_that_the_rule_cannot_know_is_refused_at_its_field(
    client: httpx.Client, rule: dict[str, Any], values: dict[str, Any], field: str
) -> None:
    told = asked(client, "by-hand", json.dumps({"rule": rule, "values": values}).encode())
    assert told["refused"]["field"] == field
    known = {"age": "", "thal": "normal", "bp": "150", "smoker": "true"}  # of age, values were missing
    assert asked(client, "by-hand", json.dumps({"rule": rule, "values": known}).encode())["says"] == "yes"


BAD = {
    "empty": (b"", "ill", "is empty"),
    "no rows": (b"age,ill\n", "ill", "has no rows"),
    "ragged": (b"a,ill\n1,yes\n2,no,3\n", "ill", ""),
    "one class": (b"a,ill\n1,yes\n2,yes\n", "ill", "has one value"),
    "no such label": (ill(), "sick", "must be one of"),
    "three classes": (b"a,ill\n1,a\n2,b\n3,c\n", "ill", "has 3 values"),
    "an id": (
        b"id,ill\n" + b"".join(b"%d,%s\n" % (k, (b"no", b"yes")[k % 2]) for k in range(30)),
        "ill",
        "like an id",
    ),
    "nothing to learn from": (b"a,ill\n1,yes\n1,no\n", "ill", "constant"),
    "no table": (bytes(range(256)) * 4, "ill", ""),
    "two of a name": (b"a,a,ill\n1,2,yes\n2,3,no\n", "ill", ""),
    "a missing label": (b"a,ill\n1,yes\n2,no\n3,\n", "ill", "is missing"),
    "no number": (b"a,ill\n" + b"1,yes\n2,no\n" * 30 + b"x,yes\n", "ill", "mixes numbers and text"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_table_is_answered_in_one_line(
    client: httpx.Client, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    content, label, why = BAD[name]
    with caplog.at_level(logging.ERROR):
        told = searched(client, content, label=label)
    assert set(told) == {"refused"}
    assert why in told["refused"]["why"]
    assert "\n" not in told["refused"]["why"]
    assert "internal" not in told["refused"]["why"]
    assert not caplog.records


@pytest.mark.parametrize(
    "words",
    [
        *(
            {"max_leaves": "65"},
            {"effort": "1e12"},
            {"effort": "400000001"},
            {"hold_out": "2"},
            {"folds": "1"},
        ),
        *({"leave_out": "bp"}, {"leave_out": '["no"]'}, {"objective": "size"}, {"functions": "and,nothing"}),
        *({"seed": "-1"}, {"colour": "red"}, {"file": "/"}, {"positive": "maybe"}, {"thresholds": "0"}),
    ],
    ids=str,
)
def test_words_that_mean_nothing_are_refused(client: httpx.Client, words: dict[str, str]) -> None:
    told = searched(client, ill(), **words)
    assert set(told) == {"refused"}, told
    (field,) = words
    assert told["refused"]["field"] in (field, "address", field.replace("leave_out", "column"))


def test_what_is_too_large_is_refused(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    told = asked(client, "by-hand", b" " * (allowed.MOST_RULE_BYTES + 1))
    assert told["refused"]["field"] == "size"
    assert asked(client, "by-hand", b" " * allowed.MOST_RULE_BYTES)["refused"]["field"] == "rule"
    wide = ",".join(f"c{k}" for k in range(allowed.MOST_TABLE_COLUMNS + 1)).encode()
    assert asked(client, "table", wide + b"\n" + wide, file="wide.csv")["refused"]["field"] == "columns"
    monkeypatch.setattr("evobool.studio.learn.tables.MOST_TABLE_ROWS", 79)
    assert searched(client, ill())["refused"]["field"] == "rows"
    monkeypatch.undo()
    monkeypatch.setattr("evobool.studio.learn.search.MOST_TABLE_BITS", 400)
    assert "questions" in searched(client, ill())["refused"]["why"]


def test_only_pages_of_the_studio_may_post(client: httpx.Client) -> None:
    own = str(client.base_url).rstrip("/")
    for headers, status in (
        ({"origin": own, "sec-fetch-site": "same-origin"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 403),
        ({"host": "evil.example"}, 421),
    ):
        reply = client.post("/api/learn/table?file=ill.csv", content=ill(), headers=headers)
        assert reply.status_code == status
    assert client.post("/learn", content=ill()).status_code == 405
    assert client.get("/api/learn/search?file=ill.csv&label=ill").status_code == 405


def test_two_pages_may_learn_from_one_table(client: httpx.Client) -> None:
    """Whoever ends first must not take the rows from the other."""
    found: dict[int, Any] = {}

    def learn(number: int, effort: int) -> Callable[[], None]:
        def work() -> None:
            told = searched(client, ill(), effort=effort)
            found[number] = [point["text"] for point in told["ending"]["points"]]

        return work

    alone = [point["text"] for point in searched(client, ill(), effort=150_000)["ending"]["points"]]
    threads = [threading.Thread(target=learn(k, effort)) for k, effort in enumerate((3_000, 150_000, 20_000))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) == {0, 1, 2}
    assert found[1] == alone


def test_random_bytes_never_make_the_studio_stumble(
    client: httpx.Client, rule: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    draw = random.Random(1)
    sound = json.dumps({"rule": rule, "values": {"age": "60", "thal": "normal", "bp": "90"}}).encode()
    with caplog.at_level(logging.ERROR):
        for _ in range(150):
            where = draw.choice(["table", "search", "by-hand", "form"])
            content = bytearray(ill(30) if where in ("table", "search") else sound)
            for _ in range(draw.randrange(1, 8)):
                place = draw.randrange(len(content))
                content[place : place + draw.randrange(4)] = draw.randbytes(draw.randrange(4))
            name = draw.choice(["ill.csv", "ill.tsv", "ill.pla", "ill.parquet", "ill.arrow", "ill.tt", "ill"])
            words = {"file": name} if where in ("table", "search") else {}
            if where == "search":
                words |= {"label": "ill", "effort": "500", "folds": "2", "seed": "1"}
            reply = client.post(f"/api/learn/{where}", params=words, content=bytes(content))
            assert reply.status_code == 200, (where, bytes(content))
            assert "internal error" not in reply.text, (where, bytes(content))
    assert not caplog.records


def test_the_command_leaves_out_what_is_usual() -> None:
    words = {"file": "a b.csv", "label": "x y", "leave_out": '["p,q", "r"]', "seed": "1", "positive": "it's"}
    assert spoken(Wanted.of(words).command) == [
        *("learn", "a b.csv", "--label", "x y", "--positive", "it's", "--leave-out", "p,q"),
        *("--leave-out", "r", "--seed", "1"),
    ]


def test_the_example_is_every_end_of_the_game() -> None:
    """958 boards, as is known; by the oracle of trying all fillings that play can reach."""
    boards = games()
    assert len(boards) == len(set(boards)) == 958
    assert all(board.count("x") - board.count("o") in (0, 1) for board in boards)
    lines = tic_tac_toe().splitlines()
    assert len(lines) == 959
    assert lines[0].split(",")[:3] == ["top left", "top middle", "top right"]


def test_the_example_can_be_learnt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.csv"
    path.write_text(tic_tac_toe())
    words = ("--label", "x has won", "--effort", "2000", "--folds", "0")
    assert loaded(capsys, "learn", path, *words)["floor"] == 0
