"""`evobool atlas`: every function of n variables, and how hard it is to evolve."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from evobool.cli.paper.collecting import collect_owed, made_line
from evobool.cli.shared.messages import say
from evobool.interrupts import saving

Flag = Parameter(negative="")


def atlas(
    *,
    n: int = 4,
    runs: int = 100,
    seed: int | None = None,
    out: Path = Path("atlas"),
    limit: str = "none",
    max_iterations: int = 100_000,
    workers: int | None = None,
    quiet: Annotated[bool, Flag] = False,
) -> None:
    """Evolve every Boolean function of n variables, up to symmetry, and draw how hard each one is.

    The systems are RLS-GP with F = {and, or}, {and, or, xor} and {nand}, and the (1+1) GP with {and, or}, all
    with negated literals too. The folder gets report.html, data/atlas.csv and figures/.

    Parameters
    ----------
    n
        The number of variables, 1 to 4.
    runs
        How many runs of each function and system; raising it adds to those in the folder.
    seed
        Where randomness starts (1 for a new folder); the same seed gives the same report.
    out
        The folder to write; one that was begun before is continued.
    limit
        The most leaves of a tree: none, a number, or an expression in n.
    max_iterations
        Give up after this many iterations.
    workers
        How many runs at once; all cores if absent. Results do not depend on it.
    quiet
        No progress and no messages.
    """
    from evobool.atlas.atlas import Atlas
    from evobool.cli.shared.spinner import Spinner
    from evobool.studies.work.executors import check_workers

    check_workers(workers)
    started = time.perf_counter()
    wanted = Atlas(n, runs, seed, out, limit, max_iterations)
    out.mkdir(parents=True, exist_ok=True)
    try:
        with saving():
            made = collect_owed(wanted, workers, quiet)
            with Spinner(quiet, "writing the report") as spinner:
                wanted.write(made_line(made, started), lambda name: spinner.update(f"writing {name}"))
    except KeyboardInterrupt as problem:
        raise type(problem)(f"; finished runs are in {out}; rerun to continue") from None
    if not quiet:
        say(f"wrote {out / 'report.html'} in {time.perf_counter() - started:.1f} s")
