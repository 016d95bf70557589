"""A population of one's own: how it begins, who is crossed, how, and who survives."""

from evobool import Tree
from evobool.plugins import crossover, parents, start, survival


@start("pairs")
def pairs(setting, draws):
    """A function of two literals."""
    first = setting.function_list[draws.below(len(setting.function_list))]
    one, other = (setting.literal_list[draws.below(len(setting.literal_list))] for _ in range(2))
    return Tree((first, one, other))


@parents("one-row", by_rows=True)
def one_row(members, draws):
    """Any member that is right on a random row; if none is, any."""
    row = draws.below(members[0].wrong.positives + members[0].wrong.negatives)
    right = [place for place, each in enumerate(members) if not each.missed >> row & 1]
    return right[draws.below(len(right))] if right else draws.below(len(members))


@crossover("graft")
def graft(one, other, setting, draws):
    """The other parent in place of a leaf."""
    leaves = [place for place, token in enumerate(one.prefix) if not isinstance(token, str)]
    leaf = leaves[draws.below(len(leaves))]
    return Tree((*one.prefix[:leaf], *other.prefix, *one.prefix[leaf + 1 :]))


@survival("short-memory")
def short_memory(members, brood, draws):
    """The best tree of all, then the newest."""
    everyone = [*members, *brood]
    best = min(everyone, key=lambda each: (each.error, each.leaves))
    newest = [each for each in everyone if each is not best][-len(members) + 1 :]
    return [best, *newest][: len(members)]
