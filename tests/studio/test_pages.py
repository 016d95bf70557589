"""The studio in a real browser: what a lecturer and a researcher do with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from evobool import Setting, evolve
from evobool.studies.analysis.results import Results
from evobool.studio.site import PAGES
from tests.support.visiting import AXE, Visit

pytestmark = pytest.mark.browser
STUCK = "n=4&limit=4&deletion=leaf&start=(x1+%26+x2)+%7C+(x1+%26+x2)&max_iterations=30&seed=1"


RUNNING = ("/run", "/population", "/many")
READY = {
    "/run": ".step",
    "/population": ".member",
    "/many": "table.numbers tbody tr",
    "/neighbourhood": ".state",
    "/study": ".curve-mark",
    "/learn": ".drop",
    "/paper": ".paper-table",
}


@pytest.fixture
def visit(context: BrowserContext, address: str) -> Iterator[Visit]:
    found = Visit(context.new_page(), address)
    yield found
    assert found.complaints == []
    assert found.foreign == []


def test_start_a_run_watch_it_solve_and_step_back(visit: Visit) -> None:
    visit.go("/run")
    page = visit.page
    expect(page.get_by_role("heading", name="Choose a setting and press Start")).to_be_visible()
    page.get_by_label("n", exact=True).fill("5")
    page.get_by_label("limit", exact=True).fill("n+1")
    page.get_by_label("seed", exact=True).fill("3")
    expect(page.locator("code.command")).to_have_text("evobool run --n 5 --limit n+1 --seed 3")
    expect(page.locator("code.call")).to_have_text("evobool.evolve(n=5, limit='n+1', seed=3)")
    page.get_by_role("button", name="Start", exact=True).first.click()
    run = evolve(n=5, limit="n+1", seed=3)
    expect(page.locator(".outcome")).to_contain_text(f"Solved: {run.iterations} iterations")
    page.get_by_label("speed").select_option("60")
    expect(page.locator(".finish.solved")).to_be_visible()
    assert visit.iteration == run.iterations
    expect(page.locator(".step .formula code").last).to_have_text(str(run.tree))
    page.get_by_role("button", name="Step back").click()
    assert visit.iteration == run.iterations - 1
    page.keyboard.press("n")
    assert visit.iteration == run.iterations
    words = urlsplit(page.url).query
    assert {"n=5", "limit=n%2B1", "seed=3"} <= set(words.split("&"))


def test_the_stage_fills_the_screen_in_large_type(visit: Visit) -> None:
    visit.go("/run?n=5&limit=n%2B1&seed=3#4")
    page = visit.page
    expect(page.locator(".step[data-iteration='4']")).to_be_visible()

    def size(selector: str) -> float:
        return float(page.locator(selector).evaluate("each => parseFloat(getComputedStyle(each).fontSize)"))

    before = size(".reason"), page.locator(".tree-box").bounding_box()
    page.keyboard.press("f")
    box = page.locator(".run-box")
    expect(box).to_have_class(re.compile("on-stage"))
    assert size(".reason") >= 1.4 * before[0]
    filled, screen = box.bounding_box(), page.viewport_size
    assert filled is not None
    assert screen is not None
    assert (filled["width"], filled["height"]) == (screen["width"], screen["height"])
    page.keyboard.press("ArrowRight")
    assert visit.iteration == 5
    page.get_by_role("button", name="Full screen").click()
    expect(box).not_to_have_class(re.compile("on-stage"))
    assert (size(".reason"), page.locator(".tree-box").bounding_box()) == before


def test_two_runs_side_by_side_go_in_step(visit: Visit) -> None:
    visit.go("/run?n=4&limit=n&deletion=leaf&seed=255&max_iterations=60&b.deletion=subtree#0")
    page = visit.page
    settings = [Setting(n=4, limit="n", deletion=kind, max_iterations=60) for kind in ("leaf", "subtree")]
    runs = [evolve(setting, seed=255, trajectory=True) for setting in settings]
    outcomes = page.locator(".outcome")
    for k, run in enumerate(runs):
        expect(outcomes.nth(k)).to_contain_text(f"olved: {run.iterations} iterations")
    assert page.locator(".controls").count() == 1

    def shown() -> list[int]:
        return [int(step.get_attribute("data-iteration") or -1) for step in page.locator(".step").all()]

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert shown() == [2, 2]
    taken = sorted({step.iteration for run in runs for step in run.trajectory or ()})
    page.keyboard.press("n")
    assert shown() == [next(each for each in taken if each > 2)] * 2
    page.keyboard.press("End")
    assert shown() == [60, runs[1].iterations]
    page.keyboard.press("p")
    assert shown()[0] == max(each for each in taken if each < 60)
    page.locator(".chart").first.click(position={"x": 64, "y": 60})
    assert shown() == [0, 0]
    assert "b.deletion=subtree" in page.url


def test_what_is_wrong_with_the_run_beside_is_said(visit: Visit) -> None:
    visit.go("/run?n=4&seed=1&b.limit=n%2B")
    expect(visit.page.locator(".state-error")).to_contain_text("limit")
    expect(visit.page.locator(".changes .problem")).not_to_be_empty()


def test_a_link_shows_the_same_run_at_the_same_iteration(visit: Visit) -> None:
    visit.go("/run?n=4&limit=n&seed=7#12")
    expect(visit.page.locator(".step")).to_have_attribute("data-iteration", "12")
    run = evolve(n=4, limit="n", seed=7, trajectory="all")
    assert run.attempts is not None
    expect(visit.page.locator(".reason")).to_have_text(run.attempts[11].reason)
    expect(visit.page.locator(".step .formula code").last).to_have_text(str(run.attempts[11].survivor))


def test_all_inputs_and_all_operations(visit: Visit) -> None:
    visit.go("/run?n=4&limit=n&seed=7#37")
    run = evolve(n=4, limit="n", seed=7, trajectory="all")
    assert run.attempts is not None
    expect(visit.page.locator(".step")).to_have_attribute("data-iteration", "37")
    expect(visit.page.locator(".maps figcaption").first).to_have_text("tree: 0 of 16 wrong")
    for row in visit.page.locator(".tally tbody tr").all():
        name, tried, accepted = row.locator("th, td").all_inner_texts()[:3]
        of_it = [attempt for attempt in run.attempts if attempt.operation == name]
        assert (int(tried), int(accepted)) == (len(of_it), sum(attempt.accepted for attempt in of_it))
    for number in (3, 20, 36):
        visit.page.goto(f"{visit.address}/run?n=4&limit=n&seed=7#{number}")
        expect(visit.page.locator(".step")).to_have_attribute("data-iteration", str(number))
        error = run.attempts[number - 1].error
        expect(visit.page.locator(".maps figcaption").first).to_have_text(f"tree: {error} of 16 wrong")


def test_sampled_and_exact_error_together(visit: Visit) -> None:
    visit.go("/run?n=6&training=32&seed=2#5")
    expect(visit.page.locator(".step")).to_have_attribute("data-iteration", "5")
    expect(visit.page.locator(".chart")).to_contain_text("exact generalisation error × 32 rows")
    assert visit.page.locator(".chart path.share").last.get_attribute("d")
    expect(visit.page.locator(".step dt").last).to_have_text("share of all inputs wrong")


def test_stuck_for_ever_with_the_certificate_and_its_neighbourhood(visit: Visit) -> None:
    visit.go(f"/run?{STUCK}#30")
    expect(visit.page.locator(".fate")).to_contain_text("Dead end: no optimum can be reached, only 1 tree")
    expect(visit.page.locator(".fate")).to_contain_text("The certificate was checked")
    visit.page.get_by_role("link", name="What surrounds this tree").click()
    expect(visit.page.locator(".verdict-line")).to_contain_text("Dead end")
    expect(visit.page.locator(".way figure")).to_have_count(1)


def test_an_error_at_a_field(visit: Visit) -> None:
    visit.go("/run")
    field = visit.page.locator('[data-field="limit"]')
    visit.page.get_by_label("limit", exact=True).fill("n+")
    expect(field.locator(".problem")).to_contain_text("ends too soon")
    expect(visit.page.get_by_label("limit", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(visit.page.get_by_role("button", name="Start", exact=True)).to_be_disabled()
    visit.page.get_by_label("limit", exact=True).fill("2n")
    expect(field.locator(".problem")).to_have_text("")
    expect(visit.page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    visit.go("/run?n=4&deletion=leaves&seed=1")
    expect(visit.page.locator(".state-error")).to_contain_text("No such run")
    visit.go("/run?n=2000&seed=1")
    expect(visit.page.locator(".state-error")).to_contain_text("at most 1,000 in the studio")


def test_explore_a_neighbourhood(visit: Visit) -> None:
    visit.go("/neighbourhood")
    page = visit.page
    page.get_by_label("tree", exact=True).fill("(x3 & x2) | (x2 & x3)")
    page.get_by_label("n", exact=True).fill("4")
    page.get_by_label("limit", exact=True).fill("4")
    page.get_by_role("button", name="Look around").click()
    expect(page.locator(".verdict-line")).to_contain_text("the shortest way takes 3 mutations")
    expect(page.locator(".way figure")).to_have_count(4)
    first = page.locator("table.offspring-table tbody tr").first
    expect(first).to_contain_text("x2 & x3")
    first.hover()
    expect(page.locator(".preview")).to_contain_text("accepted")
    assert page.locator(".tree-card .node.deleted").count() > 0
    first.get_by_role("button").click()
    expect(page).to_have_url(re.compile(r"tree=x2\+%26\+x3"))  # first: the error was the same before
    expect(page.locator(".near-facts dd").first).to_have_text("3 of 16")
    page.get_by_label("tree", exact=True).fill("x9")
    page.get_by_role("button", name="Look around").click()
    expect(page.locator('[data-field="tree"] .problem')).to_contain_text("x9 is not among the literals")


def test_watch_many_runs_and_replay_one(visit: Visit) -> None:
    visit.go("/many?n=4&limit=n&deletion=leaf&runs=200&seed=1")
    page = visit.page
    expect(page.get_by_role("status").first).to_contain_text("200 of 200 runs")
    expect(page.locator(".law-note")).to_contain_text("from a Markov chain of 101 trees")
    assert page.locator(".plot .law").first.get_attribute("d")
    expect(page.locator("table.numbers tbody tr").nth(1)).to_contain_text("T  iterations")
    page.locator(".column:not(.failed) .hit").nth(3).click()
    link = page.locator(".chosen-runs .list a").first
    expect(link).to_be_visible()
    said = re.fullmatch(r"run (\d+): T (\d+), S (\d+)", link.inner_text())
    assert said is not None
    link.click()
    expect(page.locator(".outcome")).to_contain_text(
        f"index {said[1]}, packed engine. Solved: {said[2]} iterations"
    )


def test_two_settings_side_by_side(visit: Visit) -> None:
    visit.go("/many")
    page = visit.page
    page.get_by_label("n", exact=True).first.fill("5")
    page.get_by_label("runs", exact=True).fill("60")
    page.get_by_label("a field to change in the second setting").select_option("limit")
    page.get_by_role("button", name="Change", exact=True).click()
    page.locator('[data-field="b.limit"] input').fill("n")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("120 of 120 runs")
    expect(page.locator(".comparison")).to_contain_text("Log-rank test: p =")
    expect(page.locator(".side h2")).to_have_count(2)
    assert "b.limit=n" in page.url


def test_replay_a_run_from_a_study(visit: Visit, store: Path) -> None:
    visit.go("/study?source=store")
    page = visit.page
    expect(page.locator("table.cells tbody tr")).to_have_count(3)
    expect(page.locator(".curve-mark").first).to_be_visible()
    page.get_by_label("value", exact=True).select_option("S")
    expect(page.locator("table.cells + p, .scroll p").first).to_contain_text("S: mean over")
    page.get_by_label("value", exact=True).select_option("T")
    page.locator("table.cells a").first.click()
    expect(page.get_by_role("heading", name="Its runs")).to_be_visible()
    page.get_by_role("link", name="run 7", exact=True).click()
    sample = next(iter(Results(store).samples("T", {"n": 3, "limit": "n", "deletion": "leaf"})))
    expect(page.locator(".outcome")).to_contain_text(f"Solved: {int(sample.column('T')[7])} iterations")


def test_the_paper_and_its_cells(visit: Visit) -> None:
    visit.go("/paper")
    expect(visit.page.get_by_role("heading", name="Table 1.")).to_be_visible()
    visit.page.locator(".paper-table a").first.click()
    expect(visit.page.get_by_role("heading", name="Its runs")).to_be_visible()
    visit.go("/paper")
    visit.page.locator(".way a").first.click()
    expect(visit.page.locator(".verdict-line")).to_contain_text("Dead end")


def test_by_keyboard_alone(visit: Visit) -> None:
    visit.go("/run")
    page = visit.page
    expect(page.get_by_label("n", exact=True)).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(page.locator(".outcome")).to_contain_text("olved: ")
    page.keyboard.press("Escape")
    page.locator(".tree-box").focus()
    page.keyboard.press("Home")
    assert visit.iteration == 0
    page.keyboard.press("ArrowRight")
    assert visit.iteration == 1
    visit.go("/many?n=3&limit=n&runs=30&seed=1")
    expect(page.get_by_role("status").first).to_contain_text("30 of 30")
    page.locator(".hit[tabindex='0']").first.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".chosen-runs").first).to_contain_text("click one to replay it")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, address: str, store: Path, scheme: str) -> None:
    key = next(iter(Results(store).settings()))
    context = browser.new_context(
        viewport={"width": 1280, "height": 800},
        reduced_motion="reduce",
        bypass_csp=True,  # axe is put into the page
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    ready = {
        "/run": ".state",
        "/run?n=4&limit=n&seed=7#20": ".step[data-iteration='20']",
        f"/run?{STUCK}#30": ".fate",
        "/run?n=0&seed=1": ".state-error",
        "/many?n=4&limit=n&runs=40&seed=1": ".law-note",
        "/many?n=4&runs=30&seed=1&b.limit=n": ".comparison table",
        "/neighbourhood?n=4&limit=4&tree=(x3+%26+x2)+%7C+(x2+%26+x3)": ".way",
        "/population?n=4&population=20&start=leaf&seed=1": ".descent",
        "/study?source=store": ".curve-mark",
        f"/study?source=store&cell={key}": "table.offspring-table",
        "/learn": ".drop",
        "/paper": ".paper-table",
    }
    found = {}
    for path, selector in ready.items():
        page.goto(address + path)
        expect(page.locator(selector).first).to_be_visible()
        page.add_script_tag(path=AXE)
        page.wait_for_timeout(300)
        answer = page.evaluate("axe.run()")
        for problem in answer["violations"]:
            if problem["impact"] in ("serious", "critical"):
                found[path, problem["id"]] = [node["html"][:160] for node in problem["nodes"][:3]]
    context.close()
    assert found == {}


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_nothing_is_wider_than_the_screen(browser: Browser, address: str, path: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address + path + ("?n=4&runs=20&seed=1" if path in RUNNING else ""))
    expect(page.locator(READY[path]).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_the_setting_of_the_form_is_that_of_the_page(visit: Visit) -> None:
    words = "target=or&n=6&functions=and%2Cor%2Cxor&weights=2%3A1%3A1&offspring=2&seed=5"
    visit.go(f"/run?{words}")
    setting = Setting(target="or", n=6, functions=("and", "or", "xor"), weights="2:1:1", offspring=2)
    run = evolve(setting, seed=5)
    expect(visit.page.locator(".outcome")).to_contain_text(f"olved: {run.iterations:,} iterations")
    assert visit.page.get_by_role("checkbox", name="xor", exact=True).is_checked()
    assert visit.page.locator("details.more-fields").get_attribute("open") is not None


@pytest.mark.parametrize("width", [1024, 390])
def test_no_table_of_means_is_cut(browser: Browser, address: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    for path in (
        "/many?n=4&limit=n&deletion=leaf&b.deletion=subtree&runs=40&seed=1",
        "/neighbourhood?tree=(x3+%26+x2)+%7C+(x2+%26+x3)&n=4&limit=n",
    ):
        page.goto(address + path)
        expect(page.locator("table.numbers tbody tr").first).to_be_visible()
        for table in page.locator(".scroll:has(> table)").all():
            assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
    context.close()


def test_the_exact_law_goes_as_far_as_the_bars(visit: Visit) -> None:
    visit.go("/many?n=4&limit=n&deletion=leaf&runs=400&seed=1")
    expect(visit.page.locator(".plot .law")).to_be_attached()
    expect(visit.page.get_by_text("400 of 400 runs")).to_be_visible()
    law = visit.page.locator(".plot .law").evaluate("path => path.getBBox().x + path.getBBox().width")
    bars = visit.page.locator(".plot:has(.law) .column:not(.failed) .bar-mark")
    last = bars.last.evaluate("bar => bar.getBBox().x")
    assert law > last
