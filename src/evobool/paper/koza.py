"""Published shares of solved runs of Koza's system, which contradict each other in places."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from evobool.model.settings.setting import Setting
from evobool.model.systems.filling import like

MOST_RUNS = 25  # of each setting: one makes 204,000 trees and leaves 4,000 to keep
PARITY = "F = {AND, OR, NAND, NOR}, literals x1 ... xn, 51 generations with the first."
GATES = (
    " F = {AND, OR} with negated literals takes the place of {AND, OR, NOT, IF}, since trees here are "
    "binary: that the numbers differ says nothing of the system."
)
SOURCES: dict[str, tuple[str, str]] = {  # by the name of the part: its title, and what its numbers are
    "koza1992": (
        "Even parity, Koza 1992",
        f"{PARITY} The published shares are those that Nohejl (2011, table 3.8) quotes.",
    ),
    "nohejl2011": (
        "Even parity, Nohejl 2011",
        f"{PARITY} Published: a re-implementation whose trees are derived from a grammar.",
    ),
    "epochx": (
        "Even-4 parity and the 6-multiplexer, tests of EpochX",
        f"{PARITY} Published: the ranges that the library's tests expect.{GATES}",
    ),
    "oreilly1996": (
        "The 6-multiplexer, O'Reilly and Oppacher 1996",
        f"Population 500, 51 generations; published is their GP.{GATES}",
    ),
}


@dataclass(frozen=True)
class Reported:
    """A published share of solved runs: a number, of `runs` where that is known, or a range."""

    problem: str
    setting: Setting
    share: float | None
    low: float | None
    high: float | None
    runs: int | None

    def __str__(self) -> str:
        if self.share is None:
            return f"{100 * (self.low or 0):.0f} to {100 * (self.high or 0):.0f} %"
        return f"{100 * self.share:.4g} %" + ("" if self.runs is None else f" of {self.runs}")


@cache
def reported() -> dict[str, tuple[Reported, ...]]:
    """What each source reports.

    >>> [str(each) for each in reported()["koza1992"]]
    ['100 %', '45 %', '0 % of 20']
    """
    text = files("evobool.paper").joinpath("koza.csv").read_text(encoding="utf-8")
    found: dict[str, list[Reported]] = {}
    for row in csv.DictReader(text.splitlines()):
        number = {name: float(row[name]) if row[name] else None for name in ("share", "low", "high")}
        runs = int(row["runs"]) if row["runs"] else None
        system = _setting(row["problem"], int(row["n"]), row["parents"], int(row["population"]))
        found.setdefault(row["source"], []).append(Reported(row["problem"], system, runs=runs, **number))
    return {source: tuple(rows) for source, rows in found.items()}


def _setting(problem: str, n: int, parents: str, population: int) -> Setting:
    """Koza's system on even parity, or on a multiplexer."""
    if problem.startswith("even"):
        parity = " ^ ".join(f"x{k}" for k in range(1, n + 1))
        asked = {"target": f"~({parity})", "functions": ("and", "or", "nand", "nor")}
    else:
        asked = {"target": "mux", "literals": "all"}
    return Setting(**like("koza-1992", n=n, parents=parents, population=population, **asked))
