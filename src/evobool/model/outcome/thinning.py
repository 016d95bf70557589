"""The accepted changes of a run, thinned once there are more than a picture can show.

A long run accepts changes without end. Iterations are then divided into spans, 512 for every doubling, which
is finer than a picture on a plain or a logarithmic axis. Of each span the first and the last change are kept
and those with the lowest and the highest error and the fewest and the most leaves: what a curve through all
of them would show. How many there were, and how far the error moved, is counted exactly.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log2

from evobool.model.outcome.run import Step

MOST_CHANGES = 20_000  # kept one by one
SPAN_BITS = 10  # 2^9 spans for every doubling of the iterations


@dataclass(frozen=True, slots=True)
class Mark:
    """An accepted change without its tree: a run at n = 1000 has thousands, of thousands of leaves each."""

    iteration: int
    operation: str
    error: int
    leaves: int

    @classmethod
    def of(cls, step: Step) -> Mark:
        """A step, its tree left behind."""
        return cls(step.iteration, step.operation, step.error, step.leaves)


def level(error: int) -> float:
    """The height of an error on a logarithmic scale that has room for 0.

    >>> [level(error) for error in (0, 1, 3, 127)]
    [0.0, 1.0, 2.0, 7.0]
    """
    return log2(1 + error)


class _Span:
    """What is kept of the changes in one span of iterations."""

    __slots__ = ("fewest", "first", "highest", "last", "lowest", "most", "moved")

    def __init__(self, mark: Mark) -> None:
        self.first = self.last = self.lowest = self.highest = self.fewest = self.most = mark
        self.moved = 0.0

    def add(self, mark: Mark) -> None:
        """One more change."""
        self.last = mark
        if mark.error < self.lowest.error:
            self.lowest = mark
        elif mark.error > self.highest.error:
            self.highest = mark
        if mark.leaves < self.fewest.leaves:
            self.fewest = mark
        elif mark.leaves > self.most.leaves:
            self.most = mark

    def kept(self) -> list[Mark]:
        """In order."""
        kept = (self.first, self.lowest, self.highest, self.fewest, self.most, self.last)
        return sorted({mark.iteration: mark for mark in kept}.values(), key=lambda mark: mark.iteration)


class Changes:
    """The changes of a run as they come.

    >>> changes = Changes(most=10)
    >>> for iteration in range(1, 100_001):
    ...     changes.add(Mark(iteration, "SUB", iteration % 7, 3))
    >>> changes.counts, 3_000 < len(changes.marks) < 20_000
    (Counter({'SUB': 100000}), True)
    """

    def __init__(self, most: int = MOST_CHANGES) -> None:
        self.most = most
        self.counts: Counter[str] = Counter()
        self._marks: list[Mark] = []
        self._spans: dict[int, _Span] = {}
        self._last: Mark | None = None

    @property
    def thinned(self) -> bool:
        """Whether some were left out."""
        return bool(self._spans)

    @property
    def marks(self) -> list[Mark]:
        """The changes that are kept, in order."""
        return self._marks + [mark for span in self._spans.values() for mark in span.kept()]

    @property
    def moves(self) -> list[tuple[int, float]]:
        """How far the error moved from change to change: the end of each span, and the sum over it."""
        return [(span.last.iteration, span.moved) for span in self._spans.values()]

    def add(self, mark: Mark) -> None:
        """One more change, later than all before."""
        self.counts[mark.operation] += 1
        if not self._spans and len(self._marks) < self.most:
            self._marks.append(mark)
            return
        waiting, self._marks = [*self._marks, mark], []
        for each in waiting:
            self._put(each)

    def _put(self, mark: Mark) -> None:
        shift = max(0, mark.iteration.bit_length() - SPAN_BITS)
        number = shift << SPAN_BITS | mark.iteration >> shift
        span = self._spans.get(number)
        if span is None:
            span = self._spans[number] = _Span(mark)
        else:
            span.add(mark)
        if self._last is not None:
            span.moved += abs(level(mark.error) - level(self._last.error))
        self._last = mark
