"""What `evobool drift` shows: how far the error falls, for each class of errors."""

from __future__ import annotations

from math import log
from statistics import median
from typing import Any

from rich.table import Table

from evobool.cli.shared.console import Console
from evobool.model.settings.describing import describe, short
from evobool.model.settings.setting import Setting
from evobool.theory.bounds.covered import beyond_lemma_2
from evobool.theory.drift.drift import Drift, by_class, slowest, smallest

WIDE = 110  # columns of a terminal with room for bars
BOUNDS = {  # of lemma 2's proof
    "k": "k x / (12 l n), x >= M_k",
    "floor": "(floor(log_n(x/2)) + 1) x / (12 l n)",
    "log": "(log_n x + 1) x / (36 l n)",
}
ALONE = ("smallest drift", "median drift", "largest drift")
COMPARED = ("smallest drift", "its bound", "smallest ratio", "median ratio")


def report(setting: Setting, runs: int, seed: int, found: list[Drift]) -> dict[str, Any]:
    """What `--json` prints."""
    beyond = beyond_lemma_2(setting)
    return {
        "setting": setting.to_dict(),
        "runs": runs,
        "seed": seed,
        "trees": len(found),
        "full": sum(drift.full for drift in found),
        "beyond_lemma_2": None if beyond is None else str(beyond),
        "smallest": {} if beyond else {name: _row(smallest(found, name), name) for name in BOUNDS},
        "classes": [
            {
                "error": [2**k, 2 ** (k + 1) - 1],
                "trees": len(drifts),
                "full": sum(drift.full for drift in drifts),
                "smallest": _row(slowest(drifts), None) if beyond else _row(smallest(drifts), "log"),
            }
            for k, drifts in by_class(found).items()
        ],
    }


def _row(drift: Drift | None, bound: str | None) -> dict[str, Any] | None:
    """One tree's drift, and how it compares with a bound."""
    if drift is None or (bound is not None and not drift.bounds[bound]):
        return None
    row: dict[str, Any] = {
        "drift": float(drift.drift),
        "drift_exact": str(drift.drift),
        "error": drift.error,
        "tree": str(drift.tree),
    }
    return row if bound is None else {"ratio": drift.ratio(bound), "bound": drift.bounds[bound]} | row


def print_drift(setting: Setting, runs: int, seed: int, found: list[Drift]) -> None:
    """A line for each class of errors, and the trees that come nearest to the bounds."""
    beyond = beyond_lemma_2(setting)
    bound = f"no bounds: {beyond}" if beyond else f"bound: {BOUNDS['log']} (lemma 2)"
    table = Table(
        title=f"{describe(setting)}: drift of trees that are not full",
        caption=f"{len(found):,} trees of {runs} runs, seed {seed}; {bound}",
    )
    console = Console(piped_width=130)
    bars = not beyond and console.width >= WIDE
    for name in ("error", "trees", "full", *(ALONE if beyond else COMPARED)):
        table.add_column(name, justify="right", min_width=None if beyond else max(map(len, name.split())))
    if bars:
        table.add_column("smallest ratio, log scale", width=24)
    top = max((drift.ratio() for drift in found if not drift.full), default=1.0) if bars else 1.0
    for k, drifts in by_class(found).items():
        errors = f"{short(2**k)} … {short(2 ** (k + 1) - 1)}"
        others = [drift for drift in drifts if not drift.full]
        cells = [errors, str(len(drifts)), str(len(drifts) - len(others))]
        if others and beyond:
            values = [float(drift.drift) for drift in others]
            cells += [f"{value:.4g}" for value in (min(values), median(values), max(values))]
        elif near := smallest(others):
            ratios = near.ratio(), median(drift.ratio() for drift in others)
            cells += [f"{float(value):.4g}" for value in (near.drift, near.bounds["log"])]
            cells += [f"{ratio:.3g}" for ratio in ratios]
            cells += [_bar(ratios[0], top)] if bars else []
        table.add_row(*cells)
    console.print(table)
    if not beyond:
        _print_nearest(console, found)


def _print_nearest(console: Console, found: list[Drift]) -> None:
    """The tree that comes nearest to each bound."""
    for name, formula in BOUNDS.items():
        near = smallest(found, name)
        if near is None or not near.bounds[name]:
            continue
        console.print(
            f"nearest to {formula}: {near.ratio(name):.4g} times it, drift {_short(near.drift)}, "
            f"error {short(near.error)}, tree {near.tree}",
            highlight=False,
            soft_wrap=True,
        )


def _short(drift: Any) -> str:
    exact = str(drift)
    return exact if len(exact) < 16 else f"{float(drift):.6g}"


def _bar(ratio: float, top: float, width: int = 24) -> str:
    """Full width for the largest ratio of all, nothing for 1."""
    share = log(max(ratio, 1.0)) / log(top) if top > 1 else 0.0
    return "█" * round(width * share)
