"""The web application: addresses, and the calls they turn into."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from evobool.errors import EvoboolError, InputError
from evobool.model.settings.calls import call, command
from evobool.model.settings.describing import describe
from evobool.model.settings.setting import Setting
from evobool.studies.plan.folder import STORE
from evobool.studio import page_study as study
from evobool.studio.allowed import INSTEAD, MANY_SECONDS, MOST_RUNS, RUN_SECONDS, check_limits
from evobool.studio.asked import (
    SECOND,
    Asked,
    Words,
    choice,
    only,
    second_of,
    setting_of,
    tree_of,
    whole,
    words_of,
)
from evobool.studio.feed import Feed, event
from evobool.studio.guard import Guard
from evobool.studio.learn.routes import learning
from evobool.studio.page_many import many_runs
from evobool.studio.page_neighbourhood import neighbourhood
from evobool.studio.page_population import live_population, member
from evobool.studio.page_run import live_run
from evobool.studio.site import PAGES, page_html, static_files
from evobool.studio.workers import Workers, refusal

USUAL_RUNS = 1_000
WHERE = "where."
Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass
class Studio:
    """What the server was started with, and the threads that work for its pages."""

    host: str = "127.0.0.1"
    port: int = 8421
    store: Path | None = None
    report: Path | None = None
    workers: Workers = field(default_factory=Workers)

    def sources(self) -> dict[str, Path]:
        """The stores that may be read, by the name that a request calls them."""
        found = {} if self.store is None else {"store": self.store}
        return found | ({} if self.report is None else {"report": self.report / STORE})

    def source(self, words: Words, *others: str, prefix: str = "(none)") -> Path:
        """The store that a request is about; the request may hold these words, and those with the prefix."""
        known = self.sources()
        only(words, ["source", *others], prefix)
        if not known:
            raise InputError("store", "(nothing)", "none was given; start with evobool studio --store FILE")
        return known[choice(words, "source", next(iter(known)), known)]

    def app(self) -> Guard:
        """The application, guarded."""
        csv, svg = "text/csv; charset=utf-8", "image/svg+xml"
        routes = [
            Route("/", lambda request: RedirectResponse("/run")),
            *(Route(path, self.page) for path in PAGES),
            Route("/static/{name:path}", static),
            Route("/picture/{name}", self.picture),
            Route("/api/check", self.answering(checked, quick=True)),
            Route("/api/run", self.streaming(run, lambda: RUN_SECONDS)),
            Route("/api/population", self.streaming(population, lambda: RUN_SECONDS)),
            Route("/api/population/member", self.answering(member)),
            Route("/api/many", self.streaming(many, lambda: MANY_SECONDS)),
            Route("/api/neighbourhood", self.answering(near)),
            Route("/api/study", self.answering(lambda words: study.overview(self.source(words)))),
            Route("/api/study/table", self.answering(self.table)),
            Route("/api/study/curves", self.answering(partial(self.drawn, study.plotted))),
            Route("/api/study/cell", self.answering(self.cell)),
            Route("/api/study/watch", self.streaming(self.watch, lambda: inf, in_turn=False)),
            Route("/api/paper", self.answering(self.paper)),
            *learning(self),
            Route("/download/summary.csv", self.downloading(self.summary_csv, csv)),
            Route("/download/runs.csv", self.downloading(self.runs_csv, csv)),
            Route("/download/plot.svg", self.downloading(partial(self.drawn, study.plot_svg), svg)),
        ]
        app = Starlette(routes=routes, exception_handlers={Exception: unexpected})
        return Guard(app, self.host, self.port)

    async def page(self, request: Request) -> Response:
        """A page."""
        given = {
            "sources": {name: path.name for name, path in self.sources().items()},
            "report": self.report is not None,
            "runs": USUAL_RUNS,
        }
        return HTMLResponse(page_html(PAGES[request.url.path], given))

    # kinds of answers

    def answering(
        self, work: Callable[..., Any], *, quick: bool = False, most: int | None = None
    ) -> Endpoint:
        """An address that answers with JSON; what is refused is an answer too, for the page to show.

        Posted to, it answers by what is sent, at most so many bytes, beside the words.
        """

        async def answer(request: Request) -> Response:
            try:
                words = words_of(request.query_params.multi_items())
                content = await posted(request, most)
                return JSONResponse(await self.workers.answer(lambda: work(words, *content), quick=quick))
            except EvoboolError as problem:
                return JSONResponse({"refused": refusal(problem)})

        return answer

    def downloading(self, work: Callable[[Words], str | bytes], kind: str) -> Endpoint:
        """An address that answers with a file."""

        async def answer(request: Request) -> Response:
            name = request.url.path.rpartition("/")[2]
            headers = {"content-disposition": f'attachment; filename="{name}"'}
            try:
                words = words_of(request.query_params.multi_items())
                content = await self.workers.answer(lambda: work(words))
                return Response(content, media_type=kind, headers=headers)
            except EvoboolError as problem:
                return Response(f"{problem}\n", 400, media_type="text/plain")

        return answer

    def streaming(
        self,
        work: Callable[..., None],
        seconds: Callable[[], float],
        *,
        in_turn: bool = True,
        most: int | None = None,
    ) -> Endpoint:
        """An address whose answer goes on, as server-sent events; posted to, like `answering`."""

        async def answer(request: Request) -> Response:
            try:
                content = await posted(request, most)
            except EvoboolError as problem:
                return Response(event({"refused": refusal(problem)}), media_type="text/event-stream")

            def told(feed: Feed) -> None:
                work(words_of(request.query_params.multi_items()), *content, feed)

            events = self.workers.stream(told, seconds(), in_turn=in_turn)
            return StreamingResponse(events, media_type="text/event-stream")

        return answer

    # studies

    def table(self, words: Words) -> dict[str, Any]:
        """One value by two fields."""
        path = self.source(words, "rows", "columns", "value", prefix=WHERE)
        rows, columns = words.get("rows", "n"), words.get("columns", "limit")
        return study.table(path, rows, columns, words.get("value", "T"), where_of(words))

    def drawn(self, draw: Callable[..., Any], words: Words) -> Any:
        """What is drawn: x, y, the fields that tell curves apart, a law, and which settings."""
        path = self.source(words, "x", "y", "group", "law", prefix=WHERE)
        group = [name.strip() for name in words.get("group", "limit").split(",") if name.strip()]
        x, y, law = words.get("x", "n"), words.get("y", "T"), words.get("law") or None
        return draw(path, x, y, group, law, where_of(words))

    def cell(self, words: Words) -> dict[str, Any]:
        """One setting and its runs."""
        path = self.source(words, "cell", "first")
        return study.cell(path, words.get("cell", ""), whole(words, "first", 0, 0, 2**53) or 0)

    def watch(self, words: Words, feed: Feed) -> None:
        """How many runs a store holds, whenever there are more."""
        study.follow(self.source(words), feed)

    def summary_csv(self, words: Words) -> str:
        """A line per setting."""
        return study.summary_csv(self.source(words))

    def runs_csv(self, words: Words) -> str:
        """A line per run of one setting."""
        return study.runs_csv(self.source(words, "cell"), words.get("cell", ""))

    # the paper; what draws its figures takes long to import

    def paper(self, words: Words) -> dict[str, Any]:
        """Tables and figures."""
        from evobool.studio import page_paper as paper

        only(words, [])
        return paper.published() if self.report is None else paper.reproduced(self.report)

    async def picture(self, request: Request) -> Response:
        """A figure of the reproduction."""
        from evobool.studio.page_paper import known_pictures, picture_path

        name = request.path_params["name"].removesuffix(".svg")
        if self.report is None or name not in known_pictures(self.report):
            return Response("no such picture\n", 404, media_type="text/plain")
        policy = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
        content = picture_path(self.report, name).read_bytes()
        return Response(content, media_type="image/svg+xml", headers=policy)


async def posted(request: Request, most: int | None) -> tuple[bytes, ...]:
    """What is sent along with a request; nothing where nothing may be."""
    if most is None:
        return ()
    parts, size = list[bytes](), 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise InputError("size", f"{size:,} bytes", f"at most {most:,} in the studio; {INSTEAD}")
        parts.append(part)
    return (b"".join(parts),)


def checked(words: Words) -> dict[str, Any]:
    """What a form says: right, with the command and the call, or wrong at a field."""
    asked = Asked.of(words)
    return {
        "title": describe(asked.setting),
        "warnings": asked.setting.warnings,
        "limit": asked.setting.leaf_limit,
        "command": command(asked.setting, asked.options),
        "call": call(asked.setting, asked.options),
    }


def run(words: Words, feed: Feed) -> None:
    """One run, offspring by offspring."""
    live_run(Asked.of(words), feed)


def population(words: Words, feed: Feed) -> None:
    """One run, as the population it keeps."""
    live_population(Asked.of(words), feed)


def many(words: Words, feed: Feed) -> None:
    """Many runs of a setting, or of two."""
    many_runs(*several(words), feed)


def near(words: Words) -> dict[str, Any]:
    """What surrounds a tree."""
    setting = check_limits(setting_of(words, ["tree"]))
    return neighbourhood(tree_of(words), setting)


def several(words: Words) -> tuple[Asked, Setting | None, int]:
    """Many runs: of what, compared with what, how many."""
    others = [name for name in words if name.startswith(SECOND)]
    asked = Asked.of(words, ["runs", *others])
    other = second_of(words, asked.setting)
    if other is not None and other.id == asked.setting.id:
        raise InputError("b", describe(other), "is the same setting; change a field")
    return asked, other, whole(words, "runs", USUAL_RUNS, 1, MOST_RUNS) or USUAL_RUNS


def where_of(words: Words) -> dict[str, object]:
    """The fields that settings are chosen by."""
    return {name.removeprefix(WHERE): text for name, text in words.items() if name.startswith(WHERE) and text}


async def static(request: Request) -> Response:
    """A file of the package."""
    found = static_files().get(request.path_params["name"])
    if found is None:
        return Response("no such file\n", 404, media_type="text/plain")
    return Response(found[0], media_type=found[1], headers={"cache-control": "no-cache"})


async def unexpected(request: Request, problem: Exception) -> Response:
    """An error of ours: one line for the page, the rest for the terminal."""
    logging.getLogger("uvicorn.error").error("%s", request.url, exc_info=problem)
    return Response("internal error; see the studio's terminal\n", 500, media_type="text/plain")
