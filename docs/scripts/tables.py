"""Writes the tables that the pages on learning use: docs/data/tables.

python docs/scripts/tables.py

`tictactoe.csv` has every position in which a game of tic-tac-toe ends, made by playing all games; x begins.
`majority.csv` has 20 of the 32 rows of the majority of five, `later.csv` the others.
`cancer.csv` are the 569 rows of breast cancer data that scikit-learn comes with (Wisconsin, 1995).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random

TABLES = Path(__file__).resolve().parents[1] / "data" / "tables"
FIELDS = [f"{column}{row}" for row in "321" for column in "abc"]
LINES = ("a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 b2 c3", "a3 b2 c1")
Board = tuple[str, ...]  # what each field holds: x, o or empty


def main() -> None:
    """Write all of them."""
    TABLES.mkdir(exist_ok=True)
    ends = sorted({*played(("empty",) * 9, "x")})
    rows = [[*board, str(won(board, "x")).lower()] for board in ends]
    write("tictactoe.csv", [*FIELDS, "x_won"], rows)
    votes = [(*row, int(sum(row) >= 3)) for row in product((0, 1), repeat=5)]
    Random(1).shuffle(votes)
    write("majority.csv", [*"abcde", "y"], votes[:20])
    write("later.csv", [*"abcde", "y"], votes[20:])
    from sklearn.datasets import load_breast_cancer

    data = load_breast_cancer()
    names = [name.replace(" ", "_") for name in data.feature_names]
    labels = [data.target_names[label] for label in data.target]
    write("cancer.csv", [*names, "diagnosis"], [[*row, y] for row, y in zip(data.data, labels, strict=True)])


def won(board: Board, player: str) -> bool:
    """Whether a player has a line."""
    held = dict(zip(FIELDS, board, strict=True))
    return any(all(held[field] == player for field in line.split()) for line in LINES)


def played(board: Board, player: str) -> Iterator[Board]:
    """The positions in which games from here end."""
    if won(board, "x") or won(board, "o") or "empty" not in board:
        yield board
        return
    for place, held in enumerate(board):
        if held == "empty":
            yield from played((*board[:place], player, *board[place + 1 :]), "o" if player == "x" else "x")


def write(name: str, names: list[str], rows: Sequence[Sequence[object]]) -> None:
    """Write a table."""
    with (TABLES / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([names, *rows])


if __name__ == "__main__":
    main()
