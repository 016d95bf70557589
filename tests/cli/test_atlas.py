"""`evobool atlas`, as a user types it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evobool.cli import main
from evobool.studies.store.store import Store

Capture = pytest.CaptureFixture[str]


@pytest.mark.long
@pytest.mark.compiled
def test_it_says_what_it_wrote(capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "a"
    words = ["atlas", "--n", "2", "--runs", "4", "--max-iterations", "500", "--out", str(out)]
    main(words)
    told = capsys.readouterr()
    assert told.out == ""
    assert f"wrote {out / 'report.html'} in" in told.err
    with Store(out / "runs.db") as store:
        assert (store.seed, sum(store.done().values())) == (1, 80)
    main([*words, "--quiet"])
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--n 5", "n = 5: must be at most 4"),
        ("--n 0", "n = 0: must be at least 1"),
        ("--runs 1", "runs = 1: must be at least 2"),
        ("--limit 0", "limit = 0: allows 0 leaves, must be at least 1"),
        ("--max-iterations 0", "max_iterations = 0: must be at least 10"),
        ("--workers 0", "workers = 0"),
        ("--seed -1", "seed = -1"),
    ],
)
def test_bad_input_is_one_line(words: str, why: str, capsys: Capture, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["atlas", *words.split(), "--out", str(tmp_path / "a")])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1
    assert not (tmp_path / "a").exists()


@pytest.mark.long
@pytest.mark.compiled
def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    words = ["atlas", "--n", "4", "--runs", "2000", "--out", str(tmp_path / "a"), "--workers", "1"]
    process = subprocess.Popen([sys.executable, "-m", "evobool", *words], stderr=subprocess.PIPE)
    store, deadline = tmp_path / "a" / "runs.db", time.monotonic() + 120
    while time.monotonic() < deadline and not _held(store):
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"rerun to continue" in errors
    assert _held(store) > 0


def _held(path: Path) -> int:
    """How many runs a store holds that may not be there yet."""
    if not path.exists() or path.stat().st_size == 0:
        return 0
    try:
        with Store(path) as store:
            return sum(store.done().values())
    except Exception:
        return 0
