"""Random settings of populations, drawn from the registries: a new entry is tested by being there."""

from __future__ import annotations

from random import Random
from typing import Any

from evobool import InputError, Setting
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.mutation import OPERATORS
from evobool.model.objective import OBJECTIVES
from evobool.model.populations.begin import BEGINNINGS
from evobool.model.populations.crossover import CROSSOVERS
from evobool.model.populations.distinct import DISTINCT
from evobool.model.populations.parents import PARENTS
from evobool.model.populations.survival import SURVIVALS
from evobool.model.selection import SELECTIONS
from evobool.model.settings.setting import DEFINITIONS
from tests.support.choices import CHOICES

TARGETS = ("and", "or", "xor", "majority", "and:2", "mux", "(x1 & ~x2) | x3", "x1 ^ x2", "x1 & ~x1")
ARGUMENTS = {
    "start": ("2", "0", "1-3", "2-2", "3"),
    "parents": ("1", "2", "3", "7"),
    "crossover": ("0.5", "0.9", "1", "0.25"),
    "mutation": ("0", "2", "4"),
    "objective": ("3:1", "0:1", "1:0", "2:7"),
}


def words(field: str, registry: Any, random: Random) -> str:
    """An entry of a registry, with something behind it where that is asked for."""
    name = random.choice([each for each, entry in registry.items() if not entry.source])
    for argument in random.sample(ARGUMENTS.get(field, ()), k=len(ARGUMENTS.get(field, ()))):
        try:
            made: Any = {"n": 3, field: f"{name}:{argument}"}
            return str(getattr(Setting(**made), field))
        except InputError:
            continue
    return str(name)


def random_population(random: Random, most_iterations: int = 25, **fixed: Any) -> Setting:
    """A setting that differs in every field; what cannot be combined is drawn again."""
    while True:
        population = random.choice([1, 2, 3, 5, 10, 30])
        fields: dict[str, Any] = {
            name: random.choice(each) for name, each in CHOICES.items() if name in DEFINITIONS
        }
        archive = random.random() < 0.15
        fields |= {
            "n": random.choice([1, 2, 3, 4, 5, 6, 7, 8]),
            "target": random.choice(TARGETS),
            "functions": tuple(random.sample(list(FUNCTIONS), random.choice([1, 2, 2, 4]))),
            "limit": random.choice(["none", "none", "n", "2n", "5", "12", "60"]),
            "selection": words("selection", SELECTIONS, random),
            "training": random.choice(
                ["complete", "complete", 1, 16, 70, "fixed:5", "fixed:64", "fixed:200"]
            ),
            "accept_error": random.choice([0, 0, 0, 1, 3, 300]),
            "max_iterations": random.randint(1, most_iterations),
            "weights": random.choice(["1:1:1", "1:1:1", "2:1:0", "0:1:1", "1:2:3"]),
            "offspring": random.choice([1, 1, 2, 3, population, 2 * population]),
            "start": random.choice(["empty", "x1", words("start", BEGINNINGS, random)]),
            "mutation": words("mutation", OPERATORS, random),
            "objective": words("objective", OBJECTIVES, random),
            "survival": "pareto" if archive else words("survival", SURVIVALS, random),
            "population": 1 if archive else population,
            "parents": words("parents", PARENTS, random),
            "crossover": words("crossover", CROSSOVERS, random),
            "mutation_rate": random.choice(["1", "1", "0.5", "0", "0.125"]),
            "distinct": random.choice([*DISTINCT, "none"]),
            "depth": random.choice(["none", "none", 2, 3, 6]),
            "islands": random.choice(["none", "none", "none", "2:1", "3:4"]),
        }
        try:
            return Setting(**(fields | fixed))
        except InputError:
            continue
