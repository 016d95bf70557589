"""What `evobool study stuck` shows: the fate of the failed runs, setting by setting."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.table import Table

from evobool.cli.shared.console import Console
from evobool.cli.shared.spinner import Spinner
from evobool.model.settings.describing import describe
from evobool.studies.store.store import Store
from evobool.theory.landscape.explore import FATES
from evobool.theory.landscape.failed import failed_runs, has_landscape


def show_stuck(path: Path, most: int, cap: int, seconds: int, as_json: bool, quiet: bool) -> None:
    """Explore from the last trees of failed runs, and count what became of them."""
    with Store(path) as store, Spinner(quiet or as_json, "exploring") as spinner:
        settings, done = store.settings(), store.done()
        store.check_plugins()
        told: dict[str, Any] = {
            key: {"setting": setting.to_dict(), "runs": done[key], "failed": 0}
            | dict.fromkeys(FATES.values(), 0)
            | {"example": None}
            for key, setting in settings.items()
            if has_landscape(setting) and done[key]
        }
        for key, table in store.numbers(["solved"], told):
            told[key]["failed"] = int((table[:, 0] == 0).sum())
        total = sum(min(row["failed"], most) for row in told.values())
        with_failed = [key for key, row in told.items() if row["failed"]]
        found = failed_runs(store, with_failed, cap=cap, most=most, seconds=seconds)
        for number, (run, explored) in enumerate(found, start=1):
            row = told[explored.setting.id]
            row[explored.fate] += 1
            if explored.fate == "dead end":
                row["example"] = row["example"] or {"run": run, "tree": str(explored.tree)}
            spinner.update(f"exploring: {number:,} of {total:,} failed runs")
    if as_json:
        print(json.dumps({"most": most, "cap": cap, "settings": list(told.values())}))
        return
    caption = f"at most {most:,} explored of a setting; dead end: proved that no optimum can be reached"
    shown = Table(title=f"failed runs of {path}", caption=caption)
    shown.add_column("setting")
    for name in ("runs", "failed", *FATES.values()):
        shown.add_column(name, justify="right")
    for key, row in told.items():
        if row["failed"] == 0:
            continue
        numbers = (f"{row[name]:,}" for name in ("runs", "failed", *FATES.values()))
        shown.add_row(describe(settings[key]), *numbers)
    Console(piped_width=130).print(shown)
    clean = sum(row["failed"] == 0 for row in told.values())
    if clean:
        print(f"without a failed run: {clean} settings")
    left_out = sum(bool(count) for count in done.values()) - len(told)
    if left_out:
        print(f"left out: {left_out} settings; only RLS-GP on the complete truth table can be explored")
