"""Threads that compute for pages: so many at once, the rest wait their turn."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from evobool.engines.compiling.announce import LISTENERS
from evobool.errors import EvoboolError, InputError
from evobool.plugins import blamed
from evobool.studio.feed import Feed, PageGone, event

AT_ONCE = 4
MOST_OPEN = 256  # streams, those that wait included
BUSY = {"refused": {"field": "", "value": "", "why": "the studio is busy; try again in a moment"}}
MISTAKE = {"field": "", "value": "", "why": "internal error; see the studio's terminal"}
T = TypeVar("T")


class Workers:
    """Hands out turns, and knows all open feeds so that they can be closed."""

    def __init__(self, at_once: int = AT_ONCE, most_open: int = MOST_OPEN) -> None:
        self._turns = asyncio.Semaphore(at_once)
        self._quick_turns = asyncio.Semaphore(at_once)
        self._most_open = most_open
        self.feeds: set[Feed] = set()

    def close(self) -> None:
        """End all streams."""
        for feed in list(self.feeds):
            feed.close()
            feed.finish()

    async def answer(self, work: Callable[[], T], *, quick: bool = False) -> T:
        """The outcome of a piece of work, when its turn has come; quick ones do not wait for others."""
        async with self._quick_turns if quick else self._turns:
            return await in_thread(work)

    async def stream(
        self, work: Callable[[Feed], None], seconds: float, *, in_turn: bool = True
    ) -> AsyncIterator[str]:
        """The events of a piece of work; ends it when nobody reads on."""
        if len(self.feeds) >= self._most_open:
            yield event(BUSY)
            return
        feed = Feed(seconds)
        self.feeds.add(feed)
        taken = False
        try:
            if in_turn:
                if self._turns.locked():
                    yield event({"waiting": True})
                await self._turns.acquire()
                taken = True
                feed.restart(seconds)
            done = asyncio.ensure_future(in_thread(lambda: _work(work, feed)))
            try:
                async for update in feed.updates():
                    yield update
            finally:
                feed.close()
                # the turn is over only when the thread is: else closed pages could start any number
                done.add_done_callback(lambda _: self._turns.release() if in_turn else None)
                taken = False
        finally:
            self.feeds.discard(feed)
            if taken:
                self._turns.release()


def _work(work: Callable[[Feed], None], feed: Feed) -> None:
    """Work, and tell the page of what it refuses."""

    def compiling() -> None:
        feed.mention(note="Compiling, only this once.")

    LISTENERS.append(compiling)
    try:
        try:
            work(feed)
        except EvoboolError as problem:
            feed.put(refused=refusal(problem))
        except PageGone:
            raise
        except Exception as problem:
            told = blamed(problem)
            if told is None:
                logging.getLogger("uvicorn.error").error("a worker of the studio failed", exc_info=problem)
            feed.put(refused=MISTAKE if told is None else refusal(told))
    except PageGone:
        pass
    finally:
        LISTENERS.remove(compiling)
        feed.finish()


def refusal(problem: EvoboolError) -> dict[str, str]:
    """An error as a page shows it: at the field, where it has one."""
    if isinstance(problem, InputError):
        return {"field": problem.field, "value": str(problem.value)[:200], "why": problem.why}
    return {"field": "", "value": "", "why": str(problem)}


async def in_thread(work: Callable[[], T]) -> T:
    """Run in a thread that does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[T] = loop.create_future()

    def tell(setter: Callable[..., None], value: object) -> None:
        if not found.cancelled():
            setter(value)

    def run() -> None:
        try:
            outcome: object = work()
            setter: Callable[..., None] = found.set_result
        except BaseException as problem:
            outcome, setter = problem, found.set_exception
        try:
            loop.call_soon_threadsafe(tell, setter, outcome)
        except RuntimeError:
            return  # the server has stopped

    threading.Thread(target=run, daemon=True).start()
    return await found
