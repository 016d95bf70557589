"""Koza's system and lexicase selection the way DEAP's own examples write them, one offspring a crossover."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from deap import base, creator, gp, tools

creator.create("FitnessMin", base.Fitness, weights=(-1.0,))
creator.create("Program", gp.PrimitiveTree, fitness=creator.FitnessMin)
DEEPEST = 17


class Made(NamedTuple):
    """Trees judged, and the mean leaves of the last ones."""

    evaluations: int
    leaves: float


def nand(x: bool, y: bool) -> bool:
    """Not both."""
    return not (x and y)


def nor(x: bool, y: bool) -> bool:
    """Neither."""
    return not (x or y)


def multiplexer(row: tuple[bool, ...]) -> bool:
    """The data bit at the address that the first bits give."""
    address = next(k for k in range(len(row)) if k + 2**k >= len(row))
    return row[address + sum(row[bit] << bit for bit in range(address))]


def parity(row: tuple[bool, ...]) -> bool:
    """Whether an odd number is true."""
    return sum(row) % 2 == 1


TARGETS: dict[str, Callable[[tuple[bool, ...]], bool]] = {"mux": multiplexer, "xor": parity}


def make_toolbox(n: int, target: str, tournament: int) -> Any:
    """DEAP's toolbox; without a tournament, parents are chosen by lexicase selection."""
    pset = gp.PrimitiveSet("MAIN", n)
    for function in (operator.and_, operator.or_, nand, nor):
        pset.addPrimitive(function, 2)
    rows = list(product((False, True), repeat=n))
    wanted = [TARGETS[target](row) for row in rows]
    toolbox = base.Toolbox()
    toolbox.register("grow", gp.genHalfAndHalf, pset=pset, min_=2, max_=6)
    toolbox.register("individual", tools.initIterate, creator.Program, toolbox.grow)
    toolbox.register("compile", gp.compile, pset=pset)
    toolbox.register("mate", gp.cxOnePointLeafBiased, termpb=0.1)
    toolbox.decorate("mate", gp.staticLimit(key=operator.attrgetter("height"), max_value=DEEPEST))

    def evaluate(individual: Any) -> list[bool]:
        program = toolbox.compile(individual)
        return [program(*row) != value for row, value in zip(rows, wanted, strict=True)]

    def choose(population: list[Any]) -> Any:
        if tournament:
            return tools.selTournament(population, 1, tournament)[0]
        left = population
        for row in random.sample(range(len(rows)), len(rows)):
            left = [each for each in left if not each.wrong[row]] or left
            if len(left) == 1:
                break
        return random.choice(left)

    toolbox.register("evaluate", evaluate)
    toolbox.register("choose", choose)
    return toolbox


def judged(toolbox: Any, individual: Any) -> Any:
    """The individual with its wrong rows."""
    individual.wrong = toolbox.evaluate(individual)
    individual.fitness.values = (sum(individual.wrong),)
    return individual


def koza(toolbox: Any, size: int, generations: int) -> Made:
    """One run: nine offspring in ten by crossover, the others copies."""
    population = [judged(toolbox, toolbox.individual()) for _ in range(size)]
    evaluations = size
    for _ in range(generations):
        if min(each.fitness.values[0] for each in population) == 0:
            break
        brood = []
        for _ in range(size):
            child = toolbox.clone(toolbox.choose(population))
            if random.random() < 0.9:
                child, _ = toolbox.mate(child, toolbox.clone(toolbox.choose(population)))
            brood.append(judged(toolbox, child))
        population, evaluations = brood, evaluations + size
    return Made(evaluations, sum((len(each) + 1) / 2 for each in population) / size)
