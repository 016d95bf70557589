"""What makes one tree better than another: the objective, made of the numbers of wrong rows of either class.

An objective is one function of `Wrong`. To add one, write it and add a line to OBJECTIVES. Whatever the
objective, a tree is a solution if at most A rows are wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import gcd, inf
from operator import attrgetter
from typing import Any, NamedTuple

from evobool.checks import check_choice
from evobool.errors import InputError


class Wrong(NamedTuple):
    """How wrong a tree is on some rows: on how many negative rows, and on how many positive ones.

    `positives` and `negatives` are the rows on which the target is true and false. The empty tree has no
    leaves and is wrong on every row.

    >>> wrong = Wrong(false_positives=3, false_negatives=1, positives=2, negatives=14, leaves=5)
    >>> wrong.error, OBJECTIVES["errors"].of(wrong), OBJECTIVES["balanced"].of(wrong)
    (4, 4, 20)
    """

    false_positives: int
    false_negatives: int
    positives: int
    negatives: int
    leaves: int

    @property
    def error(self) -> int:
        """f(X): the wrong rows; for the empty tree, one more than there are."""
        return self.false_positives + self.false_negatives + (self.leaves == 0)

    @property
    def dual(self) -> Wrong:
        """What is wrong with the dual tree and the dual target: the classes change places."""
        return Wrong(self.false_negatives, self.false_positives, self.negatives, self.positives, self.leaves)


WRONG = ("false_positives", "false_negatives", "error", "leaves")  # what a trade-off may compare
Costs = tuple[int, int]  # of a false positive, and of a false negative


@dataclass(frozen=True)
class Objective:
    """What is made as small as possible: a number, or several at once where it is a `trade_off`.

    `value` gives it for a tree that is not empty. `costs` belongs to the objectives that add up what each
    wrong row costs: from the numbers of positive and of negative rows it makes the cost of a false positive
    and that of a false negative. These run on compiled engines. The costs are always the same, or, `by_rate`,
    multiplied by the number of rows of the other class. `weighted` makes the objective that two numbers
    behind a name stand for. `called` is what its value is called where it is told. `compared`
    says which numbers of `Wrong` a trade-off compares, if these are all.
    """

    name: str
    value: Callable[[Wrong], Any]
    trade_off: bool = False
    costs: Callable[[int, int], Costs] | None = None
    by_rate: bool = False
    weighted: Callable[[int, int], Objective] | None = None
    source: str | None = None
    called: str | None = None
    compared: tuple[str, ...] = ()

    @property
    def splits(self) -> bool:
        """Whether false positives and false negatives may count differently."""
        return self.costs is None or self.by_rate or len(set(self.costs(1, 1))) > 1

    def of(self, wrong: Wrong) -> Any:
        """The value for any tree: the empty one is worse than all others."""
        if wrong.leaves:
            return self.value(wrong)
        if self.costs is not None:
            return self.value(wrong) + 1
        return (inf,) * len(self.value(wrong)) if self.trade_off else inf


def linear(
    name: str,
    called: str,
    false_positive: int = 1,
    false_negative: int = 1,
    *,
    by_rate: bool = False,
) -> Objective:
    """The objective that adds up what each wrong row costs.

    `by_rate` weighs the rates of error in either class instead, times the numbers of rows in both, which
    makes a whole number; where a class has no rows, the errors in the other.
    """

    def costs(positives: int, negatives: int) -> Costs:
        if by_rate and positives and negatives:
            return false_positive * positives, false_negative * negatives
        return false_positive, false_negative

    def value(wrong: Wrong) -> int:
        each = costs(wrong.positives, wrong.negatives)
        return each[0] * wrong.false_positives + each[1] * wrong.false_negatives

    return Objective(name, value, costs=costs, by_rate=by_rate, called=called)


def _weights(false_negative: int, false_positive: int) -> Objective:
    """weights:P:N, in lowest terms."""
    common = gcd(false_negative, false_positive)
    if common == 0:
        raise InputError("objective", f"weights:{false_negative}:{false_positive}", "one must be above 0")
    missed, false = false_negative // common, false_positive // common
    return linear(f"weights:{missed}:{false}", "weighted error", false, missed)


def trade_off(name: str, *compared: str) -> Objective:
    """The objective that compares several numbers of `Wrong` at once."""
    return Objective(name, attrgetter(*compared), trade_off=True, compared=compared)


OBJECTIVES: dict[str, Objective] = {
    objective.name: objective
    for objective in (
        linear("errors", "error"),
        linear("balanced", "balanced error", by_rate=True),
        replace(_weights(1, 1), name="weights", weighted=_weights),
        trade_off("classes", "false_positives", "false_negatives"),
        trade_off("size", "error", "leaves"),
        trade_off("classes+size", "false_positives", "false_negatives", "leaves"),
    )
}


def objective_of(value: object) -> Objective:
    """The objective that a setting's field names.

    >>> objective_of("weights:4:2").name, objective_of("weights:4:2").costs(5, 11)
    ('weights:2:1', (1, 2))
    """
    text = value.strip() if isinstance(value, str) else ""
    name, colon, numbers = text.partition(":")
    check_choice("objective", name if text else value, OBJECTIVES)
    entry = OBJECTIVES[name]
    if entry.weighted is None:
        if colon:
            raise InputError("objective", value, f"{name} takes no numbers")
        return entry
    found = re.fullmatch(r"(\d{1,9}):(\d{1,9})", numbers, re.ASCII)
    if found is None:
        why = f"must look like {name}:2:1, the costs of a false negative and of a false positive"
        raise InputError("objective", value, why)
    return entry.weighted(*map(int, found.groups()))
