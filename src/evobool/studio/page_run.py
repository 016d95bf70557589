"""One run for the player: made by the engine, then replayed offspring by offspring."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from evobool.engines import pick
from evobool.engines.base import Interrupted
from evobool.engines.stepping import replay
from evobool.errors import InputError
from evobool.model.outcome.attempt import Attempt
from evobool.model.outcome.run import Run, Step
from evobool.model.seeds import check_seed
from evobool.model.settings.calls import call, command
from evobool.pages.run_data import Known, ending, iteration_data, opening
from evobool.studio.allowed import EXPLORE_SECONDS, INSTEAD, MOST_EXPLORED, MOST_LEAVES, RUN_SECONDS
from evobool.studio.asked import Asked
from evobool.studio.feed import Feed
from evobool.theory.landscape.digest import fate
from evobool.theory.landscape.explore import explore
from evobool.theory.landscape.failed import has_landscape

MOST_ATTEMPTS = 5_000  # offspring replayed
MOST_CHECKED = 300  # trees of a closed set whose proof is checked while somebody waits
MOST_NAMED = 5


def live_run(asked: Asked, feed: Feed) -> None:
    """Tell the feed of a run: how far it is, its offspring, how it ended."""
    seed = check_seed(asked.seed)
    steps: list[Step] = []  # of the iterations shown: a long run has more trees than memory
    shown = MOST_ATTEMPTS // asked.setting.offspring

    def watch(step: Step) -> None:
        if step.leaves > MOST_LEAVES:
            why = f"the tree grew beyond {MOST_LEAVES:,} leaves, the most in the studio; {INSTEAD}"
            raise InputError("limit", asked.setting.limit, why)
        if step.iteration <= shown:
            steps.append(step)
        feed.put(iteration=step.iteration)

    engine = pick(asked.setting, asked.engine)
    try:
        run = engine.run(seed, asked.index, watch=watch, stop=feed.stopped)
    except Interrupted:
        raise InputError("max_iterations", asked.setting.max_iterations, _too_long()) from None
    known, begun = Known(asked.setting), False

    def tell(made: list[Attempt]) -> None:
        nonlocal begun
        if not begun:
            feed.put(opening=_opening(run, made, known))
            begun = True
        if feed.late:
            raise Interrupted
        feed.put(attempts=[iteration_data(made, known)])

    with suppress(Interrupted):  # the player says how many iterations it has
        replay(engine, run, steps, shown, tell)
    if not begun:
        feed.put(opening=_opening(run, [], known))
    feed.put(ending=ending(run, known) | {"fate": _fate(run)})


def _opening(run: Run, first: list[Attempt], known: Known) -> dict[str, Any]:
    """What the player needs, and how to make the run again."""
    options: dict[str, Any] = {"seed": run.seed} | ({"index": run.index} if run.index else {})
    return opening(run, first, known) | {
        "seed": str(run.seed),  # of 64 bits, more than JavaScript holds
        "command": command(run.setting, options),
        "call": call(run.setting, options),
        "landscape": has_landscape(run.setting),
    }


def _fate(run: Run) -> dict[str, Any] | None:
    """Whether a run that was not solved still could be, with the proof if it cannot."""
    if run.solved or not has_landscape(run.setting):
        return None
    explored = explore(run.tree, run.setting, MOST_EXPLORED, seconds=EXPLORE_SECONDS)
    proof = explored.certificate()
    told: dict[str, Any] = {"kind": explored.fate, "words": _sentence(fate(explored))}
    if proof is not None:
        checked = len(proof.closed) <= MOST_CHECKED and proof.check()
        told["words"] += " The certificate was checked tree by tree." if checked else ""
        told["closed"] = [str(tree) for tree in proof.closed[:MOST_NAMED]]
        told["more"] = max(0, len(proof.closed) - MOST_NAMED)
    return told


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _too_long() -> str:
    return f"the run took longer than {RUN_SECONDS:.0f} s, the most in the studio; {INSTEAD}"
