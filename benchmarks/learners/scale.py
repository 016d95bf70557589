"""Time and scale: reading a million rows, the usual effort, and what an iteration costs.

python -m learners.scale      # in benchmarks/
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from evobool import evolve
from evobool.learning.search.learn import learn
from evobool.learning.tables.table import read_table
from evobool.model.targets.labelled import Labelled, remember

from .protocol import DATA

FILE = DATA / "scale.json"
ROWS, COLUMNS = 1_000_000, 100
FRONT_EFFORT = 2_000_000
SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
FEATURES = (10, 30, 100, 300, 1_000)
READ = """
import json, sys, time
started, used = time.monotonic(), time.process_time()
from evobool.learning.tables.table import read_table
table = read_table(sys.argv[1], "label")
seconds, cpu = time.monotonic() - started, time.process_time() - used
lines = open("/proc/self/status").read().splitlines()
peak = next(int(line.split()[1]) / 1e6 for line in lines if line.startswith("VmHWM"))
print(json.dumps({"seconds": seconds, "cpu": cpu, "gigabytes": peak, "features": len(table.features)}))
"""


def million() -> pl.DataFrame:
    """A million rows: numbers, truth values and categories."""
    random = np.random.default_rng(1)
    columns: dict[str, Any] = {f"n{place}": random.normal(size=ROWS).round(3) for place in range(60)}
    columns |= {f"t{place}": random.random(ROWS) < 0.3 for place in range(20)}
    words = np.array(["red", "green", "blue", "grey", "black"])
    columns |= {f"c{place}": words[random.integers(0, 5, ROWS)] for place in range(COLUMNS - 80)}
    columns["label"] = (columns["n0"] > 0) & columns["t0"]
    return pl.DataFrame(columns)


def reading() -> dict[str, float]:
    """Read and binarise these as a CSV file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.csv"
        million().write_csv(path)
        size = path.stat().st_size / 1e6
        words_ = [sys.executable, "-c", READ, str(path)]
        done = subprocess.run(words_, capture_output=True, text=True, check=True, env=os.environ)
    return {**json.loads(done.stdout), "megabytes": size}


def front() -> dict[str, float]:
    """A front on these rows, a tenth of whose labels are wrong."""
    frame, random = million(), np.random.default_rng(3)
    wrong = pl.Series(random.random(ROWS) < 0.1)
    rows = read_table(frame.with_columns(label=pl.col("label") ^ wrong), "label").labelled()
    started = time.process_time()
    told = learn(rows, effort=FRONT_EFFORT, seed=1, workers=2)
    return {
        "cpu": time.process_time() - started,
        "rows": ROWS,
        "features": rows.n,
        "effort": told.evaluations,
        "leaves": told.chosen.leaves,
        "errors": told.chosen.errors,
    }


def usual(rows: int = 1_000, features: int = 30) -> dict[str, float]:
    """The usual effort on rows of 30 features, 60 literals, with a noisy rule."""
    random = np.random.default_rng(2)
    inputs = random.integers(0, 2, (rows, features)).astype(np.bool_)
    rule = inputs[:, 0] & ~inputs[:, 1] | inputs[:, 2] & inputs[:, 3]
    table = Labelled.of(inputs, rule ^ (random.random(rows) < 0.1))
    learn(table, effort=1_000, seed=1)
    wall, used = time.monotonic(), time.process_time()
    learn(table, seed=1, workers=2)
    return {"seconds": time.monotonic() - wall, "cpu": time.process_time() - used}


def iteration(rows: int, features: int) -> float:
    """Nanoseconds an iteration: a run with at most 16 leaves on noise with a rule in it."""
    random = np.random.default_rng([rows, features])
    inputs = random.integers(0, 2, (rows, features)).astype(np.bool_)
    rule = inputs[:, 0] & ~inputs[:, 1] | inputs[:, 2] & inputs[:, 3]
    name = remember(Labelled.of(inputs, rule ^ (random.random(rows) < 0.2)))
    count = max(2_000, min(200_000, 200_000_000 // rows))
    best = float("inf")
    for seed in (1, 2, 3):
        options: dict[str, Any] = {"target": name, "literals": "all", "limit": "16", "engine": "packed"}
        evolve(seed=seed, max_iterations=1, **options)
        started = time.process_time()
        run = evolve(seed=seed, max_iterations=count, **options)
        best = min(best, (time.process_time() - started) / run.iterations)
    return best * 1e9


def main() -> None:
    """Measure, and keep."""
    found: dict[str, Any] = json.loads(FILE.read_text()) if FILE.exists() else {}
    if "reading" not in found:
        found["reading"] = reading()
        FILE.write_text(json.dumps(found, indent=1) + "\n")
    if "usual" not in found:
        found["usual"] = usual()
        FILE.write_text(json.dumps(found, indent=1) + "\n")
    if "front" not in found:
        found["front"] = front()
        FILE.write_text(json.dumps(found, indent=1) + "\n")
    points = found.setdefault("iteration", [])
    done = {(rows, features) for rows, features, _ in points}
    grid = [(rows, 30) for rows in SIZES] + [(1_000, features) for features in FEATURES]
    for rows, features in grid:
        if (rows, features) not in done:
            points.append([rows, features, round(iteration(rows, features), 1)])
            done.add((rows, features))
            FILE.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
