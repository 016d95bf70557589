"""`evobool theory`, as a user types it."""

from __future__ import annotations

import json

import pytest

from evobool.cli import main

Capture = pytest.CaptureFixture[str]


def test_a_block_a_claim(capsys: Capture) -> None:
    main(["theory", "m-k", "conjunctions"])
    output = capsys.readouterr().out
    assert output.index("conjunctions  holds") < output.index("m-k  holds")
    assert output.count("verdict") == 2
    assert "2 holds" in output


def test_json_is_all_there_is(capsys: Capture) -> None:
    main(["theory", "theorem-2", "--json"])
    output = capsys.readouterr()
    assert output.err == ""
    (found,) = json.loads(output.out)["claims"]
    assert (found["name"], found["outcome"]) == ("theorem-2", "holds")
    assert {"claim", "check", "sizes", "verdict", "figures", "seconds"} < set(found)


def test_a_name_nobody_knows_is_one_line(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["theory", "lemma-6"])
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("evobool: name = lemma-6: must be one of conjunctions, theorem-1")
    assert error.count("\n") == 1
