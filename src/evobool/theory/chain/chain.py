"""The Markov chain of a setting: it computes what simulation estimates.

    >>> chain = Chain(Setting(target="and", n=4, limit="n+1", deletion="leaf"))
    >>> chain.states, round(chain.p_stuck, 5), round(chain.mean, 2)
    (856, 0.00684, 39.25)

The states are trees up to the order of children and the symmetries of the target (`symmetry.py`). The chain
models runs that end only in success, so `max_iterations` makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import inf, nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from evobool.above import above
from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.theory.chain.estimate import DEFAULT_STATES
from evobool.theory.chain.forest import Floats, Numbers
from evobool.theory.chain.solving import Absorbing
from evobool.theory.chain.transitions import Transitions

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LARGEST_SHARE = 0.999_999  # above this, rounding decides


@dataclass(frozen=True)
class DeadClass:
    """Trees that lead to each other and nowhere else, with the probability that a run ends among them."""

    probability: float
    trees: tuple[Tree, ...]


class Chain:
    """RLS-GP or the (1+1) GP as an absorbing Markov chain that starts from the setting's start tree.

    `max_states` limits how many trees, up to symmetry, may be enumerated; a setting with more is refused
    before any work is done. `lumped=False` ignores the symmetries of the target.

    `states` counts the trees that a run can hold or end with. `neglected` is zero except for the (1+1) GP,
    where it bounds the error of every step's probability (see `moves.SeveralMutations`).

    >>> chain = Chain(Setting(n=2, limit="2"))
    >>> chain.states, chain.p_success, round(chain.mean, 6), chain.law(3).round(4)
    (4, 1.0, 14.35, array([0.    , 0.    , 0.0833, 0.0764]))

    See Also
    --------
    classify : what can be reached from one tree
    neighbourhood : one mutation, exactly
    """

    def __init__(self, setting: Setting, *, max_states: int = DEFAULT_STATES, lumped: bool = True) -> None:
        self.setting = setting
        built = Transitions(setting, max_states, lumped)
        self.forest, self.neglected = built.forest, built.neglected
        start = setting.start_tree
        error = int(self.forest.errors[built.trees[built.start]])
        self._done = bool(start.prefix) and setting.judged_on.complete and error <= setting.accept_error
        reached = np.sort(breadth_first_order(built.moves, built.start, return_predecessors=False))
        reached = reached[:0] if self._done else reached  # solved at the start: no iteration begins
        self._first, self._begin = built.start, int(np.searchsorted(reached, built.start))
        self._trees, self._trees_held = built.trees, built.trees[reached]
        self._moves: csr_array = built.moves[reached][:, reached]
        self._stops: csr_array = built.stops[reached]
        self._known = [float(self._done)]  # P(T = 0), P(T = 1) ... as many as have been needed

    @cached_property
    def states(self) -> int:
        """How many trees a run can hold or end with, up to symmetry, not counting the empty one."""
        ends = self._trees[np.unique(self._stops.nonzero()[1])]
        held = np.union1d(self._trees_held, ends)
        return int(self._done or np.count_nonzero(held))

    @property
    def _hopeless(self) -> bool:
        """Whether no run can ever succeed."""
        return not self._done and not self._stops.nnz

    @cached_property
    def _success(self) -> Floats:
        """For each tree held, the probability that the next iteration succeeds."""
        return np.asarray(self._stops.sum(axis=1))

    @cached_property
    def _closed(self) -> list[Numbers]:
        """The dead classes: strongly connected components with no way out."""
        if self._done:
            return []
        count, label = connected_components(self._moves, connection="strong")
        sources, ends = self._moves.nonzero()
        way_out = np.zeros(count, dtype=bool)
        way_out[label[sources[label[sources] != label[ends]]]] = True
        way_out[label[self._success > 0]] = True
        return [np.flatnonzero(label == dead) for dead in np.flatnonzero(~way_out)]

    @cached_property
    def _passing(self) -> Numbers:
        """The states in no dead class."""
        dead = np.concatenate([np.zeros(0, dtype=np.int64), *self._closed])
        return np.setdiff1d(np.arange(len(self._trees_held)), dead)

    @cached_property
    def _absorbing(self) -> Absorbing:
        return Absorbing(self._moves[self._passing][:, self._passing])

    @cached_property
    def _start(self) -> Floats:
        """Where a run begins among the passing states; nowhere if the start is a dead end."""
        return np.asarray(self._passing == self._begin, dtype=np.float64)

    @cached_property
    def _visits(self) -> Floats:
        return self._absorbing.solve_transposed(self._start)

    @cached_property
    def _chances(self) -> Floats:
        """From each passing state, the probability of eventual success."""
        if not self._closed:
            return np.ones(len(self._passing))
        return self._absorbing.solve(self._success[self._passing])

    @cached_property
    def p_stuck(self) -> float:
        """The probability of getting stuck for ever."""
        if self._hopeless:
            return 1.0
        return float(sum(dead.probability for dead in self.dead_classes()))

    @property
    def p_success(self) -> float:
        """The probability of eventual success."""
        return 1.0 - self.p_stuck

    @cached_property
    def mean(self) -> float:
        """E[T | success]; NaN where success is impossible."""
        if self._hopeless:
            return nan
        return float(self._visits @ self._chances) / self.p_success

    @cached_property
    def sd(self) -> float:
        """The standard deviation of T given success."""
        if self._hopeless:
            return nan
        # E[T 1(success)] = m solves m = h + Q m; E[T^2 1(success)] solves x = h + 2 Q m + Q x
        first = self._absorbing.solve(self._chances)
        second = self._visits @ (self._chances + 2 * (self._absorbing.moves @ first))
        return sqrt(max(0.0, float(second) / self.p_success - self.mean**2))

    def law(self, most: int) -> Floats:
        """P(T = t) for t = 0 ... `most`; over all t they sum to P(success)."""
        self._know(most)
        return np.array(self._known[: most + 1])

    def main_law(self) -> list[float]:
        """P(T = t) until 99 % of successful runs are done; empty where success is impossible."""
        return [] if self.p_success == 0 else [float(p) for p in self.law(self.quantile(0.99))]

    def _know(self, most: int) -> None:
        """Compute the law up to T = `most`."""
        self._known += islice(self._steps, max(0, most + 1 - len(self._known)))

    @cached_property
    def _steps(self) -> Iterator[float]:
        """P(T = 1), P(T = 2) and so on, from the first not yet in `_known`."""
        here, back = self._start, self._absorbing.moves.T.tocsr()
        success = self._success[self._passing]
        while True:
            yield float(here @ success)
            here = back @ here

    def quantile(self, share: float) -> int:
        """The least t with P(T <= t | success) >= share, at least 1 unless the start is solved.

        >>> Chain(Setting(n=3, limit="3")).quantile(0.5)
        24
        """
        return self.quantiles(share)[0]

    def quantiles(self, *shares: float) -> list[int]:
        """Several quantiles at once."""
        for share in shares:
            if not 0 <= share <= LARGEST_SHARE:
                raise InputError("share", share, f"must be at least 0 and at most {LARGEST_SHARE}")
        if self._hopeless:
            raise InputError("setting", self.setting.id, "cannot succeed, so T has no quantiles")
        found, total, time = {}, self._known[0], 0
        for share in sorted(shares):
            while total < share * self.p_success or (time == 0 and not self._done):
                time += 1
                self._know(time)
                total += self._known[time]
            found[share] = time
        return [found[share] for share in shares]

    def dead_classes(self) -> list[DeadClass]:
        """Where runs get stuck for ever, likeliest first.

        >>> chain = Chain(Setting(n=4, limit="4", deletion="leaf"))
        >>> [(len(dead.trees), str(dead.trees[0])) for dead in chain.dead_classes()]
        [(1, '(x1 & x2) | (x1 & x2)')]
        """
        arriving = self._visits @ self._moves[self._passing]
        arriving = arriving + (np.arange(len(arriving)) == self._begin)  # a run may start in one
        found = [
            DeadClass(float(arriving[dead].sum()), tuple(self._tree(state) for state in dead))
            for dead in self._closed
        ]
        return sorted(found, key=lambda dead: -dead.probability)

    def expected_visits(self) -> dict[Tree, float]:
        """The expected number of iterations that begin with each tree; infinite in a dead class.

        >>> visits = Chain(Setting(n=2, limit="2")).expected_visits()
        >>> {str(tree): round(visit, 3) for tree, visit in visits.items()}
        {'(empty)': 1.0, 'x1': 8.4, 'x1 & x1': 1.8, 'x1 | x1': 3.15}
        """
        visits = np.full(len(self._trees_held), inf)
        visits[self._passing] = self._visits
        return {self._tree(state): float(visit) for state, visit in enumerate(visits)}

    def last_trees(self) -> dict[Tree, float]:
        """The trees that runs end with, and how likely each is given success.

        >>> chain = Chain(Setting(n=2, limit="2"))
        >>> {str(tree): round(chance, 3) for tree, chance in chain.last_trees().items()}
        {'x1 & x2': 1.0}
        """
        return {
            self.forest.tree(int(self._trees[k])): float(self._ends[k]) for k in np.flatnonzero(self._ends)
        }

    @cached_property
    def _ends(self) -> Floats:
        """The law of the last tree given success."""
        if self._done:
            return np.asarray(np.arange(len(self._trees)) == self._first, dtype=np.float64)
        ends = self._visits @ self._stops[self._passing]
        return np.asarray(ends if self._hopeless else ends / ends.sum())

    @property
    def leaves(self) -> float:
        """E[S | success]: the leaves of a run's last tree."""
        return self._at_the_end(self.forest.leaves)

    @property
    def generalisation_error(self) -> float:
        """The expected share of all inputs that a run's last tree gets wrong."""
        return self._at_the_end(self.forest.errors / 2.0**self.setting.n)

    def _at_the_end(self, values: NDArray[Any]) -> float:
        """The mean of some value over the trees that runs end with."""
        return nan if self._hopeless else float(self._ends @ values[self._trees])

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the law of T until 99 % of successful runs are done. Makes a figure if no axes are given.

        >>> from matplotlib.figure import Figure
        >>> Chain(Setting(n=2, limit="2")).plot(Figure().subplots()).get_ylabel()
        'P(T = t)'
        """
        axes: Axes = above("Chain.plot", self, ax)
        return axes

    def __repr__(self) -> str:
        return f"<Chain of {self.setting!r}: {self.states:,} states>"

    def _repr_html_(self) -> str:
        html: str = above("Chain._repr_html_", self)
        return html

    def _tree(self, state: int) -> Tree:
        return self.forest.tree(int(self._trees_held[state]))
