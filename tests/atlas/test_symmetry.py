"""Which changes of a function leave the law of T as it is, and which do not."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import Setting, Tree
from evobool.atlas.classes import InputClasses, npn_classes, output_symmetric
from evobool.atlas.numbered import count_of, renamings
from evobool.atlas.systems import SYSTEMS, System
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.mutation import neighbourhood
from evobool.theory.chain.chain import Chain
from tests.support.strategies import trees

SETS = [("and", "or"), ("and", "or", "xor"), ("nand",), ("gt", "ge"), ("xor", "xnor", "and", "or")]


@cache
def law(system: System, table: int, n: int, limit: int) -> tuple[float, float]:
    """P(stuck) and E[T], without the help of any symmetry."""
    setting = system.setting(table, n, str(limit))
    chain = Chain(setting, lumped=False, max_states=7_000)
    return chain.p_stuck, chain.mean


@pytest.mark.parametrize("name", SYSTEMS)
def test_functions_of_a_class_have_the_same_law_at_n_2(name: str) -> None:
    system, classes = SYSTEMS[name], InputClasses(2)
    limit = 2 if system.algorithm == "1+1-gp" else 4  # its trees may be two leaves larger on the way
    for each in npn_classes(2):
        for table in classes.members(each.table):
            if system.fewest(table, 2) <= limit:
                assert law(system, table, 2, limit) == pytest.approx(law(system, each.table, 2, limit))


@pytest.mark.parametrize("name", ["and-or", "and-or-xor", "nand"])
def test_functions_of_a_class_have_the_same_law_at_n_3(name: str) -> None:
    system, classes = SYSTEMS[name], InputClasses(3)
    for each in npn_classes(3):
        for table in each.polarities:
            if system.fewest(table, 3) <= 3:
                other = classes.members(table)[-1]
                assert law(system, other, 3, 3) == pytest.approx(law(system, table, 3, 3))


@pytest.mark.parametrize("name", ["and-or", "1+1"])
def test_a_function_and_its_negation_have_the_same_law_for_and_or(name: str) -> None:
    system = SYSTEMS[name]
    assert system.output_symmetric
    limit = 2 if name == "1+1" else 4
    for table in (0b0000, 0b1000, 0b1010):
        assert law(system, table, 2, limit) == pytest.approx(law(system, 15 ^ table, 2, limit))


@pytest.mark.parametrize(("name", "apart"), [("and-or-xor", 0.01), ("nand", 10.0)])
def test_a_function_and_its_negation_differ_where_a_dual_is_missing(name: str, apart: float) -> None:
    """AND and OR of two variables: the smallest proof that NPN classes are too coarse."""
    system = SYSTEMS[name]
    assert not system.output_symmetric
    assert abs(law(system, 0b1000, 2, 4)[1] - law(system, 0b1110, 2, 4)[1]) > apart
    assert len(system.tables(2)) == 6


@given(st.sampled_from(SETS), st.data())
def test_renaming_inputs_turns_mutations_into_mutations(
    functions: tuple[str, ...], data: st.DataObject
) -> None:
    """The whole law of one mutation, exactly, for every function set."""
    setting = Setting(n=2, literals="all", functions=functions)
    tree = data.draw(trees(variables=2, least=1, most=5, functions=functions))
    renaming = data.draw(st.sampled_from(renamings(2)))

    def renamed(one: Tree) -> Tree:
        return Tree(tuple(t if isinstance(t, str) else renaming.literal(t) for t in one.prefix))

    assert neighbourhood(renamed(tree), setting) == {
        renamed(near): share for near, share in neighbourhood(tree, setting).items()
    }


@given(st.sampled_from([each for each in SETS if output_symmetric(each)]), st.data())
def test_duals_turn_mutations_into_mutations_and_negate(
    functions: tuple[str, ...], data: st.DataObject
) -> None:
    setting = Setting(n=2, literals="all", functions=functions)
    tree = data.draw(trees(variables=2, least=1, most=5, functions=functions))

    def negated(one: Tree) -> Tree:
        return Tree(tuple(FUNCTIONS[t].dual.name if isinstance(t, str) else -t for t in one.prefix))

    assert neighbourhood(negated(tree), setting) == {
        negated(near): share for near, share in neighbourhood(tree, setting).items()
    }
    columns, ones = [0b1010, 0b1100], count_of(2) - 1
    assert negated(tree).evaluate(columns, ones) == ones ^ tree.evaluate(columns, ones)
