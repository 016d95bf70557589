"""One notation for sets of functions: flags, grids, plans and Python mean the same by the same text."""

from __future__ import annotations

from pathlib import Path

import pytest

from evobool import InputError, Setting, grid
from evobool.cli import main
from evobool.studies.plan.plan import parse_grid, read_plan

AND, BOTH, THREE = ("and",), ("and", "or"), ("and", "or", "xor")


def planned(tmp_path: Path, functions: str) -> list[Setting]:
    """The settings of a plan."""
    path = tmp_path / "plan.toml"
    path.write_text(f"[grid]\nn = 4\nfunctions = {functions}\n")
    return list(read_plan(path).study().settings)


@pytest.mark.parametrize(
    ("text", "sets"),
    [("and+or,and+or+xor", [BOTH, THREE]), ("and+or", [BOTH]), ("and", [AND]), ("and, and+or", [AND, BOTH])],
)
def test_plus_joins_and_a_comma_separates_wherever_a_grid_is_written(
    text: str, sets: list[tuple[str, ...]], tmp_path: Path
) -> None:
    assert [each.functions for each in grid(**parse_grid(["n=4", f"functions={text}"]))] == sets
    assert [each.functions for each in planned(tmp_path, f'"{text}"')] == sets
    assert [each.functions for each in planned(tmp_path, str(text.split(",")))] == sets
    assert [each.functions for each in grid(n=4, functions=[tuple(part) for part in sets])] == sets
    assert [each.functions for each in grid(n=4, functions=tuple(sets))] == sets  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["and+or+xor", "and,or,xor", "xor, or,and"])
def test_one_set_as_a_flag(text: str) -> None:
    assert Setting(n=4, functions=text).functions == THREE  # type: ignore[arg-type]
    assert Setting(n=4, functions=(text,)).functions == THREE  # as the command line hands it on


def test_several_sets_are_no_setting() -> None:
    for several in ("and+or,xor", ("and+or", "xor"), ["and+or", "and+or"]):
        with pytest.raises(InputError, match=r"functions = .*: is more than one set"):
            Setting(n=4, functions=several)  # type: ignore[arg-type]


def test_what_was_once_several_sets_is_refused_with_the_new_spelling(tmp_path: Path) -> None:
    with pytest.raises(InputError) as told:
        parse_grid(["functions=and,or"])
    assert str(told.value) == (
        "functions = and,or: write --grid functions=and+or for one set, "
        "--grid functions=and --grid functions=or for 2 sets"
    )
    with pytest.raises(InputError) as told:
        planned(tmp_path, '["and", "or"]')
    assert told.value.why == 'write ["and+or"] for one set, [["and"], ["or"]] for 2 sets'
    with pytest.raises(InputError, match="for 2 sets"):
        grid(n=4, functions=["and", "or"])  # type: ignore[list-item]
    words = ["n=4", "functions=and", "functions=or"]
    assert [each.functions for each in grid(**parse_grid(words))] == [("and",), ("or",)]
    assert [each.functions for each in planned(tmp_path, '[["and"], ["or"]]')] == [("and",), ("or",)]
    assert [each.functions for each in grid(n=4, functions=("and", "or"))] == [BOTH]


def test_the_commands_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "a.db"
    for words in (
        ["study", "run", "--store", str(store), "--grid", "n=4", "--grid", "functions=and,or,xor"],
        ["run", "--n", "4", "--functions", "and+or,xor"],
    ):
        with pytest.raises(SystemExit) as stop:
            main(words)
        assert stop.value.code == 2
        assert capsys.readouterr().err.startswith("evobool: functions = and")
    assert not store.exists()
