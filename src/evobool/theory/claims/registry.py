"""What a claim is, and the registry that drives the command and the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evobool.checks import check_choice

OUTCOMES = {
    "holds": "true wherever it was checked",
    "loose": "the claim holds, but a step or condition as printed does not",
    "fails": "it is false at some sizes",
    "asymptotic": "no finite size can refute it; the verdict gives what was measured",
}


@dataclass(frozen=True)
class Finding:
    """What a check found: one of `OUTCOMES`, a verdict in words, and the figures behind it."""

    outcome: str
    words: str
    figures: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert self.outcome in OUTCOMES, self.outcome

    @classmethod
    def of(cls, sound: bool, words: str, figures: Mapping[str, Any] | None = None) -> Finding:
        """What was checked at all sizes holds, or it fails."""
        start = "holds at all sizes checked" if sound else "fails"
        return cls("holds" if sound else "fails", start + words, dict(figures or {}))


@dataclass(frozen=True)
class Claim:
    """One statement, from the paper or beyond it: what it says, how it is checked, and at which sizes."""

    name: str
    says: str
    how: str
    sizes: str
    check: Callable[[], Finding]


CLAIMS: dict[str, Claim] = {}
ORDER = (
    *("conjunctions", "theorem-1", "lemma-1", "theorem-2", "theorem-3", "m-k", "drift-step", "lemma-2"),
    *("theorem-4", "theorem-5", "conjecture", "theorem-6", "lemma-3", "lemma-4", "lemma-5", "theorem-7"),
    *("mixed-conjunctions", "figures-4-5"),
    *("balanced-true", "balanced-lemma-2", "balanced-theorem-4"),  # beyond the paper
)


Check = Callable[[], Finding]


def claim(name: str, *, says: str, how: str, sizes: str) -> Callable[[Check], Check]:
    """Register a check."""

    def enter(check: Check) -> Check:
        CLAIMS[name] = Claim(name, says, how, sizes, check)
        return check

    return enter


def check_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names if all are known."""
    names = tuple(names)
    for name in names:
        check_choice("name", name, ORDER)
    return names


def chosen(names: Iterable[str]) -> list[Claim]:
    """The claims with these names, or all claims, in the paper's order, those beyond it last."""
    names = check_names(names)
    return [CLAIMS[name] for name in ORDER if not names or name in names]


def by_size(values: Mapping[tuple[int, int], float]) -> dict[str, float]:
    """Values by (n, limit) with the sizes in words, for a finding's figures."""
    return {f"n={n} limit={limit}": value for (n, limit), value in values.items()}


def places(sizes: Iterable[tuple[int, int]]) -> str:
    """Pairs (n, limit) in words: `n = 2 with limit 2, 3; n = 3 with limit 3`."""
    limits: dict[int, list[int]] = {}
    for n, limit in sorted(sizes):
        limits.setdefault(n, []).append(limit)
    return "; ".join(f"n = {n} with limit {', '.join(map(str, found))}" for n, found in limits.items())
