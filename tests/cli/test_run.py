from __future__ import annotations

import csv
import json
import os
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import polars
import pytest

import evobool
from evobool import Setting, Tree, evolve, race
from evobool.cli import main
from evobool.model.settings.setting import FIELDS
from evobool.studies.files.records import row
from tests.support.commands import loaded
from tests.support.machine import JIT

# A command in a process of its own always has the compiler, whatever the tests around it do.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
COMMAND = [sys.executable, "-m", "evobool"]
SPREAD = {"mean", "sd", "median", "q05", "q95"}
COUNTED = ("ands_accepted", "ands_final", "ors_accepted", "ors_final")
SPREADS = {"T", "S", "evaluations", *COUNTED, "generalisation_error"}
Capture = pytest.CaptureFixture[str]


def run(*arguments: object) -> None:
    main(["run", *map(str, arguments)])


def test_json_keeps_the_contract(capsys: Capture) -> None:
    found = loaded(capsys, "run", "--n", 4, "--limit", "n+1", "--runs", 30, "--seed", 1, "--engine", "packed")
    assert found["setting"] == Setting(n=4, limit="n+1").to_dict()
    assert set(found["setting"]) == set(FIELDS)
    assert set(found) >= {"setting", "engine", "runs", "failed", "B", "seconds"} | SPREADS
    assert (found["engine"], found["runs"], found["failed"], found["B"]) == ("packed", 30, 0, 0.0)
    assert found["seconds"] >= 0
    for name in SPREADS:
        assert set(found[name]) == SPREAD
    times = [evolve(n=4, limit="n+1", seed=1, index=k, engine="reference").iterations for k in range(30)]
    assert found["T"]["mean"] == pytest.approx(sum(times) / 30)
    assert found["generalisation_error"]["mean"] == 0


def test_json_with_every_option(capsys: Capture) -> None:
    fields = {
        "target": "or",
        "n": 3,
        "functions": ["or"],
        "literals": "all",
        "limit": "2n",
        "deletion": "leaf",
        "algorithm": "1+1-gp",
        "selection": "strict",
        "training": 20,
        "accept_error": 2,
        "max_iterations": 77,
        "first_leaf": "insertion",
        "weights": "2:1:1",
        "offspring": 3,
        "start": "x1 | ~x2",
        "mutation": "hvl-prime",
        "objective": "weights:2:1",
        "survival": "comma",
    }
    options: list[object] = []
    for name, value in fields.items():
        options += ["--" + name.replace("_", "-"), ",".join(value) if isinstance(value, list) else value]
    found = loaded(capsys, "run", *options, "--runs", 5, "--seed", 2, "--workers", 1, "--engine", "reference")
    assert found["setting"] == Setting(n=3).to_dict() | fields
    assert found["engine"] == "reference"


def test_json_is_null_where_no_run_solved(capsys: Capture) -> None:
    hopeless = ["--n", 4, "--limit", 2, "--max-iterations", 20, "--engine", "packed"]
    found = loaded(capsys, "run", *hopeless, "--runs", 3)
    assert (found["runs"], found["failed"], found["B"]) == (3, 3, 1.0)
    assert all(found[name] is None for name in SPREADS)


def test_json_of_one_run_has_no_deviation(capsys: Capture) -> None:
    found = loaded(capsys, "run", "--n", 2, "--seed", 3, "--engine", "packed")
    assert found["runs"] == 1
    assert found["T"]["sd"] is None
    assert found["T"]["mean"] == evolve(n=2, seed=3, engine="reference").iterations


def test_the_same_seed_prints_the_same(capsys: Capture) -> None:
    one, other = (
        loaded(capsys, "run", "--n", 3, "--runs", 9, "--seed", 4, "--engine", "packed") for _ in range(2)
    )
    assert one | {"seconds": 0} == other | {"seconds": 0}


def test_a_seed_not_given_is_told(capsys: Capture) -> None:
    one = loaded(capsys, "run", "--n", 3, "--runs", 9, "--engine", "packed")
    again = loaded(capsys, "run", "--n", 3, "--runs", 9, "--engine", "packed", "--seed", one["seed"])
    assert one["T"] == again["T"]


def test_race(capsys: Capture) -> None:
    found = loaded(capsys, "run", "--n", 3, "--runs", 6, "--race", 4, "--seed", 5, "--engine", "packed")
    outcomes = [race(n=3, runs=4, seed=5, index=k, engine="packed") for k in range(6)]
    assert (found["runs"], found["race"]) == (6, 4)
    assert found["T"]["mean"] == pytest.approx(sum(o.winner.iterations for o in outcomes) / 6)
    assert found["evaluations"]["mean"] == pytest.approx(sum(o.evaluations for o in outcomes) / 6)


def test_one_run_is_drawn(capsys: Capture) -> None:
    run("--n", 4, "--limit", "n", "--seed", 7, "--engine", "packed")
    printed = capsys.readouterr()
    expected = evolve(n=4, limit="n", seed=7, engine="reference")
    assert printed.out.startswith(expected.tree.draw() + "\n")
    assert "solved: 37 iterations, 4 leaves, error 0" in printed.out
    assert "seed 7, packed engine" in printed.out
    assert printed.out.rstrip().endswith("iteration")
    assert printed.err in ("", "evobool: compiling, only this once ...\n")


def test_many_runs_are_a_table(capsys: Capture) -> None:
    run("--n", 3, "--runs", 40 if JIT else 10, "--seed", 7, "--engine", "packed", "--training", 30)
    printed = capsys.readouterr()
    for word in (
        "AND_3",
        "mean (sd)",
        "95 % interval",
        "failed runs",
        "iterations",
        "leaves",
        "ORs accepted",
    ):
        assert word in printed.out
    assert "generalisation error" in printed.out
    assert "runs" in printed.err  # the bar


def test_quiet_is_quiet(capsys: Capture) -> None:
    run("--n", 3, "--limit", 2, "--runs", 2, "--max-iterations", 5, "--engine", "packed", "--quiet")
    assert capsys.readouterr().err == ""


def test_a_limit_too_small_warns(capsys: Capture) -> None:
    run("--n", 3, "--limit", 2, "--max-iterations", 5, "--engine", "packed")
    printed = capsys.readouterr()
    assert printed.err.startswith("evobool: warning: limit = 2: AND_3 needs 3 leaves")
    assert "not solved (stopped by: iterations)" in printed.out


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize("training", ["complete", "10"])
def test_records_are_the_same_for_any_number_of_workers(
    tmp_path: Path, capsys: Capture, suffix: str, training: str
) -> None:
    runs, files = 60 if JIT else 8, []
    for workers in (1, 2, 3):
        files.append(tmp_path / f"{workers}.{suffix}")
        options = ["--n", 3, "--training", training, "--accept-error", 1, "--max-iterations", 90, "--seed", 6]
        run(
            *options,
            "--runs",
            runs,
            "--workers",
            workers,
            "--records",
            files[-1],
            "--engine",
            "packed",
            "--quiet",
        )
    assert files[0].read_bytes() == files[1].read_bytes() == files[2].read_bytes()
    if suffix == "parquet":
        assert polars.read_parquet(files[0])["index"].to_list() == list(range(runs))


def test_records_of_a_single_run(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "run.jsonl"
    run("--n", 3, "--seed", 8, "--records", path, "--engine", "packed")
    (line,) = path.read_text().splitlines()
    assert json.loads(line) == row(evolve(n=3, seed=8, engine="packed"))


def test_records_replace_an_older_file(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "runs.csv"
    for _ in range(2):
        run("--n", 2, "--seed", 8, "--runs", 3, "--records", path, "--engine", "packed", "--quiet")
        assert len(path.read_text().splitlines()) == 4


BAD = [
    ("--n 0", "n = 0: must be at least 1"),
    ("--n -1", "n = -1"),
    ("--n abc", "n"),
    ("--n 4.7", "n"),
    ("", "--n"),
    ("--n 4 --limit 0", "limit = 0"),
    ("--n 4 --limit -2", "limit = -2"),
    ("--n 4 --limit n-4", "limit = n-4"),
    ("--n 4 --limit many", "limit = many"),
    ("--n 4 --accept-error -1", "accept_error = -1"),
    ("--n 4 --accept-error 0.5", "accept"),
    ("--n 4 --training 0", "training = 0"),
    ("--n 4 --training -7", "training = -7"),
    ("--n 4 --training some", "training = some"),
    ("--n 4 --runs 0", "runs = 0"),
    ("--n 4 --runs 2.5", "runs"),
    ("--n 4 --workers 0", "workers = 0"),
    ("--n 4 --workers -1", "workers = -1"),
    ("--n 4 --max-iterations 0", "max_iterations = 0"),
    ("--n 4 --race 0", "race = 0"),
    ("--n 4 --seed -1", "seed = -1"),
    ("--n 4 --seed 2.6", "seed"),
    ("--n 4 --seed 18446744073709551616", "seed = 18446744073709551616"),
    (
        "--n 4 --target parity",
        "target = parity: must be one of and, or, xor, majority, mux, table:HEX, data:FILE, or a formula",
    ),
    ("--n 8 --target and:0", "target = and:0: the number of variables must be 1 to n = 8"),
    ("--n 8 --target and:9", "target = and:9: the number of variables must be 1 to n = 8"),
    ("--n 5 --target mux", "target = mux: mux needs n = k + 2^k: 3, 6, 11, 20, ..., not 5"),
    ("--n 6 --target mux:3", "target = mux:3: mux takes no number of variables"),
    ("--n 8 --target x1&x9", "target = x1&x9: names x9, but n = 8"),
    ("--n 8 --target x1&(x2", "target = 'x1&(x2': ends too soon (character 7)"),
    ("--n 8 --target x1&|x2", "target = 'x1&|x2': '|' is out of place (character 4)"),
    ("--n 4 --functions imply", "functions = imply: must be one of and, or, xor"),
    ("--n 4 --functions and,imply", "functions = imply: must be one of and, or, xor"),
    ("--n 4 --weights 0:0:0", "weights = 0:0:0: at least one must be above 0"),
    ("--n 4 --weights 1:1", "weights = 1:1: must look like 1:1:1"),
    ("--n 4 --weights -1:1:1", "weights = -1:1:1: must look like 1:1:1"),
    ("--n 4 --training fixed:0", "training = fixed:0: must be complete or at least 1 row"),
    ("--n 4 --training fixed", "training = fixed: needs a number of rows: fixed:100"),
    ("--n 4 --training broken:3", "training = broken:3: must be complete"),
    ("--n 4 --offspring 0", "offspring = 0: must be at least 1"),
    ("--n 4 --offspring -2", "offspring = -2: must be at least 1"),
    ("--n 4 --start x1&x2 --limit 1", "start = x1 & x2: has 2 leaves, the limit is 1"),
    ("--n 4 --start x1^x2", "start = x1 ^ x2: xor is not among the functions"),
    ("--n 4 --start ~x1", "start = ~x1: ~x1 is not among the literals"),
    ("--n 4 --start x1&", "start = 'x1&': ends too soon (character 4)"),
    ("--n 4 --limit n+", "limit = n+: ends too soon"),
    ("--n 4 --limit n-4", "limit = n-4: allows 0 leaves, must be at least 1"),
    ("--n 4 --limit log3(n)", "limit = log3(n): cannot read"),
    ("--n 4 --mutation mine", "mutation = mine: must be one of hvl-prime"),
    ("--n 4 --plugin absent.py", "plugin = absent.py: No such file or directory"),
    ("--n 4 --engine exact --functions xor", "engine = exact: cannot run the function xor; use packed"),
    ("--n 4 --engine exact --training fixed:8", "engine = exact: cannot run training fixed:8; use packed"),
    ("--n 4 --functions ,", "functions = "),
    ("--n 4 --functions=", "functions = "),
    ("--n 4 --literals negated", "literals = negated"),
    ("--n 4 --deletion tree", "deletion = tree"),
    ("--n 4 --algorithm ga", "algorithm = ga"),
    ("--n 4 --selection none", "selection = none"),
    ("--n 4 --first-leaf never", "first_leaf = never"),
    ("--n 4 --engine fast", "engine = fast"),
    ("--n 60 --engine packed", "n = 60"),
    ("--n 60 --engine reference", "n = 60"),
    ("--n 2000 --engine packed", "n = 2000"),
    ("--n 4 --training 1000000000000000000 --engine packed", "training = 1000000000000000000"),
    ("--n 4 --frobnicate 3", "--frobnicate"),
    ("--n 4 stray", "stray"),
    ("--n 4 --n 5", "--n"),
    ("--n 4 --quiet maybe", "maybe"),
]


@pytest.mark.parametrize("runs", ["--runs 1", "--runs 3 --json"])
@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_input_is_one_line(
    tmp_path: Path, capsys: Capture, arguments: str, message: str, runs: str
) -> None:
    records = tmp_path / "runs.csv"
    words = arguments.split() + ([] if "--runs" in arguments else runs.split())
    with pytest.raises(SystemExit) as stop:
        run(*words, "--records", records)
    printed = capsys.readouterr()
    assert stop.value.code == 2
    assert printed.out == ""
    assert printed.err.startswith("evobool: ")
    assert printed.err.count("\n") == 1
    assert len(printed.err) < 300
    assert message in printed.err
    assert not records.exists()


@pytest.mark.parametrize("engine", ["packed", "reference"])
def test_a_table_too_large_says_how_large_and_what_to_do(capsys: Capture, engine: str) -> None:
    with pytest.raises(SystemExit):
        run("--n", 60, "--engine", engine)
    message = capsys.readouterr().err
    assert "bytes" in message
    assert "use the exact engine, or fewer rows, such as training = 100000" in message


@pytest.mark.parametrize("runs", [1, 3])
@pytest.mark.parametrize("name", ["runs.txt", "runs", "none/runs.csv", "folder.csv", "/proc/evobool.csv"])
def test_a_path_that_cannot_be_written_is_found_before_the_runs(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, name: str, runs: int
) -> None:
    (tmp_path / "folder.csv").mkdir()
    before = sorted(tmp_path.rglob("*"))

    def never(*arguments: object, **options: object) -> None:
        pytest.fail("a run began")

    monkeypatch.setattr("evobool.engines.packed.PackedEngine._batch", never)
    with pytest.raises(SystemExit) as stop:
        run("--n", 3, "--runs", runs, "--engine", "packed", "--records", tmp_path / name, "--quiet")
    printed = capsys.readouterr()
    assert stop.value.code == 2
    assert printed.out == ""
    assert printed.err.startswith(f"evobool: records = {tmp_path / name}: ")
    assert printed.err.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.long
def test_a_disk_that_is_full_is_one_line(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "runs.csv"
    path.symlink_to("/dev/full")
    with pytest.raises(SystemExit) as stop:
        run("--n", 2, "--runs", 3, "--records", path, "--quiet", "--engine", "packed")
    assert stop.value.code not in (0, None)
    assert capsys.readouterr().err.count("\n") == 1


def test_commands(capsys: Capture) -> None:
    main(["--version"])
    assert capsys.readouterr().out.strip() == evobool.__version__
    main(["--help"])
    assert "run" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stop:
        main(["jog"])
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
def test_as_a_module(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["evobool", "--version"])
    runpy.run_module("evobool", run_name="__main__")
    assert capsys.readouterr().out.strip() == evobool.__version__


def test_help_names_every_option(capsys: Capture) -> None:
    run("--help")
    text = capsys.readouterr().out
    for name in FIELDS:
        assert "--" + name.replace("_", "-") in text
    for name in ("runs", "seed", "workers", "engine", "race", "json", "records", "quiet"):
        assert f"--{name}" in text


def test_ctrl_c_in_process(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("evobool.studies.work.progress.Progress.advance", interrupted)
    path = tmp_path / "runs.csv"
    with pytest.raises(SystemExit) as stop:
        run("--n", 2, "--runs", 9, "--workers", 2, "--records", path, "--engine", "packed", "--quiet")
    printed = capsys.readouterr()
    assert stop.value.code == 130
    assert (printed.out, printed.err) == ("", "evobool: stopped\n")
    assert len(path.read_text().splitlines()) == 2


def start(*arguments: object) -> subprocess.Popen[str]:
    """The command in a session of its own, so that a signal reaches all its processes, as Ctrl-C does."""
    return subprocess.Popen(
        [*COMMAND, "run", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    )


def rows_in(path: Path) -> int:
    return max(0, path.read_text().count("\n") - 1) if path.exists() else 0


def wait_until(ready: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 120
    while not ready() and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.02)


def interrupt(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Send SIGINT and wait for the end; what the command printed. Its work would go on for far longer."""
    os.killpg(process.pid, signal.SIGINT)
    try:
        return process.communicate(timeout=300)
    finally:
        if process.poll() is None:
            process.kill()


def interrupted_with_rows(path: Path, *options: object) -> str:
    """Start a long job, interrupt it once rows are there, and check what stays."""
    job = ["--n", 8, "--limit", "n", "--deletion", "leaf", "--runs", 2 * 10**6, "--max-iterations", 20_000]
    process = start(*job, "--seed", 9, "--records", path, "--quiet", *options)
    wait_until(lambda: rows_in(path) >= 20, process)
    out, err = interrupt(process)
    assert process.returncode == 130, err
    assert (out, err) == ("", "evobool: stopped\n")
    return path.read_text()


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [
        ("--workers", 2, "--engine", "packed"),
        ("--workers", 1, "--engine", "packed"),
        ("--workers", 2, "--engine", "reference"),
        (),
    ],
    ids=["threads", "alone", "processes", "default"],
)
def test_ctrl_c_keeps_the_rows(tmp_path: Path, options: tuple[object, ...]) -> None:
    text = interrupted_with_rows(tmp_path / "runs.csv", *options)
    rows = list(csv.DictReader(text.splitlines()))
    assert text.endswith("\n")
    assert len(rows) >= 20
    assert [int(row["index"]) for row in rows] == list(range(len(rows)))
    assert all(None not in row and None not in row.values() for row in rows)
    assert all(Tree.parse(row["tree"]).leaves == int(row["leaves"]) for row in rows)


@pytest.mark.long
@pytest.mark.parametrize("options", [(), ("--runs", 2)], ids=["single", "many"])
def test_ctrl_c_during_a_long_run(tmp_path: Path, options: tuple[object, ...]) -> None:
    # rows enough that an iteration takes its time; no tree of 4 leaves ever fits them
    path = tmp_path / "runs.csv"
    job = ["--n", 16, "--limit", 4, "--training", 2**16, "--max-iterations", 10**12, "--engine", "packed"]
    process = start(*job, *options, "--records", path, "--json" if options else "--quiet")
    wait_until(path.exists, process)
    time.sleep(2)  # to load the compiled code and begin
    out, err = interrupt(process)
    assert process.returncode == 130, err
    assert out == ""
    assert "Traceback" not in err
    assert err.endswith("evobool: stopped\n")


@pytest.mark.long
def test_as_a_command() -> None:
    done = subprocess.run(
        [*COMMAND, "run", "--n", "0"], capture_output=True, text=True, env=ENVIRONMENT, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "evobool: n = 0: must be at least 1\n")


@pytest.mark.long
@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="needs a shell")
def test_output_into_a_closed_pipe() -> None:
    line = f"'{sys.executable}' -m evobool run --n 3 --seed 1 --engine reference | true"
    done = subprocess.run(
        ["/bin/sh", "-c", line], capture_output=True, text=True, env=ENVIRONMENT, check=False
    )
    assert done.stderr == ""
