"""Every tool of the theory reads a field of the setting, or refuses an unusual value of it by name."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest

from evobool import InputError, Setting, Tree
from evobool.atlas.exactly import exactly
from evobool.atlas.systems import SYSTEMS
from evobool.model.mutation import OPERATORS, Operator
from evobool.theory.landscape.certificate import Certificate
from evobool.theory.tools import TOOLS, Tool

UNUSUAL: dict[str, Any] = {
    "n": 3,
    "target": "xor",
    "functions": ("and", "or", "xor"),
    "literals": "all",
    "limit": "3",
    "deletion": "leaf",
    "algorithm": "1+1-gp",
    "selection": "strict",
    "training": 4,
    "accept_error": 1,
    "max_iterations": 7,
    "first_leaf": "insertion",
    "weights": "1:1:2",
    "offspring": 2,
    "start": "x2 & x2",
    "mutation": "own",
}


@dataclass(frozen=True, kw_only=True)
class Wider(Setting):
    """A setting of tomorrow."""

    population: int = 1


@pytest.mark.parametrize("tool", TOOLS.values(), ids=list(TOOLS))
def test_an_unusual_value_is_read_or_refused(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPERATORS, "own", Operator("own", lambda *_: None))  # type: ignore[arg-type]
    usual = tool.example
    assert tool.apply(usual) is not False
    for field in Setting.__dataclass_fields__:
        setting = usual.with_(**{field: UNUSUAL[field]})
        if field not in tool.reads:
            with pytest.raises(InputError, match=f"^{field} = "):
                tool.apply(setting)
        else:
            with suppress(InputError):  # a value of a field that is read may be refused too
                tool.apply(setting)


@pytest.mark.parametrize("tool", TOOLS.values(), ids=list(TOOLS))
def test_a_field_of_tomorrow_is_refused(tool: Tool) -> None:
    fields = {name: getattr(tool.example, name) for name in Setting.__dataclass_fields__}
    assert tool.apply(Wider(**fields)) is not False
    with pytest.raises(InputError, match=r"^population = 2: "):
        tool.apply(Wider(**fields, population=2))


def test_so_do_the_proofs_and_the_atlas() -> None:
    wider, leaf = Wider(n=2, limit="2", population=2), Tree.parse("x1")
    assert "population = 2" in (Certificate(wider, leaf, (leaf,)).flaw() or "")
    with pytest.raises(InputError, match="population = 2"):
        exactly(SYSTEMS["and-or"], wider, 1)
