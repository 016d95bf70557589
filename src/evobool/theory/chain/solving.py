"""Linear systems (I - Q) x = b of absorbing Markov chains, small and large."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import csr_array, diags_array, eye_array
from scipy.sparse.linalg import gmres, splu

from evobool.theory.chain.forest import Floats

SMALL = 3_000  # states; the triangular factors of large systems fill up
TOLERANCE = 1e-13
ROUNDS = 40


class Absorbing:
    """Q, the moves of a chain among states that it eventually leaves for good."""

    def __init__(self, moves: csr_array) -> None:
        self.moves = moves
        self._system: csr_array = (eye_array(moves.shape[0], format="csr") - moves).tocsr()

    @cached_property
    def _factors(self) -> Any:
        return splu(self._system.tocsc())

    def solve(self, values: Floats) -> Floats:
        """x = b + Q x: the expected total collected from each state on, if a visit to state i brings b_i."""
        if len(values) <= SMALL:
            return np.asarray(self._factors.solve(values)) if len(values) else values
        return self._iterated(self._system, values)

    def solve_transposed(self, values: Floats) -> Floats:
        """x = b + x Q: the expected visits to each state, if a run begins in state i with chance b_i."""
        if len(values) <= SMALL:
            return np.asarray(self._factors.solve(values, trans="T")) if len(values) else values
        return self._iterated(self._system.T.tocsr(), values)

    def _iterated(self, system: csr_array, values: Floats) -> Floats:
        """GMRES, repeated on the residual until only rounding is left; LU if that fails."""
        scale = diags_array(1 / system.diagonal())
        found, left, size = np.zeros(len(values)), values, np.linalg.norm(values)
        for _ in range(ROUNDS):
            found = found + gmres(system, left, rtol=1e-8, restart=100, maxiter=10, M=scale)[0]
            left = values - system @ found
            if np.linalg.norm(left) <= TOLERANCE * max(size, np.linalg.norm(found)):
                return np.asarray(found)
        return np.asarray(splu(system.tocsc()).solve(values))
