"""A table wider than the terminal is printed in parts: no cell is cut, every part has the first column."""

from __future__ import annotations

import re

import pytest

from evobool.cli.shared.tables import print_listing
from evobool.studies.analysis.comparisons import HEAD
from evobool.studies.analysis.listing import Listing

CELLS = ("0 / 48", "2.9e-16", "398.4 / 4539.7 †", "398.4 / 5850.2", "281.0 / 5124.0", "0.003")
LINE = (*CELLS, "large; the second fails more often", "1.2e-106", "7.1e-106")
WIDE = Listing("m.db by n", HEAD, [("n 3 / 5", *LINE), ("n 3 / 6", *LINE)], [], "T: mean " * 40)


def printed(listing: Listing, capsys: pytest.CaptureFixture[str]) -> list[str]:
    print_listing(listing, left=("setting",))
    return re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).splitlines()


@pytest.mark.parametrize("columns", [40, 80, 132, 300])
def test_no_cell_is_cut_at_any_width(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, as rich sees it
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = printed(WIDE, capsys)
    assert max(map(len, lines)) <= columns
    parts = sum(line.startswith("┏") for line in lines)
    assert (parts == 1) == (columns == 300)
    assert sum(line.startswith("│ n 3 / 5 ") for line in lines) == parts
    if columns > 40:
        for cell in LINE:
            assert sum(f" {cell} " in line for line in lines) == 2


def test_a_cell_wider_than_the_terminal_goes_on_in_the_next_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "30")
    lines = printed(Listing("a", ("n", "tree"), [("3", "x" * 100)], []), capsys)
    assert sum(line.count("x") for line in lines) == 100
    assert max(map(len, lines)) <= 30


def test_a_caption_is_as_wide_as_a_line_and_not_as_its_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    lines = printed(Listing("T by n and limit", ("n", "T"), [("3", "1")], [], "T: mean " * 20), capsys)
    assert 80 < len(lines[-2]) <= 100
    assert printed(WIDE, capsys)[1].count("┳") == len(HEAD) - 1  # one part, as wide as it needs to be
