"""The parts of the reproduction: the settings behind each table and figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import ceil, floor, log2
from typing import Any

from evobool.errors import InputError
from evobool.model.seeds import MOST_RUNS
from evobool.model.settings.completion import Literals
from evobool.model.settings.setting import Setting
from evobool.paper.koza import MOST_RUNS as MOST_OF_KOZA
from evobool.paper.koza import SOURCES, reported
from evobool.paper.published import LIMITS, MAX_ITERATIONS, SIZES
from evobool.studies.plan.grid import combinations

QUESTIONS: dict[int, dict[str, Any]] = {  # the columns that differ in the paper's table of experiments
    1: {"deletion": "leaf", "literals": "positive"},
    2: {"deletion": "subtree", "literals": "positive"},
    3: {"deletion": "subtree", "literals": "all"},
    4: {"deletion": "subtree", "literals": "positive"},
    5: {"deletion": "subtree", "literals": "all"},
}
CONVENTION = {"first_leaf": "insertion"}  # fits the published tables; see conventions.py
FIGURE_N, THRESHOLDS, TRAININGS = 50, (0, 8, 16, 32), tuple(2**k for k in range(4, 18))
LARGE_SIZES = (32, 64, 128)
SUBSET_N = 16
RACES = (1, 2, 4, 8, 16)
THEOREM_SIZES = tuple(2**k for k in range(4, 11))
TABLES, RACES_TITLE = (1, 2, 3), "Several runs side by side (end of section 4), n = 50"
EXPONENTS, FACTORS = (1, 2), (1, 4)  # the c and c' of theorem 6


@dataclass(frozen=True)
class Part:
    """A table or figure of the report.

    `view` is how its runs are shown: table, trees, curves, subset, races, theorem or shares. A part needs
    `times` times the requested number of runs of each setting, at `most` so many.
    """

    name: str
    title: str
    question: int
    view: str
    settings: tuple[Setting, ...]
    beyond: bool = False
    times: int = 1
    most: int = MOST_RUNS

    def runs(self, asked: int) -> int:
        """How many runs of each setting it needs where so many are asked for."""
        return min(asked * self.times, self.most)


def table(question: int, sizes: Sequence[int] = SIZES, **fields: Any) -> tuple[Setting, ...]:
    """The settings of table 1, 2 or 3 (research question 1, 2 or 3)."""
    usual = {"limit": list(LIMITS), "max_iterations": MAX_ITERATIONS}
    return tuple(combinations({"n": list(sizes)} | CONVENTION | usual | QUESTIONS[question] | fields))


def curves(question: int) -> tuple[Setting, ...]:
    """The settings of figures 2 and 4 (research question 4) or 3 and 5 (question 5)."""
    varied = {"accept_error": list(THRESHOLDS), "training": list(TRAININGS)}
    fixed = {"n": FIGURE_N, "max_iterations": MAX_ITERATIONS} | QUESTIONS[question] | CONVENTION
    return tuple(combinations(varied | fixed))


def large(question: int) -> tuple[Setting, ...]:
    """The tables at larger n. Questions 1 and 2 get a cap of 50 n^2, far above every success seen."""
    if question == 3:
        return table(3, LARGE_SIZES)
    return tuple(setting for n in LARGE_SIZES for setting in table(question, [n], max_iterations=50 * n**2))


def subset(question: int) -> tuple[Setting, ...]:
    """The tables for conjunctions of k of 16 variables, k = 1 ... 16: an open problem of section 6."""
    targets = [f"and:{k}" for k in range(1, SUBSET_N)]
    return tuple(
        setting for target in [*targets, "and"] for setting in table(question, [SUBSET_N], target=target)
    )


def theorem_setting(n: int, c: int, factor: int, literals: Literals = "positive") -> Setting:
    """Theorem 6 (or 7, with all literals): s = n^c lg^2 n rows, stop at an error of c' lg n."""
    return Setting(
        n=n,
        literals=literals,
        training=ceil(n**c * log2(n) ** 2),
        accept_error=floor(factor * log2(n)),
        **CONVENTION,  # type: ignore[arg-type]
    )


def theorem(literals: Literals) -> tuple[Setting, ...]:
    """Theorem 6 or 7 at all sizes."""
    return tuple(
        theorem_setting(n, c, factor, literals)
        for c in EXPONENTS
        for factor in FACTORS
        for n in THEOREM_SIZES
    )


def koza(source: str) -> Part:
    """What a source reports of Koza's system."""
    settings = tuple(each.setting for each in reported()[source])
    return Part(source, SOURCES[source][0], 0, "shares", settings, True, most=MOST_OF_KOZA)


PARTS: dict[str, Part] = {
    part.name: part
    for part in (
        Part("table1", "Table 1. Leaf deletion, complete truth table", 1, "table", table(1)),
        Part("table2", "Table 2. Subtree deletion, complete truth table", 2, "table", table(2)),
        Part("table3", "Table 3. Negated literals, complete truth table", 3, "table", table(3)),
        Part("figure1", "Figure 1. Locally optimal trees", 1, "trees", table(1)),
        Part("figure2", "Figure 2. Training sets: runtime and size", 4, "curves", curves(4)),
        Part("figure3", "Figure 3. Training sets, negated literals: time and size", 5, "curves", curves(5)),
        Part("figure4", "Figure 4. Training sets: ORs accepted and returned", 4, "curves", curves(4)),
        Part("figure5", "Figure 5. Training sets, negated literals: ORs", 5, "curves", curves(5)),
        *(Part(f"or{k}", f"Table {k} for OR_n", k, "table", table(k, target="or"), True) for k in TABLES),
        *(Part(f"large{k}", f"Table {k} at n = 32, 64, 128", k, "table", large(k), True) for k in TABLES),
        *(
            Part(f"subset{k}", f"Table {k} for k of 16 variables", k, "subset", subset(k), True)
            for k in TABLES
        ),
        Part("races", RACES_TITLE, 4, "races", (theorem_setting(FIGURE_N, 1, 1),), True, max(RACES)),
        Part("theorem6", "Theorem 6 at n = 16 ... 1024", 4, "theorem", theorem("positive"), True),
        Part("theorem7", "Theorem 7 at n = 16 ... 1024", 5, "theorem", theorem("all"), True),
        *(koza(source) for source in SOURCES),
    )
}
GROUPS: dict[str, tuple[str, ...]] = {
    "all": tuple(name for name in PARTS if name not in SOURCES),
    "paper": tuple(name for name, part in PARTS.items() if not part.beyond),
    "beyond": tuple(name for name, part in PARTS.items() if part.beyond and name not in SOURCES),
    "koza": tuple(SOURCES),  # its populations take longer than all else, so it is made where it is asked for
}


def choose(names: Sequence[str]) -> list[Part]:
    """The parts with these names and groups (all if none are given), in the order of the report.

    >>> [part.name for part in choose(["figure2", "table1"])]
    ['table1', 'figure2']
    """
    wanted: set[str] = set()
    known = (*GROUPS, *PARTS)
    for name in names or ["all"]:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise InputError("part", name, f"unknown{hint} (known: {', '.join(known)})")
        wanted.update(GROUPS.get(name, (name,)))
    return [part for part in PARTS.values() if part.name in wanted]
