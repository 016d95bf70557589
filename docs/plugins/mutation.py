"""A mutation operator: HVL-Prime, but now and then a subtree of two literals takes the place of a leaf."""

from evobool import Tree
from evobool.plugins import Mutation, hvl_prime, leaf_positions, mutation


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
