"""Populations compared with DEAP and a plain C++ program: evaluations a second, and how the cost grows.

Prints tables and writes them to benchmarks.md; `--quick` makes few runs and writes nothing.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import deap_population
from _docs import Table, digits, machine, write_section
from _measure import one_core
from deap_population import Made
from evobool.engines.population.engine import PopulationEngine
from evobool.model.settings.setting import Setting

SOURCE = Path(__file__).with_name("cpp_population.cpp")
FOUR = ("and", "or", "nand", "nor")
TO_GROW = 16  # offspring of a setting that shows how the cost grows, at least, in thousands
NOTE = """\
Processor time on one core of whole runs, every tree judged counted, the first ones too; the median of the
rounds, in which all programs take turns. Runs end with a solution, so two programs that do the same make
trees of the same size, but for chance. The C++ program is compiled with -O3 for this machine and evaluates
words as the engine does. DEAP calls a compiled program row by row, as its examples do, and makes smaller
populations for fewer generations where it would take minutes; its trees are smaller then."""


@dataclass
class Rival:
    """A program that makes runs: `play(round)` returns what was judged and how large the last trees were."""

    name: str
    play: Callable[[int], tuple[float, Made]]
    seconds: list[float] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)

    def measure(self, number: int) -> None:
        """One round."""
        seconds, made = self.play(number)
        self.seconds.append(seconds)
        self.made.append(made)

    @property
    def speed(self) -> float:
        """Evaluations a second."""
        return median(
            made.evaluations / seconds for seconds, made in zip(self.seconds, self.made, strict=True)
        )

    @property
    def leaves(self) -> float:
        """The mean leaves of the last trees."""
        return sum(made.leaves for made in self.made) / len(self.made)


def engine(setting: Setting, runs: int) -> Rival:
    """Ours, after an untimed round."""
    chosen = PopulationEngine(setting)

    def play(number: int) -> tuple[float, Made]:
        started = time.process_time()
        made = chosen.runs(1, number * runs, runs)
        seconds = time.process_time() - started
        assert made.populations is not None
        last = [each.leaves for population in made.populations for each in population]
        return seconds, Made(int(made.evaluations.sum()), sum(last) / len(last))

    play(1000)
    return Rival("population", play)


def cpp(program: Path, words: str, runs: int) -> Rival:
    """The C++ program."""

    def play(number: int) -> tuple[float, Made]:
        command = [str(program), *words.split(), f"runs={runs}", f"seed={number + 1}"]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        nanoseconds, mean, leaves = map(float, said.split())
        return nanoseconds * mean * runs / 1e9, Made(int(mean * runs), leaves)

    return Rival("C++", play)


def deap(n: int, target: str, tournament: int, size: int, generations: int) -> Rival:
    """DEAP."""
    toolbox = deap_population.make_toolbox(n, target, tournament)

    def play(number: int) -> tuple[float, Made]:
        random.seed(number)
        started = time.process_time()
        made = deap_population.koza(toolbox, size, generations)
        return time.process_time() - started, made

    return Rival("DEAP", play)


def koza(n: int, target: str, population: int, parents: str, **others: object) -> Setting:
    """A system of Koza's, with some fields changed."""
    fields = {"population": population, "offspring": population, "parents": parents, "max_iterations": 50}
    usual = {"survival": "comma", "crossover": "koza:0.9", "mutation_rate": "0", "start": "ramped:2-6"}
    return Setting(n=n, target=target, functions=FOUR, depth=17, **(fields | usual | others))  # type: ignore[arg-type]


def speeds(program: Path, quick: bool) -> Table:
    """Four systems by three programs."""
    table = Table(
        "Evaluations a second, one core",
        ("system", "program", "evaluations", "mean leaves at the end", "evaluations a second", "times DEAP"),
    )
    rounds = 1 if quick else 5
    systems: list[tuple[str, list[Rival]]] = [
        (
            "6-multiplexer, Koza's, population 1,024, 50 generations, tournaments of 7",
            [
                engine(koza(6, "mux", 1024, "tournament:7"), 4),
                cpp(program, "n=6 target=mux population=1024 generations=50", 4),
                deap(6, "mux", 7, 1024, 3 if quick else 20),
            ],
        ),
        (
            "11-multiplexer, Koza's, population 4,000, 20 generations, tournaments of 7",
            [
                engine(koza(11, "mux", 4000, "tournament:7", max_iterations=20), 1),
                cpp(program, "n=11 target=mux population=4000 generations=20", 1),
                deap(11, "mux", 7, 50, 5),
            ],
        ),
        (
            "even-5-parity, lexicase selection, population 500, 50 generations",
            [
                engine(koza(5, "xor", 500, "lexicase"), 2),
                cpp(program, "n=5 target=xor population=500 generations=50 tournament=0", 1),
                deap(5, "xor", 0, 500, 2 if quick else 5),
            ],
        ),
        (
            "(mu+1) GP, mu = 100, AND_8, at most 2n leaves",
            [
                engine(Setting(n=8, limit="2n", population=100, start="leaf", selection="coin"), 400),
                cpp(program, "n=8 target=and functions=2 population=100 limit=16", 400),
            ],
        ),
    ]
    for system, rivals in systems:
        for number in range(rounds):
            for rival in rivals:
                rival.measure(number)
        slowest = rivals[-1].speed if rivals[-1].name == "DEAP" else None
        for rival in rivals:
            table.add(
                system,
                rival.name,
                f"{sum(made.evaluations for made in rival.made):,}",
                f"{rival.leaves:.1f}",
                digits(rival.speed),
                "" if slowest is None else digits(rival.speed / slowest),
            )
    return table


def growth(quick: bool) -> Table:
    """How the cost of an evaluation grows with the population, the rows and the trees."""
    table = Table(
        "How the cost grows",
        ("what grows", "population", "rows", "leaves", "ns an evaluation", "evaluations a second"),
    )

    def add(what: str, setting: Setting) -> None:
        rival = engine(setting, 1)
        for number in range(1 if quick else 3):
            rival.measure(number)
        table.add(
            what,
            f"{setting.population:,}",
            f"{setting.rows:,}",
            f"{rival.leaves:.1f}",
            digits(1e9 / rival.speed),
            digits(rival.speed),
        )

    for population in (10, 100, 1_000, 10_000):
        most = TO_GROW * 1_000 if quick else 20 * TO_GROW * 1_000
        setting = Setting(n=10, limit="2n", population=population, start="leaf", max_iterations=most)
        add("population, (mu+1)", setting)
    for population in (100, 1_000, 10_000):
        fields = {"max_iterations": max(2, TO_GROW * 1_000 // population)}
        add("population, tournaments", koza(6, "xor", population, "tournament:7", limit="64", **fields))
    for population in (100, 1_000, 10_000):
        fields = {"max_iterations": max(2, TO_GROW * 1_000 // population)}
        add("population, lexicase", koza(6, "xor", population, "lexicase", limit="64", **fields))
    sized = {"crossover": "none", "mutation_rate": "1", "mutation": "point", "start": "full:5"}
    for n in (6, 8, 10, 12, 14, 16):
        add("rows", koza(n, "xor", 200, "tournament:7", **(sized | {"max_iterations": 20})))
    for depth in (2, 4, 6, 8, 10):
        add("leaves", koza(6, "xor", 200, "tournament:7", **(sized | {"start": f"full:{depth}"})))
    return table


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        raise SystemExit("no C++ compiler")
    with one_core(), tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "rival"
        subprocess.run([compiler, "-O3", "-march=native", "-std=c++17", SOURCE, "-o", program], check=True)
        tables = [speeds(program, quick), growth(quick)]
    for table in tables:
        table.show()
    if not quick:
        text = "\n\n".join(["## Populations", *(table.markdown() for table in tables), NOTE, machine()])
        write_section("populations", text)


if __name__ == "__main__":
    main()
