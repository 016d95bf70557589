"""Updates are few, whatever the worker does."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time

import pytest

from evobool.studio.feed import MOST_WAITING, UPDATES_A_SECOND, Feed, PageGone
from tests.support.serving import events, whole


def test_at_most_sixty_updates_a_second_and_nothing_lost() -> None:
    seen: list[float] = []

    async def read() -> list[str]:
        feed = Feed(60)

        def work() -> None:
            for number in range(3_000):
                feed.put(numbers=[number], last=number)
            feed.finish()

        thread = threading.Thread(target=work)
        thread.start()
        found = []
        async for update in feed.updates():
            seen.append(time.monotonic())
            found.append(update)
        thread.join()
        return found

    found = events("".join(asyncio.run(read())))
    assert whole(found) == {"numbers": list(range(3_000)), "last": 2_999}
    assert len(found) >= 3_000 // (2 * MOST_WAITING)
    gaps = [after - before for before, after in itertools.pairwise(seen)]
    assert min(gaps) > 0.9 / UPDATES_A_SECOND


def test_a_worker_whose_page_is_gone_is_told() -> None:
    async def work() -> Feed:
        return Feed(60)

    feed = asyncio.run(work())
    assert not feed.stopped()
    feed.close()
    assert feed.stopped()
    with pytest.raises(PageGone):
        feed.put(more=1)
    feed.mention(more=1)


def test_time_is_up() -> None:
    async def work() -> Feed:
        return Feed(0)

    feed = asyncio.run(work())
    assert feed.late
    feed.restart(60)
    assert not feed.stopped()
