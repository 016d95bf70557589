"""A cluster gives the rows that one machine gives, also when its workers are killed."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evobool import EvoboolError, InputError, Run, plugins
from evobool.learning.search.learn import learn
from evobool.model.settings.setting import Setting
from evobool.model.targets.labelled import Labelled
from evobool.studies.plan.study import Study, grid
from evobool.studies.work import cluster
from evobool.studies.work.cluster import dask_carrier
from evobool.studies.work.executors import Work
from tests.support.stores import rows

dask: Any = pytest.importorskip("dask")
distributed: Any = pytest.importorskip("distributed")

pytestmark = [pytest.mark.compiled, pytest.mark.long]  # starts processes, each of which imports everything

SLOW = Setting(n=4, limit="1", max_iterations=4_000)  # never solved: each run takes its 4,000 iterations


@pytest.fixture(scope="module")
def local_cluster() -> Iterator[Any]:
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "3s"}),  # to a worker just killed; else 30 s
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
        ) as made,
    ):
        yield made


@pytest.fixture(scope="module")
def address(local_cluster: Any) -> str:
    return str(local_cluster.scheduler_address)


def test_rows_are_those_of_one_machine(address: str, tmp_path: Path) -> None:
    study = Study(grid(n=[3, 4], limit=["n", "2n"]), runs=40, seed=5, engine="reference")
    study.collect(tmp_path / "here.db", workers=1)
    study.collect(tmp_path / "there.db", carry=dask_carrier(address))
    assert rows(tmp_path / "there.db") == rows(tmp_path / "here.db")


def test_formulas_are_those_of_one_machine(address: str) -> None:
    """The table travels with the work."""
    inputs = np.random.default_rng(1).integers(0, 2, (60, 5))
    table = Labelled.of(inputs, inputs[:, 0] & inputs[:, 1] | inputs[:, 2])
    found = [
        learn(table, effort=20_000, seed=3, folds=2, workers=1, carry=carry)
        for carry in (None, dask_carrier(address))
    ]
    assert replace(found[0], seconds=0) == replace(found[1], seconds=0)


def test_workers_load_the_plugins(address: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from evobool.plugins import selection\n\n\n@selection('clustered')\n"
        "def clustered(offspring, parent, draws):\n"
        "    return offspring.error <= parent.error + draws.below(2)\n"
    )
    plugins.load(file)
    study = Study(grid(n=[3, 4], selection="clustered", max_iterations=60), runs=10, seed=5)
    study.collect(tmp_path / "here.db", workers=1)
    study.collect(tmp_path / "there.db", carry=dask_carrier(address))
    assert rows(tmp_path / "there.db") == rows(tmp_path / "here.db")


def test_a_plugin_that_fails_on_a_worker_is_one_line(address: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from evobool.plugins import selection\nselection('broken')(lambda *three: 1 / 0)\n")
    plugins.load(file)
    study = Study(grid(n=3, selection="broken"), runs=2, seed=5)
    with pytest.raises(EvoboolError, match=r"plugin mine.py, line 2: ZeroDivisionError: division by zero"):
        study.collect(tmp_path / "there.db", carry=dask_carrier(address))


def test_plugins_by_hand_cannot_travel(address: str, tmp_path: Path) -> None:
    plugins.target("by-hand", formula="x1 & x2")
    study = Study(grid(n=3, target="by-hand"), runs=2, seed=5)
    with pytest.raises(InputError, match="its plugins were defined by hand; put them into a file"):
        study.collect(tmp_path / "there.db", carry=dask_carrier(address))


def test_the_command_with_a_scheduler_file(address: str, tmp_path: Path) -> None:
    file, store = tmp_path / "scheduler.json", tmp_path / "made.db"
    file.write_text(json.dumps({"type": "Scheduler", "address": address}))
    done = command("--store", store, "--scheduler", file)
    assert (done.returncode, done.stderr) == (0, "")
    Study(grid(n=[3]), runs=20, seed=5, engine="reference").collect(tmp_path / "here.db", workers=1)
    assert rows(store) == rows(tmp_path / "here.db")


def test_a_killed_worker_costs_no_run(address: str, tmp_path: Path) -> None:
    study = Study([SLOW], runs=40, seed=5, engine="reference")
    study.collect(tmp_path / "here.db", workers=2)
    made, killed, busy = 0, list[int](), list[str]()

    def kill(runs: Sequence[Run]) -> None:
        nonlocal made
        made += len(runs)
        if len(killed) < 2 and made > 4 + 10 * len(killed):
            with closing(distributed.Client(address, set_as_default=False)) as client:
                found = client.run(executing, on_error="ignore").values()
                at_work = [(pid, keys) for pid, keys in found if keys]
                for pid, keys in at_work[:1]:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
                    busy.extend(keys)

    study.collect(tmp_path / "there.db", carry=dask_carrier(address), progress=kill)
    assert len(set(killed)) == 2
    assert len(busy) >= 2, "the workers were at work when they were killed"
    assert rows(tmp_path / "there.db") == rows(tmp_path / "here.db")


def executing(dask_worker: Any) -> tuple[int, list[str]]:
    """On a worker: its process, and the chunks it is at."""
    tasks = dask_worker.state.tasks.items()
    return os.getpid(), [str(key) for key, task in tasks if task.state == "executing"]


def test_a_chunk_given_up_is_sent_again(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    killed_worker, real = distributed.scheduler.KilledWorker, distributed.Future.result
    work = Work(SLOW.with_(max_iterations=50), 3, 0, 12, "reference")
    failures = itertools.count()

    def result(future: Any, timeout: float | None = None) -> Any:
        if next(failures) < limit:
            raise killed_worker("task", None, 3)
        return real(future, timeout)

    monkeypatch.setattr(distributed.Future, "result", result)
    limit = 5
    found = [run.index for runs in dask_carrier(address)([work]) for run in runs]
    assert sorted(found) == list(range(12))
    limit = 10**6
    with pytest.raises(EvoboolError, match=r"workers die of runs \d+ \.\.\. \d+ of setting"):
        list(dask_carrier(address)([work]))


def test_closing_cancels(local_cluster: Any, address: str) -> None:
    work = Work(SLOW, 3, 0, 10_000, "reference")
    with closing(dask_carrier(address)([work])) as chunks:
        assert next(runs for runs in chunks if runs)
    deadline = time.monotonic() + 120
    while local_cluster.scheduler.tasks and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not local_cluster.scheduler.tasks


def test_what_goes_wrong_there_is_told_here(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EvoboolError, match="engine = nonsense"):
        list(dask_carrier(address)([Work(SLOW, 3, 0, 1, "nonsense")]))
    with pytest.raises(EvoboolError, match=r"^scheduler = .*Error: "):
        list(dask_carrier(address)([Work(SLOW, "x", 0, 1, "reference")]))  # type: ignore[arg-type]
    monkeypatch.setattr(cluster, "current", lambda: "0.0.1")
    with pytest.raises(EvoboolError, match=r"a worker has evobool .*, this is 0\.0\.1"):
        list(dask_carrier(address)([Work(SLOW, 3, 0, 1, "reference")]))


def command(*more: object) -> subprocess.CompletedProcess[str]:
    words = "-m evobool study run --grid n=3 --runs 20 --seed 5 --engine reference --quiet"
    arguments = [sys.executable, *words.split(), *map(str, more)]
    return subprocess.run(arguments, capture_output=True, text=True, timeout=300, check=False)


def test_an_unreachable_scheduler_is_one_line(tmp_path: Path) -> None:
    done = command("--store", tmp_path / "none.db", "--scheduler", "tcp://127.0.0.1:1")
    assert done.returncode == 2
    assert done.stderr.startswith("evobool: scheduler = tcp://127.0.0.1:1: cannot be reached (")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "none.db").exists()


def test_workers_are_those_of_the_scheduler(tmp_path: Path) -> None:
    done = command("--store", tmp_path / "none.db", "--scheduler", "tcp://127.0.0.1:1", "--workers", 2)
    assert done.returncode == 2
    assert done.stderr == "evobool: workers = 2: the scheduler has its own; give one of them\n"


def test_bad_schedulers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"^scheduler = nowhere: is neither an address"):
        dask_carrier("nowhere")
    with pytest.raises(InputError, match=r"dask schedulers speak tcp, tls, .* not pigeon"):
        dask_carrier("pigeon://coop")
    for content in ("{}", "[]", "not JSON"):
        (tmp_path / "s.json").write_text(content)
        with pytest.raises(InputError, match="is not a scheduler file"):
            dask_carrier(str(tmp_path / "s.json"))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(EvoboolError, match=r"^distributed is not installed; try: pip install 'evobool\[clus"):
        dask_carrier("tcp://127.0.0.1:1")
