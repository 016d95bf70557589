"""Where two formulas must agree: on all inputs, listed or as diagrams, or on given rows.

A domain gives the variables' values as columns that `&`, `|` and `^` work on, so that a formula's value, the
places where it matters and what is left of both are columns too. Equal columns are equal functions there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import and_, or_, xor
from random import Random
from typing import Any, Protocol

from evobool.errors import InputError
from evobool.model.formulas.diagrams import MOST_VARIABLES, Diagram, DiagramLimitError, Nodes
from evobool.model.formulas.prefix import Prefix, evaluated
from evobool.model.targets.labelled import Labelled
from evobool.model.targets.targets import truth_columns

LISTED = 16  # variables; all inputs of so many are listed
SAMPLE = 900  # inputs
BIAS = 4  # shares of ones from 2^-5 to 1 - 2^-5
MOST_NODES = 50_000  # of the diagrams; larger ones take too long


class Domain(Protocol):
    """Columns by variable, and how two of them compare; `told` says how formulas are compared."""

    ones: Any
    columns: dict[int, Any]
    told: str

    def none(self, column: Any) -> bool:
        """Whether a column is true nowhere."""


class Listed:
    """All inputs of a few variables, or given rows: a bit each."""

    def __init__(self, columns: dict[int, int], ones: int, told: str) -> None:
        self.columns, self.ones, self.told = columns, ones, told

    def none(self, column: int) -> bool:
        """Whether a column is true nowhere."""
        return column == 0


class Diagrams:
    """All inputs of many variables, as decision diagrams that are made only if a sample does not decide."""

    told = "decision diagrams"

    def __init__(self, variables: Sequence[int]) -> None:
        self.nodes = Nodes(variables)
        named, rng = self.nodes.columns(max(variables)), Random(1)
        self.columns = {each: Lazy(_biased(rng), named[each - 1]) for each in variables}
        self.ones = Lazy((1 << SAMPLE) - 1, self.nodes.ones)

    def none(self, column: Lazy) -> bool:
        """Whether a column is true nowhere; refuses to go on when there are too many nodes."""
        if column.sample:
            return False
        if len(self.nodes.entries) > MOST_NODES:
            raise DiagramLimitError(f"more than {MOST_NODES} nodes")
        return column.number == 0


def _biased(rng: Random) -> int:
    """A variable on the sample: a few inputs for each of several shares of ones, as formulas may be rare."""
    found = 0
    for rounds in range(-BIAS, BIAS + 1):
        bits = rng.getrandbits(SAMPLE // (2 * BIAS + 1))
        for _ in range(abs(rounds)):
            more = rng.getrandbits(SAMPLE // (2 * BIAS + 1))
            bits = bits & more if rounds < 0 else bits | more
        found = found << (SAMPLE // (2 * BIAS + 1)) | bits
    return found


class Lazy:
    """A column on a few random inputs, and what to make its diagram of."""

    __slots__ = ("diagram", "how", "sample")

    def __init__(
        self,
        sample: int,
        diagram: Diagram | None,
        how: tuple[Callable[..., Diagram], Lazy, Lazy] | None = None,
    ) -> None:
        self.sample, self.diagram, self.how = sample, diagram, how

    def __and__(self, other: Lazy) -> Lazy:
        return Lazy(self.sample & other.sample, None, (and_, self, other))

    def __or__(self, other: Lazy) -> Lazy:
        return Lazy(self.sample | other.sample, None, (or_, self, other))

    def __xor__(self, other: Lazy) -> Lazy:
        return Lazy(self.sample ^ other.sample, None, (xor, self, other))

    @property
    def number(self) -> int:
        """The node of its diagram, which is made now, and those it needs before it."""
        waiting = [self]
        while waiting:
            now = waiting[-1]
            missing = [each for each in now.how[1:] if each.diagram is None] if now.how is not None else []
            if missing:
                waiting += missing
                continue
            if now.how is not None and now.diagram is None:
                now.diagram = now.how[0](now.how[1].diagram, now.how[2].diagram)
            now.how = None
            waiting.pop()
        assert self.diagram is not None
        return self.diagram.number


def variables_of(prefix: Prefix) -> list[int]:
    """The variables of a formula, in the order in which they first occur."""
    return list(dict.fromkeys(abs(token) for token in prefix if isinstance(token, int)))


def all_inputs(prefix: Prefix) -> Domain | None:
    """All inputs of a formula's variables; None if they are too many even for diagrams."""
    variables = variables_of(prefix)
    if len(variables) <= LISTED:
        ones = (1 << (1 << len(variables))) - 1
        columns = dict(zip(variables, truth_columns(len(variables)), strict=True))
        return Listed(columns, ones, "truth table")
    if len(variables) > MOST_VARIABLES:
        return None
    domain = Diagrams(variables)
    try:
        domain.none(value_of(prefix, domain))
    except DiagramLimitError:
        return None
    return domain


def given_rows(prefix: Prefix, rows: Labelled) -> Domain:
    """The rows of a table whose columns are the variables."""
    variables = variables_of(prefix)
    if variables and max(variables) > rows.n:
        raise InputError("tree", f"x{max(variables)}", f"the rows have {rows.n} columns")
    return Listed({each: rows.columns[each - 1] for each in variables}, rows.ones, "rows")


def value_of(prefix: Prefix, domain: Domain) -> Any:
    """A formula's column."""
    listed = [domain.columns.get(each) for each in range(1, max(domain.columns) + 1)]
    return evaluated(prefix, listed, domain.ones)
