"""Executes the notebooks in docs/notebooks and keeps their outputs; with --check, only compares.

    python docs/scripts/notebooks.py
    python docs/scripts/notebooks.py --check docs/notebooks/1-first-steps.ipynb

A notebook fails if a cell raises an error or writes to stderr, as warnings do. A check also fails if a cell
prints something other than the kept output: the numbers in the file are then out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
SECONDS = 600  # per cell; compiling takes a while the first time


def main(arguments: list[str]) -> int:
    """Execute the named notebooks, or all; returns how many fail."""
    check = "--check" in arguments
    paths = [Path(name) for name in arguments if name != "--check"] or sorted(NOTEBOOKS.glob("*.ipynb"))
    faulty = 0
    for path in paths:
        kept = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        fresh = executed(path)
        faults = complaints(fresh) + (differences(kept, fresh) if check else [])
        for fault in faults:
            print(f"{path.name}: {fault}", file=sys.stderr)
        faulty += bool(faults)
        if not check and not faults:
            nbformat.write(fresh, path)  # type: ignore[no-untyped-call]
    return faulty


def executed(path: Path) -> Any:
    """The notebook with fresh outputs, minus whatever differs between machines."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    notebook.metadata = nbformat.from_dict(METADATA)  # type: ignore[no-untyped-call]
    for cell in notebook.cells:
        cell.metadata = {}
    quiet = ["--log-level=ERROR"]  # our own local kernel needs no encryption, and no warning about it
    client = NotebookClient(notebook, timeout=SECONDS, record_timing=False, extra_arguments=quiet)
    client.execute(cwd=str(NOTEBOOKS))
    notebook.metadata = nbformat.from_dict(METADATA)  # type: ignore[no-untyped-call]
    return notebook


def complaints(notebook: Any) -> list[str]:
    """What cells wrote to stderr."""
    return [
        f"cell {number} wrote to stderr: {output.text}"
        for number, cell in enumerate(notebook.cells)
        for output in cell.get("outputs", [])
        if output.get("name") == "stderr"
    ]


def differences(kept: Any, fresh: Any) -> list[str]:
    """The cells that now print something different."""
    return [
        f"cell {number} printed {printed(after)!r}, the file has {printed(before)!r}"
        for number, (before, after) in enumerate(zip(kept.cells, fresh.cells, strict=True))
        if printed(before) != printed(after)
    ]


def printed(cell: Any) -> str:
    """What a cell printed, without pictures and tables, which depend on the versions of other packages."""
    return "".join(output.text for output in cell.get("outputs", []) if output.get("name") == "stdout")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
