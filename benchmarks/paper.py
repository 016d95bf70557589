"""The reproduction and the exact chain, timed; writes the section `paper` of benchmarks.md."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from _docs import Table, digits, machine, write_section

CHAINS = {
    "n = 4, limit 5, leaf deletion": ("--limit 5 --deletion leaf", "under 2 s"),
    "n = 4, limit 5, subtree deletion": ("--limit 5", "under 2 s"),
    "n = 4, limit 7, leaf deletion": ("--limit 7 --deletion leaf", "under 120 s, 4 GB"),
    "n = 4, limit 7, subtree deletion": ("--limit 7", "under 120 s, 4 GB"),
}


def measure(words: str, folder: str) -> tuple[float, float, float]:
    """Seconds, processor seconds and peak memory (MB) of a command, including its start-up."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "evobool", *words.split()]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, words
    return time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    """Measure with the compiled code in the cache."""
    with tempfile.TemporaryDirectory() as folder:
        measure("reproduce table1 figure2 --runs 2 --out warm", folder)
        paper = Table(
            "`evobool reproduce`, 500 runs per cell, two cores, compiled code in the cache",
            ["work", "time", "processor time", "memory", "goal"],
        )
        for name, words, goal in (
            ("the paper's part", "reproduce paper", "at most 20 s, 500 MB"),
            ("the part beyond it, and the whole report again", "reproduce all", "at most 60 s, 500 MB"),
        ):
            seconds, processor, memory = measure(words, folder)
            paper.add(name, f"{digits(seconds)} s", f"{digits(processor)} s", f"{memory:.0f} MB", goal)
        chains = Table(
            "`evobool exact`, including Python's start-up",
            ["chain", "time", "processor time", "memory", "goal"],
        )
        for name, (flags, goal) in CHAINS.items():
            seconds, processor, memory = measure(f"exact --n 4 {flags} --json", folder)
            chains.add(name, f"{digits(seconds)} s", f"{digits(processor)} s", f"{memory:.0f} MB", goal)
    for table in (paper, chains):
        table.show()
    write_section(
        "paper",
        "\n\n".join(["## The reproduction and the chain", paper.markdown(), chains.markdown(), machine()]),
    )


if __name__ == "__main__":
    main()
