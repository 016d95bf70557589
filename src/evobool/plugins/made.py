"""What mutation operators of a user's own make, checked: one mutation, or all of them with probabilities."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, islice
from math import lcm
from typing import Any, NamedTuple

from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.growing import Draws
from evobool.model.mutation import Change, Mutation
from evobool.model.settings.setting import Setting
from evobool.plugins.blame import Called, quoted

MOST_OUTCOMES = 1_000_000  # of one tree


class Law(NamedTuple):
    """All that can become of a tree; `ends` are the sums of the probabilities, as integers out of `whole`."""

    outcomes: tuple[tuple[Mutation, Fraction], ...]
    ends: tuple[int, ...]
    whole: int

    def drawn(self, draws: Draws) -> Mutation:
        """One of them at random."""
        return self.outcomes[bisect_right(self.ends, draws.below(self.whole))][0]


def law_of(outcomes: Called, tree: Tree, setting: Setting) -> Law:
    """What an operator lists for a tree; refused unless these are mutations whose probabilities sum to 1."""
    listing = replace(outcomes, function=lambda *where: _listed(outcomes, *where))
    made = tuple((check_offspring(outcomes, one, setting), share) for one, share in listing(tree, setting))
    total = sum((share for _, share in made), Fraction(0))
    if total != 1:
        raise outcomes.wrong(f"lists outcomes of {quoted(str(tree))} with probabilities that sum to {total}")
    whole = lcm(*(share.denominator for _, share in made))
    return Law(made, tuple(accumulate(int(share * whole) for _, share in made)), whole)


def _listed(outcomes: Called, tree: Tree, setting: Setting) -> list[tuple[Any, Fraction]]:
    found = []
    made = outcomes.function(tree, setting)
    for each in islice(made, MOST_OUTCOMES + 1) if isinstance(made, Iterable) else [made]:
        if not isinstance(each, tuple) or len(each) != 2:
            raise outcomes.wrong(f"must yield pairs of a Mutation and a probability, not {quoted(each)}")
        share = each[1]
        if isinstance(share, bool) or not isinstance(share, Fraction | int) or not 0 <= share <= 1:
            why = f"must give probabilities as Fractions from 0 to 1, not {quoted(share)}"
            raise outcomes.wrong(why)
        if share:
            found.append((each[0], Fraction(share)))
    if len(found) > MOST_OUTCOMES:
        raise outcomes.wrong(f"lists more than {MOST_OUTCOMES:,} outcomes of one tree")
    return found


def check_offspring(mutate: Called, made: Any, setting: Setting) -> Mutation:
    """Refuse what is not a mutation within a setting's functions and literals."""
    checked = check_mutation(mutate, made)
    try:
        setting.check_tokens(checked.tree)
    except InputError as problem:
        raise mutate.wrong(f"made {problem.value}: {problem.why}") from None
    brought = checked.function
    if brought is not None and brought not in setting.functions:
        raise mutate.wrong(f"made a Mutation; its function must be one of F, not {quoted(brought)}")
    return checked


def check_mutation(mutate: Called, made: Any) -> Mutation:
    """Refuse what is not a mutation, or has parts that it cannot have."""
    if not isinstance(made, Mutation):
        raise mutate.wrong(f"must return a Mutation, not {quoted(made)}")
    word, tree = made.operation, made.tree
    if not isinstance(word, str) or not word or not word.isprintable():
        raise mutate.wrong(f"made a Mutation; its operation must be a word, not {quoted(word)}")
    if not isinstance(tree, Tree):
        raise mutate.wrong(f"made a Mutation; its tree must be a Tree, not {quoted(tree)}")
    try:
        Tree(tree.prefix)
    except InputError as problem:
        raise mutate.wrong(f"made a broken tree, {quoted(tree.prefix)}: {problem.why}") from None
    if made.change is not None and not isinstance(made.change, Change):
        raise mutate.wrong(f"made a Mutation; its change must be a Change or None, not {quoted(made.change)}")
    return made
