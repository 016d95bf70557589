"""The parts: the paper's table of experiments, typed once more."""

from __future__ import annotations

import pytest

from evobool import InputError
from evobool.model.settings.completion import Deletion, Literals
from evobool.model.settings.setting import Setting
from evobool.model.training import TrainingSet
from evobool.paper.parts import GROUPS, PARTS, Part, choose, theorem_setting

PAPER = ["table1", "table2", "table3", "figure1", "figure2", "figure3", "figure4", "figure5"]
BEYOND = ["or1", "or2", "or3", "large1", "large2", "large3", "subset1", "subset2", "subset3"]
BEYOND += ["races", "theorem6", "theorem7"]
KOZA = ["koza1992", "nohejl2011", "epochx", "oreilly1996"]
OPERATORS: dict[int, tuple[Deletion, Literals]] = {
    1: ("leaf", "positive"),
    2: ("subtree", "positive"),
    3: ("subtree", "all"),
    4: ("subtree", "positive"),
    5: ("subtree", "all"),
}


def questions(part: Part) -> set[tuple[str, str]]:
    return {(setting.deletion, setting.literals) for setting in part.settings}


def test_names_and_groups() -> None:
    assert list(PARTS) == PAPER + BEYOND + KOZA
    assert all(name == part.name for name, part in PARTS.items())
    assert {name: list(group) for name, group in GROUPS.items()} == {
        "all": PAPER + BEYOND,
        "paper": PAPER,
        "beyond": BEYOND,
        "koza": KOZA,
    }


def test_parts_on_kozas_system() -> None:
    for name in KOZA:
        for setting in PARTS[name].settings:
            assert setting.to_dict() == setting.to_dict() | {
                "survival": "comma",
                "offspring": setting.population,
                "crossover": "koza:0.9",
                "mutation_rate": "0",
                "start": "ramped:2-6",
                "depth": 17,
                "max_iterations": 50,
            }
            if setting.target != "mux":
                table = TrainingSet.complete(setting.goal).target
                even = [row.bit_count() % 2 == 0 for row in range(2**setting.n)]
                assert [bool(table >> row & 1) for row in range(2**setting.n)] == even


@pytest.mark.parametrize("name", [name for name in PARTS if name not in KOZA])
def test_what_all_parts_share(name: str) -> None:
    part = PARTS[name]
    assert questions(part) == {OPERATORS[part.question]}
    for setting in part.settings:
        assert setting.first_leaf == "insertion"
        assert setting.algorithm == "rls-gp"
        assert setting.selection == "nonstrict"
        assert setting.functions == ("and", "or")
    assert len({setting.id for setting in part.settings}) == len(part.settings)


@pytest.mark.parametrize(
    ("name", "target"),
    [(f"{kind}{q}", target) for kind, target in (("table", "and"), ("or", "or")) for q in (1, 2, 3)],
)
def test_tables(name: str, target: str) -> None:
    question = int(name[-1])
    deletion, literals = OPERATORS[question]
    assert PARTS[name].question == question
    assert list(PARTS[name].settings) == [
        Setting(
            n=n,
            limit=limit,
            target=target,
            deletion=deletion,
            literals=literals,
            max_iterations=10_000,
            first_leaf="insertion",
        )
        for n in (4, 8, 12, 16)
        for limit in ("n", "n+1", "2n", "none")
    ]


@pytest.mark.parametrize(
    ("name", "question"), [("figure2", 4), ("figure3", 5), ("figure4", 4), ("figure5", 5)]
)
def test_curves(name: str, question: int) -> None:
    part = PARTS[name]
    assert part.question == question
    assert {setting.n for setting in part.settings} == {50}
    assert {setting.limit for setting in part.settings} == {"none"}
    assert {setting.max_iterations for setting in part.settings} == {10_000}
    assert [(setting.accept_error, setting.training) for setting in part.settings] == [
        (threshold, 2**k) for threshold in (0, 8, 16, 32) for k in range(4, 18)
    ]


def test_figure_1_is_of_the_runs_of_table_1() -> None:
    assert PARTS["figure1"].settings == PARTS["table1"].settings


def test_large_tables() -> None:
    for question in (1, 2, 3):
        part = PARTS[f"large{question}"]
        assert [(setting.n, setting.limit) for setting in part.settings] == [
            (n, limit) for n in (32, 64, 128) for limit in ("n", "n+1", "2n", "none")
        ]
        for setting in part.settings:
            assert setting.max_iterations == (10_000 if question == 3 else 50 * setting.n**2)


def test_theorems() -> None:
    """s = n^c lg^2 n and a threshold of c' lg n, at powers of two where both are whole."""
    found = [(s.n, s.training, s.accept_error) for s in PARTS["theorem6"].settings]
    assert len(found) == 28
    assert found[:2] == [(16, 16 * 16, 4), (32, 32 * 25, 5)]
    assert found[-1] == (1024, 1024**2 * 100, 40)
    assert {s.limit for s in PARTS["theorem6"].settings} == {"none"}
    pairs = zip(PARTS["theorem6"].settings, PARTS["theorem7"].settings, strict=True)
    assert all(six.with_(literals="all") == seven for six, seven in pairs)


def test_races() -> None:
    part = PARTS["races"]
    assert part.times == 16
    assert part.settings == (theorem_setting(50, 1, 1),)
    assert (part.settings[0].training, part.settings[0].accept_error) == (1593, 5)  # 50 lg^2 50, lg 50


def test_choose() -> None:
    assert [part.name for part in choose([])] == PAPER + BEYOND
    assert [part.name for part in choose(["all"])] == PAPER + BEYOND
    assert [part.name for part in choose(["paper"])] == PAPER
    assert [part.name for part in choose(["races", "table2", "table2"])] == ["table2", "races"]
    assert [part.name for part in choose(["beyond", "table1"])] == ["table1", *BEYOND]


@pytest.mark.parametrize(("name", "near"), [("tabel1", "table1"), ("fig2", "figure2"), ("race", "races")])
def test_unknown_names(name: str, near: str) -> None:
    with pytest.raises(InputError, match=rf"^part = {name}: unknown; did you mean {near}\?") as caught:
        choose(["table1", name])
    for known in (*GROUPS, *PARTS):
        assert known in str(caught.value)


def test_unknown_and_like_nothing() -> None:
    with pytest.raises(InputError, match=r"^part = zzz: unknown \(known: all, paper, beyond, koza, table1, "):
        choose(["zzz"])
