"""Writes the pictures of docs/start/first.md and docs/paper/reproduce.md."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from matplotlib.figure import Figure
from page import DOCS, save

import evobool

FIGURES = DOCS / "figures"


def main() -> None:
    """Draw a run and its tree, and take figure 2 from a reproduction."""
    run = evobool.evolve(target="and", n=8, limit="n+1", seed=3, trajectory=True)
    (FIGURES / "tree.svg").write_text(run.tree.svg(), encoding="utf-8")
    figure = Figure(figsize=(6.4, 3.2), layout="constrained")
    run.plot(figure.subplots())
    save(figure, "run")
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "evobool", "reproduce", "figure2", "--quiet"]
        subprocess.run(words, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        for panel in ("T", "error"):
            made = Path(folder) / "reproduction" / "figures" / f"figure2-{panel}.svg"
            shutil.copy(made, FIGURES / f"reproduced-{panel}.svg")


if __name__ == "__main__":
    main()
