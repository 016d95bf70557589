"""Three selection rules: one draws, one goes by order alone, one says how likely it accepts."""

from math import exp

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


@selection("metropolis", probability=True)
def metropolis(offspring, parent):
    """Not worse, or k rows worse with probability exp(-k / 2), as in simulated annealing at temperature 2."""
    return min(1.0, exp((parent.error - offspring.error) / 2))
