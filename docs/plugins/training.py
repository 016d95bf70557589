"""A training regime: rows that stay for ten iterations, then are drawn again."""

from evobool.plugins import TrainingSet, training


@training("epochs")
def epochs(goal, rows, draws):
    """`epochs:K`: K rows, drawn anew every ten iterations; `epochs` alone: 64 of them."""
    while True:
        rows_now = TrainingSet.sample(goal, rows or 64, draws)
        for _ in range(10):
            yield rows_now
