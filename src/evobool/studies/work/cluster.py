"""Spread runs over the workers of a dask.distributed scheduler; one process, this one, writes them."""

from __future__ import annotations

import gc
import json
import logging
import re
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from evobool.errors import EvoboolError, InputError, one_line
from evobool.model.outcome.run import Run
from evobool.studies.work.executors import Chunks, Work, make_chunk

if TYPE_CHECKING:
    from evobool.studies.plan.study import Carry
from evobool.version import current

CHUNK_SECONDS = 1.0
IN_FLIGHT = 3  # chunks for each thread of the workers
CONNECT_SECONDS = 8
LOOK_SECONDS = 2.0  # how often to see whether workers came or went
ALONE_SECONDS = 5.0  # without a worker, until that is said
RETRIES = 2  # of a chunk that raised an error
RESUBMISSIONS = 10  # of a chunk that the scheduler gave up, as its workers died again and again

ADDRESS = re.compile(r"[a-z]+://[^\s\0]+|[^/\s\0]+:\d+")
PROTOCOLS = ("tcp", "tls", "ucx", "ucxx", "ws", "wss", "inproc")


def _say(message: str) -> None:
    """A line on stderr."""
    print(f"evobool: {one_line(message)}", file=sys.stderr, flush=True)


def dask_carrier(scheduler: str, say: Callable[[str], None] = _say) -> Carry:
    """What makes runs on the workers of a scheduler: "tcp://host:8786", or the path of a scheduler file.

    Give it to `Study.collect` as `carry`. A chunk whose worker dies is made again by another one. While there
    is no worker the study waits, as workers may still be in a queue; `say` is called with a line about it.

    >>> dask_carrier("tcp:/host:8786")
    Traceback (most recent call last):
    evobool.errors.InputError: scheduler = tcp:/host:8786: is neither an address (tcp://host:8786) nor a file

    See Also
    --------
    evobool.Study.collect : takes it as `carry`
    """
    _connect(scheduler).close()  # a scheduler that is not there is better known before there is a store

    def carry(works: Sequence[Work]) -> Generator[Sequence[Run], None, None]:
        bound = next((work for work in works if work.bound_here), None)
        if bound is not None:
            why = "its plugins were defined by hand; put them into a file and load that"
            raise InputError("scheduler", scheduler, f"cannot run setting {bound.setting.id}: {why}")
        client = _connect(scheduler)
        flight = _Flight(client, scheduler, say)
        try:
            while not flight.look():
                time.sleep(LOOK_SECONDS)
                yield []
            for chunks in (Chunks([work], CHUNK_SECONDS) for work in works):  # each setting has its own pace
                for chunk in chunks:
                    flight.submit(chunk, chunks)
                    while flight.full():
                        yield flight.land()
            while flight.chunks:
                yield flight.land()
        finally:
            flight.cancel()
            client.close()

    return carry


def make_runs(work: Work) -> tuple[Sequence[Run], float, str]:
    """On a worker: the runs of one chunk, the seconds they took, and the version that made them."""
    return *make_chunk(work, None), current()


class _Flight:
    """The chunks that are with the scheduler."""

    def __init__(self, client: Any, scheduler: str, say: Callable[[str], None]) -> None:
        self.client = client
        self.scheduler = scheduler
        self.say = say
        self.alone: float | None = None  # since when there is no worker, until that is said
        self.killed_worker = import_module("distributed.scheduler").KilledWorker
        self.chunks: dict[Any, tuple[Work, Chunks, int]] = {}
        self.landed: SimpleQueue[Any] = SimpleQueue()
        self.version = current()
        self.threads = 1
        self.known: set[str] = set()
        self.looked = float("-inf")

    def submit(self, chunk: Work, chunks: Chunks, tries: int = 0) -> None:
        """Send a chunk."""
        future = self.client.submit(make_runs, chunk, pure=False, retries=RETRIES)
        self.chunks[future] = (chunk, chunks, tries)
        future.add_done_callback(self.landed.put)

    def full(self) -> bool:
        """Whether the workers have enough to do."""
        if time.monotonic() - self.looked > LOOK_SECONDS:
            self.look()
        return len(self.chunks) >= IN_FLIGHT * max(1, self.threads)

    def look(self) -> int:
        """See which workers there are, and how many threads they have; a new one must have evobool.

        A worker without it would die of the first chunk it gets, and a restarted one again.
        """
        with self._one_line():
            threads = self.client.nthreads()
            new = [worker for worker in threads if worker not in self.known]
            if new:
                here = f"{__name__}:__name__"
                found = self.client.run(resolve_name, here, workers=new, on_error="return")
                for problem in found.values():
                    if isinstance(problem, ImportError | AttributeError):
                        raise problem
        self.known |= set(new)
        had, self.threads, self.looked = self.threads, sum(threads.values()), time.monotonic()
        if self.threads:
            self.alone = None
        elif had:
            self.alone = self.looked
        elif self.alone is not None and self.looked - self.alone >= ALONE_SECONDS:
            self.say(f"scheduler = {self.scheduler}: has no workers; waiting for the first one")
            self.alone = None
        return self.threads

    def land(self) -> Sequence[Run]:
        """The runs of the next chunk done, or none if that takes a while."""
        try:
            future = self.landed.get(timeout=LOOK_SECONDS)
        except Empty:
            self.look()
            return []
        chunk, chunks, tries = self.chunks.pop(future)
        try:
            with self._one_line():
                runs, seconds, made_by = future.result()
        except self.killed_worker as problem:
            if tries == RESUBMISSIONS:
                raise EvoboolError(
                    f"scheduler = {self.scheduler}: workers die of runs {chunk.first} ... "
                    f"{chunk.indices[-1]} of setting {chunk.setting.id}"
                ) from problem
            self.submit(chunk, chunks, tries + 1)
            return []
        if made_by != self.version:
            raise EvoboolError(
                f"scheduler = {self.scheduler}: a worker has evobool {made_by}, this is {self.version}"
            )
        chunks.learn(chunk, seconds)
        found: Sequence[Run] = runs
        return found

    def cancel(self) -> None:
        """Give up what has not landed; a scheduler that is gone has nothing to cancel."""
        if self.chunks and self.client.status == "running":
            with self._one_line():
                self.client.cancel(list(self.chunks), force=True)

    @contextmanager
    def _one_line(self) -> Iterator[None]:
        """Turn what dask and the workers raise into errors of one line."""
        try:
            yield
        except (EvoboolError, self.killed_worker):
            raise
        except CancelledError as problem:
            raise EvoboolError(f"scheduler = {self.scheduler}: was lost; the same again goes on") from problem
        except ModuleNotFoundError as problem:
            why = f"a worker lacks the module {problem.name or 'evobool'}; install evobool there"
            raise EvoboolError(f"scheduler = {self.scheduler}: {why}") from problem
        except Exception as problem:
            words = " ".join(f"{type(problem).__name__}: {problem}".split())
            raise EvoboolError(f"scheduler = {self.scheduler}: {words[:300]}") from problem


def _connect(scheduler: str) -> Any:
    """A client of the scheduler."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise EvoboolError("distributed is not installed; try: pip install 'evobool[cluster]'") from None
    address = _address(scheduler)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are raised, not logged
    answers: SimpleQueue[Any] = SimpleQueue()

    def connect() -> None:
        try:
            answers.put(distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False))
            return
        except (OSError, ValueError, TypeError) as problem:
            words = " ".join(str(problem).split()) or type(problem).__name__
            why = f"cannot be reached ({words[:200]})"
        except BaseException:  # of what is not dask's, dask makes whatever comes out
            why = "what answers there is no dask scheduler"
        # A client that failed closes itself when it is collected. If that happens while another one starts,
        # both wait for each other's lock for ever; so not at any time, but now.
        gc.collect()
        answers.put(why)

    # in a thread: a port that takes connections and says nothing is waited for without end
    threading.Thread(target=connect, daemon=True).start()
    try:
        found = answers.get(timeout=CONNECT_SECONDS + 1)
    except Empty:
        raise InputError("scheduler", scheduler, "does not answer as a dask scheduler would") from None
    if isinstance(found, str):
        raise InputError("scheduler", scheduler, found)
    return found


def _address(scheduler: str) -> str:
    """The address itself, or the one in a scheduler file."""
    address = scheduler
    if Path(scheduler).is_file():
        try:
            address = str(json.loads(Path(scheduler).read_text())["address"])
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            raise InputError("scheduler", scheduler, "is not a scheduler file of dask") from None
        if not ADDRESS.fullmatch(address):
            raise InputError("scheduler", scheduler, "is a scheduler file without an address")
    elif not ADDRESS.fullmatch(scheduler):
        raise InputError("scheduler", scheduler, "is neither an address (tcp://host:8786) nor a file")
    protocol = address.partition("://")[0] if "://" in address else "tcp"
    if protocol not in PROTOCOLS:
        why = f"dask schedulers speak {', '.join(PROTOCOLS)}, not {protocol}"
        raise InputError("scheduler", scheduler, why)
    return address
