"""The search on a page: the table as it was read, points of the front as they come, and what was learnt."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from evobool.learning.lesson import Given, Lesson
from evobool.learning.parts import parts_of
from evobool.learning.rules import rule_of
from evobool.learning.search.fronts import Front, Judge, Point
from evobool.learning.search.learn import searched
from evobool.learning.tables.table import read_table
from evobool.model.outcome.run import Run
from evobool.studies.work.executors import cores
from evobool.studio.allowed import MOST_TABLE_BITS
from evobool.studio.asked import Words
from evobool.studio.feed import Feed
from evobool.studio.learn.shown import ending, opening, share
from evobool.studio.learn.tables import sent, too_large
from evobool.studio.learn.wanted import Wanted

NEWS_SECONDS = 0.1  # between two pictures of the front


def learn_table(words: Words, content: bytes, feed: Feed) -> None:
    """Tell the feed what the columns are read as, how the search goes, and what it found."""
    wanted = Wanted.of(words)
    frame = sent(content, wanted.file, wanted.label).frame
    table = read_table(frame, wanted.label, wanted.positive, wanted.thresholds, wanted.leave_out)
    if table.rows * len(table.features) > MOST_TABLE_BITS:
        raise too_large(table.rows, len(table.features))
    seed = wanted.options.seed
    assert seed is not None, "options are complete"
    parts = parts_of(table, wanted.file, hold_out=wanted.hold_out, seed=seed)
    given = Given(table, parts, wanted.options)
    feed.put(opening=opening(given) | {"command": wanted.command})
    found = searched(parts.rows, wanted.options, max(2, cores()), None, Watching(given, feed))
    feed.put(ending=ending(Lesson(given, found), frame))


class Watching:
    """Tells a page of the front, and of runs on all rows, whether they gained anything or not."""

    def __init__(self, given: Given, feed: Feed) -> None:
        self.given, self.feed = given, feed
        self.judge = Judge(given.parts.learnt.rows, given.asked.aim)
        self.name = given.parts.learnt.rows.name
        self.tried, self.told, self.points = 0, 0.0, 0

    def __call__(self, front: Front, runs: Sequence[Run]) -> None:
        """Runs just made."""
        self.tried += sum(run.evaluations for run in runs)
        mine = [
            self.judge.point(run.tree) for run in runs if run.setting.target == self.name and run.tree.prefix
        ]
        self.feed.put(
            tried=self.tried,
            dots=[[point.leaves, share(self.judge, point.cost)] for point in mine],
        )
        if time.monotonic() - self.told >= NEWS_SECONDS:
            self.told = time.monotonic()
            self.feed.put(front={"points": [self._shown(point) for point in front]})

    def _shown(self, point: Point) -> list[Any]:
        text = rule_of(point.tree, self.given.table).written()
        return [point.leaves, share(self.judge, point.cost), text]
