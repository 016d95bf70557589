"""Writes the README's pictures and the sessions it shows: one run as a tree, and how its error fell."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

import evobool
from evobool.plots import draw_run

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs" / "figures"
SESSIONS = {
    "one": "evobool run --target and --n 8 --limit n+1 --seed 3",
    "many": "evobool run --target and --n 16 --limit n --deletion leaf --runs 500 --seed 1 --quiet",
    "large": "evobool run --n 1000 --max-iterations 1000000 --runs 20 --seed 1 --quiet",
}


def main() -> None:
    """Make the pictures, run the sessions, put both where they belong."""
    run = evobool.evolve(target="and", n=8, limit="n+1", seed=3, trajectory=True)
    (FIGURES / "tree.svg").write_text(run.tree.svg(), encoding="utf-8")
    matplotlib.rcParams["svg.hashsalt"] = "evobool"  # the same picture, the same bytes
    figure, axes = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
    draw_run(axes, run)
    figure.savefig(FIGURES / "run.svg", metadata={"Date": None})
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    for name, command in SESSIONS.items():
        words = [sys.executable, "-m", *command.split()]
        output = subprocess.run(words, capture_output=True, text=True, check=True).stdout.rstrip()
        lines = [line for line in output.splitlines() if not line.endswith(" s")]  # no timings
        begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
        before, rest = text.split(begin)
        after = rest.split(end)[1]
        shown = "\n".join(line.rstrip() for line in lines)
        text = (
            f"{before}{begin}\n```console\n$ {command.removesuffix(' --quiet')}\n{shown}\n```\n{end}{after}"
        )
    readme.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
