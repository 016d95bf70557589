"""The two ways to run one setting from Python: `evolve` and `race`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, Unpack

from evobool.engines import pick
from evobool.errors import InputError
from evobool.model.outcome.run import Race, Run, Step
from evobool.model.seeds import check_index, check_race, check_seed
from evobool.model.settings.completion import EngineName
from evobool.model.settings.given import completed, known_fields
from evobool.model.settings.keywords import Fields
from evobool.model.settings.setting import Setting


def as_setting(setting: Setting | None, fields: dict[str, Any]) -> Setting:
    """A setting given whole, by its fields, or whole with some fields changed."""
    if setting is not None:
        if not isinstance(setting, Setting):
            raise InputError("setting", setting, "must be a Setting; fields are given by name, such as n=8")
        return setting.with_(**fields) if fields else setting
    return Setting(**fields)


@completed(Fields)
def evolve(
    setting: Setting | None = None,
    *,
    seed: int | None = None,
    index: int = 0,
    engine: EngineName = "auto",
    trajectory: bool | Literal["all"] = False,
    max_branches: int | None = None,
    **fields: Unpack[Fields],
) -> Run:
    """Run one setting once.

    Give a `setting`, or its fields as keywords (see `Setting`), or both: the fields then change the setting.
    `index` is the number of the run among those of one seed: `evobool run --runs 500 --seed 1` makes
    the runs 0 ... 499 of seed 1. `trajectory=True` keeps every accepted change in `run.trajectory`;
    `"all"` also keeps every offspring of the first 2,000 iterations, accepted or rejected and why, in
    `run.attempts`.

    >>> run = evolve(target="and", n=4, limit="n", seed=7, trajectory="all")
    >>> run.solved, run.iterations, str(run.tree)
    (True, 37, 'x2 & (x4 & (x3 & x1))')
    >>> for attempt in run.attempts[-2:]:
    ...     print(attempt.operation, attempt.tree, "--", attempt.reason)
    SUB x2 & (x3 & (x3 & x1)) -- equal error 1: accepted
    SUB x2 & (x4 & (x3 & x1)) -- error 1 → 0: better

    See Also
    --------
    race : several runs side by side
    Study : many settings, many runs
    Run : what is returned
    """
    chosen = as_setting(setting, known_fields("evolve", fields))
    index = check_index(index)
    worker = pick(chosen, engine, max_branches)
    if trajectory not in (False, True, "all"):
        raise InputError("trajectory", trajectory, 'must be False, True or "all"')
    if trajectory == "all":
        from evobool.engines.stepping import record

        return record(worker, check_seed(seed), index)
    if not trajectory:
        return worker.run(check_seed(seed), index)
    steps: list[Step] = []
    run = worker.run(check_seed(seed), index, watch=steps.append)
    return replace(run, trajectory=tuple(steps))


@completed(Fields)
def race(
    setting: Setting | None = None,
    *,
    runs: int,
    seed: int | None = None,
    index: int = 0,
    engine: EngineName = "auto",
    max_branches: int | None = None,
    **fields: Unpack[Fields],
) -> Race:
    """The lambda runs of section 4: K runs side by side, the first success ends them all.

    The setting is given as for `evolve`. Race number `index` of a seed is made of the runs `index * runs` ...
    `index * runs + runs - 1`. All of them have done as many iterations as the winner when it stops them, and
    all count.

    >>> outcome = race(target="and", n=8, runs=4, seed=1)
    >>> outcome.winner.iterations, outcome.evaluations
    (37, 148)

    See Also
    --------
    evolve : one run
    Race : what is returned
    """
    chosen = as_setting(setting, known_fields("race", fields))
    runs = check_race("runs", runs)
    index = check_index(index, race=runs)
    return pick(chosen, engine, max_branches).race(check_seed(seed), index, runs)
