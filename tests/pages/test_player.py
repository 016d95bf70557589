"""The player in a real browser: what it shows is what the run did."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from evobool import Run, Setting, evolve, pages
from evobool.engines import pick
from evobool.engines.stepping import record
from evobool.model.settings.completion import Algorithm
from evobool.pages.run_data import player_data
from tests.support.browser import Player

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def small() -> Run:
    return evolve(n=5, limit="n+1", seed=3, trajectory="all", engine="reference")


def test_it_opens_alone_and_asks_for_nothing(context: BrowserContext, small: Run, tmp_path: Path) -> None:
    player = Player(context, small, tmp_path / "run.html")
    assert player.requests == [player.address]
    assert player.complaints == []
    assert player.iteration == 0
    title = player.page.title()
    assert "AND_5" in title
    assert "seed 3, index 0" in title
    assert f"Solved: {small.iterations} iterations" in title


@pytest.mark.parametrize("algorithm", ["rls-gp", "1+1-gp"])
@pytest.mark.parametrize("training", ["complete", 30])
def test_every_iteration_forward_and_back(
    context: BrowserContext, tmp_path: Path, algorithm: Algorithm, training: str | int
) -> None:
    setting = Setting(n=4, limit="2n", algorithm=algorithm, training=training, literals="all")
    run = evolve(setting.with_(max_iterations=60), seed=4, trajectory="all", engine="reference")
    player = Player(context, run, tmp_path / "run.html")
    for number in range(1, run.iterations + 1):
        player.page.keyboard.press("ArrowRight")
        assert player.iteration == number
        player.check()
    assert player.text(".formula code") == str(run.tree)
    for number in range(run.iterations - 1, run.iterations - 6, -1):
        player.click("Step back")
        assert player.iteration == number
        player.check()
    assert player.complaints == []


def test_acceptances_start_and_end(context: BrowserContext, small: Run, tmp_path: Path) -> None:
    assert small.trajectory is not None
    player = Player(context, small, tmp_path / "run.html")
    for step in small.trajectory[:4]:
        player.page.keyboard.press("n")
        assert player.iteration == step.iteration
        player.check()
    player.page.keyboard.press("p")
    assert player.iteration == small.trajectory[2].iteration
    player.click("Next accepted change")
    assert player.iteration == small.trajectory[3].iteration
    player.page.keyboard.press("End")
    assert player.iteration == small.iterations
    assert player.text(".finish") == "Solved: the run ends here."
    expect(player.page.get_by_role("button", name="Step forward")).to_be_disabled()
    player.page.keyboard.press("Home")
    assert player.iteration == 0
    expect(player.page.get_by_role("button", name="Step back")).to_be_disabled()


def test_it_plays_pauses_and_stops_at_the_end(context: BrowserContext, small: Run, tmp_path: Path) -> None:
    player = Player(context, small, tmp_path / "run.html", iteration=small.iterations - 3)
    player.page.get_by_label("speed").select_option("30")
    player.page.locator("h1").click()
    player.page.keyboard.press("Space")
    expect(player.page.locator(".step")).to_have_attribute("data-iteration", str(small.iterations))
    expect(player.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    player.page.keyboard.press("-")
    assert player.page.get_by_label("speed").input_value() == "10"
    player.page.get_by_label("speed").select_option("0.5")
    player.click("Play")
    player.click("Pause")
    assert player.iteration == 0
    assert player.complaints == []


def test_the_address_holds_the_iteration(context: BrowserContext, small: Run, tmp_path: Path) -> None:
    player = Player(context, small, tmp_path / "run.html", iteration=7)
    assert player.iteration == 7
    player.page.keyboard.press("ArrowRight")
    player.page.wait_for_url(re.compile("#8$"))
    player.page.goto(f"{player.address}#3")
    expect(player.page.locator(".step")).to_have_attribute("data-iteration", "3")
    player.page.goto(f"{player.address}#nonsense")
    expect(player.page.locator(".step")).to_have_attribute("data-iteration", "0")


def test_the_chart_and_the_slider_go_anywhere(context: BrowserContext, small: Run, tmp_path: Path) -> None:
    player = Player(context, small, tmp_path / "run.html")
    box = player.page.locator(".chart").bounding_box()
    assert box is not None
    player.page.mouse.click(box["x"] + box["width"] - 14, box["y"] + 60)
    assert player.iteration == small.iterations
    player.page.get_by_role("slider").press("ArrowLeft")
    assert player.iteration == small.iterations - 1  # once, though the page has keys of its own
    player.page.keyboard.press("n")  # a key the slider has no use for
    assert player.iteration == small.iterations
    player.check()


def test_an_offspring_over_the_limit_is_a_ghost(context: BrowserContext, tmp_path: Path) -> None:
    run = evolve(n=5, limit="2", seed=1, trajectory="all", engine="reference", max_iterations=200)
    assert run.attempts is not None
    too_large = next(attempt for attempt in run.attempts if attempt.leaves == 3)
    player = Player(context, run, tmp_path / "run.html", iteration=too_large.iteration)
    player.check()
    assert player.text(".reason") == "3 leaves > limit 2"
    assert player.drawn("inserted", faint=True) == 2
    player.page.keyboard.press("End")
    assert player.text(".finish") == "Not solved: gave up after 200 iterations."


def test_what_was_not_recorded_is_said(context: BrowserContext, small: Run, tmp_path: Path) -> None:
    run = record(pick(small.setting, "reference"), small.seed, small.index, cap=10)
    player = Player(context, run, tmp_path / "run.html")
    assert player.text(".note").startswith(f"Only the first 10 of {run.iterations} iterations are recorded")
    player.page.keyboard.press("End")
    assert player.iteration == run.iterations
    assert player.text(".formula code") == str(run.tree)
    player.page.keyboard.press("ArrowLeft")
    assert player.iteration == 10
    player.check()


def test_a_run_that_stays_empty(context: BrowserContext, tmp_path: Path) -> None:
    run = evolve(n=2, first_leaf="insertion", max_iterations=1, seed=0, trajectory="all", engine="reference")
    assert run.leaves == 0
    player = Player(context, run, tmp_path / "run.html", iteration=1)
    player.check()
    assert "on the empty tree" in player.text(".mutation")
    assert player.complaints == []


@pytest.mark.compiled
def test_a_large_tree_fits_and_can_be_zoomed(context: BrowserContext, tmp_path: Path) -> None:
    run = evolve(n=300, limit="none", seed=1, trajectory="all", max_iterations=2_000)
    assert run.leaves > 200
    player = Player(context, run, tmp_path / "run.html", iteration=1_990)
    player.check()
    fits = "box => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight"
    assert player.page.locator(".tree-box").evaluate(fits)
    for _ in range(6):
        player.click("zoom in")
    assert not player.page.locator(".tree-box").evaluate(fits)
    assert player.page.locator(".tree .halo").first.is_visible()
    player.click("fit the tree")
    assert player.page.locator(".tree-box").evaluate(fits)
    assert player.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_screens_wide_and_narrow(
    browser: Browser, small: Run, tmp_path: Path, width: int, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme="dark" if scheme == "dark" else "light"
    )
    player = Player(context, small, tmp_path / "run.html", iteration=9)
    assert player.page.evaluate("document.documentElement.scrollWidth") == width
    background = player.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 27)"}[scheme]
    for button in player.page.get_by_role("button").all():
        assert button.get_attribute("aria-label")
        box = button.bounding_box()
        assert box is not None
        assert box["width"] >= 34
        assert box["height"] >= 34
    context.close()


def test_a_page_that_does_not_add_up_says_so(context: BrowserContext, small: Run, tmp_path: Path) -> None:
    path = tmp_path / "run.html"
    small.save_html(path)
    path.write_text(path.read_text(encoding="utf-8").replace('"accepted":0', '"accepted":null', 1))
    page = context.new_page()
    page.goto(path.as_uri())
    expect(page.locator("main")).to_contain_text("This run cannot be shown")


def test_the_modules_can_be_imported_by_another_page(context: BrowserContext, small: Run) -> None:
    page = context.new_page()
    sources = Path(pages.__file__).parent

    def serve(route: Route) -> None:
        name = urlsplit(route.request.url).path[1:]
        if name:
            route.fulfill(path=sources / name, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><main></main>", content_type="text/html")

    page.route("http://studio.test/**", serve)
    page.goto("http://studio.test/")
    page.evaluate(
        """async (data) => {
            const {mountPlayer} = await import("/player/player.js");
            const player = mountPlayer(document.querySelector("main"), data);
            player.show(2);
            window.player = player;
        }""",
        player_data(small),
    )
    expect(page.locator(".step")).to_have_attribute("data-iteration", "2")
    assert page.url == "http://studio.test/"  # the address is the other page's own
    page.evaluate("window.player.destroy()")
    assert page.locator("main").inner_html() == ""


def test_a_run_that_goes_on_grows(context: BrowserContext, small: Run) -> None:
    page = context.new_page()
    sources = Path(pages.__file__).parent

    def serve(route: Route) -> None:
        name = urlsplit(route.request.url).path[1:]
        content = {"body": "<!doctype html><main></main>", "content_type": "text/html"}
        if name:
            content = {"path": str(sources / name), "content_type": "text/javascript"}
        route.fulfill(**content)  # type: ignore[arg-type]

    page.route("http://studio.test/**", serve)
    page.goto("http://studio.test/")
    data = player_data(small)
    page.evaluate(
        """async (data) => {
            const {mountPlayer} = await import("/player/player.js");
            const {attempts, end, iterations, ...rest} = data;
            const container = document.querySelector("main");
            window.player = mountPlayer(container, {...rest, iterations: null, end: null, attempts: []});
            window.more = (from, to) => window.player.append({attempts: attempts.slice(from, to)});
            window.finish = () => window.player.append({end, iterations});
        }""",
        data,
    )
    step = page.locator(".step")
    expect(step).to_have_attribute("data-iteration", "0")
    page.evaluate("window.more(0, 10)")
    expect(step).to_have_attribute("data-iteration", "10")  # who looks at the last iteration follows
    page.evaluate("window.player.show(4)")
    page.evaluate("window.more(10)")
    expect(step).to_have_attribute("data-iteration", "4")
    assert page.evaluate("window.player.length") == small.iterations + 1
    assert page.locator(".finish").count() == 0
    page.evaluate("window.player.show(1e9)")
    assert page.locator(".finish").count() == 0  # nobody knows yet that this is the end
    page.evaluate("window.finish()")
    assert page.locator(".finish").inner_text() == "Solved: the run ends here."
    assert page.locator(".formula code").inner_text() == str(small.tree)


def test_a_run_that_settles_early_has_a_logarithmic_axis(context: BrowserContext, tmp_path: Path) -> None:
    run = evolve(n=4, limit="n", deletion="leaf", seed=255, max_iterations=1500, trajectory="all")
    assert run.attempts is not None
    last = max(attempt.iteration for attempt in run.attempts if attempt.accepted)
    assert last < 0.1 * run.iterations
    player = Player(context, run, tmp_path / "run.html", iteration=last)
    expect(player.page.locator(".chart")).to_contain_text("iteration (log scale)")
    box, cursor = player.page.locator(".chart").bounding_box(), player.page.locator(".cursor line")
    assert box is not None
    line = float(cursor.get_attribute("x1") or "nan")
    assert line > 0.4 * box["width"]
    slider = player.page.get_by_role("slider")
    assert 62 + float(slider.input_value()) == pytest.approx(line)  # the slider stands over the cursor
    slider.press("ArrowRight")
    assert player.iteration == last + 1
    player.page.mouse.click(box["x"] + line, box["y"] + 60)
    assert player.iteration == last
    player.check()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_small_tree_uses_its_stage(browser: Browser, tmp_path: Path, width: int, height: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    run = evolve(n=4, limit="n", seed=7, trajectory="all", engine="reference")
    player = Player(context, run, tmp_path / "run.html", iteration=run.iterations)
    tree, stage = player.page.locator(".tree").bounding_box(), player.page.locator(".tree-box").bounding_box()
    assert tree is not None
    assert stage is not None
    assert tree["width"] > 0.6 * stage["width"] or tree["height"] > 0.75 * stage["height"]
    assert tree["width"] <= stage["width"]
    assert tree["height"] <= stage["height"]
    context.close()


CUT = """async () => {
    const box = document.querySelector(".tree-box"), tree = box.querySelector(".tree"), cut = [];
    const clips = getComputedStyle(tree).overflow !== "visible";
    for (let k = 0; k < 40; k++) {
        const edges = [box, ...(clips ? [tree] : [])].map((each) => each.getBoundingClientRect());
        for (const node of tree.querySelectorAll(".disc, .halo")) {
            const it = node.getBoundingClientRect();
            if (edges.some((edge) => it.left < edge.left || it.right > edge.right || it.top < edge.top
                || it.bottom > edge.bottom)) cut.push(`${node.getAttribute("class")} in frame ${k}`);
        }
        await new Promise(requestAnimationFrame);
    }
    return cut;
}"""


def test_no_node_is_cut_while_a_deletion_moves_the_tree(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 1024, "height": 768}, reduced_motion="no-preference")
    run = evolve(n=12, limit="2n", seed=1, trajectory="all")
    assert run.attempts is not None
    deleted = [each.iteration for each in run.attempts if each.accepted and "DEL" in each.operation]
    for number in deleted[:4]:
        player = Player(context, run, tmp_path / f"{number}.html", iteration=number)
        assert player.page.evaluate(CUT) == []
        player.page.keyboard.press("ArrowRight")
        assert player.page.evaluate(CUT) == []
        player.page.close()
    context.close()
