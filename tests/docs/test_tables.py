"""The tables that the pages on learning use are what they say."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import polars as pl
from sklearn.datasets import load_breast_cancer

TABLES = Path(__file__).resolve().parents[2] / "docs" / "data" / "tables"
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def test_tic_tac_toe_has_every_end_of_a_game() -> None:
    """Counted, not played: boards that are won by whoever moved last, or full."""
    wanted = set()
    for board in product(("x", "o", "empty"), repeat=9):
        won = {player: any(all(board[i] == player for i in line) for line in LINES) for player in "xo"}
        more = board.count("x") - board.count("o")
        full = "empty" not in board and more == 1 and not (won["x"] or won["o"])
        if (won["x"] and not won["o"] and more == 1) or (won["o"] and not won["x"] and more == 0) or full:
            wanted.add((*board, won["x"]))
    assert len(wanted) == 958
    found = pl.read_csv(TABLES / "tictactoe.csv").rows()
    assert len(found) == 958
    assert set(found) == wanted


def test_the_majority_of_five_is_in_two_parts() -> None:
    rows = [row for name in ("majority", "later") for row in pl.read_csv(TABLES / f"{name}.csv").rows()]
    assert sorted(rows) == [(*row, int(sum(row) > 2)) for row in product((0, 1), repeat=5)]


def test_cancer_is_as_scikit_learn_has_it() -> None:
    data, found = load_breast_cancer(), pl.read_csv(TABLES / "cancer.csv")
    np.testing.assert_array_equal(found.drop("diagnosis").to_numpy(), data.data)
    assert found["diagnosis"].to_list() == [data.target_names[label] for label in data.target]
