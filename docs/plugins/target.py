"""Two targets: one as a function of its columns, one as a formula."""

from evobool.plugins import target


@target("threshold-2", symmetric=True)
def at_least_two(x, ones):
    """True where at least two variables are."""
    one = two = ones ^ ones  # columns that are false everywhere
    for column in x:
        two = two | (one & column)
        one = one | column
    return two


target("nested", formula="x1 & (x2 | x3 & (x4 | x5))")
