"""Systems of papers: each fills fields of a setting, on the command line, in plans and in Python alike."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from evobool import InputError, Setting, grid, like
from evobool.cli import main
from evobool.model.systems.filling import SYSTEMS
from evobool.studies.plan.plan import read_plan

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_makes_a_setting_and_says_where_it_is_from(name: str) -> None:
    setting = Setting(**like(name, n=4, target="xor"))
    system = SYSTEMS[name]
    assert system.name == name
    assert len(system.reference) > 30
    for field, value in system.fields.items():
        assert str(getattr(setting, field)) == str(value)
    assert setting.offspring == (setting.population if system.generational else 1)


@pytest.mark.parametrize("name", SYSTEMS)
def test_flags_fill_what_is_not_given(name: str, capsys: Capture) -> None:
    main(shlex.split(f"run --like {name} --n 2 --seed 1 --max-iterations 3 --start leaf --json --quiet"))
    printed = capsys.readouterr()
    wanted = Setting(**like(name, n=2, max_iterations=3, start="leaf"))
    assert json.loads(printed.out)["setting"] == wanted.to_dict()
    assert printed.err == ""


def test_what_was_filled_is_said(capsys: Capture) -> None:
    main(shlex.split("run --like smo-gp --n 2 --seed 1 --max-iterations 3 --objective classes"))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "evobool: like smo-gp: survival pareto"
    assert "Neumann" in lines[1]


def test_a_plan_and_a_grid_fill_fields_too(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('like = "koza"\n[grid]\nn = [2, 3]\npopulation = 10\n', encoding="utf-8")
    found = read_plan(plan).study().settings
    assert list(found) == grid(**like("koza", n=[2, 3], population=10))
    assert {setting.offspring for setting in found} == {10}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (
            {"name": "kosa"},
            "like = kosa: must be one of rls-gp, smo-gp, koza, koza-1992, lexicase; did you mean koza?",
        ),
        (
            {"name": "koza", "population": [10, 20]},
            "population = [10, 20]: is several sizes: give offspring too, since koza makes as many as it "
            "keeps",
        ),
    ],
)
def test_what_cannot_be_filled_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as refused:
        like(**fields)  # type: ignore[arg-type]
    assert str(refused.value) == message
