"""The C++ program beside which the engines are timed: compiled here, run with a setting's fields as words."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from evobool.engines.kernels.literals import number_of
from evobool.model.settings.setting import Setting

SOURCE = Path(__file__).with_name("cpp_rival.cpp")
LARGEST = 20  # variables of a complete truth table
TARGETS = ("xor", "majority", "mux")  # of all variables; and of any; and formulas
FUNCTIONS = ("and", "or", "xor")
KNOWN = (  # the fields of a setting that it follows
    *("n", "target", "functions", "literals", "limit", "algorithm", "deletion", "selection", "offspring"),
    *("training", "max_iterations", "accept_error"),
)


class Timed(NamedTuple):
    """Nanoseconds an iteration, and the iterations of a run."""

    nanoseconds: float
    mean: float
    deviation: float


@contextmanager
def compiled() -> Iterator[Path | None]:
    """The program, as long as it is needed; None without a compiler."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        print("no C++ compiler: its columns stay empty")
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "rival"
        subprocess.run([compiler, "-O3", "-march=native", "-std=c++17", SOURCE, "-o", program], check=True)
        yield program


def can_run(setting: Setting) -> bool:
    """Whether its rows can be listed, and the program knows all of its fields."""
    if setting != Setting(**{name: getattr(setting, name) for name in KNOWN}):
        return False
    if set(setting.functions) != set(FUNCTIONS[: len(setting.functions)]):
        return False
    goal, training = setting.goal, setting.judged_on
    if any(isinstance(token, str) and token not in FUNCTIONS for token in goal.formula):
        return False
    known = goal.target.name in TARGETS and goal.relevant == setting.n
    if not (known or goal.target.name == "and" or goal.formula):
        return False
    return training.regime.name in ("fresh", "fixed") or (training.complete and setting.n <= LARGEST)


def timed(program: Path, setting: Setting, runs: int) -> Timed:
    """So many runs of a setting."""
    goal = setting.goal
    words: dict[str, object] = {
        "n": setting.n,
        "runs": runs,
        "target": goal.target.name,
        "concerned": goal.relevant,
        "literals": setting.literals,
        "functions": len(setting.functions),
        "algorithm": setting.algorithm,
        "deletion": setting.deletion,
        "selection": setting.selection,
        "offspring": setting.offspring,
        "iterations": setting.max_iterations,
        "accept_error": setting.accept_error,
    }
    if setting.leaf_limit is not None:
        words["limit"] = setting.leaf_limit
    if setting.judged_on.rows:
        words["rows" if setting.judged_on.fresh else "fixed"] = setting.judged_on.rows
    if goal.formula:
        kinds = (
            -1 - FUNCTIONS.index(x) if isinstance(x, str) else number_of(x, setting.n) for x in goal.formula
        )
        words["formula"] = "".join(f"{kind}," for kind in kinds)
    command = [str(program), *(f"{name}={value}" for name, value in words.items())]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return Timed(*(float(word) for word in said.split()))
