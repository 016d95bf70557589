"""Is the rival the same algorithm? Run with `python -m pytest benchmarks`."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from typing import Any

import pytest
from deap import creator
from scipy import stats

import deap_rival
from evobool.engines import pick
from evobool.model.formulas.prefix import Token
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import neighbourhood
from evobool.model.settings.completion import Deletion
from evobool.model.settings.setting import Setting

TREES = ("", "x1", "x1 & x2", "(x1 | x2) & x3", "(x1 & (x2 | x1)) | (x3 & x3)")


def to_deap(tree: Tree, pset: Any) -> Any:
    """The tree as DEAP holds it."""
    names = [f"{token}_" if isinstance(token, str) else f"ARG{token - 1}" for token in tree.prefix]
    return creator.Individual([pset.mapping[name] for name in names])


def from_deap(individual: Any) -> Tree:
    """DEAP's tree as ours."""
    tokens: list[Token] = [
        node.name.removesuffix("_") if node.arity else int(node.name.removeprefix("ARG")) + 1
        for node in individual
    ]
    return Tree.trusted(tuple(tokens))


@pytest.mark.parametrize("deletion", ["subtree", "leaf"])
@pytest.mark.parametrize("text", TREES)
def test_a_mutation_has_the_distribution_of_the_paper(text: str, deletion: Deletion) -> None:
    """Chi-square against the enumerated neighbourhood, at significance 0.001 / the number of tests."""
    random.seed(1)
    tree = Tree.parse(text) if text else Tree()
    toolbox = deap_rival.make_toolbox(3, deletion)
    start = to_deap(tree, toolbox.mutate.keywords["pset"])
    draws = 20_000
    seen = Counter(from_deap(toolbox.mutate(toolbox.clone(start))[0]) for _ in range(draws))
    expected = neighbourhood(tree, Setting(n=3, deletion=deletion))
    assert set(seen) <= set(expected)
    test = stats.chisquare([seen[t] for t in expected], [float(p) * draws for p in expected.values()])
    assert test.pvalue > 0.001 / (2 * len(TREES))


def test_the_mean_number_of_iterations_agrees() -> None:
    """Within 4 standard errors of the packed engine, AND_4 with at most 2n leaves."""
    random.seed(2)
    toolbox = deap_rival.make_toolbox(4)
    rival = [deap_rival.rls_gp(toolbox, 4, 8)[0] for _ in range(1000)]
    ours = [r.iterations for r in pick(Setting(n=4, limit="2n"), "packed").runs(1, 0, 10_000)]
    variance = statistics.variance(rival) / len(rival) + statistics.variance(ours) / len(ours)
    assert abs(statistics.mean(rival) - statistics.mean(ours)) < 4 * variance**0.5
