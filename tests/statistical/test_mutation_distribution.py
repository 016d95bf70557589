"""The mutation drawn is the mutation enumerated: chi-square over every outcome, significance 1e-4 each.

The plain and the compiled HVL-Prime are both held against `mutation.outcomes`, which a test of its own
holds against a naive enumeration.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numba
import numpy as np
import pytest

from evobool import Setting, Tree
from evobool.engines.kernels import arena
from evobool.engines.kernels.mutate import hvl_prime as compiled_hvl_prime
from evobool.engines.kernels.mutate import make_rules
from evobool.engines.kernels.random import seed_state
from evobool.model.generator import Generator
from evobool.model.mutation import OPERATIONS, hvl_prime, neighbourhood, outcomes
from tests.arenas import CODES, build, kinds_of
from tests.chisquare import assert_distributed
from tests.conftest import JIT

PLAIN_DRAWS = 20_000 if JIT else 5_000
COMPILED_DRAWS = 40_000 if JIT else 1_500

SHAPES = {
    "empty": "",
    "leaf": "x1",
    "pair": "x1 & x2",
    "deep left": "((((x1 & x2) | x3) & x1) | x2) & x2",
    "deep right": "x3 | (x1 & (x1 | (x2 & (x3 | x1))))",
    "bushy": "((x1 | x2) & (x3 | x1)) | ((x2 & x2) & (x3 | x1))",
}
CASES = [
    pytest.param(text, Setting(n=3, literals=literals, deletion=deletion), id=f"{name}-{literals}-{deletion}")
    for name, text in SHAPES.items()
    for literals in ("positive", "all")
    for deletion in ("subtree", "leaf")
    if name != "empty"
]
CASES += [
    pytest.param("", Setting(n=3, literals=literals, first_leaf=first), id=f"empty-{literals}-{first}")
    for literals in ("positive", "all")
    for first in ("any", "insertion")
]
CASES += [
    pytest.param(SHAPES["bushy"], Setting(n=3, target="or"), id="bushy-or-first"),
    pytest.param(SHAPES["bushy"], Setting(n=4, functions=("or",)), id="bushy-or-only"),
    pytest.param(SHAPES["deep left"], Setting(n=3, functions=("and",), deletion="leaf"), id="deep-and-only"),
]


@pytest.mark.parametrize(("text", "setting"), CASES)
def test_plain(text: str, setting: Setting) -> None:
    tree, generator = Tree.parse(text), Generator(41)
    counts = Counter(hvl_prime(tree, setting, generator) for _ in range(PLAIN_DRAWS))
    shares: dict[object, Fraction] = {}
    for mutation, share in outcomes(tree, setting):
        shares[mutation] = shares.get(mutation, Fraction(0)) + share
    assert_distributed(counts, shares)
    operations = Counter(mutation.operation for mutation in counts.elements())
    if text:
        assert_distributed(operations, dict.fromkeys(OPERATIONS, 1 / 3))
    trees = Counter(mutation.tree for mutation in counts.elements())
    assert_distributed(trees, neighbourhood(tree, setting))


def _draw(a, rng, rules, drawn, out, ends):  # type: ignore[no-untyped-def]  # compiled below
    end = 0
    for k in range(len(drawn)):
        drawn[k] = compiled_hvl_prime(a, rng, rules)[1]
        end = arena.write_prefix(a, out, end)
        ends[k] = end
        arena.undo(a)


draw = numba.njit(_draw)


@pytest.mark.parametrize(("text", "setting"), CASES)
def test_compiled(text: str, setting: Setting) -> None:
    tree = Tree.parse(text)
    a = build(tree, setting)
    rng = np.zeros(4, dtype=np.uint64)
    seed_state(rng, np.uint64(42), 0)
    drawn = np.zeros(COMPILED_DRAWS, dtype=np.int64)
    out = np.zeros(COMPILED_DRAWS * (tree.nodes + 2), dtype=np.int32)
    ends = np.zeros(COMPILED_DRAWS, dtype=np.int64)
    draw(a, rng, make_rules(setting, CODES), drawn, out, ends)
    starts = [0, *ends[:-1].tolist()]
    offspring = [out[start:end].tobytes() for start, end in zip(starts, ends.tolist(), strict=True)]
    operations = [OPERATIONS[code] for code in drawn.tolist()]
    shares: dict[object, Fraction] = {}
    for mutation, share in outcomes(tree, setting):
        cell = mutation.operation, np.array(kinds_of(mutation.tree, setting), dtype=np.int32).tobytes()
        shares[cell] = shares.get(cell, Fraction(0)) + share
    assert_distributed(Counter(zip(operations, offspring, strict=True)), shares)
    if text:
        assert_distributed(Counter(operations), dict.fromkeys(OPERATIONS, 1 / 3))
