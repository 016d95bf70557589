"""The mutation drawn is the mutation enumerated: chi-square over every outcome, significance 1e-4 each.

The plain and the compiled HVL-Prime are both held against `mutation.changes`, which a test of its own
holds against a naive enumeration.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numba
import numpy as np
import pytest

from evobool import Setting, Tree
from evobool.engines.kernels.mutate import NOTHING, make_rules
from evobool.engines.kernels.mutate import hvl_prime as compiled_hvl_prime
from evobool.engines.kernels.offspring import perform, undo
from evobool.engines.kernels.random import seed_state
from evobool.engines.kernels.state import new_state
from evobool.engines.kernels.tree import whole
from evobool.engines.rows import judge as _judge
from evobool.engines.rows.table import new_rows
from evobool.engines.rows.values import evaluate_all
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.generator import Generator
from evobool.model.mutation import OPERATIONS, changes, hvl_prime, neighbourhood
from tests.support.arenas import CODES, build, kinds_of
from tests.support.chisquare import assert_distributed
from tests.support.machine import JIT

assert _judge  # how edits keep the rows up to date
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
ASYMMETRIC = "((x1 ^ x2) & (x3 > x1)) ~| ((x2 ~& x2) < (x3 ~^ x1))"
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


CASES += [
    pytest.param(text, setting.with_(weights=weights), id=f"{name}-{weights}")
    for name, text, setting in (
        ("pair", "x1 <= x2", Setting(n=3, functions=tuple(FUNCTIONS))),
        ("bushy", ASYMMETRIC, Setting(n=3, functions=tuple(FUNCTIONS), deletion="leaf")),
        ("empty", "", Setting(n=3, first_leaf="insertion")),
    )
    for weights in ("3:1:2", "1:0:5", "0:2:1", "7:4:0")
]


def odds(setting: Setting) -> dict[str, Fraction]:
    """How often each operation comes; one without weight must not occur."""
    total = sum(setting.odds)
    return {
        name: Fraction(weight, total) for name, weight in zip(OPERATIONS, setting.odds, strict=True) if weight
    }


@pytest.mark.parametrize(("text", "setting"), CASES)
def test_plain(text: str, setting: Setting) -> None:
    tree, generator = Tree.parse(text), Generator(41)
    drawn = [hvl_prime(tree, setting, generator) for _ in range(PLAIN_DRAWS)]
    counts = Counter((mutation.operation, mutation.function, mutation.tree) for mutation in drawn)
    shares: dict[object, Fraction] = {}
    for change, share in changes(tree, setting, ordered=True):
        outcome = change.operation, change.function, change.apply(tree)
        shares[outcome] = shares.get(outcome, Fraction(0)) + share
    assert_distributed(counts, shares)
    if text:
        assert_distributed(Counter(mutation.operation for mutation in drawn), odds(setting))
    trees = Counter(mutation.tree for mutation in drawn)
    assert_distributed(trees, neighbourhood(tree, setting))


def _draw(a, rng, rules, rows, state, drawn, out, ends):  # type: ignore[no-untyped-def]  # compiled below
    end = 0
    for k in range(len(drawn)):
        mutation = compiled_hvl_prime(a, rng, rules)
        drawn[k] = mutation.operation
        if mutation.done != NOTHING:
            perform(rows, a, state, mutation)
        end = whole.write_prefix(a, out, end)
        ends[k] = end
        undo(rows, a, state)


draw = numba.njit(_draw)


@pytest.mark.parametrize(("text", "setting"), CASES)
def test_compiled(text: str, setting: Setting) -> None:
    tree = Tree.parse(text)
    a = build(tree, setting)
    rng = np.zeros(4, dtype=np.uint64)
    seed_state(rng, np.uint64(42 if setting.odds == (1, 1, 1) else 43), 0)
    drawn = np.zeros(COMPILED_DRAWS, dtype=np.int64)
    out = np.zeros(COMPILED_DRAWS * (tree.nodes + 2), dtype=np.int32)
    ends = np.zeros(COMPILED_DRAWS, dtype=np.int64)
    coded = setting.with_(target="and", functions=tuple(FUNCTIONS))  # in the order of CODES
    rows, state = (
        new_rows(coded, len(a.node)),
        new_state(len(CODES), 1),
    )
    if text:
        evaluate_all(a, rows)
    draw(a, rng, make_rules(setting, CODES), rows, state, drawn, out, ends)
    starts = [0, *ends[:-1].tolist()]
    offspring = [out[start:end].tobytes() for start, end in zip(starts, ends.tolist(), strict=True)]
    operations = [OPERATIONS[code] for code in drawn.tolist()]
    shares: dict[object, Fraction] = {}
    for change, share in changes(tree, setting, ordered=True):
        kinds = np.array(kinds_of(change.apply(tree), setting), dtype=np.int32)
        cell = change.operation, kinds.tobytes()
        shares[cell] = shares.get(cell, Fraction(0)) + share
    assert_distributed(Counter(zip(operations, offspring, strict=True)), shares)
    if text:
        assert_distributed(Counter(operations), odds(setting))
