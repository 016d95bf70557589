"""What a notebook or an editor can complete: names, the fields of a setting, and the words they take."""

from __future__ import annotations

import inspect
import runpy
from collections.abc import Callable
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import jedi
import pytest

import evobool
from evobool import InputError, Setting, evolve, grid, race
from evobool.engines import ENGINES
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.mutation import OPERATORS
from evobool.model.objective import OBJECTIVES
from evobool.model.selection import SELECTIONS
from evobool.model.settings import completion as words
from evobool.model.settings import keywords
from evobool.model.settings.keywords import Fields, Grid
from evobool.model.targets.families import TARGETS
from tests.support.choices import CHOICES

FIELDS = get_type_hints(Setting)


def parts(hint: Any) -> tuple[Any, ...]:
    """The members of a union; of anything else, itself."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def listed(hint: Any) -> tuple[str, ...]:
    """The words that a type lists."""
    if get_origin(hint) is tuple:
        hint = get_args(hint)[0]
    return tuple(word for part in parts(hint) if get_origin(part) is Literal for word in get_args(part))


@pytest.mark.parametrize("field", CHOICES)
def test_the_words_of_a_field_are_those_it_takes(field: str) -> None:
    assert listed(FIELDS[field]) == tuple(CHOICES[field])
    assert str not in parts(FIELDS[field])


def test_the_words_of_the_registries() -> None:
    assert listed(words.TargetName) == tuple(TARGETS)
    assert listed(words.FunctionNames) == tuple(FUNCTIONS)
    assert listed(words.EngineName) == ENGINES
    assert listed(words.SelectionName) == tuple(SELECTIONS)
    assert listed(words.MutationName) == tuple(OPERATORS)
    assert tuple(word.partition(":")[0] for word in listed(words.ObjectiveName)) == tuple(OBJECTIVES)
    for word in listed(words.Limit):
        assert Setting(n=4, limit=word).leaf_limit != 0
    for word in listed(words.TrainingName):
        assert Setting(n=4, training=word).training == word


@pytest.mark.parametrize(("function", "types"), [(evolve, Fields), (race, Fields), (grid, Grid)])
def test_every_field_is_a_parameter(function: Callable[..., Any], types: type) -> None:
    parameters = inspect.signature(function).parameters
    for field, hint in get_type_hints(types).items():
        assert parameters[field].kind is inspect.Parameter.KEYWORD_ONLY
        assert eval(parameters[field].annotation, vars(words)) == hint, field
    (fields,) = (hint for hint in inspect.get_annotations(function).values() if "Unpack" in hint)
    assert fields == f"Unpack[{types.__name__}]"


def test_the_types_of_the_keywords() -> None:
    assert get_type_hints(Fields) == FIELDS
    for field, hint in get_type_hints(Grid).items():
        assert {*parts(FIELDS[field]), list[FIELDS[field]]} <= set(parts(hint)), field  # type: ignore[valid-type]
    assert list(get_type_hints(Grid)) == list(FIELDS)


def test_the_keywords_are_those_that_the_script_writes() -> None:
    script = runpy.run_path(str(Path(__file__).parent.parent / "docs" / "scripts" / "keywords.py"))
    assert Path(keywords.__file__).read_text(encoding="utf-8") == script["module"]()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("evobool.evolve(delet", "deletion="),
        ("evobool.race(runs=2, first", "first_leaf="),
        ("evobool.grid(n=4, select", "selection="),
        ("evobool.Setting(algo", "algorithm="),
        ("evobool.Stu", "Study"),
        ("evobool.evolve(n=4).plo", "plot"),
    ],
)
def test_completion(text: str, expected: str) -> None:
    found = jedi.Interpreter(text, [{"evobool": evobool}]).complete()
    assert expected in [each.name for each in found]


def test_dir_lists_the_public_names() -> None:
    assert set(evobool.__all__) <= set(dir(evobool))


@pytest.mark.parametrize("function", [evolve, grid])
def test_an_unknown_field_is_named_with_the_nearest(function: Callable[..., Any]) -> None:
    with pytest.raises(InputError, match=r"= deletoin: unknown field; did you mean deletion\?"):
        function(n=4, deletoin="leaf")
    with pytest.raises(InputError, match="= qqq: unknown field; known: n, target"):
        function(n=4, qqq=1)


def test_fields_that_are_not_given_stay_as_they_are() -> None:
    setting = Setting(n=4, limit="n", deletion="leaf")
    assert evolve(setting, seed=1, engine="reference").setting == setting
    assert evolve(setting, n=3, seed=1, engine="reference").setting == setting.with_(n=3)
