"""A run with many trees: arrays, and records of what is known of each tree.

A tree is some tokens in prefix order, kept end to end with those of others: a literal's number, or -1 - the
code of a function. What is known of it stands in a *slot*.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

# Why a kernel returns to its caller: a run is done, the budget is spent, the best tree is another, or there
# is no room for tokens, for slots, for a tree of so many nodes, for results.
DONE, PAUSED, CHANGED, NO_TOKENS, NO_SLOTS, NO_WIDTH, NO_RESULTS = range(7)
# Where in a run that was: at the first trees, at judging, at the end of an iteration, at offspring.
BEGINNING, JUDGING, CHECKING, BREEDING = range(4)
NOBODY = -1
UNJUDGED = 2**62  # wrong rows of a tree before there are rows
STEP = 16  # tokens that are looked at together

# `at` is the next tree or offspring of `island`. The tokens in use end at `free`, in the half of all that
# begins at `bottom`. `vacant` slots are free, `held` offspring have not been dropped. `needed` nodes had no
# room. `chosen` says for which island parents can be chosen without looking at its members again; the best
# `share` of them, the `least` value, the `classes` of equal outputs are known then. `best` and `ties` belong
# to one parent's offspring, `shown` is the tree that was told last.
RUN = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("phase", "island", "at", "iteration", "solved", "hit", "budget", "watch", "bottom", "free"),
            *("vacant", "held", "needed", "stamp", "chosen", "share", "least", "classes", "best", "ties"),
            *("shown", "serial", "replaced"),
        )
    ]
)
# A tree: where its tokens are; the objective's value and what decides between equal ones; its wrong rows and
# the false positives among them; its age, which orders the population; its number among all trees ever made;
# how it was made, as offspring of which number in which iteration; its parents' ages; the next tree of the
# same hash; whether it waits to enter the population, and for which member it will stand in; its hashes.
SLOT = np.dtype(
    [
        (name, np.int64)
        for name in (
            *("alive", "begin", "nodes", "value", "leaves", "error", "false", "stamp", "serial", "crossed"),
            *("digits", "number", "born", "one", "other", "next", "waits", "stands"),
        )
    ]
    + [("tree", np.uint64), ("outputs", np.uint64)]
)


class World(NamedTuple):
    """All that a run changes. The islands' populations stand in `place`, each of `Rules.stride`."""

    run: Any  # one record of RUN
    slot: Any  # records of SLOT
    vacancy: Any  # the free slots
    tokens: Any  # two halves, one of them in use
    twig: Any  # room for a tree that is grown
    place: Any  # slots, the oldest first
    count: Any  # how many there are on each island
    ranked: Any  # the same, the best first,
    in_order: Any  # where that is so
    brood: Any  # offspring that have not been dropped
    made: Any  # offspring by number
    brought: Any  # how often each function was put into each tree
    accepted: Any  # into all that were kept
    lines: Any  # a line for each slot: the rows on which it is wrong
    stack: Any  # words
    operand: Any  # numbers
    bucket: Any  # the first slot of each hash
    kind: Any  # by slot: the class of its outputs, or its score
    group: Any  # the first slot of each class
    outputs: Any  # its outputs, where they are one word
    left: Any  # classes that are left, twice
    first: Any  # where the members of each class begin
    member: Any  # slots by class
    found: Any  # the first class of each hash
    row: Any  # the rows that have changed places with others
    moved: Any  # which ones
    tally: Any  # of a word of rows: by how many each is solved, what that counts
