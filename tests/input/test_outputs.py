"""Files that commands write: every path is tried before the work begins, and left as it was."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from evobool import InputError, Setting, Study
from evobool.cli import app, main
from evobool.export import export
from evobool.paths import check_output
from evobool.studies.analysis.results import Results
from evobool.theory.chain import populations as populations  # which extends what is replaced here

COMMANDS = {
    "run --n 4 --seed 1": ("plot", "svg", "dot", "tikz", "html", "animate", "records"),
    "run --n 4 --seed 1 --runs 5": ("records",),
    "exact --n 2 --limit 2": ("plot",),
    "drift --n 3 --runs 1": ("plot",),
    "landscape x1 --n 3": ("certificate",),
    "learn table.csv --label y": ("html", "out", "plot"),
    "study fit a.db": ("out",),
    "study plot a.db": ("out",),
    "study compare a.db --by n": ("out",),
}
ENDINGS = {
    "svg": ".svg",
    "dot": ".dot",
    "tikz": ".tex",
    "html": ".html",
    "animate": ".gif",
    "records": ".csv",
}
WORK = (
    "evobool.engines.pick",
    "evobool.theory.chain.chain.Chain",
    "evobool.theory.drift.drift.met",
    "evobool.theory.landscape.landscape.classify",
    "evobool.studies.analysis.results.Results.settings",
)


def test_every_option_that_names_a_file_to_write_is_here() -> None:
    """A new one must be added to COMMANDS, or named as one that is read or is a folder."""
    others = {"store", "into", "plan", "stores", "first", "second", "check", "plugin", "shard"}
    others |= {"rule", "test"}
    folders = {("study", "export"), ("reproduce",), ("atlas",), ("studio",)}
    found = set()
    alone = [(name,) for name in app if not name.startswith("-") and name != "study"]
    for path in [*alone, *(("study", name) for name in app["study"] if not name.startswith("-"))]:
        command = app
        for word in path:
            command = command[word]
        if path in folders:
            continue
        for argument in command.assemble_argument_collection():
            name = argument.name.lstrip("-").replace("-", "_").lower()
            if "Path" in str(argument.hint) and name not in others:
                found.add((" ".join(path), name))
    listed = {
        (line.split(" --")[0].removesuffix(" a.db").removesuffix(" x1").removesuffix(" table.csv"), option)
        for line, options in COMMANDS.items()
        for option in options
    }
    assert found == listed


@pytest.mark.parametrize(
    ("command", "option"), [(line, name) for line in COMMANDS for name in COMMANDS[line]]
)
def test_paths_are_tried_before_the_work(
    command: str, option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    ending = ".json" if option == "certificate" else ENDINGS.get(option, ".svg")
    (tmp_path / "file").write_text("")
    (tmp_path / f"folder{ending}").mkdir()
    os.symlink(f"loop{ending}", f"loop{ending}")
    before = sorted(tmp_path.iterdir())

    def began(*given: object, **named: object) -> None:
        raise AssertionError("the work began")

    for name in WORK:
        monkeypatch.setattr(name, began)
    for path in (
        f"nowhere/a{ending}",
        f"file/a{ending}",
        f"folder{ending}",
        f"loop{ending}",
        f"/proc/none/a{ending}",
        f"/proc/a{ending}",
        f"{300 * 'a'}{ending}",
        f"nul\0{ending}",
        "a.xyz",
        "a",
        "",
    ):
        with pytest.raises(SystemExit) as stop:
            main([*command.split(), f"--{option}", path])
        message = capsys.readouterr().err
        assert stop.value.code == 2
        assert message.count("\n") == 1, message
        assert message.startswith(f"evobool: {option} = "), message
    assert sorted(tmp_path.iterdir()) == before


def test_trying_leaves_a_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    check_output("records", path, [".csv"])
    assert not path.exists()
    path.write_text("old")
    os.utime(path, (1, 1))
    check_output("records", path, [".csv"])
    assert (path.read_text(), path.stat().st_mtime) == ("old", 1)
    os.mkfifo(tmp_path / "pipe.csv")
    check_output("records", tmp_path / "pipe.csv", [".csv"])  # opened, it would wait for a reader
    (tmp_path / "link.csv").symlink_to(tmp_path / "none.csv")
    check_output("records", tmp_path / "link.csv", [".csv"])
    assert (tmp_path / "link.csv").is_symlink()
    assert not (tmp_path / "none.csv").exists()


def test_an_export_that_fails_leaves_no_folder(tmp_path: Path) -> None:
    store = tmp_path / "a.db"
    Study([Setting(n=3, start="x1")], runs=3, seed=1).collect(store)
    with pytest.raises(InputError, match="start = x1"):
        export(Results(store), "ioh", tmp_path / "new" / "folder")
    assert not (tmp_path / "new").exists()


def test_check_and_certificate_exclude_each_other(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("{}")
    with pytest.raises(SystemExit):
        main(["landscape", "--check", str(path), "--certificate", str(path)])
    assert "certificate = " in capsys.readouterr().err
    assert path.read_text() == "{}"
