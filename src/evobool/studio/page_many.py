"""Many runs of one setting, or of two to compare, as they come in."""

from __future__ import annotations

import re
import threading
import time
from contextlib import closing
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from evobool.errors import EvoboolError
from evobool.model.outcome.runs import Runs
from evobool.model.seeds import check_seed, setting_seed
from evobool.model.settings.calls import command, study_call
from evobool.model.settings.describing import describe
from evobool.model.settings.setting import Setting
from evobool.studies.analysis.compare import compare
from evobool.studies.analysis.lines import HEADS, lines
from evobool.studies.analysis.sample import Sample
from evobool.studies.work.executors import Work, carry_out, cores
from evobool.studio.allowed import MOST_STATES
from evobool.studio.asked import Asked
from evobool.studio.feed import Feed, PageGone
from evobool.theory.chain.chain import Chain

TURN = 50  # runs of one setting before it is the other's turn
LAW_SHARE = 0.999_9  # of the successful runs: as far as the law of T is told
SUMMARY_SECONDS = 0.4  # intervals take some time, so they are not computed for every few runs


@dataclass
class Side:
    """One of the settings and its runs so far."""

    setting: Setting
    seed: int
    chunks: list[Runs] = field(default_factory=list)

    def opening(self, count: int) -> dict[str, Any]:
        """What is known beforehand."""
        options = {"runs": count, "seed": self.seed}
        return {
            "title": describe(self.setting),
            "id": self.setting.id,
            "fields": self.setting.to_dict(),
            "seed": str(self.seed),  # of 64 bits, more than JavaScript's numbers hold
            "cap": self.setting.max_iterations,
            "command": command(self.setting, options),
            "call": study_call(self.setting, count, self.seed),
        }

    def take(self, runs: Runs) -> list[list[int]]:
        """Add runs; returns what the page draws of them."""
        self.chunks.append(runs)
        drawn: list[list[int]] = np.column_stack(
            [runs.indices, runs.iterations, runs.leaves, runs.solved]
        ).tolist()
        return drawn

    @property
    def sample(self) -> Sample:
        """All runs so far, at least one."""
        self.chunks = [Runs.joined(self.chunks)]
        return Sample.of(self.chunks[0])


def many_runs(asked: Asked, other: Setting | None, count: int, feed: Feed) -> None:
    """Tell the feed of the runs, of tables and, for two settings, of the test between them."""
    seed = check_seed(asked.seed)
    if other is None:
        sides = [Side(asked.setting, seed)]
    else:  # seeds of their own, as in a study: the test takes the two samples to be independent
        sides = [Side(each, setting_seed(seed, each)) for each in (asked.setting, other)]
    opening = [side.opening(count) for side in sides]
    feed.put(opening={"heads": HEADS, "runs": count, "seed": seed, "sides": opening})
    laws = [threading.Thread(target=_law, args=(side, k, feed), daemon=True) for k, side in enumerate(sides)]
    for thread in laws:
        thread.start()
    works = [
        Work(side.setting, side.seed, first, min(TURN, count - first), asked.engine)
        for first in range(0, count, TURN)
        for side in sides
    ]
    by_setting = {side.setting.id: (number, side) for number, side in enumerate(sides)}
    told = time.monotonic()
    with closing(carry_out(works, max(2, cores()))) as chunks:
        for chunk in chunks:
            if feed.stopped():
                break
            runs = Runs.of(chunk)
            number, side = by_setting[runs.setting.id]
            feed.put(**{f"runs{number}": side.take(runs)})
            if time.monotonic() - told > SUMMARY_SECONDS:
                _tables(sides, feed)
                told = time.monotonic()
    _tables(sides, feed)
    for thread in laws:
        thread.join()
    feed.put(ended="time" if feed.late else "done")


def _tables(sides: list[Side], feed: Feed) -> None:
    samples = {number: side.sample for number, side in enumerate(sides) if side.chunks}
    for number, sample in samples.items():
        told = {"lines": lines(sample), "runs": sample.runs, "failed": sample.failed}
        feed.put(**{f"lines{number}": told})
    if len(samples) == 2:
        found = compare(*samples.values())
        feed.put(comparison=asdict(found) | {"effect": found.effect})


def _law(side: Side, number: int, feed: Feed) -> None:
    """The exact law of T where the chain is small."""
    try:
        chain = Chain(side.setting, max_states=MOST_STATES)
        told: dict[str, Any] = {
            "states": chain.states,
            "p_stuck": chain.p_stuck,
            "p_success": chain.p_success,
        }
        if chain.p_success > 0:
            last = min(chain.quantile(LAW_SHARE), side.setting.max_iterations)  # as far as runs can be
            law = [float(p) for p in chain.law(last)]
            told |= {"mean": chain.mean, "sd": chain.sd, "law": {"p": law}}
    except EvoboolError as problem:
        told = {"refused": _refused(problem)}
    try:
        feed.put(**{f"chain{number}": told})
    except PageGone:
        return


def _refused(problem: EvoboolError) -> str:
    """Why there is no exact law, in words of the page."""
    words = str(problem).replace(
        f"states, more than max_states = {MOST_STATES:,}",
        f"trees, more than the {MOST_STATES:,} that the studio takes; evobool exact takes more",
    )
    return re.sub(r"\d{4,}", lambda number: f"{int(number[0]):,}", words)
