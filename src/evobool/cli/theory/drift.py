"""`evobool drift`: the exact one-step drift of trees met in runs, and the paper's bounds if they apply."""

from __future__ import annotations

import json as formats
from pathlib import Path
from typing import TYPE_CHECKING

from evobool.cli.shared.flags import Fields, Json, Quiet

if TYPE_CHECKING:
    from evobool.theory.drift.drift import Drift


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
        auto, exact, packed, population or reference: what makes the runs.
    plot
        Draw the drift over the error, as .svg, .pdf or .png.
    """
    from evobool.cli.shared.picture import check_picture, save_picture
    from evobool.cli.shared.spinner import Spinner
    from evobool.cli.theory.falls import print_drift, report
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
        print(formats.dumps(report(setting, runs, seed, found)))
    else:
        print_drift(setting, runs, seed, found)
