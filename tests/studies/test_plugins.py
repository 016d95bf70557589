"""Plugins in studies: kept by name and hash, carried to workers, refused when their source is another."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evobool import InputError, Results, Setting, Study, evolve, grid, plugins, race
from evobool.cli import main
from evobool.export import export
from evobool.model.selection import SELECTIONS
from evobool.studies.analysis.compare import compare
from evobool.studies.analysis.comparisons import two_stores
from evobool.studies.plan.plan import read_plan
from evobool.studies.store.merge import merge
from evobool.studies.store.store import Store
from evobool.studies.work.executors import Work, carry_out

Capture = pytest.CaptureFixture[str]
RULE = """
from evobool.plugins import selection, target

@selection("lenient")
def lenient(offspring, parent, draws):
    return offspring.error <= parent.error + {more}

target("pair", formula="x1 & x2")
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(RULE.format(more=1))
    return path


def fails(capsys: Capture, *words: object) -> str:
    """What a command says that ends in one line and status 2."""
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    printed = capsys.readouterr()
    assert ended.value.code == 2
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err.removeprefix("evobool: ").rstrip()


def stored(file: Path, path: Path, runs: int = 4, **fields: Any) -> Results:
    """A store made with the plugins of a file, which are forgotten again."""
    with plugins.forgotten():
        plugins.load(file)
        settings = grid(n=[3, 4], selection=["lenient", "nonstrict"], max_iterations=200, **fields)
        return Study(settings, runs=runs, seed=3).collect(path, workers=1)


def test_the_store_keeps_name_file_and_hash(file: Path, tmp_path: Path, capsys: Capture) -> None:
    stored(file, tmp_path / "a.db", target="pair")
    source = plugins.Source("mine.py", file.read_text())
    with Store(tmp_path / "a.db") as store:
        held = store.plugins()
    assert held == {"selection lenient": ("mine.py", source.hash), "target pair": ("mine.py", source.hash)}
    main(["study", "status", str(tmp_path / "a.db"), "--plugin", str(file)])
    assert f"plugin selection lenient: mine.py, source {source.hash[:8]}" in capsys.readouterr().out


FILES = """
from evobool.model.mutation import hvl_prime
from evobool.model.training import TrainingSet
from evobool.plugins import mutation, selection, target, training

target("gone-formula", formula="x1 & x2")

@target("gone-target", symmetric=True)
def define(x, ones):
    for column in x:
        ones = ones & column
    return ones

@selection("gone-rule", by_order=True)
def accepts(offspring, parent, draws):
    return offspring.error <= parent.error

@mutation("gone-operator")
def mutate(tree, setting, draws):
    return hvl_prime(tree, setting, draws)

@training("gone-regime", fresh=False)
def sets(goal, rows, draws):
    while True:
        yield TrainingSet.complete(goal)
"""


@pytest.mark.parametrize(
    "fields",
    [
        {"target": "gone-formula"},
        {"target": "gone-target:2"},
        {"selection": "gone-rule"},
        {"mutation": "gone-operator"},
        {"training": "gone-regime:9"},
    ],
)
def test_a_study_whose_plugin_is_gone_is_shown(
    fields: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    path, file = tmp_path / "a.db", tmp_path / "mine.py"
    file.write_text(FILES)
    words: list[list[object]] = [
        ["show", path],
        ["show", path, "--columns", next(iter(fields))],
        ["status", path],
        ["fit", path],
        ["plot", path, "--out", tmp_path / "a.svg"],
        ["export", path, "--format", "csv", "--out", tmp_path / "LOADED"],
    ]
    shown: list[list[str]] = []
    for loaded in (True, False):
        with plugins.forgotten():
            if loaded:
                plugins.load(file)
                settings = grid(n=[3, 4, 5], max_iterations=200, **fields)
                Study(settings, runs=4, seed=3).collect(path, workers=1)
            shown.append([])
            for each in words:
                main(["study", *(str(word).replace("LOADED", f"csv-{loaded}") for word in each)])
                shown[-1].append(capsys.readouterr().out.replace(f"csv-{loaded}", "csv"))
            settings = list(Results(path).settings().values())
            if not loaded:
                with pytest.raises(InputError, match=r"is not loaded; give --plugin mine\.py"):
                    evolve(settings[0], seed=1)
                told = fails(capsys, "study", "export", path, "--format", "ioh", "--out", tmp_path / "ioh")
                assert told.endswith("is not loaded; give --plugin mine.py")
                plugins.load(file)
                assert evolve(settings[0].with_(), seed=1).setting == settings[0]
    assert shown[0] == shown[1]


def test_another_source_is_refused_and_nothing_written(file: Path, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "a.db"
    stored(file, path)
    before = [frame.rows() for frame in with_plugins(file, path)]
    old = plugins.Source("mine.py", file.read_text()).hash
    file.write_text(RULE.format(more=2))
    new = plugins.Source("mine.py", file.read_text()).hash
    words = [
        "--store",
        path,
        "--grid",
        "n=3,4",
        "--grid",
        "selection=lenient",
        "--grid",
        "max_iterations=200",
    ]
    told = fails(capsys, "study", "run", "--plugin", file, *words, "--runs", 9, "--quiet")
    assert told == (
        f"plugin = selection lenient: {path} was made with another source (mine.py, source {old[:8]}) "
        f"than this one (mine.py, source {new[:8]})"
    )
    with plugins.forgotten():
        told = fails(capsys, "study", "export", path, "--plugin", file, "--format", "ioh", "--out", "x")
        assert "was made with another source" in told
    assert [frame.rows() for frame in with_plugins(file, path)] == before


def with_plugins(file: Path, path: Path) -> Iterator[Any]:
    with plugins.forgotten():
        plugins.load(file)
        yield from Results(path).runs()


def test_merge_does_not_need_plugins_but_minds_them(file: Path, tmp_path: Path, capsys: Capture) -> None:
    stored(file, tmp_path / "a.db", runs=2)
    stored(file, tmp_path / "b.db", runs=4)
    assert merge([tmp_path / "a.db", tmp_path / "b.db"], tmp_path / "both.db").added == 16
    assert len(list(with_plugins(file, tmp_path / "both.db"))) == 4
    file.write_text(RULE.format(more=2))
    stored(file, tmp_path / "c.db", runs=2)
    told = fails(capsys, "study", "merge", tmp_path / "a.db", tmp_path / "c.db", "--into", tmp_path / "d.db")
    assert "was made with another source" in told


@pytest.mark.compiled
def test_processes_load_the_source(file: Path) -> None:
    plugins.load(file)
    setting = Setting(n=4, selection="lenient", max_iterations=60)
    works = [Work(setting, 5, 0, 8), Work(setting, 5, 8, 4, "reference")]
    assert all(work.in_python for work in works)
    found = [run for chunk in carry_out(works, 2) for run in chunk]
    assert found == [evolve(setting, seed=5, index=index) for index in range(12)]


def test_plugins_by_hand_run_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @plugins.selection("by-hand")
    def by_hand(offspring: Any, parent: Any, draws: Any) -> bool:
        return bool(offspring.error <= parent.error + draws.below(2))

    monkeypatch.setattr(
        "evobool.studies.work.executors._pool", lambda *_: pytest.fail("no other process knows it")
    )
    setting = Setting(n=3, selection="by-hand", max_iterations=60)
    results = Study([setting], runs=4, seed=3).collect(tmp_path / "a.db", workers=3)
    assert sum(len(frame) for frame in results.runs()) == 4
    with Store(tmp_path / "a.db") as store:
        assert store.plugins()["selection by-hand"].file == ""
    with pytest.raises(InputError, match="was defined by hand"):
        plugins.ensure([plugins.Source("elsewhere", "x = 1", loadable=False)])


def test_a_target_defined_again_is_the_one_that_runs(tmp_path: Path) -> None:
    def target(join: str) -> Setting:
        plugins.target("again", formula=f"x1 {join} x2")
        return Setting(n=2, target="again", max_iterations=40)

    one = Study([target("&")], runs=3, seed=1).collect(tmp_path / "a.db", workers=1)
    assert [tree.count("&") for frame in one.runs() for tree in frame["tree"]]
    other = Study([target("|")], runs=3, seed=1).collect(tmp_path / "b.db", workers=1)
    for results, wanted in ((one, "and"), (other, "or")):
        for frame in results.runs():
            for row in frame.iter_rows(named=True):
                assert row["error"] == "0"
                again = evolve(n=2, target=wanted, seed=row["seed"], index=row["index"], max_iterations=40)
                assert again.solved
    with pytest.raises(InputError, match="was made with another source"):
        Study([Setting(n=2, target="again", max_iterations=40)], runs=4, seed=1).collect(tmp_path / "a.db")


def test_a_plan_names_its_plugins(file: Path, tmp_path: Path, capsys: Capture) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('runs = 3\nplugins = ["mine.py"]\n[grid]\nn = 3\nselection = "lenient"\n')
    assert read_plan(plan).study().settings[0].rule.source is not None
    main(["study", "run", str(plan), "--store", str(tmp_path / "a.db"), "--seed", "1", "--quiet"])
    assert sum(len(frame) for frame in Results(tmp_path / "a.db").runs()) == 3
    plan.write_text('plugins = "mine.py"\n[grid]\nn = 3\n')
    with pytest.raises(
        InputError, match=r'plugins = mine.py: must be a list of files, such as \["mine.py"\]'
    ):
        read_plan(plan)
    plan.write_text('plugins = ["absent.py"]\n[grid]\nn = 3\n')
    with pytest.raises(InputError, match=r"absent.py: No such file or directory"):
        read_plan(plan)


def test_compare_races_and_exports(file: Path, tmp_path: Path) -> None:
    one, other = stored(file, tmp_path / "a.db"), stored(file, tmp_path / "b.db", limit="2n")
    plugins.load(file)
    pairs = two_stores(one, other).pairs
    assert pairs[0].name.split() == ["n=3", "selection=lenient"]
    assert 0 <= compare(pairs[0].first, pairs[0].second).superiority <= 1
    assert race(n=3, selection="lenient", runs=3, seed=1).winner.engine == "reference"
    assert len(export(one, "csv", tmp_path / "csv")) == 2
    assert len(export(one, "ioh", tmp_path / "ioh")) > 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 / 0", "line 1: ZeroDivisionError: division by zero"),
        ("x = 1\ndef f(:", "line 2: invalid syntax"),
        ("import sys\nsys.exit(1)", "line 2: SystemExit: 1"),
        ("import absent_module_of_nobody", "line 1: ModuleNotFoundError: No module named"),
        (RULE.format(more=1).replace("lenient", "strict"), "name = strict: is taken by evobool itself"),
        (RULE.format(more=1).replace("x1 & x2", "x1 &"), "formula = 'x1 &': ends too soon (character 5)"),
    ],
)
def test_a_file_that_fails_to_load(tmp_path: Path, capsys: Capture, text: str, why: str) -> None:
    path, records = tmp_path / "mine.py", tmp_path / "runs.csv"
    path.write_text(text)
    known = dict(SELECTIONS)
    told = fails(capsys, "run", "--n", 3, "--plugin", path, "--records", records)
    assert told.startswith(f"plugin {path}, line ")
    assert why in told
    assert not records.exists()
    assert known == SELECTIONS, "what was registered before the failure is forgotten"


@pytest.mark.parametrize("runs", [1, 3])
def test_a_plugin_that_fails_in_use(tmp_path: Path, capsys: Capture, runs: int) -> None:
    path = tmp_path / "mine.py"
    path.write_text(RULE.format(more="1 // (offspring.error - offspring.error)"))
    told = fails(
        capsys,
        "run",
        "--n",
        3,
        "--plugin",
        path,
        "--selection=lenient",
        "--quiet",
        "--workers=1",
        "--runs",
        runs,
    )
    assert told.startswith(f"plugin {path}, line 6: ZeroDivisionError: ")
    assert told.endswith("by zero")  # Python 3.14 says it in fewer words


def test_commands_without_settings_have_no_plugins(file: Path, capsys: Capture) -> None:
    for command in ("theory", "reproduce"):
        assert fails(capsys, command, "--plugin", file).startswith("unknown option --plugin")


def test_json_has_the_plugin_setting(file: Path, capsys: Capture) -> None:
    main(
        ["run", "--n", "3", f"--plugin={file}", "--selection", "lenient", "--json", "--quiet", "--seed", "1"]
    )
    found = json.loads(capsys.readouterr().out)
    assert found["setting"]["selection"] == "lenient"
    assert found["engine"] == "reference"
