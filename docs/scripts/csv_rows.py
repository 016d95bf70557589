"""Rows of a CSV file as dataclasses: what scripts measured before, so that nothing is measured twice."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar

Row = TypeVar("Row")
KINDS: dict[str, Callable[[str], object]] = {"int": int, "float": float}  # words stay as they are


def load(path: Path, kind: type[Row]) -> list[Row]:
    """What the file holds; nothing if it is not there."""
    if not path.exists():
        return []
    kinds = {field.name: KINDS.get(str(field.type), str) for field in fields(kind)}  # type: ignore[arg-type]
    with path.open(encoding="utf-8") as file:
        return [
            kind(**{name: read(row[name]) for name, read in kinds.items()}) for row in csv.DictReader(file)
        ]


def write(path: Path, rows: Iterable[Any], digits: str, *, more: bool = False) -> None:
    """Write rows, or add them at the end; of floats so many digits."""
    begun = more and path.exists()
    with path.open("a" if more else "w", encoding="utf-8", newline="") as file:
        for number, row in enumerate(map(asdict, rows)):
            writer = csv.DictWriter(file, list(row), lineterminator="\n")
            if not (begun or number):
                writer.writeheader()
            shown = {name: f"{value:{digits}}" for name, value in row.items() if isinstance(value, float)}
            writer.writerow(row | shown)
