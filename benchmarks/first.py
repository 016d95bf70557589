"""The first commands after an installation: processor time with nothing compiled yet, and afterwards.

Prints tables and writes them to benchmarks.md; `--quick` measures everything once and writes nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from _docs import DOCS, Table, machine, write_section

TABLES = DOCS / "data" / "tables"
LEARN = f"learn {TABLES}/majority.csv --label y --seed 1"
README = f"learn {TABLES}/cancer.csv --label diagnosis --leaves 4 --seed 1 --effort 2000000"
COMMANDS = {
    "--help": "under 0.5 s, 0.5 s",
    "run --n 8 --seed 1": "under 10 s, 0.5 s",
    "run --n 16 --seed 1": "",
    "run --n 16 --seed 1 --runs 100": "",
    LEARN: "under 10 s",
    README: "",
}
TRIED: dict[str, tuple[str, Mapping[str, str]]] = {
    "one short run, as it is: by the reference engine": ("run --n 8 --seed 1", {}),
    "compiled: by the packed engine": ("run --n 8 --seed 1 --engine packed", {}),
    "compiled: by the exact engine": ("run --n 8 --seed 1 --engine exact", {}),
    "learning, as it is: loops for one mutation, linked once": (LEARN, {}),
    "loops for several mutations": ("run --n 8 --seed 1 --engine packed --algorithm 1+1-gp", {}),
    "learning, compiled as numba documents it": (LEARN, {"EVOBOOL_PLAIN_NUMBA": "1"}),
    "learning, compiled without optimising": (LEARN, {"NUMBA_OPT": "0"}),
}
NOTE = """\
A short run needs no compiled code, so it waits for none. Everything else compiles what it calls, once: most
commands make one mutation and one offspring, whose loops are compiled apart from those for several. Without
optimising, compiling takes as long: most of the time goes before it. Machine code is not shipped
with the wheel: what numba keeps is bound to its own version, to Python's and to the processor's model, and
would be compiled again anywhere else. Programs that share the
cores make processor time longer."""


def main(quick: bool) -> None:
    """Measure, print, and write."""
    rounds = 1 if quick else 3
    first = Table(
        "Processor time of a command, the best of 3",
        ("command", "nothing compiled", "compiled before", "goal"),
    )
    tried = Table("What was tried: nothing compiled, the best of 3", ("way", "measured"))
    for command, goal in COMMANDS.items():
        cold, warm = zip(*(cold_and_warm(command) for _ in range(rounds)), strict=True)
        first.add(f"`evobool {shown(command)}`", f"{min(cold):.2f} s", f"{min(warm):.2f} s", goal)
    for way, (command, environment) in TRIED.items():
        cold, _ = zip(*(cold_and_warm(command, environment) for _ in range(rounds)), strict=True)
        tried.add(way, f"{min(cold):.2f} s")
    for table in (first, tried):
        table.show()
    if not quick:
        load = f"Load average while measuring: {os.getloadavg()[0]:.0f}."
        parts = ("## The first commands", first.markdown(), tried.markdown(), NOTE, load, machine())
        write_section("first", "\n\n".join(parts))


def shown(command: str) -> str:
    """A command without the folder of its table."""
    return command.replace(f"{TABLES}/", "")


def cold_and_warm(command: str, environment: Mapping[str, str] | None = None) -> tuple[float, float]:
    """The processor time of a command with an empty cache, and of the same again."""
    with tempfile.TemporaryDirectory() as folder:
        given = {**os.environ, "NUMBA_CACHE_DIR": folder, **(environment or {})}
        return seconds(command, given), seconds(command, given)


def seconds(command: str, environment: Mapping[str, str]) -> float:
    """The processor time of a command, all its threads and processes."""
    before = os.times()
    program = Path(sys.executable).with_name("evobool")
    subprocess.run([program, *command.split()], check=True, capture_output=True, env=environment)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


if __name__ == "__main__":
    main("--quick" in sys.argv)
