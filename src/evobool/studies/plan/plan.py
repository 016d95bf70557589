"""A study written down: a TOML file, or `--grid field=value,value` on the command line.

runs = 500
seed = 1
like = "koza"         # fields that [grid] does not give, from a paper's system
plugins = ["mine.py"]
label = "y"           # of a target such as data:rows.csv, with
test = "later.csv"    # rows held out

[grid]
target = "and"
n = [4, 8, 12, 16]
limit = ["n", "n+1", "2n", "none"]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from evobool.errors import InputError
from evobool.model.settings.given import known_fields
from evobool.model.settings.setting import DEFINITIONS
from evobool.model.systems.filling import filled, system_of
from evobool.model.targets.row_files import Asked, reading
from evobool.plugins import load
from evobool.studies.plan.grid import combinations
from evobool.studies.plan.study import Study

LARGEST_PLAN = 2**20  # bytes
LONG_NUMBER = re.compile(rb"[0-9_]{401}")


@dataclass(frozen=True)
class Plan:
    """What a TOML file may say."""

    grid: dict[str, Any] = field(default_factory=dict)
    runs: int = 500
    seed: int | None = None
    engine: str = "auto"
    max_branches: int | None = None
    plugins: list[str] = field(default_factory=list)
    label: str | None = None
    test: str | None = None
    like: str | None = None
    folder: Path = Path()  # that files are seen from

    def study(self) -> Study:
        """The study this plan describes."""
        if not self.grid:
            raise InputError("grid", "(empty)", "the grid is empty: give at least n")
        test = None if self.test is None else Path(self.test)
        with reading(Asked(self.label, test, self.folder)):
            settings = combinations(self.grid | self.filled())
        return Study(settings, self.runs, self.seed, self.engine, self.max_branches)

    def filled(self) -> dict[str, Any]:
        """The fields that a paper's system fills."""
        return {} if self.like is None else filled(system_of(self.like), self.grid)


def read_plan(path: Path) -> Plan:
    """Read a plan and load its plugins, whose paths are seen from it, as those of tables are.

    An unknown key is named with the nearest known one.
    """
    content = _read(path)
    known = [entry.name for entry in fields(Plan) if entry.name != "folder"]
    for key in content:
        if key not in known:
            near = get_close_matches(key, known, n=1)
            raise InputError(
                "plan", path, f"unknown key {key}" + (f"; did you mean {near[0]}?" if near else "")
            )
    if not isinstance(content.get("grid", {}), dict):
        raise InputError("grid", content["grid"], "must be a table of fields")
    files = content.get("plugins", [])
    if not isinstance(files, list) or not all(isinstance(file, str) for file in files):
        raise InputError("plugins", files, 'must be a list of files, such as ["mine.py"]')
    for file in files:
        load(path.parent / file)
    for key in ("label", "test", "like"):
        if not isinstance(content.get(key, ""), str):
            raise InputError(key, content[key], "must be text")
    return Plan(**content, folder=path.parent)


def _read(path: Path) -> dict[str, Any]:
    """What a TOML file says, whatever its bytes."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_PLAN + 1)
    except OSError as problem:
        raise InputError("plan", path, problem.strerror or "cannot be read") from None
    if len(content) > LARGEST_PLAN:
        raise InputError("plan", path, f"is larger than {LARGEST_PLAN:,} bytes")
    if LONG_NUMBER.search(content):  # it would take long to read, and no field takes it
        raise InputError("plan", path, "has a number of more than 400 digits")
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError as problem:
        raise InputError("plan", path, f"is not UTF-8 (byte {problem.start + 1})") from None
    except tomllib.TOMLDecodeError as problem:
        raise InputError("plan", path, f"is not TOML: {problem}") from None
    except RecursionError:
        raise InputError("plan", path, "is nested too deeply") from None


def parse_grid(words: Sequence[str]) -> dict[str, Any]:
    """Fields from words such as `n=4,8` and `limit=n,2n`; + joins a set: `functions=and+or,and+or+xor`.

    A field that is given twice has the values of both.

    >>> parse_grid(["n=4", "limit=n", "n=8"])
    {'n': [4, 8], 'limit': ['n']}
    """
    found: dict[str, Any] = {}
    for word in words:
        name, sign, values = word.partition("=")
        if not sign:
            raise InputError("grid", word, "must look like n=4,8,12")
        name = name.strip().replace("-", "_")
        if not values.strip(", "):
            raise InputError("grid", word, "has no values, so the grid is empty")
        (name,) = known_fields("grid", {name: values})
        found.setdefault(name, []).extend(DEFINITIONS[name].takes.values_from_text(name, values))
    return found
