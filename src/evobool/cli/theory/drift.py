"""`evobool drift`: the exact one-step drift of trees met in runs, and the paper's bounds if they apply."""

from __future__ import annotations

import json as formats
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evobool.cli.shared.flags import Fields, Json, Quiet
from evobool.model.settings.setting import Setting

if TYPE_CHECKING:
    from rich.table import Table

    from evobool.cli.shared.console import Console
    from evobool.theory.drift.drift import Drift

WIDE = 110  # columns of a terminal with room for bars
BOUNDS = {  # of lemma 2's proof
    "k": "k x / (12 l n), x >= M_k",
    "floor": "(floor(log_n(x/2)) + 1) x / (12 l n)",
    "log": "(log_n x + 1) x / (36 l n)",
}


def drift(
    setting: Fields,
    *,
    runs: int = 20,
    seed: int | None = None,
    engine: str = "auto",
    plot: Path | None = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """How far the error falls in one iteration, exactly, for trees met in runs.

    Lemma 2's bounds stand beside it where the lemma applies: RLS-GP on AND_n or OR_n with F = {and, or},
    positive literals and a limit of at least n.

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
    """
    from evobool.cli.shared.picture import check_picture, save_picture
    from evobool.cli.shared.spinner import Spinner
    from evobool.model.seeds import check_runs, check_seed
    from evobool.theory.drift.drift import check_setting, met

    check_runs("runs", runs)
    check_setting(setting)
    if plot is not None:
        check_picture("plot", plot)
    seed = check_seed(seed)
    found: list[Drift] = []
    done = 0
    with Spinner(quiet or json, "loading") as spinner:

        def tell(measured: int, trees: int) -> None:
            spinner.update(f"run {done + 1:,} of {runs:,}: {measured:,} of {trees:,} trees measured")

        for drifts in met(setting, runs, seed, engine, tell):
            found += drifts
            done += 1
    if plot is not None:  # before anything is printed: it may be refused
        from evobool.plots.theory import draw_drift

        save_picture(plot, lambda axes: draw_drift(axes, found, setting.n, setting.leaf_limit))
    if json:
        print(formats.dumps(_report(setting, runs, seed, found)))
    else:
        _print(setting, runs, seed, found)


def _report(setting: Setting, runs: int, seed: int, found: list[Drift]) -> dict[str, Any]:
    """What `--json` prints."""
    from evobool.theory.bounds.covered import beyond_lemma_2
    from evobool.theory.drift.drift import by_class, slowest, smallest

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


def _print(setting: Setting, runs: int, seed: int, found: list[Drift]) -> None:
    """A line for each class of errors, and the trees that come nearest to the bounds."""
    from rich.table import Table

    from evobool.cli.shared.console import Console
    from evobool.model.settings.describing import describe
    from evobool.theory.bounds.covered import beyond_lemma_2

    beyond = beyond_lemma_2(setting)
    bound = f"no bounds: {beyond}" if beyond else f"bound: {BOUNDS['log']} (lemma 2)"
    table = Table(
        title=f"{describe(setting)}: drift of trees that are not full",
        caption=f"{len(found):,} trees of {runs} runs, seed {seed}; {bound}",
    )
    console = Console(piped_width=130)
    if beyond:
        _fill(table, found)
    else:
        _fill_with_bounds(table, found, console.width >= WIDE)
    console.print(table)
    if not beyond:
        _print_nearest(console, found)


def _fill(table: Table, found: list[Drift]) -> None:
    """Errors, trees, and the drift alone."""
    from statistics import median

    from evobool.theory.drift.drift import by_class

    for name in ("error", "trees", "full", "smallest drift", "median drift", "largest drift"):
        table.add_column(name, justify="right")
    for k, drifts in by_class(found).items():
        values = [float(drift.drift) for drift in drifts if not drift.full]
        cells = [min(values), median(values), max(values)] if values else []
        table.add_row(*_head(k, drifts), *(f"{value:.4g}" for value in cells))


def _fill_with_bounds(table: Table, found: list[Drift], bars: bool) -> None:
    """Errors, trees, and the ratio of drift and bound, as a bar too if there is room."""
    from statistics import median

    from evobool.theory.drift.drift import by_class, smallest

    for name in ("error", "trees", "full", "smallest drift", "its bound", "smallest ratio", "median ratio"):
        table.add_column(name, justify="right", min_width=max(map(len, name.split())))
    if bars:
        table.add_column("smallest ratio, log scale", width=24)
    rows = {k: [drift for drift in drifts if not drift.full] for k, drifts in by_class(found).items()}
    top = max((drift.ratio() for drifts in rows.values() for drift in drifts), default=1.0)
    for k, drifts in by_class(found).items():
        cells = _head(k, drifts)
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


def _head(k: int, drifts: list[Drift]) -> list[str]:
    """The errors of a class, and how many trees it has."""
    from evobool.model.settings.describing import short

    errors = f"{short(2**k)} … {short(2 ** (k + 1) - 1)}"
    return [errors, str(len(drifts)), str(sum(drift.full for drift in drifts))]


def _print_nearest(console: Console, found: list[Drift]) -> None:
    """The tree that comes nearest to each bound."""
    from evobool.model.settings.describing import short
    from evobool.theory.drift.drift import smallest

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
