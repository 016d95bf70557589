"""Two selection rules: one that counts on chance, one that goes by order alone."""

from evobool.plugins import selection


@selection("annealed")
def annealed(offspring, parent, draws):
    """Not worse, or one row worse with probability 1/64."""
    if offspring.error <= parent.error:
        return True
    return offspring.error == parent.error + 1 and draws.below(64) == 0


@selection("growing", by_order=True)
def growing(offspring, parent, draws):
    """A smaller error, or an equal error and at least as many leaves."""
    if offspring.error != parent.error:
        return offspring.error < parent.error
    return offspring.leaves >= parent.leaves
