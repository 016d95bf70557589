"""How objects show themselves in a notebook."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure

from evobool import InputError, Results, Setting, Study, Tree, evolve, grid, race
from evobool.show.pieces import MOST_LEAVES, MOST_ROWS, card, facts, note, table
from evobool.theory.chain.chain import Chain
from evobool.theory.landscape.landscape import classify

LEAF = Setting(n=4, limit="n", deletion="leaf")
STUCK = Tree.parse("(x3 & x2) | (x2 & x3)")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    study = Study(grid(n=[3, 4], limit=["n", "2n"]), runs=30, seed=1)
    return study.collect(tmp_path_factory.mktemp("shown") / "small.db")


def shown(thing: Any) -> str:
    """The HTML of a thing; it must be one well-formed element without scripts, links or colours."""
    html: str = thing._repr_html_()
    for element in ET.fromstring(closed(html)).iter():
        assert element.tag in {"div", "table", "thead", "tbody", "tr", "th", "td", "img"}
        assert set(element.attrib) <= {"style", "alt", "src"}
        assert "color:" not in element.attrib.get("style", "")
    return html


def closed(html: str) -> str:
    """The same as XML: images end themselves."""
    head, *images = html.split("<img")
    return head + "".join("<img" + image.replace(">", "/>", 1) for image in images)


def pictures(html: str) -> list[str]:
    return [b64decode(part.split('"')[0]).decode() for part in html.split("base64,")[1:]]


def test_everything_is_escaped() -> None:
    nasty = "<script>&\"'"
    html = card(nasty, note(nasty), facts({nasty: nasty}), table([nasty], [[nasty]]))
    assert "<script" not in html
    assert len(list(ET.fromstring(html).itertext())) == 6
    assert set(ET.fromstring(html).itertext()) == {nasty}


def test_a_run_shows_its_tree_and_how_it_ended() -> None:
    run = evolve(n=4, limit="n", seed=7)
    html = shown(run)
    assert "solved in 37 iterations" in html
    assert "n = 4, target = and, limit = n" in html
    assert pictures(html) == [run.tree.svg()]
    assert repr(run) == "<Run of Setting(n=4, limit='n'), seed=7, index=0: solved in 37 iterations, 4 leaves>"


def test_a_run_with_its_trajectory_is_as_short() -> None:
    run = evolve(n=8, seed=1, trajectory=True)
    assert len(repr(run)) < 200
    assert len(shown(run)) < 20_000


def test_a_run_on_samples_tells_its_generalisation_error() -> None:
    run = evolve(n=6, training=16, seed=1)
    assert str(run.generalisation_error) in shown(run)
    assert "generalisation error" not in shown(evolve(n=4, seed=1))


def test_large_trees_are_described() -> None:
    run = evolve(n=200, seed=1)
    assert run.leaves > MOST_LEAVES
    html = shown(run)
    assert not pictures(html)
    assert "too large to draw" in html
    assert len(html) < 5_000
    assert run.tree._repr_svg_() is None
    assert "too large" in shown(run.tree)
    assert len(pictures(shown(Tree.parse(" & ".join(["x1"] * MOST_LEAVES))))) == 1


def test_huge_numbers_are_short() -> None:
    run = evolve(n=2000, seed=1, max_iterations=10)
    assert "of 2^2000 rows" in shown(run)
    assert len(shown(run)) < 5_000


def test_the_empty_tree() -> None:
    assert "the empty tree" in shown(Tree())
    run = evolve(n=4, seed=3, max_iterations=1, first_leaf="insertion")
    assert run.error is None
    assert "none: the tree is empty" in shown(run)


def test_a_race() -> None:
    outcome = race(n=8, runs=4, seed=1)
    assert (
        repr(outcome) == "<Race of 4 runs of Setting(n=8), seed=1: solved in 37 iterations, 148 evaluations>"
    )
    assert "148" in shown(outcome)


def test_a_setting_shows_what_is_unusual() -> None:
    assert repr(LEAF) == "Setting(n=4, limit='n', deletion='leaf')"
    assert eval(repr(LEAF)) == LEAF


def test_a_study() -> None:
    study = Study(grid(n=list(range(1, 20)), limit="n"), runs=500)
    assert repr(study) == "<Study of 19 settings, 500 runs each, any seed>"
    html = shown(study)
    assert html.count("<tr") == 1 + MOST_ROWS
    assert "and 7 settings more" in html
    assert ">target = and, limit = n<" in html


def test_results(results: Results) -> None:
    assert repr(results) == "<Results small.db: 120 runs of 4 settings, seed 1>"
    html = shown(results)
    mean = results.summary().filter(n=4, limit="2n")["T_mean"][0]
    assert f"{mean:,.1f} (" in html
    assert html.count("<tr") == 5


def test_results_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    missing = Results(tmp_path / "<b>.db")
    assert "there is no such file" in repr(missing)
    assert "&lt;b&gt;" in shown(missing)


def test_a_chain() -> None:
    chain = Chain(LEAF)
    assert repr(chain) == "<Chain of Setting(n=4, limit='n', deletion='leaf'): 101 states>"
    html = shown(chain)
    assert "0.00493" in html
    assert "13, 39, 102" in html
    ET.fromstring(pictures(html)[0])


def test_a_chain_without_success() -> None:
    assert "success is impossible" in shown(Chain(Setting(n=3, limit="2")))


def test_a_large_chain_is_not_solved_to_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evobool.show.theory.MOST_STATES", 100)
    chain = Chain(LEAF)
    assert "computed on request" in shown(chain)
    assert "mean" not in vars(chain)


def test_a_landscape() -> None:
    html = shown(classify(STUCK, LEAF))
    assert "cannot be reached" in html
    assert "1/12" in html
    assert pictures(html) == [STUCK.svg()]
    assert "can be reached in 3 steps" in shown(classify(STUCK, LEAF.with_(deletion="subtree")))


def test_plots_draw_on_what_they_are_given(results: Results) -> None:
    for thing in (evolve(n=4, seed=1, trajectory=True), results, Chain(LEAF)):
        axes = Figure().subplots()
        assert thing.plot(ax=axes) is axes
        assert axes.has_data()
    assert not pyplot.get_fignums()


def test_plots_make_a_figure_if_none_is_given() -> None:
    axes = Chain(LEAF).plot()
    assert pyplot.get_fignums()
    pyplot.close(axes.figure)  # type: ignore[arg-type]


def test_what_cannot_be_drawn_leaves_no_figure() -> None:
    with pytest.raises(InputError, match="trajectory=True"):
        evolve(n=4, seed=1).plot()
    assert not pyplot.get_fignums()


def test_a_run_of_the_new_fields_shows_them() -> None:
    run = evolve(
        n=4,
        target="xor:3",
        functions=("xor", "gt"),
        offspring=3,
        training="fixed:10",
        seed=1,
        engine="reference",
    )
    html = shown(run)
    for text in ("target = xor:3", "functions = xor, gt", "training = fixed:10", "offspring = 3"):
        assert text in html
    assert f"{run.error} of 10 rows" in html
    assert "GT: accepted / in the tree" in html
    assert "OR: accepted" not in html.replace("XOR", "")


def test_a_run_that_starts_solved_says_so() -> None:
    run = evolve(n=2, start="x1 & x2", engine="reference")
    assert "Run: solved by the start tree" in shown(run)
    assert "solved by the start tree, 2 leaves" in repr(run)
