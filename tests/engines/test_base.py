from __future__ import annotations

import os

import pytest

from evobool import InputError, Setting
from evobool.engines import ENGINES, engine_class, pick
from evobool.engines.base import ONE_PARENT, never
from evobool.engines.reference import ReferenceEngine
from evobool.engines.room import check_memory
from evobool.engines.stepping import record
from evobool.memory import available_memory

NAMED = [name for name in ENGINES if name != "auto"]


@pytest.mark.parametrize("engine", ["reference", "packed"])
@pytest.mark.parametrize(
    ("setting", "field"),
    [
        (Setting(n=50), "n = 50"),
        (Setting(n=64), "n = 64"),
        (Setting(n=1_100), "n = 1100"),
        (Setting(n=100_000), "n = 100000"),
        (Setting(n=8, training=2**60), "training = 1152921504606846976"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_does_not_fit_in_memory_is_refused(setting: Setting, field: str, engine: str) -> None:
    with pytest.raises(InputError, match=f"^{field}: .* would take .* bytes .* use .*training = ") as caught:
        pick(setting, engine)
    assert len(str(caught.value)) < 300


def test_what_fits_is_let_through() -> None:
    check_memory(Setting(n=10), 100)
    check_memory(Setting(n=10, training=2**20), 8)


def test_memory_as_the_system_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert 0 < available_memory() <= physical

    def no_proc(*arguments: object) -> None:
        raise OSError

    monkeypatch.setattr("pathlib.Path.read_text", no_proc)
    assert available_memory() == physical


def test_engines_by_name() -> None:
    setting = Setting(n=3)
    for name in ENGINES:
        engine = pick(setting, name)
        assert engine.setting == setting
        assert name in ("auto", engine.name)
    with pytest.raises(InputError, match=r"^engine = quantum: must be one of auto"):
        pick(setting, "quantum")


@pytest.mark.parametrize("engine", NAMED)
def test_warming_up_changes_nothing(engine: str) -> None:
    cold, warm = pick(Setting(n=3), engine), pick(Setting(n=3), engine)
    warm.warm_up()
    assert warm.runs(5, 0, 3) == cold.runs(5, 0, 3)


@pytest.mark.parametrize("engine", NAMED)
def test_cap(engine: str) -> None:
    ready = pick(Setting(n=4, limit="n"), engine)
    (run,) = ready.runs(7, 0, 1, cap=5)
    assert (run.iterations, run.solved) == (5, False)
    assert ready.runs(7, 0, 1)[0].iterations == 37
    assert not never()


@pytest.fixture
def larger(monkeypatch: pytest.MonkeyPatch) -> Setting:
    """A setting with a field of tomorrow, which has an unusual value."""
    monkeypatch.setattr(Setting, "continents", 5, raising=False)
    monkeypatch.setattr(Setting, "unusual", property(lambda self: {"n": 3, "continents": 5}))
    return Setting(n=3)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_field_that_an_engine_does_not_read_is_refused(larger: Setting, engine: str) -> None:
    with pytest.raises(InputError, match=rf"^engine = {engine}: .*can.* run continents = 5$"):
        pick(larger, engine)


@pytest.mark.parametrize("engine", NAMED)
def test_a_field_is_passed_on_to_the_engine_that_reads_it(
    larger: Setting, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_class(engine), "reads", ONE_PARENT | {"continents"})
    assert pick(larger).name == engine
    for other in set(NAMED) - {engine}:
        with pytest.raises(InputError, match=f"cannot run continents = 5; use {engine}$"):
            pick(larger, other)


def test_the_player_refuses_what_it_does_not_read(larger: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReferenceEngine, "reads", ONE_PARENT | {"continents"})
    with pytest.raises(InputError, match=r"^continents = 5: the player does not take it into account$"):
        record(pick(larger), 1, 0)
