"""What the studio tells of runs is what the command line would."""

from __future__ import annotations

import asyncio
import shlex
import threading
from typing import Any

import httpx
import pytest

import evobool
from evobool import InputError, Setting, evolve
from evobool.cli import app
from evobool.engines import pick
from evobool.engines.stepping import record
from evobool.model.selection import Judged
from evobool.model.settings.calls import call, command, study_call
from evobool.model.settings.describing import describe
from evobool.model.settings.setting import FIELDS
from evobool.pages.run_data import player_data
from evobool.plugins import selection
from evobool.studies.analysis.lines import lines
from evobool.studies.analysis.sample import Sample
from evobool.studies.work.executors import Work, carry_out
from evobool.studio import server
from evobool.studio.allowed import MOST, check_limits
from evobool.studio.asked import setting_of
from evobool.studio.form import form
from evobool.studio.page_run import MOST_ATTEMPTS
from evobool.studio.server import Studio
from evobool.studio.workers import BUSY, Workers
from evobool.theory.chain.chain import Chain
from tests.support.serving import streamed, wait_for

SETTINGS: list[dict[str, Any]] = [
    {"n": 4, "limit": "n"},
    {"n": 5, "target": "or:3", "literals": "all", "algorithm": "1+1-gp", "limit": "n + log2 n"},
    {"n": 4, "target": "x1 & (x2 | ~x3) ^ x4", "functions": "and,xor", "offspring": 3, "literals": "all"},
    {"n": 4, "training": 16, "accept_error": 1, "start": "x1 | x2"},
    {"n": 6, "training": "fixed:20", "selection": "parsimony", "weights": "2:1:1", "max_iterations": 300},
]


@pytest.mark.parametrize("fields", SETTINGS, ids=lambda fields: str(fields.get("target", "and")))
def test_a_run_is_the_one_of_the_command_line(client: httpx.Client, fields: dict[str, Any]) -> None:
    told = streamed(client, "/api/run", **fields, seed=7, index=2)
    run = record(pick(Setting(**fields)), 7, 2, MOST_ATTEMPTS)
    expected = player_data(run)
    shown = {**told["opening"], **told["ending"], "attempts": told["attempts"]}
    shown = {name: shown[name] for name in expected}
    assert shown["attempts"] == as_json(expected["attempts"])
    assert shown == as_json(expected)


def as_json(value: Any) -> Any:
    """Tuples as lists, as JSON has them."""
    if isinstance(value, dict):
        return {name: as_json(each) for name, each in value.items()}
    return [as_json(each) for each in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("fields", SETTINGS, ids=lambda fields: str(fields.get("target", "and")))
def test_command_and_call_make_the_same_run(fields: dict[str, Any]) -> None:
    setting = Setting(**fields)
    words = shlex.split(command(setting, {"seed": 3, "index": 1}))
    _, bound, _ = app.parse_args(words[1:], exit_on_error=False, print_error=False)
    assert bound.arguments.get("setting", bound.args[0] if bound.args else None) == setting
    assert (bound.arguments.get("options", bound.kwargs))["seed"] == 3
    run = eval(call(setting, {"seed": 3, "index": 1}), {"evobool": evobool})
    assert run == evolve(setting, seed=3, index=1)
    assert eval(study_call(setting, 2, 3), {"evobool": evobool})[1] == run


def test_the_form_has_every_field_of_a_setting() -> None:
    fields = {field["name"]: field for field in form()}
    assert set(fields) == set(FIELDS)
    assert all(field["help"] for field in fields.values())
    words = {name: field["default"] for name, field in fields.items()}
    written = {
        name: ",".join(value) if isinstance(value, list) else str(value) for name, value in words.items()
    }
    assert setting_of(written) == Setting(n=8)


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"n": "0"}, "n"),
        ({"n": "4.5"}, "n"),
        ({"n": ""}, "n"),
        ({}, "n"),
        ({"n": "4", "limit": "n+"}, "limit"),
        ({"n": "4", "target": "and:9"}, "target"),
        ({"n": "4", "start": "x9"}, "start"),
        ({"n": "4", "deletion": "leaves"}, "deletion"),
        ({"n": "4", "training": "0"}, "training"),
        ({"n": "4", "seed": "-1"}, "seed"),
        ({"n": "4", "seed": "99999999999999999999"}, "seed"),
        ({"n": "4", "engine": "fast"}, "engine"),
        ({"n": "4", "engine": "exact", "functions": "xor"}, "engine"),
        ({"n": "4", "plugin": "/tmp/mine.py"}, "address"),
        ({"n": "1001"}, "n"),
        ({"n": "20", "functions": "xor", "target": "xor"}, "n"),
        ({"n": "4", "max_iterations": "1000001"}, "max_iterations"),
        ({"n": "4", "limit": "5001"}, "limit"),
        ({"n": "4", "training": "fixed:65537"}, "training"),
        ({"n": "4", "training": str(2**41)}, "training"),
        ({"n": "4", "offspring": "5001"}, "offspring"),
        ({"n": "4", "population": "2001"}, "population"),
        ({"n": "4", "start": "x1 & " * 1000 + "x1"}, "start"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(client: httpx.Client, words: dict[str, str], field: str) -> None:
    for path in ("/api/check", "/api/run", "/api/many"):
        reply = client.get(path, params=words)
        told = reply.json() if path == "/api/check" else streamed(client, path, **words)
        assert told["refused"]["field"] == field
        assert told["refused"]["why"]


def test_a_refusal_says_what_the_command_line_says(client: httpx.Client) -> None:
    with pytest.raises(InputError) as problem:
        Setting(n=4, deletion="leav")  # type: ignore[arg-type]
    told = client.get("/api/check", params={"n": 4, "deletion": "leav"}).json()
    assert told["refused"] == {"field": "deletion", "value": "leav", "why": problem.value.why}


def test_limits_allow_what_they_say() -> None:
    check_limits(Setting(n=MOST["n"], max_iterations=MOST["max_iterations"]))
    check_limits(Setting(n=16, target="xor", functions=("xor",)))
    check_limits(Setting(n=500, training=2**40))


def test_a_dead_end_is_told_with_its_proof(client: httpx.Client) -> None:
    fields = {"n": 4, "limit": "4", "deletion": "leaf", "start": "(x1 & x2) | (x1 & x2)"}
    told = streamed(client, "/api/run", **fields, max_iterations=50, seed=1)
    fate = told["ending"]["fate"]
    assert fate["kind"] == "dead end"
    assert fate["closed"] == ["(x1 & x2) | (x1 & x2)"]
    assert fate["words"].endswith("The certificate was checked tree by tree.")
    subtree = streamed(client, "/api/run", **fields | {"deletion": "subtree"}, max_iterations=1, seed=1)
    assert subtree["ending"]["fate"]["kind"] == "not yet"
    sampled = streamed(client, "/api/run", n=4, training=8, max_iterations=1, seed=1)
    assert sampled["ending"]["fate"] is None
    assert [each["opening"]["landscape"] for each in (told, subtree, sampled)] == [True, True, False]
    several = streamed(client, "/api/run", n=4, algorithm="1+1-gp", max_iterations=1, seed=1)
    assert several["opening"]["landscape"] is False


def test_many_runs_are_those_of_the_command_line(client: httpx.Client) -> None:
    told = streamed(client, "/api/many", n=4, limit="n", deletion="leaf", runs=120, seed=5)
    setting = Setting(n=4, limit="n", deletion="leaf")
    runs = [run for chunk in carry_out([Work(setting, 5, 0, 120)], 1) for run in chunk]
    assert told["runs0"] == [[run.index, run.iterations, run.leaves, int(run.solved)] for run in runs]
    assert told["lines0"]["lines"] == as_json(lines(Sample.of(runs)))
    assert told["ended"] == "done"
    chain = Chain(setting)
    assert told["chain0"]["mean"] == pytest.approx(chain.mean)
    law = told["chain0"]["law"]["p"]
    assert law[: len(chain.main_law())] == pytest.approx(chain.main_law())
    assert chain.p_success - sum(law) < 1e-4, "as far as the bars"
    assert told["opening"]["sides"][0]["title"] == describe(setting)


def test_two_settings_are_compared_on_independent_runs(client: httpx.Client) -> None:
    told = streamed(client, "/api/many", n=6, runs=60, seed=5, b__limit="n")
    first, second = told["opening"]["sides"]
    assert first["seed"] != second["seed"]
    assert len(told["runs0"]) == len(told["runs1"]) == 60
    other = evolve(n=6, limit="n", seed=int(second["seed"]), index=59)
    assert told["runs1"][59] == [59, other.iterations, other.leaves, 1]
    assert 0 <= told["comparison"]["superiority"] <= 1
    assert told["chain0"]["refused"]
    why = told["chain1"]["refused"]
    assert why.endswith(" trees, more than the 3,000 that the studio takes; evobool exact takes more")


@pytest.mark.parametrize(
    ("words", "field"),
    [({"b__limit": "none"}, "b"), ({"b__limit": "n+"}, "b.limit"), ({"runs": 10_001}, "runs")],
)
def test_a_second_setting_is_checked_too(client: httpx.Client, words: dict[str, Any], field: str) -> None:
    assert streamed(client, "/api/many", n=4, seed=1, **words)["refused"]["field"] == field


def test_a_run_that_takes_too_long_is_ended(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "RUN_SECONDS", 0.3)
    monkeypatch.setattr(server, "MANY_SECONDS", 0.3)
    words = {"n": 12, "target": "xor", "max_iterations": 1_000_000, "seed": 1}
    assert streamed(client, "/api/run", **words, engine="reference")["refused"]["field"] == "max_iterations"
    told = streamed(client, "/api/many", **words | {"max_iterations": 50_000}, runs=10_000)
    assert told["ended"] == "time"
    assert len(told["runs0"]) < 10_000


def test_a_closed_page_ends_its_run(studio: Studio, client: httpx.Client) -> None:
    before = threading.active_count()
    words = {"n": "12", "target": "xor", "max_iterations": "1000000", "engine": "reference", "seed": "1"}
    with client.stream("GET", "/api/run", params=words) as reply:
        told = reply.iter_text()  # closes the stream when it is forgotten
        next(told)
        assert studio.workers.feeds
    wait_for(lambda: not studio.workers.feeds)
    wait_for(lambda: threading.active_count() <= before)


def test_a_closed_page_ends_its_many_runs(studio: Studio, client: httpx.Client) -> None:
    before = threading.active_count()
    words = {"n": "200", "runs": "10000", "seed": "1", "max_iterations": "1000000"}
    with client.stream("GET", "/api/many", params=words) as reply:
        told = reply.iter_text()
        next(told)
        assert studio.workers.feeds
    wait_for(lambda: not studio.workers.feeds)
    wait_for(lambda: threading.active_count() <= before)


def test_a_plugin_given_at_the_start_can_be_chosen(client: httpx.Client) -> None:
    @selection("studio-tolerant")
    def tolerant(offspring: Judged, parent: Judged, draws: object) -> bool:
        return offspring.error <= parent.error + 1

    (field,) = [field for field in form() if field["name"] == "selection"]
    assert "studio-tolerant" in field["choices"]
    told = streamed(client, "/api/run", n=3, selection="studio-tolerant", max_iterations=20, seed=1)
    run = evolve(n=3, selection="studio-tolerant", max_iterations=20, seed=1)
    assert told["ending"]["iterations"] == run.iterations
    assert told["ending"]["end"]["tree"] == list(run.tree.prefix)


def test_a_busy_studio_says_so() -> None:
    async def asked() -> list[str]:
        return [update async for update in Workers(most_open=0).stream(lambda feed: None, 1.0)]

    (said,) = asyncio.run(asked())
    assert BUSY["refused"]["why"] in said
