"""`evobool exact`: the Markov chain of a setting, and simulation beside it."""

from __future__ import annotations

import json as json_format
import time
from dataclasses import dataclass
from math import isnan, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evobool.cli.shared.flags import Fields, Json, Style
from evobool.cli.shared.messages import warn

if TYPE_CHECKING:
    from evobool.studies.analysis.sample import Sample
    from evobool.theory.chain.chain import Chain

QUANTILES = {"q05": 0.05, "median": 0.5, "q95": 0.95}
PATIENCE = 20  # simulated runs may take so many times E[T] + sd before they count as failed


def exact(
    setting: Fields,
    *,
    simulate: int | None = None,
    seed: int | None = None,
    plot: Path | None = None,
    max_states: int = 250_000,
    json: Json = False,
    style: Style = None,
    quiet: bool = False,
) -> None:
    """Compute the law of T as a Markov chain over all trees within the limit, nothing estimated.

    The chain is that of a run which only success ends: --max-iterations makes no difference. With several
    trees it is one over populations, which are few enough for two or three small trees only.

    Parameters
    ----------
    simulate
        Also make this many runs, and show how many standard errors they are off.
    seed
        The seed of --simulate. Without one, a seed is chosen and shown.
    plot
        Draw the law of T, as .svg, .pdf or .png.
    max_states
        Refuse a setting with more trees than that, counted up to symmetry.
    quiet
        No messages.
    """
    from evobool.cli.run.making import check_room
    from evobool.cli.shared.picture import check_picture, save_picture
    from evobool.cli.shared.spinner import Spinner
    from evobool.model.formulas.writing import check_style
    from evobool.model.seeds import check_runs
    from evobool.theory.chain.populations import chain_of

    check_style(style)
    if simulate is not None:
        check_runs("simulate", simulate)
        check_room("simulate", simulate)
    if plot is not None:
        check_picture("plot", plot)
    warn(setting, quiet)
    started = time.perf_counter()
    with Spinner(quiet or json, "computing the chain"):
        chain = chain_of(setting, max_states)
        answer = describe(chain) | {"seconds": round(time.perf_counter() - started, 6)}
    if plot is not None:
        from evobool.plots.theory import check_law, draw_law

        check_law(chain.main_law())
    simulated = None if simulate is None else Simulated.of(chain, simulate, seed, quiet)
    if plot is not None:
        times = [] if simulated is None else simulated.times
        save_picture(plot, lambda axes: draw_law(axes, chain.main_law(), times))
    if json:
        print(json_format.dumps(answer | ({} if simulated is None else {"simulated": simulated.to_dict()})))
    else:
        from evobool.cli.theory.law import print_law

        print_law(chain, answer, simulated, style or "symbols")


def describe(chain: Chain) -> dict[str, Any]:
    """What `--json` prints of a chain."""
    spread = None
    if chain.p_success > 0:
        found = dict(zip(QUANTILES, chain.quantiles(*QUANTILES.values()), strict=True))
        spread = {"mean": chain.mean, "sd": chain.sd} | found
    dead = chain.dead_classes()
    return {
        "setting": chain.setting.to_dict(),
        "states": chain.states,
        "p_success": chain.p_success,
        "p_stuck": chain.p_stuck,
        "T": spread,
        "S": None if isnan(chain.leaves) else {"mean": chain.leaves},
        "generalisation_error": None if isnan(chain.leaves) else {"mean": chain.generalisation_error},
        "dead_classes": len(dead),
        "neglected": chain.neglected,
    }


@dataclass(frozen=True)
class Simulated:
    """Runs of a chain's setting, and how far they are from it in standard errors."""

    seed: int
    engine: str
    sample: Sample
    times: list[int]
    max_iterations: int
    differences: dict[str, float | None]

    @classmethod
    def of(cls, chain: Chain, runs: int, seed: int | None, quiet: bool) -> Simulated:
        """Carry out the runs; those that take far longer than expected count as failed."""
        from evobool.cli.run.making import collect
        from evobool.engines import pick
        from evobool.model.seeds import check_seed
        from evobool.studies.analysis.sample import Sample
        from evobool.studies.work.executors import Work, cores

        longest = 0 if isnan(chain.mean) else int(PATIENCE * (chain.mean + chain.sd))
        setting = chain.setting.with_(max_iterations=max(longest, chain.setting.max_iterations))
        engine = pick(setting)
        work = Work(setting, check_seed(seed), 0, runs)
        done, _ = collect(work, engine, cores(), None, quiet)
        sample = Sample.of(done)
        share, solved = chain.p_success, runs - sample.failed
        differences = {
            "p_success": standard_errors(1 - sample.B - share, sqrt(share * (1 - share)), runs),
            "T": None,
        }
        mean = sample.mean("T")
        if mean is not None and not isnan(chain.mean):
            differences["T"] = standard_errors(mean.mean - chain.mean, chain.sd, solved)
        times = done.successful().iterations.tolist()
        return cls(work.seed, engine.name, sample, times, setting.max_iterations, differences)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types."""
        head = {"seed": self.seed, "engine": self.engine, "max_iterations": self.max_iterations}
        return head | self.sample.to_dict() | {"standard_errors": self.differences}


def standard_errors(gap: float, sd: float, count: int) -> float | None:
    """A difference in standard errors; None where chance can make none but there is one."""
    if abs(gap) < 1e-12:
        return 0.0
    return gap / (sd / sqrt(count)) if sd > 0 else None
