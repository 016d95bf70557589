"""Two objectives: one number that also counts leaves, and a trade-off of three."""

from evobool.plugins import objective


@objective("thrifty")
def thrifty(false_positives, false_negatives, positives, negatives, leaves):
    """Balanced errors, and a little for each leaf."""
    return 100 * (false_negatives * negatives + false_positives * positives) + leaves


@objective("misses-and-size", trade_off=True)
def misses_and_size(false_positives, false_negatives, positives, negatives, leaves):
    """What is missed, what is found wrongly, and the leaves in tens."""
    return false_negatives, false_positives, leaves // 10
