"""One row for each run, in a CSV, JSON Lines or Parquet file."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from evobool.errors import EvoboolError, InputError
from evobool.model.outcome.run import Run
from evobool.model.settings.describing import flat_fields
from evobool.paths import check_output
from evobool.studies.files.parquet import check_beside, reason, write_parquet

SUFFIXES = (".csv", ".jsonl", ".parquet")


class RecordsFile:
    """Writes runs as they come; what was written before an interruption stays.

    CSV and JSON Lines grow with every call of `write`; a Parquet file is written on closing, since its
    format has no other way.
    """

    def __init__(self, path: Path) -> None:
        self.path = check_path(path)
        self.file: TextIO | None = None
        try:
            if path.suffix == ".parquet":
                check_beside(path)
            else:
                self.file = path.open("w", newline="", encoding="utf-8")
        except OSError as problem:
            raise InputError("records", path, problem.strerror or "cannot be written") from None
        self.rows: list[dict[str, Any]] = []
        self.columns: list[str] = []

    def write(self, runs: Iterable[Run]) -> None:
        """Add a row for each run."""
        rows = [row(run) for run in runs]
        if self.file is None:
            self.rows += rows
            return
        with self._told():
            if self.path.suffix == ".jsonl":
                self.file.writelines(json.dumps(row) + "\n" for row in rows)
            elif rows:
                writer = csv.DictWriter(self.file, fieldnames=list(rows[0]))
                if not self.columns:
                    self.columns = list(rows[0])
                    writer.writeheader()
                writer.writerows(map(_flat, rows))
            self.file.flush()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say which file could not be written, and why."""
        try:
            yield
        except OSError as problem:
            raise EvoboolError(f"records = {self.path}: {reason(problem)}; the rows before stay") from None

    def __enter__(self) -> RecordsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.file is None:
            import polars

            frame = polars.DataFrame(self.rows, schema_overrides=_wide_columns(self.rows))
            write_parquet(frame, self.path)
            return
        with nullcontext() if problem is None else suppress(EvoboolError), self._told():
            self.file.close()


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose lists are written as JSON."""
    return {name: json.dumps(value) if isinstance(value, list) else value for name, value in row.items()}


def row(run: Run) -> dict[str, Any]:
    """What is written of a run: its setting field by field, the engine, and the run's own row.

    With the fields, `seed` and `index`, `evolve` repeats the run.
    """
    head = {"setting": run.setting.id} | flat_fields(run.setting)
    own = run.to_dict()
    tree = own.pop("tree")
    return head | own | {"engine": run.engine, "tree": tree}


def check_path(path: Path) -> Path:
    """Refuse a path whose ending names no format we write, or that cannot be written."""
    return check_output("records", path, SUFFIXES)


def _wide_columns(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """An error beyond 64 bits is kept exact, as text."""
    import polars

    wide = any(row["error"] is not None and row["error"] >= 2**63 for row in rows)
    for row in rows if wide else ():
        row["error"] = None if row["error"] is None else str(row["error"])
    return {"seed": polars.UInt64, "generalisation_error": polars.Float64}
