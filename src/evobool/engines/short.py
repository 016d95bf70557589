"""Short runs without compiled code.

Loading the compiler takes longer than a short run on a small truth table, and compiling, the first time, ten
seconds and more. So a single run is first tried by the reference engine, for as many trees as it judges in
some hundredths of a second. If that is not enough, another engine makes the run from its beginning. How far
the trial goes depends on the setting alone, so the engine that a command names is the same every time.
"""

from __future__ import annotations

from evobool.engines.base import Watch
from evobool.engines.reference import ReferenceEngine
from evobool.model.outcome.run import Run
from evobool.model.settings.setting import Setting

EVALUATIONS = 2_000  # trees judged before giving up
LARGEST = 12  # variables: beyond, judging on all rows is no longer instant, and counting may be cut short


def short_run(setting: Setting, seed: int, index: int, watch: Watch) -> Run | None:
    """The run by the reference engine, if it is short and the same by every engine; None otherwise.

    `watch` is called with every accepted change of the trial, finished or not.

    >>> run = short_run(Setting(n=8), 1, 0, watch=lambda step: None)
    >>> run.solved, run.iterations, run.engine
    (True, 37, 'reference')
    >>> short_run(Setting(n=8, literals="all"), 1, 0, watch=lambda step: None) is None
    True
    """
    if setting.n > LARGEST or setting.judged_on.fresh or ReferenceEngine.refuses(setting) is not None:
        return None
    cap = min(EVALUATIONS // setting.evaluations(1), setting.max_iterations)
    if cap == 0:
        return None
    run = ReferenceEngine(setting).run(seed, index, cap=cap, watch=watch)
    return run if run.solved or run.iterations == setting.max_iterations else None
