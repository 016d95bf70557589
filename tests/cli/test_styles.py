"""`--style`: trees on one line, as somebody else's language has them."""

from __future__ import annotations

import shlex

import pytest

from evobool import Tree
from evobool.cli import main

RUN = "run --n 3 --limit n --seed 1 --functions and,xor --literals all --target 'x1 ∧ ¬x2 ⊕ x3' --quiet"
DEAD = "--n 4 --limit 4 --deletion leaf"


@pytest.mark.parametrize("style", ["symbols", "words", "python", "latex", "verilog"])
def test_commands_write_trees_in_the_style_asked_for(style: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(shlex.split(f"{RUN} --style {style}"))
    first = capsys.readouterr().out.splitlines()[0]
    tree = Tree.parse(first)
    assert first == tree.text(style)
    assert tree.error_rate("x1 & ~x2 ^ x3") == 0
    main(["landscape", "(x3 and x2) or (x2 and x3)", *shlex.split(f"{DEAD} --style {style}")])
    shown = capsys.readouterr().out
    stuck = Tree.parse("(x3 & x2) | (x2 & x3)").text(style)
    assert shown.startswith(stuck + "\n")
    assert shown.endswith(f"\n  {stuck}\n")  # the closed set
    main(shlex.split(f"exact {DEAD} --style {style} --quiet"))
    told = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("stuck for ever"))
    dead = told.partition(") in ")[2]
    assert dead == Tree.parse(dead).text(style)


def test_small_trees_are_drawn_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(shlex.split(RUN))
    assert "├── " in capsys.readouterr().out


@pytest.mark.parametrize("command", [RUN, f"landscape x1 {DEAD}", f"exact {DEAD}"])
def test_a_style_that_is_none(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(shlex.split(f"{command} --style pyhton"))
    assert stop.value.code == 2
    assert capsys.readouterr().err.endswith("did you mean python?\n")
