"""The page of a population tells what the run's history is, and a click shows where a tree comes from."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import BrowserContext, expect

from evobool import Setting, Tree, evolve
from evobool.engines.generations import history
from tests.support.serving import streamed

CROSSED: dict[str, Any] = {
    "n": 4, "target": "majority", "literals": "all", "population": 12, "start": "leaf",
    "crossover": "subtree:0.5", "max_iterations": 120,
}  # fmt: skip
ARCHIVE: dict[str, Any] = {"n": 4, "literals": "all", "survival": "pareto", "objective": "classes"}


@pytest.mark.parametrize("fields", [CROSSED, ARCHIVE], ids=["crossed", "archive"])
def test_the_moments_are_the_history(client: httpx.Client, fields: dict[str, Any]) -> None:
    told = streamed(client, "/api/population", **fields, seed=7)
    found, run = history(Setting(**fields), 7), evolve(**fields, seed=7)
    assert told["opening"]["solved"] == run.solved
    assert told["opening"]["classes"] == (fields is ARCHIVE)
    assert [each["iteration"] for each in told["moments"]] == [each.iteration for each in found]
    for each, moment in zip(told["moments"], found, strict=True):
        assert (each["best"], each["median"], each["trees"]) == (moment.best, moment.median, moment.trees)
        shown = [seen for seen in moment.members if seen.tree.prefix]
        assert sum(point[4] for point in each["points"]) == len(shown)
        for positives, negatives, leaves, _, _, place in each["points"]:
            wrong = moment.members[place].member.wrong
            assert wrong is not None
            assert (positives, negatives) == (wrong.false_positives, wrong.false_negatives)
            assert leaves == moment.members[place].tree.leaves


def test_a_member_says_what_came_from_whom(client: httpx.Client) -> None:
    setting, crossed = Setting(**CROSSED), 0
    for number, moment in enumerate(history(setting, 7)):
        for place, seen in enumerate(moment.members):
            if seen.born != moment.iteration or len(seen.parents) < 2:
                continue
            words = CROSSED | {"seed": 7, "moment": number, "place": place}
            found = client.get("/api/population/member", params=words).json()
            assert found["tree"] == str(seen.tree)
            first, second = (Tree.parse(parent["tree"]) for parent in found["parents"])
            start, end = found["given"]
            given = tuple(found["prefix"][start:end])
            kept = len(first.prefix) - (len(found["prefix"]) - len(given))
            assert (*first.prefix[:start], *given, *first.prefix[start + kept :]) == tuple(found["prefix"])
            places = range(len(second.prefix) - len(given) + 1)
            assert any(second.prefix[at : at + len(given)] == given for at in places)
            crossed += 1
    assert crossed > 5


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"moment": 10_000}, "moment"),
        ({"place": -1}, "place"),
        ({"population": 2_001}, "population"),
        ({"engine": "reference"}, "engine"),
        ({"colour": "red"}, "address"),
    ],
)
def test_what_is_not_there_is_refused(client: httpx.Client, words: dict[str, Any], field: str) -> None:
    asked = CROSSED | {"seed": 7} | words
    assert client.get("/api/population/member", params=asked).json()["refused"]["field"] == field


@pytest.mark.browser
def test_a_click_on_a_point_shows_its_tree(context: BrowserContext, address: str) -> None:
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda message: complaints.append(message.text))
    words = "&".join(f"{name}={value}" for name, value in CROSSED.items())
    page.goto(f"{address}/population?{words}&seed=7")
    expect(page.locator(".member").first).to_be_visible()
    page.locator(".moments input").focus()
    page.keyboard.press("Home")
    expect(page.locator(".facts dd").first).to_have_text("0")
    page.locator(".member").last.click()
    expect(page.get_by_text("There from the start.")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    assert complaints == []
