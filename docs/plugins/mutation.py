"""Two mutation operators: one that draws for itself, one that lists its outcomes with probabilities."""

from fractions import Fraction

from evobool import Tree
from evobool.plugins import Mutation, changes, hvl_prime, leaf_positions, mutation


@mutation("grow-pairs")
def grow_pairs(tree, setting, draws):
    """Replace a random leaf by a function of two random literals with probability 1/8, else HVL-Prime."""
    if not tree.prefix or draws.below(8):
        return hvl_prime(tree, setting, draws)
    leaves = leaf_positions(tree)
    leaf = leaves[draws.below(len(leaves))]
    function = setting.function_list[draws.below(len(setting.function_list))]
    pair = [setting.literal_list[draws.below(len(setting.literal_list))] for _ in range(2)]
    prefix = (*tree.prefix[:leaf], function, *pair, *tree.prefix[leaf + 1 :])
    return Mutation("PAIR", Tree(prefix), function)


@mutation("mostly-x1", listed=True)
def mostly_x1(tree, setting):
    """HVL-Prime, but x1 is drawn three times as often as any other literal."""
    count = len(setting.literal_list)
    for change, probability in changes(tree, setting, ordered=True):  # each literal with 1 / count
        if change.literal is not None:
            probability *= Fraction((3 if change.literal == 1 else 1) * count, count + 2)
        yield Mutation.of(change, tree), probability
