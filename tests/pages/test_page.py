from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from evobool import InputError, evolve, pages
from evobool.cli import main
from evobool.pages.build import run_page
from evobool.pages.run_data import player_data
from tests.support.commands import loaded

Capture = pytest.CaptureFixture[str]
FLAGS = ("--n", "4", "--limit", "n", "--seed", "7", "--engine", "reference")


def page_data(text: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert isinstance(data, dict)
    return data


def test_the_command_writes_the_page_and_says_so(capsys: Capture, tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    main(["run", *FLAGS, "--html", str(page)])
    assert f"evobool: wrote the run to {page}\n" in capsys.readouterr().err
    run = evolve(n=4, limit="n", seed=7, engine="reference", trajectory="all")
    assert page.read_text(encoding="utf-8") == run_page(run)
    assert page_data(page.read_text(encoding="utf-8")) == json.loads(json.dumps(player_data(run)))


def test_the_command_says_what_it_cut(capsys: Capture, tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    cut = ("--n", "3", "--limit", "2", "--max-iterations", "2500", "--seed", "1", "--engine", "reference")
    main(["run", *cut, "--html", str(page)])
    told = f"evobool: wrote the run to {page}, the first 2,000 of 2,500 iterations\n"
    assert capsys.readouterr().err.endswith(told)


def test_json_stays_json(capsys: Capture, tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    assert loaded(capsys, "run", *FLAGS, "--html", page)["runs"] == 1
    assert page.exists()


@pytest.mark.parametrize(
    ("place", "more", "why"),
    [
        (lambda folder: folder / "run.txt", (), "must end in .html or .htm"),
        (lambda folder: folder / "absent" / "run.html", (), "its folder does not exist"),
        (
            lambda folder: folder / "run.html",
            ("--runs", "2"),
            "shows one run; leave --runs 2 out, and choose a run by --index",
        ),
        (
            lambda folder: folder / "run.html",
            ("--race", "2"),
            "shows one run; leave --race 2 out, and choose a run by --index",
        ),
    ],
)
def test_a_page_that_cannot_be_is_refused_before_the_work(
    capsys: Capture, tmp_path: Path, place: Callable[[Path], Path], more: tuple[str, ...], why: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["run", *FLAGS, *more, "--html", str(place(tmp_path))])
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"evobool: html = {place(tmp_path)}: {why}\n"


def test_a_folder_is_no_page(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "run.html").mkdir()
    with pytest.raises(SystemExit):
        main(["run", *FLAGS, "--html", str(tmp_path / "run.html")])
    assert "is a folder" in capsys.readouterr().err


def test_a_run_without_its_attempts_has_no_page() -> None:
    with pytest.raises(InputError, match='trajectory = True: must be "all" for a page'):
        run_page(evolve(n=3, seed=1, engine="reference", trajectory=True))


def test_the_page_is_one_file_without_handlers_in_its_markup() -> None:
    page = run_page(evolve(n=3, seed=1, engine="reference", trajectory="all"))
    _, imports, *_ = page.split("<script")
    known = json.loads(imports.partition(">")[2].partition("</script>")[0])["imports"]
    asked = {name for each in known.values() for name in re.findall(r' from "(.*?)";', unquote(each))}
    assert asked < set(known), "nothing else is imported"
    assert not re.search(r"\son[a-z]+=", page)
    assert not re.search(r"(src|href)=\"(?!data:)", page)
    assert page.count("<script") == page.count("</script>") == 3


def test_lines_are_as_short_as_in_python() -> None:
    """ESLint, where it is installed, checks scripts; this checks styles and templates too."""
    root = Path(pages.__file__).parent
    written = [path for path in root.parent.rglob("*.*") if path.suffix in (".js", ".css", ".html")]
    assert {path.parent.name for path in written} >= {"charts", "player", "studio", "atlas", "paper"}
    lines = [(path.name, line) for path in written for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(name, line) for name, line in lines if len(line) > 110] == []


def test_huge_errors_are_told_by_their_logarithm() -> None:
    run = evolve(n=200, seed=1, engine="exact", trajectory="all", max_iterations=3)
    assert player_data(run)["attempts"][0]["offspring"][0]["after"] == {"log2": 199.0}


def test_an_operator_that_does_not_say_what_it_did_has_its_trees_written_out() -> None:
    from evobool import Tree, plugins
    from evobool.model.mutation import Mutation

    @plugins.mutation("test-jump")
    def jump(tree: Tree, setting: object, draws: object) -> Mutation:
        return Mutation("JUMP", Tree.parse("x1 & x2"))

    run = evolve(n=2, mutation="test-jump", seed=1, trajectory="all")
    assert player_data(run)["attempts"][0]["offspring"][0]["tree"] == ("and", 1, 2)
