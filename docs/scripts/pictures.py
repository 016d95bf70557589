"""Writes the README's pictures and the sessions it shows."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from marks import write_between
from matplotlib.figure import Figure
from page import DOCS, save

import evobool

FIGURES = DOCS / "figures"
SESSIONS = {
    "reproduce": "evobool reproduce table1 table2 table3 figure2 --quiet",
    "one": "evobool run --target and --n 8 --limit n+1 --seed 3",
    "many": "evobool run --target and --n 16 --limit n --deletion leaf --runs 500 --seed 1 --quiet",
    "large": "evobool run --n 1000 --max-iterations 1000000 --runs 20 --seed 1 --quiet",
    "own": "evobool run --target 'x1 & (x2 | ~x3) ^ x4' --n 4 --functions and,or,xor --literals all "
    "--offspring 5 --seed 1",
    "few": "evobool run --target and:10 --n 100 --runs 100 --seed 1 --quiet",
}


def main() -> None:
    """Make the pictures, run the sessions, and put both where they belong."""
    run = evobool.evolve(target="and", n=8, limit="n+1", seed=3, trajectory=True)
    (FIGURES / "tree.svg").write_text(run.tree.svg(), encoding="utf-8")
    figure = Figure(figsize=(6.4, 3.2), layout="constrained")
    run.plot(figure.subplots())
    save(figure, "run")
    with tempfile.TemporaryDirectory() as folder:
        for name, command in SESSIONS.items():
            shown = session(name, command, folder)
            text = f"```console\n$ {command.removesuffix(' --quiet')}\n{shown}\n```"
            write_between(DOCS.parent / "README.md", name, text)
        for panel in ("T", "error"):
            made = Path(folder) / "reproduction" / "figures" / f"figure2-{panel}.svg"
            shutil.copy(made, FIGURES / f"reproduced-{panel}.svg")


def session(name: str, command: str, folder: str) -> str:
    """What a command prints, without timings; for a reproduction, only the end."""
    words = [sys.executable, "-m", *shlex.split(command)]
    output = subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder).stdout.rstrip()
    lines = [line.rstrip() for line in output.splitlines() if not line.endswith(" s")]
    if name == "reproduce":
        verdicts = next(place for place, line in enumerate(lines) if line.startswith("Tables 1 and 2"))
        lines = ["...", *lines[verdicts:]]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
