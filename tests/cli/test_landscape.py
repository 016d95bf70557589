from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from evobool import Setting
from evobool.cli import main
from evobool.theory.landscape.explore import CAP

Capture = pytest.CaptureFixture[str]
FIGURE_1 = "(x3 & x2) | (x2 & x3)"
STUCK = (FIGURE_1, "--n", 4, "--limit", 4, "--deletion", "leaf")


def printed(capsys: Capture, *arguments: object) -> str:
    main(["landscape", *map(str, arguments)])
    found = capsys.readouterr()
    assert found.err == ""
    return found.out


def loaded(capsys: Capture, *arguments: object) -> dict[str, Any]:
    text = printed(capsys, *arguments, "--json")
    assert text.count("\n") == 1
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


def test_a_dead_end_is_shown_with_its_proof(capsys: Capture) -> None:
    text = printed(capsys, *STUCK)
    assert text.startswith("or\n├── and\n│   ├── x3\n")
    assert "4 leaves, error 3" in text
    assert "(x3 & x2) | (x2 & x3) (itself)" in text
    assert "and 19 more, 0 of them accepted" in text
    assert "strict local optimum: every accepted offspring is the tree itself" in text
    assert text.endswith(
        "dead end: no optimum can be reached, only 1 tree up to the order of children and the names of "
        "variables:\n  (x3 & x2) | (x2 & x3)\n"
    )
    assert "more" not in (everything := printed(capsys, *STUCK, "--all"))
    assert everything.count("│ INS ") + everything.count("│ SUB ") + everything.count("│ DEL ") == 39


def test_a_way_out_is_shown(capsys: Capture) -> None:
    text = printed(capsys, FIGURE_1, "--n", 4, "--limit", 4)
    assert "an optimum can be reached: the shortest way takes 3 mutations" in text
    assert text.endswith("  INS  ((x2 & x3) & x1) & x4  (error 0)\n")
    assert "shortest way takes 1 mutation\n" in printed(capsys, "x1", "--n", 2)
    assert printed(capsys, "x1 & x2", "--n", 2).endswith("\noptimum: a run stops here\n")


def test_the_cap_is_shown(capsys: Capture) -> None:
    text = printed(capsys, "x1", "--n", 8, "--cap", 5)
    assert "more than 5 trees can, and no optimum is among those met" in text
    tree = "(((x2 & x3) & x5) | (x2 & (x3 & x5))) & x1"
    text = printed(capsys, tree, "--n", 8, "--limit", "n", "--deletion", "leaf", "--cap", 600)
    assert "a way, perhaps not the shortest, takes 11 mutations" in text


def test_a_large_closed_set_is_cut_short(capsys: Capture) -> None:
    arguments = ("x1", "--n", 2, "--functions", "or", "--limit", 7)  # shapes: 1 + 1 + 1 + 2 + 3 + 6 + 11
    text = printed(capsys, *arguments)
    assert "only 25 trees up to" in text
    assert text.endswith("\n  and 5 more; see --all or --certificate\n")
    assert "more" not in printed(capsys, *arguments, "--all")


def test_json_keeps_the_contract(capsys: Capture) -> None:
    found = loaded(capsys, *STUCK)
    assert found["setting"] == Setting(n=4, limit="4", deletion="leaf").to_dict()
    assert (found["tree"], found["leaves"], found["error"]) == (FIGURE_1, 4, 3)
    assert (found["kind"], found["reachable"], found["closed"]) == ("strict local optimum", False, [FIGURE_1])
    assert (found["way"], found["shortest"], found["cap"], found["trees_met"]) == (None, None, CAP, 1)
    exact = [Fraction(each["exact_probability"]) for each in found["offspring"]]
    assert sum(exact) == 1
    assert [float(each) for each in exact] == [each["probability"] for each in found["offspring"]]
    first = found["offspring"][0]
    assert (first["tree"], first["accepted"], first["same"], first["operations"]) == (
        FIGURE_1,
        True,
        True,
        ["SUB"],
    )
    assert sum(each["same"] for each in found["offspring"]) == 1


def test_json_of_a_way_and_of_a_cap(capsys: Capture) -> None:
    found = loaded(capsys, "x1", "--n", 3)
    assert (found["reachable"], found["shortest"], found["closed"]) == (True, True, None)
    assert found["way"] == [
        {"operation": "INS", "tree": "x1 & x2", "error": 1},
        {"operation": "INS", "tree": "(x1 & x2) & x3", "error": 0},
    ]
    found = loaded(capsys, "x1", "--n", 8, "--cap", 5)
    assert (found["reachable"], found["way"], found["closed"]) == (None, None, None)
    assert loaded(capsys, "", "--n", 3)["error"] is None


def test_a_certificate_is_written_and_checked(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    main(["landscape", *map(str, STUCK), "--certificate", str(path)])
    assert capsys.readouterr().err.startswith(f"evobool: wrote the proof to {path}")
    assert printed(capsys, "--check", path) == (
        f"the certificate holds: no optimum can be reached from {FIGURE_1} (closed set: 1 tree)\n"
    )
    assert loaded(capsys, "--check", path) == {"holds": True, "flaw": None, "trees": 1}
    data = json.loads(path.read_text())
    path.write_text(json.dumps(data | {"closed": []}))
    for flags in ([], ["--json"]):
        with pytest.raises(SystemExit) as stop:
            main(["landscape", "--check", str(path), *flags])
        assert stop.value.code == 1
    found = capsys.readouterr()
    assert found.out.startswith(f"the certificate does not hold: {FIGURE_1} is not in the set\n")
    assert json.loads(found.out.splitlines()[1])["holds"] is False


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["x5", "--n", "4"], "tree = x5: x5 is not among the literals"),
        (["~x1", "--n", "4"], "tree = ~x1: ~x1 is not among the literals"),
        (["x1 & (x1 & x2)", "--n", "4", "--limit", "2"], "has 3 leaves, the limit is 2"),
        (["x1 &", "--n", "4"], "ends too soon"),
        (["x1", "--n", "4", "--training", "10"], "training = 10: must be complete"),
        (["x1", "--n", "4", "--algorithm", "1+1-gp"], "algorithm = 1+1-gp: must be rls-gp"),
        (["x1", "--n", "4", "--cap", "0"], "cap = 0: must be at least 1"),
        (["x1", "--n", "0"], "n = 0: must be at least 1"),
        (["x1"], "n = (nothing): must be given"),
        (["--n", "4"], "tree = (nothing): must be given"),
        (["x1", "--n", "4", "5"], "5"),
        (["--check", "nowhere.json"], "nowhere.json: No such file"),
        (["x1", "--n", "4", "--check", "nowhere.json"], "takes neither a tree nor a setting"),
    ],
)
def test_bad_input_is_one_line(capsys: Capture, arguments: list[str], complaint: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["landscape", *arguments])
    found = capsys.readouterr()
    assert (stop.value.code, found.out, found.err.count("\n")) == (2, "", 1)
    assert complaint in found.err


@pytest.mark.parametrize("content", [b"x", b"\xff", b"{}", b"[1]"])
def test_a_file_that_is_no_certificate(capsys: Capture, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "proof.json"
    path.write_bytes(content)
    with pytest.raises(SystemExit) as stop:
        main(["landscape", "--check", str(path)])
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_no_certificate_of_what_is_no_dead_end(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    for cap, why in (("20000", "an optimum can be reached"), ("5", "the cap came first")):
        with pytest.raises(SystemExit) as stop:
            main(["landscape", "x1", "--n", "8", "--cap", cap, "--certificate", str(path)])
        assert stop.value.code == 2
        assert why in capsys.readouterr().err
    assert not path.exists()


def test_a_limit_too_small_warns(capsys: Capture) -> None:
    main(["landscape", "x1", "--n", "3", "--limit", "2"])
    found = capsys.readouterr()
    assert "no tree within the limit is correct" in found.err
    assert "dead end" in found.out


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("limit", "2", "has 4 leaves, the limit is 2"),
        ("functions", ["and"], "or is not among the functions"),
    ],
)
def test_a_certificate_of_trees_that_the_setting_cannot_make(
    capsys: Capture, tmp_path: Path, field: str, value: object, why: str
) -> None:
    path = tmp_path / "proof.json"
    main(["landscape", *map(str, STUCK), "--certificate", str(path)])
    proof = json.loads(path.read_text())
    proof["setting"][field] = value
    path.write_text(json.dumps([proof]))
    with pytest.raises(SystemExit) as stopped:
        main(["landscape", "--check", str(path)])
    assert stopped.value.code == 1
    assert why in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"setting": {"n": 4}}, "must be an object with all fields"),
        ({"closed": "x1"}, "a list of trees"),
        ({"tree": None}, "a list of trees"),
    ],
)
def test_a_certificate_that_is_none(
    capsys: Capture, tmp_path: Path, change: dict[str, object], why: str
) -> None:
    path = tmp_path / "proof.json"
    main(["landscape", *map(str, STUCK), "--certificate", str(path)])
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(SystemExit) as stopped:
        main(["landscape", "--check", str(path)])
    assert stopped.value.code == 2
    assert why in capsys.readouterr().err


def test_a_file_nested_too_deeply(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_text("[" * 100_000)
    with pytest.raises(SystemExit) as stopped:
        main(["landscape", "--check", str(path)])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_several_certificates(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    main(["landscape", *map(str, STUCK), "--certificate", str(path)])
    capsys.readouterr()
    path.write_text(json.dumps([json.loads(path.read_text())] * 2))
    main(["landscape", "--check", str(path)])
    assert capsys.readouterr().out.count("the certificate holds") == 2
