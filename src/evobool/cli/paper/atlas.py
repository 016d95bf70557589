"""`evobool atlas`: every function of n variables, and how hard it is to evolve."""

from __future__ import annotations

from pathlib import Path

from evobool.cli.paper.collecting import Out, Seed, Workers, make_folder
from evobool.cli.shared.flags import Quiet


def atlas(
    *,
    n: int = 4,
    runs: int = 100,
    seed: Seed = None,
    out: Out = Path("atlas"),
    limit: str = "none",
    max_iterations: int = 100_000,
    workers: Workers = None,
    quiet: Quiet = False,
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
    limit
        The most leaves of a tree: none, a number, or an expression in n.
    max_iterations
        Give up after this many iterations.
    """
    from evobool.atlas.atlas import Atlas
    from evobool.studies.work.executors import check_workers

    check_workers(workers)
    wanted = Atlas(n, runs, seed, out, limit, max_iterations)
    with wanted.folder.one:
        make_folder(wanted, workers, quiet)
