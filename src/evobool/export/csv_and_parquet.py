"""CSV and Parquet: all runs, each with what it takes to repeat it, and a summary with one row per setting."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from evobool.studies.analysis.results import Results
from evobool.studies.files import parquet


def write_csv(results: Results, folder: Path) -> list[Path]:
    """`runs.csv`, written setting by setting, and `summary.csv`."""
    runs, summary = folder / "runs.csv", folder / "summary.csv"
    with runs.open("w", encoding="utf-8", newline="") as file:
        for number, frame in enumerate(results.runs()):
            file.write(frame.write_csv(include_header=number == 0))
    results.summary().write_csv(summary)
    return [runs, summary]


def write_parquet(results: Results, folder: Path) -> list[Path]:
    """`runs.parquet` and `summary.parquet`."""
    runs, summary = folder / "runs.parquet", folder / "summary.parquet"
    parquet.write_parquet(pl.concat(list(results.runs()), how="vertical_relaxed"), runs)
    parquet.write_parquet(results.summary(), summary)
    return [runs, summary]
