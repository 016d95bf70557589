"""The player shows every setting: start trees, several offspring, all functions, fixed rows, plugins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from evobool import Run, Setting, Tree, evolve
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.mutation import OPERATORS, Mutation, hvl_prime
from evobool.model.selection import SELECTIONS
from evobool.model.training import REGIMES, TrainingSet
from evobool.plugins import mutation, selection, training
from evobool.show.drawing import FILL
from tests.support.browser import Player

pytestmark = pytest.mark.browser


def recorded(**fields: Any) -> Run:
    return evolve(Setting(**fields), seed=2, engine="reference", trajectory="all")


SETTINGS: dict[str, dict[str, Any]] = {
    "start": {"n": 4, "start": "x1 & (x2 | x3)"},
    "offspring": {"n": 4, "offspring": 5, "limit": "6"},
    "functions": {"n": 3, "target": "xor", "functions": "xor,nand,gt,le", "literals": "all", "limit": "8"},
    "fixed": {"n": 5, "training": "fixed:20", "algorithm": "1+1-gp"},
    "fresh": {"n": 5, "training": 20, "start": "x1 | x2", "offspring": 2},
    "parsimony": {"n": 4, "selection": "parsimony", "offspring": 3, "target": "majority"},
}


@pytest.mark.parametrize("name", SETTINGS)
def test_every_offspring_of_every_iteration(context: BrowserContext, tmp_path: Path, name: str) -> None:
    run = recorded(**SETTINGS[name], max_iterations=25)
    player = Player(context, run, tmp_path / "run.html")
    player.check()
    for number in range(1, run.iterations + 1):
        player.page.keyboard.press("ArrowRight")
        assert player.iteration == number
        player.check()
        if run.setting.offspring > 1:
            player.page.locator(".chip").first.click()
            for candidate in range(run.setting.offspring):
                player.check(candidate)
                player.page.keyboard.press("ArrowDown")
            player.check(0)  # round to the first
    assert player.text(".formula code") == str(run.tree)
    assert player.complaints == []


def test_chips_tell_the_offspring_apart(context: BrowserContext, tmp_path: Path) -> None:
    run = recorded(**SETTINGS["offspring"])
    assert run.attempts is not None
    taken = next(attempt for attempt in run.attempts if attempt.accepted and attempt.iteration > 3)
    player = Player(context, run, tmp_path / "run.html", iteration=taken.iteration)
    attempts = [attempt for attempt in run.attempts if attempt.iteration == taken.iteration]
    chips = player.page.locator(".chip")
    expect(chips).to_have_count(5)
    for attempt, chip in zip(attempts, chips.all(), strict=True):
        error = "not judged" if attempt.after is None else f"error {attempt.after}"
        assert chip.locator("b").inner_text().removesuffix("✓").removesuffix("=").strip() == error
        assert chip.locator("span").inner_text().startswith(f"{attempt.operation}, {attempt.leaves} lea")
        assert (chip.get_attribute("data-state") == "accepted") == attempt.accepted
        assert (chip.get_attribute("aria-pressed") == "true") == (attempt is taken)
    assert player.text(".which") == f"Offspring {attempts.index(taken) + 1} of 5"
    player.page.keyboard.press("ArrowUp")
    player.check((attempts.index(taken) - 1) % 5)


def test_one_offspring_needs_no_chips(context: BrowserContext, tmp_path: Path) -> None:
    player = Player(context, recorded(**SETTINGS["start"]), tmp_path / "run.html")
    assert player.page.locator(".chip").count() == 0


def test_the_start_tree_and_its_error(context: BrowserContext, tmp_path: Path) -> None:
    player = Player(context, recorded(n=4, start="x1 & (x2 | x3)"), tmp_path / "run.html")
    assert player.text(".reason") == "The run starts with this tree."
    assert player.page.locator(".tree .node").count() == 5
    assert player.page.locator("dd").all_inner_texts() == ["5", "3"]
    fresh = Player(context, recorded(**SETTINGS["fresh"]), tmp_path / "fresh.html")
    assert fresh.text(".reason").endswith("It is judged on the first rows that are drawn.")
    assert fresh.page.locator("dd").first.inner_text() == "–"


def test_a_run_that_starts_solved(context: BrowserContext, tmp_path: Path) -> None:
    run = recorded(n=3, start="x1 & x2 & x3")
    player = Player(context, run, tmp_path / "run.html")
    assert (run.iterations, player.iteration) == (0, 0)
    assert player.text(".finish") == "Solved by the start tree: there is nothing to do."
    assert player.text(".outcome").endswith("Solved: 0 iterations, 3 leaves, error 0.")
    assert player.text(".note") == ""
    for key in ("ArrowRight", "End", "n", "Space", "ArrowDown"):
        player.page.keyboard.press(key)
    assert player.iteration == 0
    assert player.complaints == []


def test_glyphs_and_colours_are_those_of_the_registry(context: BrowserContext, tmp_path: Path) -> None:
    start = "x1"
    for function in FUNCTIONS.values():
        start = f"({start}) {function.symbol} x2"
    run = recorded(n=2, functions=tuple(FUNCTIONS), start=start, max_iterations=2)
    player = Player(context, run, tmp_path / "run.html")
    drawn = player.page.locator(".tree .node.function")
    expect(drawn).to_have_count(10)
    names = list(reversed(FUNCTIONS))
    for name, node in zip(names, drawn.all(), strict=True):
        assert node.locator("text").text_content() == FUNCTIONS[name].glyph
        paint = node.locator(".disc").evaluate("disc => getComputedStyle(disc).fill")
        red, green, blue = (int(FILL[name][at : at + 2], 16) for at in (1, 3, 5))
        assert paint == f"rgb({red}, {green}, {blue})"
    legend = player.page.locator(".legend .function-key").all_inner_texts()
    assert legend == [f"{function.glyph}{name}" for name, function in FUNCTIONS.items()]


def test_the_legend_has_only_functions_that_occur(context: BrowserContext, tmp_path: Path) -> None:
    run = recorded(n=3, functions="and,xor", start="x1 & x2", weights="0:1:1", max_iterations=5)
    player = Player(context, run, tmp_path / "run.html")
    assert player.page.locator(".legend .function-key").all_inner_texts() == ["∧and"]


def test_many_offspring_are_not_recorded_and_that_is_said(context: BrowserContext, tmp_path: Path) -> None:
    run = recorded(n=3, offspring=2_001, max_iterations=3)
    player = Player(context, run, tmp_path / "run.html")
    assert player.text(".note").startswith(
        f"None of {run.iterations} iterations is recorded, because each has"
    )
    player.page.keyboard.press("End")
    assert player.text(".formula code") == str(run.tree)
    assert player.complaints == []


@pytest.fixture
def plugins() -> Iterator[None]:
    """An operator that swaps the sides of the root, a rule that takes worse trees, training on one row."""

    @mutation("web-swap")
    def swap(tree: Tree, setting: Any, draws: Any) -> Mutation:
        made = hvl_prime(tree, setting, draws)
        if made.tree.leaves < 2 or draws.below(2):
            return made
        prefix, middle = made.tree.prefix, made.tree.ends[1]
        return Mutation("SWAP", Tree((prefix[0], *prefix[middle:], *prefix[1:middle])))

    @selection("web-tolerant")
    def tolerant(offspring: Any, parent: Any, draws: Any) -> bool:
        return bool(offspring.error <= parent.error + 1 and draws.below(3))

    @training("web-rows")
    def rows(goal: Any, rows: int, draws: Any) -> Iterator[TrainingSet]:
        while True:
            yield TrainingSet.sample(goal, 5 + draws.below(5), draws)

    yield
    del OPERATORS["web-swap"], SELECTIONS["web-tolerant"], REGIMES["web-rows"]


@pytest.mark.usefixtures("plugins")
def test_plugins_are_shown_as_far_as_they_are_known(context: BrowserContext, tmp_path: Path) -> None:
    setting = {"mutation": "web-swap", "selection": "web-tolerant", "training": "web-rows"}
    run = recorded(n=4, offspring=2, max_iterations=30, **setting)
    assert run.attempts is not None
    player = Player(context, run, tmp_path / "run.html")
    whole = 0
    for number in range(1, run.iterations + 1):
        player.page.keyboard.press("ArrowRight")
        attempts = [attempt for attempt in run.attempts if attempt.iteration == number]
        for candidate, attempt in enumerate(attempts):
            player.page.locator(".chip").nth(candidate).click()
            assert player.text(".reason") == attempt.reason
            if attempt.mutations[0].change is not None:
                continue
            whole += 1
            assert player.page.locator(".tree .halo").count() == 0
            assert player.page.locator(".tree .node").count() == attempt.tree.nodes
            formulas = player.page.locator(".formula code").all_inner_texts()
            assert formulas[0] == str(attempt.tree)
            rejected = attempt.tree != attempt.parent and not attempt.accepted
            assert player.page.locator(".tree .faint.node").count() == attempt.tree.nodes * rejected
    assert whole > 3
    told = " / ".join(attempt.reason for attempt in run.attempts)
    assert "on its rows" in told
    assert "worse, yet accepted, selection is web-tolerant" in told
    assert "another of the 2 offspring was chosen" in told
    player.page.keyboard.press("End")
    assert player.text(".formula code >> nth=-1") == str(run.tree)
    assert player.page.locator("dt").first.inner_text() == "error on its rows"
    assert player.complaints == []
