"""The published numbers, some of them typed once more from the paper."""

from __future__ import annotations

import itertools

import pytest

from evobool.model.formulas.tree import Tree
from evobool.paper.published import FIGURE_1, LIMITS, SIZES, Published, published_tables


def test_all_cells_are_there() -> None:
    assert set(published_tables()) == set(itertools.product((1, 2, 3), SIZES, LIMITS))
    assert len(published_tables()) == 48


@pytest.mark.parametrize(
    ("place", "cell"),
    [
        ((1, 4, "n"), Published(0.008, 46.3, 28.0, 4.0, 0.0)),
        ((1, 8, "none"), Published(0.0, 95.3, 43.8, 11.2, 3.0)),
        ((1, 12, "n"), Published(0.016, 284.1, 148.2, 12.0, 0.0)),
        ((1, 16, "n"), Published(0.008, 469.9, 258.0, 16.0, 0.0)),
        ((2, 8, "n+1"), Published(None, 129.9, 69.1, 8.7, 0.5)),
        ((2, 16, "none"), Published(None, 221.0, 72.0, 25.2, 4.9)),
        ((3, 4, "none"), Published(0.0, 422.7, 425.7, 6.4, 2.5)),
        ((3, 8, "n"), Published(0.998, 1750.0, None, 8.0, None)),
        ((3, 8, "2n"), Published(0.990, 6443.8, 3789.4, 11.0, 1.6)),
        ((3, 16, "none"), Published(1.0, None, None, None, None)),
    ],
)
def test_some_cells(place: tuple[int, int, str], cell: Published) -> None:
    assert published_tables()[place] == cell


def test_failures_of_500() -> None:
    cells = published_tables()
    assert (cells[1, 12, "n"].failed, cells[1, 12, "n"].successes) == (8, 492)
    assert (cells[2, 4, "n"].failed, cells[2, 4, "n"].successes) == (0, 500)
    assert (cells[3, 8, "n"].failed, cells[3, 8, "n"].successes) == (499, 1)
    assert cells[3, 12, "2n"].successes == 0


def test_every_share_is_a_count_of_500() -> None:
    for cell in published_tables().values():
        assert cell.B is None or cell.failed / 500 == pytest.approx(cell.B)


def test_figure_1() -> None:
    assert [example.tree.leaves for example in FIGURE_1] == [4, 7, 9]
    assert FIGURE_1[0].tree == Tree.parse("(x3 & x2) | (x2 & x3)")
    for example in FIGURE_1:
        assert example.tree.functions["or"] == 1
        assert max(example.tree.variables) <= example.n
        assert example.tree.leaves == example.n + (example.limit == "n+1")
