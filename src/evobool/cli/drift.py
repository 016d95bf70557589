"""`evobool drift`: the exact one-step drift of trees met in runs, against the paper's bounds."""

from __future__ import annotations

import json as formats
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from evobool.model.setting import Setting, check_integer

if TYPE_CHECKING:
    from evobool.theory.drift.drift import Drift

Flag = Parameter(negative="")
WIDE = 110  # columns of a terminal with room for bars
BOUNDS = {  # of lemma 2's proof
    "k": "k x / (12 l n), x >= M_k",
    "floor": "(floor(log_n(x/2)) + 1) x / (12 l n)",
    "log": "(log_n x + 1) x / (36 l n)",
}


def drift(
    setting: Annotated[Setting, Parameter(name="*", negative="")],
    *,
    runs: int = 20,
    seed: int | None = None,
    engine: str = "auto",
    plot: Path | None = None,
    json: Annotated[bool, Flag] = False,
    quiet: Annotated[bool, Flag] = False,
) -> None:
    """How far the error falls in one iteration, exactly, for trees met in runs; and lemma 2's bounds.

    Parameters
    ----------
    runs
        How many runs to take trees from.
    seed
        The seed. Without one, a seed is chosen and shown.
    engine
        auto, exact, packed or reference: what makes the runs.
    plot
        Draw the drift over the error, as .svg, .pdf or .png.
    json
        Print one JSON object on stdout and nothing else.
    quiet
        No progress and no messages.
    """
    from evobool.cli.picture import check_picture, save_picture
    from evobool.cli.spinner import Spinner
    from evobool.model.seeds import check_seed
    from evobool.theory.drift.drift import check_setting, met

    check_integer("runs", runs, 1)
    check_setting(setting)
    if plot is not None:
        check_picture("plot", plot)
    seed = check_seed(seed)
    found: list[Drift] = []
    with Spinner(quiet or json, "loading") as spinner:
        for done, drifts in enumerate(met(setting, runs, seed, engine), start=1):
            found += drifts
            spinner.update(f"{done} of {runs} runs, {len(found):,} trees")
    if json:
        print(formats.dumps(_report(setting, runs, seed, found)))
    else:
        _print(setting, runs, seed, found)
    if plot is not None:
        from evobool.plots.theory import draw_drift

        limit = setting.leaf_limit or 0
        save_picture(plot, lambda axes: draw_drift(axes, found, setting.n, limit))


def _report(setting: Setting, runs: int, seed: int, found: list[Drift]) -> dict[str, Any]:
    """What `--json` prints."""
    from evobool.theory.drift.drift import by_class, smallest

    def row(drift: Drift | None, name: str) -> dict[str, Any] | None:
        if drift is None or not drift.bounds[name]:
            return None
        return {
            "ratio": drift.ratio(name),
            "drift": float(drift.drift),
            "drift_exact": str(drift.drift),
            "bound": drift.bounds[name],
            "error": drift.error,
            "tree": str(drift.tree),
        }

    return {
        "setting": setting.to_dict(),
        "runs": runs,
        "seed": seed,
        "trees": len(found),
        "full": sum(drift.full for drift in found),
        "smallest": {name: row(smallest(found, name), name) for name in BOUNDS},
        "classes": [
            {
                "error": [2**k, 2 ** (k + 1) - 1],
                "trees": len(drifts),
                "full": sum(drift.full for drift in drifts),
                "smallest": row(smallest(drifts), "log"),
            }
            for k, drifts in by_class(found).items()
        ],
    }


def _print(setting: Setting, runs: int, seed: int, found: list[Drift]) -> None:
    """A line an error class, the ratio of drift and bound as a bar, and the tree nearest to each bound."""
    from statistics import median

    from rich.console import Console
    from rich.table import Table

    from evobool.model.describing import describe, short
    from evobool.theory.drift.drift import by_class, smallest

    table = Table(
        title=f"{describe(setting)}: drift of trees that are not full",
        caption=f"{len(found):,} trees of {runs} runs, seed {seed}; bound: {BOUNDS['log']} (lemma 2)",
    )
    for name in ("error", "trees", "full", "smallest drift", "its bound", "smallest ratio", "median ratio"):
        table.add_column(name, justify="right", min_width=max(map(len, name.split())))
    console = Console(width=None if Console().is_terminal else 130)
    bars = console.width >= WIDE
    if bars:
        table.add_column("smallest ratio, log scale", width=24)
    rows = {k: [drift for drift in drifts if not drift.full] for k, drifts in by_class(found).items()}
    top = max((drift.ratio() for drifts in rows.values() for drift in drifts), default=1.0)
    for k, drifts in by_class(found).items():
        cells = [
            f"{short(2**k)} … {short(2 ** (k + 1) - 1)}",
            str(len(drifts)),
            str(len(drifts) - len(rows[k])),
        ]
        near = smallest(drifts)
        if near is not None:
            ratio = near.ratio()
            middle = median(drift.ratio() for drift in rows[k])
            cells += [
                f"{float(near.drift):.4g}",
                f"{near.bounds['log']:.4g}",
                f"{ratio:.3g}",
                f"{middle:.3g}",
            ]
            cells += [_bar(ratio, top)] if bars else []
        table.add_row(*cells)
    console.print(table)
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
    from math import log

    share = log(max(ratio, 1.0)) / log(top) if top > 1 else 0.0
    return "█" * round(width * share)
