"""The rival: RLS-GP with HVL-Prime on AND_n, written the way DEAP's own Boolean examples are.

A primitive set of `and_` and `or_` over n arguments, individuals that are `gp.PrimitiveTree`s, programs made
by `gp.compile`, and a fitness that calls the program on every row of the truth table, as the parity and
multiplexer examples do. `hvl_prime` follows `evobool.model.mutation`; `test_deap_rival.py` checks that.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from itertools import product
from typing import Any

from deap import base, creator, gp

creator.create("FitnessMax", base.Fitness, weights=(1.0,))
creator.create("Individual", gp.PrimitiveTree, fitness=creator.FitnessMax)

Row = tuple[bool, ...]


def make_toolbox(n: int, deletion: str = "subtree") -> Any:
    """DEAP's toolbox for AND_n, judged on the complete truth table."""
    pset = gp.PrimitiveSet("MAIN", n)
    pset.addPrimitive(operator.and_, 2)
    pset.addPrimitive(operator.or_, 2)
    inputs = list(product((False, True), repeat=n))
    outputs = [all(row) for row in inputs]

    toolbox = base.Toolbox()
    toolbox.register("individual", creator.Individual, [])
    toolbox.register("compile", gp.compile, pset=pset)
    toolbox.register("evaluate", evaluate, compile_=toolbox.compile, inputs=inputs, outputs=outputs)
    toolbox.register("mutate", hvl_prime, pset=pset, deletion=deletion)
    return toolbox


def evaluate(
    individual: Any, compile_: Callable[[Any], Callable[..., bool]], inputs: list[Row], outputs: list[bool]
) -> tuple[int]:
    """How many rows the program gets right."""
    program = compile_(individual)
    return (sum(program(*row) == output for row, output in zip(inputs, outputs, strict=True)),)


def hvl_prime(individual: Any, pset: Any, deletion: str) -> tuple[Any]:
    """Algorithm 2 of the paper, in place: INS, DEL or SUB, with equal probability."""
    operation = random.choice(("INS", "DEL", "SUB"))
    literal = random.choice(pset.terminals[pset.ret])
    function = random.choice(pset.primitives[pset.ret])
    if not individual:
        individual.append(literal)
    elif operation == "INS":
        place = individual.searchSubtree(random.randrange(len(individual)))
        children = [[literal], individual[place]]
        random.shuffle(children)
        individual[place] = [function, *children[0], *children[1]]
    elif operation == "DEL":
        delete(
            individual, random_leaf(individual) if deletion == "leaf" else random.randrange(len(individual))
        )
    else:
        individual[random_leaf(individual)] = literal
    return (individual,)


def delete(individual: Any, node: int) -> None:
    """Replace the node's parent by the node's sibling; the root has neither and stays."""
    if node == 0:
        return
    parent = parent_of(individual, node)
    left = parent + 1
    sibling = left if node != left else individual.searchSubtree(node).stop
    individual[individual.searchSubtree(parent)] = individual[individual.searchSubtree(sibling)]


def parent_of(individual: Any, node: int) -> int:
    """The nearest place before the node whose children do not all come before it."""
    complete = 0  # whole subtrees between the place and the node
    for place in reversed(range(node)):
        if individual[place].arity > complete:
            return place
        complete += 1 - individual[place].arity
    raise AssertionError(f"node {node} has no parent")


def random_leaf(individual: Any) -> int:
    """The place of a leaf chosen uniformly at random."""
    return random.choice([place for place, node in enumerate(individual) if node.arity == 0])


def leaves(individual: Any) -> int:
    """The leaves of a tree of binary functions."""
    return (len(individual) + 1) // 2


def rls_gp(toolbox: Any, n: int, limit: int, max_iterations: int = 10_000) -> tuple[int, Any]:
    """Algorithm 1: the iterations of one run and the tree it ends with."""
    parent = toolbox.individual()
    parent.fitness.values = (-1,)  # the empty tree is worse than any other
    iteration = 0
    while parent.fitness.values[0] < 2**n and iteration < max_iterations:
        iteration += 1
        (offspring,) = toolbox.mutate(toolbox.clone(parent))
        del offspring.fitness.values
        if leaves(offspring) <= limit:
            offspring.fitness.values = toolbox.evaluate(offspring)
            if offspring.fitness >= parent.fitness:
                parent = offspring
    return iteration, parent
