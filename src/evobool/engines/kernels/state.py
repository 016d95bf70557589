"""The run in progress, apart from its tree and its generator, and what kernels say to each other."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from evobool.engines.compiling.flat import flat, records
from evobool.engines.compiling.jit import inlined
from evobool.engines.kernels.random import Words

# What happened to an offspring (NEUTRAL: accepted, and as wrong as its parent), or to an attempt to measure a
# tree.
REJECTED, ACCEPTED, NEUTRAL, UNSETTLED, HOPELESS, MEASURED = range(6)
# Orders of two errors: below, equal, above; not above; not decided; or more than one word would be needed.
SMALLER, EQUAL, LARGER, AT_MOST, OPEN, UNSURE = -1, 0, 1, 2, 3, 4
# The same among judges that count, if the tree after a mutation is true on half or twice as many inputs.
HALVED, DOUBLED = -2, 5
MANY = 2**40
# Lines of `measure`: the current tree, the offspring in progress, the best offspring so far.
PARENT, CHILD, BEST = range(3)
# Saved states of the generator: before the iteration, before the best offspring, after the last.
BEFORE, BEFORE_BEST, AFTER = range(1, 4)
# What an edit did, other than INS, DEL and SUB.
PLANT = 3
EMPTY_ERROR = 2**63 - 1

# The run in progress. `known` says that PARENT is measured; `edits` counts the edits that make the offspring;
# the last `sketches` are known to the arena only. `twin` is the parent's copy, `inserted` the last
# function put in. `doublings` says how often the inputs that the parent is true on have doubled at least,
# `exact` whether that is all. With several offspring, `ties` is how many are as good as the best so far,
# `best_order` how its error compares with the parent's.
RUN = np.dtype(
    [
        (name, np.int64)
        for name in (
            "iteration",
            "solved",
            "gave_up",
            "budget",
            "watch",
            "operations",
            "known",
            "edits",
            "sketches",
            "twin",
            "inserted",
            "doublings",
            "exact",
            "ties",
            "best_leaves",
            "best_order",
        )
    ]
)
# What is known of a tree: wrong rows; and, if it is counted, the share of all inputs and the share of the
# target's inputs that it is true on, each a mantissa over a power of two.
MEASURE = np.dtype([(name, np.int64) for name in ("error", "mantissa", "exponent", "cube", "cube_exponent")])


class Measured(NamedTuple):
    """A MEASURE outside kernels."""

    error: int = 0
    mantissa: int = 0
    exponent: int = 0
    cube: int = 0
    cube_exponent: int = 0


# How often a function was inserted: by the offspring in progress, by all accepted ones.
INSERTED = np.dtype([("pending", np.int64), ("kept", np.int64)])
# An edit: what was done, where, and the literal that was there.
EDIT = np.dtype([("done", np.int32), ("x", np.uint32), ("old", np.int32)])


class State(NamedTuple):
    """What changes from iteration to iteration; arrays of records."""

    run: Any  # one
    measure: Any
    inserted: Any  # by function code
    edits: Any


def new_state(functions: int, mutations: int) -> State:
    """Room for the state of a run whose offspring take up to so many mutations."""
    return State(
        run=records(1, RUN),
        measure=records(3, MEASURE),
        inserted=records(functions, INSERTED),
        edits=records(mutations, EDIT),
    )


def new_generator() -> Words:
    """Room for the generator's state, and three saved ones."""
    return flat(np.zeros(16, dtype=np.uint64))


@inlined
def save(rng: Words, place: int) -> None:
    """Save the generator's state."""
    for word in range(4):
        rng[4 * place + word] = rng[word]


@inlined
def restore(rng: Words, place: int) -> None:
    """Restore a saved state of the generator."""
    for word in range(4):
        rng[word] = rng[4 * place + word]


@inlined
def copy_measure(state: State, source: int, into: int) -> None:
    """Copy what is known about one tree to another."""
    state.measure[into] = state.measure[source]
