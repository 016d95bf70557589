"""Every tool reads a field of the setting, or refuses an unusual value of it in a line that names the field.

Tools come from the registries, fields and their unusual values from the definitions of `Setting`: a field
added tomorrow and read by nobody is refused by every tool, and one that is not refused fails here.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from evobool import InputError, Setting, Tree
from evobool.atlas.exactly import exactly
from evobool.engines import ENGINES, REGISTRY, able_engines, engine_class, pick, stepping
from evobool.engines.reference import ReferenceEngine
from evobool.model.mutation import OPERATORS, Operator, hvl_prime
from evobool.model.outcome.run import Run
from evobool.model.settings.fields import Whole, usually
from evobool.model.settings.refused import GIVEN
from evobool.model.settings.setting import DEFINITIONS, FIELDS
from evobool.model.targets.labelled import Labelled
from evobool.theory.chain import transitions
from evobool.theory.landscape.certificate import Certificate
from evobool.theory.tools import TOOLS, Tool

# What else a field needs to make a difference.
BESIDE: dict[str, dict[str, Any]] = {
    "parents": {"population": 5},
    "distinct": {"population": 5},
    "variation": {"population": 5, "crossover": "subtree:0.5"},
}


@dataclass(frozen=True, kw_only=True)
class Wider(Setting):
    """A setting of tomorrow."""

    continents: int = usually(1, Whole(1, 100), "How many islands are kept.")


def picked(engine: str, setting: Setting) -> object:
    return pick(setting, engine)


def tools() -> dict[str, Tool]:
    """All of them: engines, the choice among these, the player, the atlas, the theory."""
    reads = {name: engine_class(name).reads for name in REGISTRY}
    reads["auto"] = frozenset().union(*reads.values())
    found = [
        *(Tool(name, reads[name], partial(picked, name)) for name in ENGINES),
        Tool("player", stepping.READS, lambda each: stepping.record(ReferenceEngine(each, None), 1, 0)),
        Tool("atlas", transitions.READS, lambda setting: exactly(setting, 1)),
    ]
    return {tool.name: tool for tool in found} | TOOLS


def unusual(usual: Setting, field: str) -> Setting:
    """A setting with an unusual value of a field."""
    return usual.with_(**{field: DEFINITIONS[field].takes.unusual(getattr(usual, field))})


@pytest.fixture(autouse=True)
def another_operator(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that there is an unusual one."""

    def twice(tree: Tree, *others: object) -> object:
        return hvl_prime(hvl_prime(tree, *others).tree, *others)  # type: ignore[arg-type]

    monkeypatch.setitem(OPERATORS, "twice", Operator("twice", twice))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", tools())
@pytest.mark.parametrize("field", FIELDS)
def test_an_unusual_value_is_read_or_refused(name: str, field: str) -> None:
    tool = tools()[name]
    setting = unusual(tool.example, field)
    assert setting != tool.example or field in tool.reads
    if field in tool.reads:
        with suppress(InputError):  # some values of a field that is read may be refused all the same
            tool.apply(setting)
    else:
        with pytest.raises(InputError, match=rf"\b{field} = ") as caught:
            tool.apply(setting)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", tools())
def test_a_field_of_tomorrow_is_refused(name: str) -> None:
    tool = tools()[name]
    fields = {field: getattr(tool.example, field) for field in FIELDS}
    assert tool.apply(Wider(**fields)) is not False
    with pytest.raises(InputError, match=r"\bcontinents = 2\b"):
        tool.apply(Wider(**fields, continents=2))


@pytest.mark.parametrize("name", tools())
def test_rows_of_a_table_are_read_or_refused(name: str) -> None:
    """Where the target is not known on all inputs."""
    tool = tools()[name]
    rows = Labelled(("a", "b"), (0b01, 0b11), 0b10, 2)
    setting = tool.example.with_(target=rows, n=2)
    if GIVEN in tool.reads:
        tool.apply(setting)
    else:
        with pytest.raises(InputError, match=r"\btarget = data:") as caught:
            tool.apply(setting)
        assert "\n" not in str(caught.value)


def outcome(run: Run) -> tuple[object, ...]:
    return run.iterations, run.evaluations, run.error, str(run.tree), tuple(run.functions_accepted)


@pytest.mark.parametrize("field", FIELDS)
def test_what_is_read_makes_a_difference(field: str) -> None:
    """To the reference engine, whose runs are those of the others, and so to some run."""
    usual = Setting(n=4, limit="6", literals="all", max_iterations=60, **BESIDE.get(field, {}))
    (engine, *_) = able_engines(unusual(usual, field))
    assert field in engine.reads
    one, other = (ReferenceEngine(each, None).runs(1, 0, 20) for each in (usual, unusual(usual, field)))
    assert [outcome(run) for run in one] != [outcome(run) for run in other]


def test_a_proof_about_a_setting_of_tomorrow_is_none() -> None:
    leaf = Tree.parse("x1")
    assert "continents = 2" in (Certificate(Wider(n=2, limit="2", continents=2), leaf, (leaf,)).flaw() or "")
