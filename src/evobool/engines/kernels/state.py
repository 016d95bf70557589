"""The run in progress, apart from its tree and its generator."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from evobool.engines.compiling.flat import records
from evobool.engines.compiling.jit import inlined

# Lines of `measure`: the current tree, the offspring in progress, the best offspring so far.
PARENT, CHILD, BEST = range(3)
EMPTY_ERROR = 2**63 - 1

# The run in progress. `known` says that PARENT is measured; `edits` counts the edits that make the offspring;
# the last `sketches` are known to the arena only. `twin` is the parent's copy, `inserted` the last
# function put in. `doublings` says how often the inputs that the parent is true on have doubled at least,
# `only_doublings` whether that is all. With several offspring, `ties` is how many are as good as the best so
# far, `best_order` how its error compares with the parent's. `right` is a judge's note that all later
# trees are true on the target's inputs.
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
            "only_doublings",
            "ties",
            "best_leaves",
            "best_order",
            "right",
        )
    ]
)
# What is known of a tree: wrong rows; if it is counted, the share of all inputs and the share of the target's
# inputs that it is true on, each a mantissa over a power of two; how many of the wrong rows are positive, if
# that matters.
MEASURE = np.dtype(
    [(name, np.int64) for name in ("error", "mantissa", "exponent", "cube", "cube_exponent", "missed")]
)


class Measured(NamedTuple):
    """A MEASURE outside kernels."""

    error: int = 0
    mantissa: int = 0
    exponent: int = 0
    cube: int = 0
    cube_exponent: int = 0
    missed: int = 0


# How often a function was inserted: by the offspring in progress, by all accepted ones.
INSERTED = np.dtype([("pending", np.int64), ("kept", np.int64)])
# An edit: what was done, where, and the literal that was there, or the function put in there.
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


@inlined
def copy_measure(state: State, source: int, into: int) -> None:
    """Copy what is known about one tree to another."""
    state.measure[into] = state.measure[source]
