"""Exports a store to the formats of other tools."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from evobool.checks import check_choice
from evobool.errors import InputError
from evobool.export.csv_and_parquet import write_csv, write_parquet
from evobool.export.ioh import write_ioh
from evobool.studies.analysis.results import Results

FORMATS = {"csv": write_csv, "parquet": write_parquet, "ioh": write_ioh}


def export(results: Results, form: str, folder: Path) -> list[Path]:
    """Write a store to a folder in one of the formats; returns the files written."""
    check_choice("format", form, FORMATS)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError("out", folder, "exists and is not an empty folder")
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return FORMATS[form](results, folder)
    except BaseException:  # half an export is worse than none
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        with suppress(OSError):  # a folder above may have been filled meanwhile
            for each in made:
                each.rmdir()
        raise
