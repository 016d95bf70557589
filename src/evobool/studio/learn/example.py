"""A table to try the page with: the positions in which tic-tac-toe can end, made by playing."""

from __future__ import annotations

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
CELLS = tuple(f"{row} {side}" for row in ("top", "middle", "bottom") for side in ("left", "middle", "right"))
SIGNS = {"x": "x", "o": "o", " ": "empty"}


def games() -> list[str]:
    """The 958 boards, a sign a cell, in order; x begins."""
    ends, boards = set[str](), {" " * 9}
    while boards:
        over = {board for board in boards if won(board, "x") or won(board, "o") or " " not in board}
        ends |= over
        boards = {
            board[:cell] + "xo"[board.count("x") > board.count("o")] + board[cell + 1 :]
            for board in boards - over
            for cell in range(9)
            if board[cell] == " "
        }
    return sorted(ends)


def won(board: str, player: str) -> bool:
    """Whether a player has three in a line."""
    return any(all(board[int(cell)] == player for cell in line) for line in LINES)


def tic_tac_toe() -> str:
    """The table as CSV: what stands in each cell, and whether x has won.

    >>> tic_tac_toe().count("true"), tic_tac_toe().count("false")
    (626, 332)
    """
    lines = [",".join([*CELLS, "x has won"])]
    for board in games():
        lines.append(",".join([*(SIGNS[sign] for sign in board), str(won(board, "x")).lower()]))
    return "\n".join(lines) + "\n"
