"""Is this version slower than an earlier one? Measures both together, taking turns round by round.

    python benchmarks/versions.py c469de8          # a revision of this repository, against the working tree

Each version runs in its own process with its own sources. A round is some runs of a setting, timed by the
processor time of that process. Where arrays happen to lie in memory differs from process to process and
matters, so everything is done with several pairs of processes. The ratio shown is the median over the pairs
of the ratios of their best rounds, which other work on the machine disturbs least; all are listed.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from _measure import one_core

ROOT = Path(__file__).resolve().parents[1]
PAIRS, ROUNDS = 5, 15
# Engine, fields of the setting, runs per round.
WORK: list[tuple[str, dict[str, object], int]] = [
    ("exact", {"n": 16, "limit": "2n"}, 100),
    ("packed", {"n": 16, "limit": "2n"}, 12),
    ("exact", {"n": 8, "limit": "2n"}, 300),
    ("packed", {"n": 8, "limit": "2n"}, 300),
    ("exact", {"n": 16, "limit": "2n", "algorithm": "1+1-gp"}, 60),
    ("exact", {"n": 50, "training": 1024, "accept_error": 8}, 10),
    ("packed", {"n": 10, "training": 1024, "accept_error": 8}, 10),
]
SERVER = """
import json, sys, time
from evobool import Setting
from evobool.engines import pick
for line in sys.stdin:
    name, fields, runs = json.loads(line)
    engine = pick(Setting(**fields), name)
    engine.warm_up()
    print("ready", flush=True)
    for line in sys.stdin:
        started = time.process_time()
        done = engine.runs(5, 0, runs)
        print((time.process_time() - started) / sum(run.iterations for run in done), flush=True)
"""


class Version:
    """A process running the sources of one version."""

    def __init__(self, source: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(source)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.seconds: list[float] = []

    def ask(self, line: str) -> str:
        """Send a line and wait for the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()


def main(revision: str) -> None:
    """Print a table of ratios."""
    with tempfile.TemporaryDirectory() as folder, one_core():
        before = Path(folder) / "before"
        subprocess.run(
            ["git", "-C", ROOT, "worktree", "add", "--quiet", "--detach", before, revision], check=True
        )
        try:
            for name, fields, runs in WORK:
                compare(before / "src", ROOT / "src", name, fields, runs)
        finally:
            subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", before], check=True)


def compare(before: Path, after: Path, name: str, fields: dict[str, object], runs: int) -> None:
    """Measure one workload with several pairs of processes and print how the versions compare."""
    best: list[list[float]] = []
    for _ in range(PAIRS):
        versions = [Version(before), Version(after)]
        for version in versions:
            version.ask(json.dumps([name, fields, runs]))
        for _ in range(ROUNDS):
            for version in versions:
                version.seconds.append(float(version.ask("go")))
        best.append([1e9 * min(version.seconds) for version in versions])
        for version in versions:
            version.process.communicate()
    ratios = sorted(new / old for old, new in best)
    old, new = (statistics.median(side) for side in zip(*best, strict=True))
    told = " ".join(f"{field}={value}" for field, value in fields.items())
    print(
        f"{name:7} {told:40} {old:8.1f} -> {new:8.1f} ns per iteration, ratio "
        f"{statistics.median(ratios):.3f} ({', '.join(f'{ratio:.3f}' for ratio in ratios)})",
        flush=True,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
