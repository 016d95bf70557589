"""Made problems, whose rule is known: multiplexers, games, the monks' problems, DNFs with noise, parity."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from evobool import Tree
from evobool.model.formulas.diagrams import DiagramLimitError, Nodes
from evobool.model.targets.labelled import Labelled
from evobool.studio.learn import example

from .protocol import Bits

Matrix = np.ndarray[tuple[int, int], np.dtype[np.bool_]]
DIGITS = (  # the seven segments of each
    *("1111110", "0110000", "1101101", "1111001", "0110011"),
    *("1011011", "1011111", "1110000", "1111111", "1111011"),
)


@dataclass(frozen=True)
class Problem:
    """Rows drawn by a seed, and whether a formula is the rule itself, on all inputs that there are."""

    name: str
    draw: Callable[[np.random.Generator], tuple[Matrix, Bits]]
    exact: Callable[[Tree, Labelled], bool]
    most_leaves: int | None = 32
    folds: int = 5
    effort: int | None = None  # None is the usual one
    seeds: int = 10

    def rows(self, seed: int) -> Labelled:
        """The rows of a seed."""
        return Labelled.of(*self.draw(np.random.default_rng([seed, len(self.name)])))


def no_errors(tree: Tree, rows: Labelled) -> bool:
    """Right on all rows, where these are all inputs that there are."""
    return bool(tree.evaluate(rows.columns, rows.ones) == rows.labels)


def all_inputs(rule: Callable[[Matrix], Bits], inputs: Matrix) -> Callable[[Tree, Labelled], bool]:
    """Right on all inputs; the rows may be some of them, with noise."""

    def exact(tree: Tree, _: Labelled) -> bool:
        found = tree.evaluate(list(inputs.T), np.ones(len(inputs), dtype=np.bool_))
        return bool((found == rule(inputs)).all())

    return exact


def truth(n: int) -> Matrix:
    """All inputs of n variables."""
    return (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(np.bool_)


def drawn(rule: Callable[[Matrix], Bits], n: int, rows: int, noise: float = 0.0) -> Any:
    """Rows drawn uniformly; of the labels a share is flipped."""

    def draw(random: np.random.Generator) -> tuple[Matrix, Bits]:
        inputs = random.integers(0, 2, (rows, n)).astype(np.bool_)
        return inputs, rule(inputs) ^ (random.random(rows) < noise)

    return draw


def given(rule: Callable[[Matrix], Bits], inputs: Matrix) -> Any:
    """All inputs in some order."""

    def draw(random: np.random.Generator) -> tuple[Matrix, Bits]:
        order = random.permutation(len(inputs))
        return inputs[order], rule(inputs[order])

    return draw


def multiplexer(bits: int) -> Callable[[Matrix], Bits]:
    """The data bit that the address bits, x1 the lowest, select."""
    return lambda inputs: inputs[np.arange(len(inputs)), bits + inputs[:, :bits] @ (1 << np.arange(bits))]


def is_multiplexer(bits: int) -> Callable[[Tree, Labelled], bool]:
    """Proved address by address: with the address put in, the diagram of what is left is the data bit's."""

    def exact(tree: Tree, _: Labelled) -> bool:
        n = bits + 2**bits
        for address in range(2**bits):
            nodes = Nodes(sorted(tree.variables | {bits + address + 1}))
            columns = nodes.columns(n)
            for bit in range(bits):
                columns[bit] = nodes.ones if address >> bit & 1 else nodes.ones ^ nodes.ones
            try:
                left = tree.evaluate(columns, nodes.ones)
            except DiagramLimitError:  # no data bit needs as many nodes: at least there is no proof
                return False
            if left.number != columns[bits + address].number:
                return False
        return True

    return exact


def games() -> tuple[Matrix, Bits]:
    """The positions in which tic-tac-toe can end: cells as x, o or empty; whether x has won."""
    boards = example.games()
    inputs = np.array([[cell == sign for cell in board for sign in "xo "] for board in boards])
    return inputs, np.array([example.won(board, "x") for board in boards])


def monks(number: int) -> tuple[Matrix, Bits]:
    """The 432 robots of Thrun et al. (1991), an attribute's values as a column each."""
    robots = list(product(range(1, 4), range(1, 4), range(1, 3), range(1, 4), range(1, 5), range(1, 3)))
    sizes = (3, 3, 2, 3, 4, 2)
    inputs = [[r[place] == v for place, size in enumerate(sizes) for v in range(1, size + 1)] for r in robots]
    rules: tuple[Callable[..., bool], ...] = (
        lambda *a: a[0] == a[1] or a[4] == 1,
        lambda *a: sum(value == 1 for value in a) == 2,
        lambda *a: (a[4] == 3 and a[3] == 1) or (a[4] != 4 and a[1] != 3),
    )
    return np.array(inputs), np.array([rules[number - 1](*robot) for robot in robots])


def everything(table: Callable[[], tuple[Matrix, Bits]]) -> Any:
    """All rows of a table in some order."""

    def draw(random: np.random.Generator) -> tuple[Matrix, Bits]:
        inputs, labels = table()
        order = random.permutation(len(labels))
        return inputs[order], labels[order]

    return draw


def xd6(x: Matrix) -> Bits:
    """Three terms of three variables; the tenth has no part in it."""
    return x[:, 0] & x[:, 1] & x[:, 2] | x[:, 3] & x[:, 4] & x[:, 5] | x[:, 6] & x[:, 7] & x[:, 8]


def dnf(x: Matrix) -> Bits:
    """Three terms with negations, on eight of the features."""
    return x[:, 0] & ~x[:, 1] & x[:, 2] | ~x[:, 3] & x[:, 4] & x[:, 5] | x[:, 6] & ~x[:, 7]


def three(x: Matrix) -> Bits:
    """At least three of nine."""
    return np.asarray(x.sum(axis=1) >= 3)


def parity(x: Matrix) -> Bits:
    """Of the first five."""
    return np.asarray(x[:, :5].sum(axis=1) % 2 == 1)


def shown(random: np.random.Generator) -> tuple[Matrix, Bits]:
    """500 digits on seven segments, beside 17 columns of noise; the label is whether they are even."""
    digits = random.integers(0, 10, 500)
    segments = np.array([[bit == "1" for bit in DIGITS[digit]] for digit in digits])
    return np.hstack([segments, random.integers(0, 2, (500, 17)).astype(np.bool_)]), digits % 2 == 0


def shows(tree: Tree, _: Labelled) -> bool:
    """Right on each digit whatever the noise, as a diagram over the noise alone shows."""
    nodes = Nodes(range(1, 25))
    for digit, segments in enumerate(DIGITS):
        columns = nodes.columns(24)
        for place, bit in enumerate(segments):
            columns[place] = nodes.ones if bit == "1" else nodes.ones ^ nodes.ones
        if tree.evaluate(columns, nodes.ones).number != (digit % 2 == 0):
            return False
    return True


def is_dnf(n: int) -> Callable[[Tree, Labelled], bool]:
    """The planted rule, on all inputs of all features: one diagram for both."""

    def exact(tree: Tree, _: Labelled) -> bool:
        nodes = Nodes(sorted(tree.variables | set(range(1, 9))))
        x, ones = nodes.columns(n), nodes.ones
        terms = x[0] & (x[1] ^ ones) & x[2] | (x[3] ^ ones) & x[4] & x[5] | x[6] & (x[7] ^ ones)
        return bool(tree.evaluate(x, ones).number == terms.number)

    return exact


PROBLEMS = {
    problem.name: problem
    for problem in (
        Problem("multiplexer 37", drawn(multiplexer(5), 37, 20_000), is_multiplexer(5), None, 0, 8_000_000),
        Problem("multiplexer 70", drawn(multiplexer(6), 70, 40_000), is_multiplexer(6), None, 0, 80_000_000),
        Problem(
            "multiplexer 135", drawn(multiplexer(7), 135, 320_000), is_multiplexer(7), None, 0, 200_000_000, 3
        ),
        Problem("tic-tac-toe", everything(games), no_errors, 32, 0),
        *(Problem(f"monks {each}", everything(partial(monks, each)), no_errors, 64, 0) for each in (1, 2, 3)),
        Problem("xd6", drawn(xd6, 10, 500), all_inputs(xd6, truth(10))),
        Problem("3 of 9", given(three, truth(9)), no_errors, 64, 0),
        Problem("parity of 5, 5 irrelevant", given(parity, truth(10)), no_errors, 64, 0),
        Problem("LED, even, 17 irrelevant", shown, shows),
        Problem("3-DNF, 20 features, 5 % noise", drawn(dnf, 20, 500, 0.05), is_dnf(20)),
        Problem("3-DNF, 50 features, 5 % noise", drawn(dnf, 50, 500, 0.05), is_dnf(50)),
    )
}
