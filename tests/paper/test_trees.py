"""Figure 1 and our own stuck trees: every claim in a caption is checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.paper.parts import PARTS, table
from evobool.paper.published import FIGURE_1
from evobool.paper.trees import StuckTree, examples, published_trees, stuck_table, stuck_trees
from evobool.studies.plan.study import Study
from evobool.studies.store.store import Store
from evobool.theory.landscape.explore import Exploration
from evobool.theory.landscape.landscape import locally_optimal

RUNS = 500


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Setting, Path]:
    """Some hundreds of runs with leaf deletion at n = 4, of which about one in a hundred fails."""
    (setting,) = table(1, [4], limit="n", max_iterations=2_000)
    path = tmp_path_factory.mktemp("trees") / "runs.db"
    Study([setting], runs=RUNS, seed=2, engine="reference").collect(path, workers=1)
    return setting, path


@pytest.fixture(scope="module")
def stuck(small: tuple[Setting, Path]) -> list[StuckTree]:
    setting, path = small
    with Store(path) as store:
        return stuck_trees(store, [setting])


def check_certificate(each: StuckTree) -> None:
    assert each.dead
    certificate = each.exploration.certificate()
    assert certificate is not None
    assert certificate.check()
    assert certificate.tree == each.tree


def not_dead(setting: Setting, tree: str, reachable: bool | None) -> StuckTree:
    parsed = Tree.parse(tree)
    return StuckTree("Run 0", Exploration(parsed, setting, 20_000, reachable, (parsed,)))


def test_the_published_trees_are_certified() -> None:
    found = published_trees()
    assert [each.tree for each in found] == [example.tree for example in FIGURE_1]
    for each in found:
        facts = locally_optimal(each.tree, each.setting)
        assert facts.no_better_substitution
        assert facts.no_free_deletion
        assert each.setting.deletion == "leaf"
        assert each.setting.leaf_limit == each.tree.leaves
        check_certificate(each)
        assert (
            "No substitution improves it, and no leaf can be deleted without loss. A dead end" in each.caption
        )


def test_our_stuck_trees_are_certified(stuck: list[StuckTree], small: tuple[Setting, Path]) -> None:
    setting, path = small
    with Store(path) as store:
        ((_, rows),) = store.columns(["run", "solved"])
    assert [each.source for each in stuck] == [f"Run {run}" for run, solved in rows if not solved]
    assert len(stuck) >= 2, "the seed is meant to give some"
    for each in stuck:
        assert each.setting == setting
        check_certificate(each)
        assert each.tree.functions["or"] >= 1


def test_the_table_counts_them(stuck: list[StuckTree], small: tuple[Setting, Path]) -> None:
    setting, _ = small
    open_end = not_dead(setting, "x1", True)
    shown = stuck_table([*stuck, open_end], [setting, setting.with_(limit="2n")])
    (block,) = shown.blocks
    columns = ("failed", "dead ends", "P(stuck)")
    assert block.groups == (("l = n", columns), ("l = 2n", columns))
    ((label, row),) = block.rows
    assert label == "4"
    assert [entry.ours for entry in row] == [str(len(stuck) + 1), str(len(stuck)), "0.00493", "0", "0", "-"]


def test_examples_are_dead_ends_of_different_sizes() -> None:
    found = published_trees()
    open_end = not_dead(table(1, [12])[0], "x1", True)
    chosen = examples([open_end, found[2], found[0], found[0], found[1]])
    assert [each.setting.n for each in chosen] == [8, 4, 7]


def test_captions_of_what_is_no_dead_end() -> None:
    (setting,) = table(1, [4], limit="n")
    free = not_dead(setting, "x1 & x1", True)
    assert free.caption == (
        "Run 0: n = 4, limit 4. A substitution improves it, and some leaf can be deleted without loss. "
        "An optimum can be reached."
    )
    capped = not_dead(setting, "x1 & x1", None)
    assert capped.caption.endswith("Undecided after 20,000 trees.")


def test_all_cells_of_table_1_are_in_the_table() -> None:
    (block,) = stuck_table([], PARTS["figure1"].settings).blocks
    assert [title for title, _ in block.groups] == ["l = n", "l = n + 1", "l = 2n", "l = ∞"]
    assert [label for label, _ in block.rows] == ["4", "8", "12", "16"]
