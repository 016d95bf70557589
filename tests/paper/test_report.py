"""The folder and its report, on pretended runs: what is there, whole, offline and the same every time."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Sequence
from pathlib import Path

import polars as pl
import pytest

from evobool import InputError, __version__
from evobool.model.outcome.run import Run
from evobool.paper.conventions import CONVENTIONS
from evobool.paper.parts import PARTS, choose
from evobool.paper.report import inline
from evobool.paper.reproduce import Reproduction
from evobool.studies.plan.study import Study, grid
from evobool.studies.store.store import Store
from evobool.studies.work.executors import Work
from tests.support.markup import Tags, check_latex
from tests.support.pretended import pretend, reproduction
from tests.support.stores import kill_at_birth

NAMES = ["table1", "figure1", "figure4", "or2", "races", "theorem7"]
SHOWN = ["table1", "figure1", "figure2", "figure4", "or2", "races", "theorem7"]  # figure2: the same runs


def write(wanted: Reproduction) -> list[str]:
    """Write the folder; returns the parts as they were told of."""
    told: list[str] = []
    wanted.write(told.append)
    return told


def contents(folder: Path) -> dict[str, bytes]:
    """Every file but the store."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith("runs.db")
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reproduction of 6 runs a cell."""
    out = tmp_path_factory.mktemp("report") / "made" / "here"
    assert write(reproduction(choose(NAMES), out)) == SHOWN
    return out


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    return (folder / "report.html").read_text(encoding="utf-8")


def test_files(folder: Path) -> None:
    made = set(contents(folder))
    figures = ["figure2-T", "figure2-S", "figure2-error", "figure4-ors-accepted", "figure4-ors-final"]
    figures += ["figure4-error", "races-left", "theorem7-c1", "theorem7-c2"]
    figures += [f"figure1-tree{number}" for number in range(1, 5)]  # three of the paper's, one stuck
    data = ["table1", "figure2", "or2", "races", "theorem7"]
    tables = ["table1", "figure1", "or2", "races", "theorem7"]
    assert made == {
        "report.html",
        "data/certificates.json",
        *(f"figures/{name}.{form}" for name in figures for form in ("svg", "pdf")),
        *(f"data/{name}.{form}" for name in data for form in ("csv", "parquet")),
        *(f"tables/{name}.tex" for name in tables),
    }
    assert (folder / "runs.db").is_file()


@pytest.mark.parametrize(
    ("name", "settings", "runs"),
    [("table1", 16, 6), ("figure2", 56, 6), ("or2", 16, 6), ("races", 1, 96), ("theorem7", 28, 6)],
)
def test_data_holds_every_run(folder: Path, name: str, settings: int, runs: int) -> None:
    comma, parquet = (
        pl.read_csv(folder / f"data/{name}.csv"),
        pl.read_parquet(folder / f"data/{name}.parquet"),
    )
    assert len(comma) == len(parquet) == settings * runs
    assert comma.columns == parquet.columns
    ids = {setting.id for setting in PARTS[name].settings}
    assert set(parquet["setting"]) == ids
    assert parquet.group_by("setting").len()["len"].to_list() == [runs] * settings
    assert comma["iterations"].to_list() == parquet["iterations"].to_list()
    with Store(folder / "runs.db") as store:
        times = [row[0] for _, rows in store.columns(["iterations"], ids) for row in rows]
    assert parquet["iterations"].to_list() == times


def test_pictures_and_tables_are_whole(folder: Path) -> None:
    for path in folder.glob("figures/*.pdf"):
        assert path.read_bytes().startswith(b"%PDF-")
        assert b"%%EOF" in path.read_bytes()[-10:]
    for path in folder.glob("figures/*.svg"):
        assert "</svg>" in path.read_text(encoding="utf-8")
    for path in folder.glob("tables/*.tex"):
        check_latex(path.read_text(encoding="utf-8"))


def test_certificates(folder: Path) -> None:
    proofs = json.loads((folder / "data/certificates.json").read_text())
    assert len(proofs) == 3 + 2, "figure 1; and of 6 pretended runs at n = 4, limit n, numbers 0 and 5"
    assert {proof["claim"] for proof in proofs} == {"no optimum can be reached"}


def test_the_page_is_well_formed_and_complete(text: str) -> None:
    tags = Tags(text)
    assert text.startswith("<!doctype html>")
    assert tags.count("meta", name="viewport", content="width=device-width, initial-scale=1") == 1
    assert tags.count("meta", charset="utf-8") == 1
    assert [found["id"] for tag, found in tags.met if tag == "section"] == SHOWN
    for anchor in ("paper", "beyond", "conventions", "made-with", "settings"):
        assert tags.count("h2", id=anchor) == 1
    assert tags.count("svg") == 13
    for name in SHOWN:
        assert tags.count("a", href=f"#{name}") == 1
        assert f"<tr><th>{name}</th>" in text, "its settings"


def test_the_page_needs_nothing_else(text: str, folder: Path) -> None:
    tags = Tags(text)
    for tag in ("script", "link", "img", "iframe", "image", "object", "embed"):
        assert tags.count(tag) == 0
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)
    for tag, attributes in tags.met:
        for name, value in attributes.items():
            if name in ("src", "href", "xlink:href") and value and not value.startswith("#"):
                assert tag == "a"
                assert (folder / value).is_file(), "a link into the folder"
            assert name.startswith("xmlns") or not re.match(r"(https?:)?//", value or "")


def test_every_reference_within_a_picture_is_defined_there(text: str) -> None:
    for svg in re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL):
        used = set(re.findall(r'(?:url\(|href=")#([^")]+)', svg))
        assert used <= set(re.findall(r'id="([^"]+)"', svg))


def test_pictures_do_not_disagree_about_an_id(text: str) -> None:
    """A page has one name space: what one picture calls p1 must be what another calls p1."""
    meaning: dict[str, str] = {}
    for svg in re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL):
        for match in re.finditer(r'<(\w+) id="([^"]+)"[^>]*?(?:/>|>.*?</\1>)', svg, flags=re.DOTALL):
            body = re.sub(r"\s+", " ", match[0])
            assert meaning.setdefault(match[2], body) == body, match[2]


def test_seed_versions_and_conventions(text: str) -> None:
    assert "<tr><th>seed</th><td>3</td></tr>" in text
    assert "<tr><th>runs per setting</th><td>6 to 96</td></tr>" in text
    total = 6 * (16 + 56 + 16 + 28) + 96
    assert f"<tr><th>runs in total</th><td>{total}</td></tr>" in text
    assert f"evobool {__version__}" in text
    assert re.search(r"numba \d+\.\d+", text)
    assert re.search(r"python 3\.\d+", text)
    for question, _, _ in CONVENTIONS:
        assert question in text


def test_it_has_contents_and_follows_a_dark_screen(text: str) -> None:
    contents = text[text.index("<nav ") : text.index("</nav>")]
    assert "Contents</h2>" in contents
    for anchor in ("paper", "beyond", *SHOWN, "settings"):
        assert contents.count(f'href="#{anchor}"') == 1
    assert "@media (prefers-color-scheme: dark)" in text


def test_verdicts_open_the_report(text: str) -> None:
    summary = text[text.index('class="summary"') : text.index("<nav")]
    assert "Table 1. Leaf deletion, complete truth table" in summary
    assert "Table 2 for OR<sub>n</sub>" in summary
    assert "too few successes to compare T" in summary


def test_inline_strips_what_pages_do_not_need() -> None:
    svg = '<?xml version="1.0"?>\n<svg>\n <metadata>\n <a/>\n </metadata>\n <g id="b"><g id="a"/></g></svg>'
    assert inline(svg) == "<svg>\n <g><g/></g></svg>"


def test_the_same_seed_gives_the_same_bytes_in_steps_too(folder: Path, tmp_path: Path) -> None:
    """Other parts first, fewer runs, an interruption; then all of it."""
    write(reproduction(choose(["or2", "figure4"]), tmp_path, runs=3))
    wanted = Reproduction(choose(NAMES), 6, None, tmp_path)

    def interrupted(works: Sequence[Work]) -> Generator[list[Run], None, None]:
        for number, runs in enumerate(pretend(works)):
            if number == 20:
                raise KeyboardInterrupt
            yield runs

    with pytest.raises(KeyboardInterrupt):
        wanted.collect(lambda runs: None, carry=interrupted)
    wanted.collect(lambda runs: None, carry=pretend)
    write(wanted)
    first, second = contents(folder), contents(tmp_path)
    assert second == first


def test_owed_runs(tmp_path: Path) -> None:
    def owed(names: Sequence[str], runs: int) -> int:
        return Reproduction(choose(names), runs, 3, tmp_path).owed()

    assert owed(["table1"], 4) == 64
    assert owed(["table1", "figure1"], 4) == 64, "the same runs"
    assert owed(["races"], 4) == 64
    assert owed(["table1", "races"], 4) == 128
    made: list[int] = []
    Reproduction(choose(["table1"]), 4, 3, tmp_path).collect(
        lambda runs: made.append(len(runs)), carry=pretend
    )
    assert sum(made) == 64
    assert owed(["table1"], 4) == 0
    assert owed(["table1"], 3) == 0
    assert owed(["table1"], 7) == 48
    assert owed(["table1", "races"], 4) == 64
    Reproduction(choose(["table1"]), 7, None, tmp_path).collect(
        lambda runs: made.append(len(runs)), carry=pretend
    )
    assert sum(made) == 112, "added, not repeated"


def test_all_of_it_is_owed_at_first(tmp_path: Path) -> None:
    """48 cells, 4 x 14 x 2 for figures, 48 + 36 beyond, 56 of the theorems, 16 of the race."""
    wanted = Reproduction(choose([]), 500, 1, tmp_path)
    assert wanted.owed() == 500 * (48 + 112 + 48 + 36 + 180 + 56 + 16)


def test_a_part_from_earlier_stays(tmp_path: Path) -> None:
    assert write(reproduction(choose(["or1"]), tmp_path, runs=3)) == ["or1"]
    assert write(reproduction(choose(["or3"]), tmp_path, runs=2, seed=None)) == ["or1", "or3"]
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert '<section id="or1">' in report
    assert '<section id="or3">' in report


def test_races_that_were_interrupted_are_not_shown_with_another_part(tmp_path: Path) -> None:
    part = PARTS["races"]

    def few(works: Sequence[Work]) -> Generator[list[Run], None, None]:
        for runs in pretend(works):
            yield runs[:5]

    Reproduction([part], 3, 3, tmp_path).collect(lambda runs: None, carry=few)
    assert write(reproduction(choose(["or1"]), tmp_path, runs=3)) == ["or1"]
    assert write(reproduction([part], tmp_path, runs=3)) == ["or1", "races"]


def test_seeds(tmp_path: Path) -> None:
    first = reproduction(choose(["or1"]), tmp_path / "a", runs=2, seed=None)
    with Store(first.store) as store:
        assert store.seed == 1
        one = dict(store.columns(["iterations"]))
    second = reproduction(choose(["or1"]), tmp_path / "b", runs=2, seed=2)
    with Store(second.store) as store:
        assert dict(store.columns(["iterations"])) != one
    with pytest.raises(InputError, match=r"^seed = 2: .* holds runs of seed 1"):
        Reproduction(choose(["or1"]), 2, 2, tmp_path / "a")


@pytest.mark.parametrize("walled", [False, True])
def test_a_store_that_was_killed_at_birth_is_no_obstacle(tmp_path: Path, walled: bool) -> None:
    kill_at_birth(tmp_path / "runs.db", walled)
    assert Reproduction(choose(["or1"]), 2, None, tmp_path).owed() == 32
    assert write(reproduction(choose(["or1"]), tmp_path, runs=2)) == ["or1"]


def test_what_is_not_ours_is_refused_and_not_touched(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "report.html").write_text("mine")
    with pytest.raises(InputError, match=r"^out = .*other: is not empty and holds no reproduction"):
        Reproduction(choose([]), 5, 1, other)
    Study(grid(n=3), runs=2, seed=1, engine="reference").collect(other / "runs.db", workers=1)
    before = (other / "runs.db").read_bytes()
    with pytest.raises(InputError, match=r"^out = .*other: holds the runs of another study"):
        Reproduction(choose([]), 5, 1, other)
    assert (other / "runs.db").read_bytes() == before
    assert (other / "report.html").read_text() == "mine"
    (other / "runs.db").write_bytes(b"not a database at all, but text " * 100)
    with pytest.raises(InputError, match="is not a store"):
        Reproduction(choose([]), 5, 1, other)


def test_kinds_of_code_to_compile() -> None:
    kinds = Reproduction(choose(["table1", "races"]), 2, 1, Path("nowhere")).kinds()
    assert sorted(setting.judged_on.complete for setting in kinds) == [False, True]
    assert len(Reproduction(choose(["table1", "or3"]), 2, 1, Path("nowhere")).kinds()) == 1
