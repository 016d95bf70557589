"""IOHprofiler's format: a folder for each algorithm, a JSON file for each target, a .dat file for each n.

A store does not hold a run's intermediate errors, so every run is repeated from its seed. That takes as long
as it did the first time, and the run must come out as stored.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evobool.engines import pick
from evobool.engines.base import Engine
from evobool.errors import InputError
from evobool.model.outcome.run import Run, Step
from evobool.model.seeds import setting_seed
from evobool.model.settings.describing import flat_fields
from evobool.model.settings.setting import Setting
from evobool.model.targets.families import TARGETS
from evobool.model.targets.wrong import error_of_the_empty_tree
from evobool.studies.analysis.results import Results
from evobool.studies.store.columns import Row
from evobool.studies.store.store import Store, StoreError

LAYOUT = "0.3.22"  # the version of the `ioh` package whose format these files follow
HEADER = "evaluations raw_y"
LONGEST_NAME = 60  # characters; formulas may be longer than file names
LARGEST_N = 1023  # errors are read as floating point numbers, which end at 2^1024
ALWAYS_NAMED = ("limit", "deletion")
NEVER_NAMED = ("n", "target", "algorithm")  # the dimension, the function, and how each name begins
Point = tuple[int, int]  # evaluations, error


def write_ioh(results: Results, folder: Path) -> list[Path]:
    """Each run as the evaluations at which its error fell, and the last one; returns .dat and JSON files."""
    files: list[Path] = []
    indices: dict[Path, dict[str, Any]] = {}
    with results.one.opened() as store:
        settings = store.settings()
        store.check_plugins()
        for setting in settings.values():
            _check_size(setting)
        for key, rows in store.columns(("run", "evaluations", "error", "engine")):
            if rows:
                setting = settings[key]
                index = folder / _directory(setting) / f"IOHprofiler_{_function(setting)}.json"
                data = index.parent / _data_path(setting)
                data.parent.mkdir(parents=True, exist_ok=True)
                seed = setting_seed(store.seed, setting)
                runs = _write_data(data, _trajectories(store, setting, rows))
                for run, row in zip(runs, rows, strict=True):
                    run |= {"seed": str(seed), "index": row[0]}  # readers would round a 64-bit number
                scenario = {"dimension": setting.n, "path": _data_path(setting), "runs": runs}
                indices.setdefault(index, _index(setting))["scenarios"].append(scenario)
                files.append(data)
    for path, content in indices.items():
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return files + list(indices)


def algorithm_name(setting: Setting) -> str:
    """All that distinguishes a setting from others with its n and target: readers pool runs of the same name.

    >>> algorithm_name(Setting(n=4, limit="2n", training=100))
    'rls-gp limit=2n deletion=subtree training=100'
    """
    fields, usual = flat_fields(setting), flat_fields(Setting(n=setting.n))
    changed = [name for name in fields if fields[name] != usual[name]]
    named = [name for name in changed if name not in (*ALWAYS_NAMED, *NEVER_NAMED)]
    return " ".join([setting.algorithm, *(f"{name}={fields[name]}" for name in (*ALWAYS_NAMED, *named))])


def _check_size(setting: Setting) -> None:
    if setting.on_all_inputs and setting.n > LARGEST_N:
        raise InputError("n", setting.n, f"the format cannot hold errors for n > {LARGEST_N}; use csv")
    if setting.start != "empty":
        raise InputError("start", setting.start, "the format has no error before the first change; use csv")
    if not setting.rows:
        raise InputError("training", setting.training, "does not say how many rows there are; use csv")


def _directory(setting: Setting) -> str:
    return algorithm_name(setting).replace("/", "÷").replace(" ", "_")


def _number(setting: Setting) -> int:
    """The function's id: its place among our targets, from 1; for any other, a number from its name."""
    if setting.target in TARGETS and setting.goal.target.source is None:
        return list(TARGETS).index(setting.target) + 1
    return 1000 + int.from_bytes(hashlib.sha256(setting.target.encode()).digest()[:3], "big")


def _function(setting: Setting) -> str:
    """The name of a function in file names, such as f1_AND."""
    name = re.sub(r"[^A-Z0-9~&|^<>=]+", "", setting.target.upper())
    return f"f{_number(setting)}_{re.sub('[~&|^<>=]', '-', name)[:LONGEST_NAME]}"


def _data_path(setting: Setting) -> str:
    """The path of the .dat file, relative to the JSON file."""
    return f"data_{_function(setting)}/IOHprofiler_f{_number(setting)}_DIM{setting.n}.dat"


def _index(setting: Setting) -> dict[str, Any]:
    """The JSON for an algorithm on a target, without its scenarios."""
    return {
        "version": LAYOUT,
        "suite": "evobool",
        "function_id": _number(setting),
        "function_name": setting.target.upper(),
        "maximization": False,
        "algorithm": {"name": algorithm_name(setting), "info": "evobool"},
        "run_attributes": ["seed", "index"],  # what repeats a run
        "attributes": HEADER.split(),
        "scenarios": [],
    }


def _write_data(path: Path, trajectories: Iterator[list[Point]]) -> list[dict[str, Any]]:
    """Write the .dat file, run by run; returns the runs' entries for the JSON."""
    runs = []
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for points in trajectories:
            lines = [HEADER, *(f"{evaluations} {error}.0000000000" for evaluations, error in points)]
            file.write("\n".join(lines) + "\n")
            evaluations, error = min(points, key=lambda point: point[1])
            y = error if error < 2**53 else float(error)  # readers do not take larger integers
            best: dict[str, Any] = {"evals": evaluations, "y": y, "x": []}  # a tree is not a vector
            runs.append({"instance": 1, "evals": points[-1][0], "best": best})
    return runs


def _trajectories(store: Store, setting: Setting, rows: list[Row]) -> Iterator[list[Point]]:
    """The points of a setting's runs, checked against the stored ends of the runs.

    On the complete truth table all engines make the same run, so the quickest is used. They do not all draw
    samples in the same way, so sampled runs are repeated by the engine that made them.
    """
    seed, engines = setting_seed(store.seed, setting), dict[str, Engine]()
    for index, evaluations, error, made_by in rows:
        name = "auto" if setting.judged_on.complete else made_by
        if name not in engines:
            engines[name] = pick(setting, name)
        run, points = _repeat(engines[name], seed, index)
        if (run.evaluations, run.error) != (evaluations, None if error is None else int(error)):
            raise StoreError(
                store.path,
                f"run {index} of setting {setting.id} comes out differently when repeated; was it made by "
                "another version, or with a different max_branches?",
            )
        yield points


def _repeat(engine: Engine, seed: int, index: int) -> tuple[Run, list[Point]]:
    """A run and its points: at evaluation 1, at each new lowest error, and at the end.

    Before there is a tree, the error is one more than the number of rows, as it is for the algorithm. On
    fresh rows, a run's last error may be larger than its lowest.
    """
    setting = engine.setting
    empty = error_of_the_empty_tree(setting.rows)
    points: list[Point] = []

    def note(step: Step) -> None:
        evaluations = setting.evaluations(step.iteration)
        if not points and evaluations > 1:
            points.append((1, empty))
        if not points or step.error < points[-1][1]:
            points.append((evaluations, step.error))

    run = engine.run(seed, index, watch=note)
    if not points:
        points.append((1, empty))
    if run.evaluations > points[-1][0]:
        points.append((run.evaluations, empty if run.error is None else run.error))
    return run, points
