"""The web application: addresses, and the calls they turn into."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
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
from evobool.studio.allowed import MANY_SECONDS, MOST_RUNS, RUN_SECONDS, check_limits
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
from evobool.studio.feed import Feed
from evobool.studio.frames import PAGES, page_html, static_files
from evobool.studio.guard import Guard
from evobool.studio.workers import Workers, refusal

USUAL_RUNS = 1_000
WHERE = "where."
DRAWN = ("source", "x", "y", "group", "law")


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
        from evobool.studies.plan.folder import STORE

        found = {} if self.store is None else {"store": self.store}
        return found | ({} if self.report is None else {"report": self.report / STORE})

    def source(self, words: Words) -> Path:
        """The store that a request is about."""
        known = self.sources()
        if not known:
            raise InputError("store", "(nothing)", "none was given; start with evobool studio --store FILE")
        return known[choice(words, "source", next(iter(known)), known)]

    def app(self) -> Guard:
        """The application, guarded."""
        routes = [
            Route("/", lambda request: RedirectResponse("/run")),
            *(Route(path, self.page) for path in PAGES),
            Route("/static/{name:path}", static),
            Route("/api/check", self.answering(self.check, quick=True)),
            Route("/api/run", self.run),
            Route("/api/many", self.many),
            Route("/api/neighbourhood", self.answering(self.near)),
            Route("/api/study", self.answering(self.overview)),
            Route("/api/study/table", self.answering(self.table)),
            Route("/api/study/curves", self.answering(self.curves)),
            Route("/api/study/cell", self.answering(self.cell)),
            Route("/api/study/watch", self.watch),
            Route("/api/paper", self.answering(self.paper)),
            Route("/download/summary.csv", self.downloading(self.summary_csv, "text/csv; charset=utf-8")),
            Route("/download/runs.csv", self.downloading(self.runs_csv, "text/csv; charset=utf-8")),
            Route("/download/plot.svg", self.downloading(self.plot_svg, "image/svg+xml")),
            Route("/picture/{name}", self.picture),
        ]
        app = Starlette(routes=routes, exception_handlers={Exception: unexpected})
        return Guard(app, self.host, self.port)

    # pages

    async def page(self, request: Request) -> Response:
        """The frame of a page."""
        given = {
            "sources": {name: path.name for name, path in self.sources().items()},
            "report": self.report is not None,
            "runs": USUAL_RUNS,
        }
        return HTMLResponse(page_html(PAGES[request.url.path], given))

    def answering(self, work: Callable[[Words], Any], *, quick: bool = False) -> Callable[[Request], Any]:
        """An address that answers with JSON; what is refused is an answer too, for the page to show."""

        async def answer(request: Request) -> Response:
            try:
                words = words_of(request.query_params.multi_items())
                return JSONResponse(await self.workers.answer(lambda: work(words), quick=quick))
            except EvoboolError as problem:
                return JSONResponse({"refused": refusal(problem)})

        return answer

    def downloading(self, work: Callable[[Words], str | bytes], kind: str) -> Callable[[Request], Any]:
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

    def streaming(self, work: Callable[[Feed], None], seconds: float, *, in_turn: bool = True) -> Response:
        """An answer that goes on, as server-sent events."""
        events = self.workers.stream(work, seconds, in_turn=in_turn)
        return StreamingResponse(events, media_type="text/event-stream")

    # runs

    def check(self, words: Words) -> dict[str, Any]:
        """What a form says: right, with the command and the call, or wrong at a field."""
        asked = Asked.of(words)
        told = {"title": describe(asked.setting), "warnings": asked.setting.warnings}
        return told | {
            "limit": asked.setting.leaf_limit,
            "command": command(asked.setting, asked.options),
            "call": call(asked.setting, asked.options),
        }

    async def run(self, request: Request) -> Response:
        """One run, offspring by offspring."""

        def work(feed: Feed) -> None:
            from evobool.studio.page_run import live_run

            live_run(Asked.of(words_of(request.query_params.multi_items())), feed)

        return self.streaming(work, RUN_SECONDS)

    async def many(self, request: Request) -> Response:
        """Many runs of a setting, or of two."""

        def work(feed: Feed) -> None:
            from evobool.studio.page_many import many_runs

            words = words_of(request.query_params.multi_items())
            asked, other, runs = several(words)
            many_runs(asked, other, runs, feed)

        return self.streaming(work, MANY_SECONDS)

    def near(self, words: Words) -> dict[str, Any]:
        """What surrounds a tree."""
        from evobool.studio.page_neighbourhood import neighbourhood

        setting = check_limits(setting_of(words, ["tree"]))
        return neighbourhood(tree_of(words), setting)

    # studies

    def overview(self, words: Words) -> dict[str, Any]:
        """What a store holds."""
        from evobool.studio import page_study as study

        return study.overview(self.source(only(words, ["source"])))

    def table(self, words: Words) -> dict[str, Any]:
        """One value by two fields."""
        from evobool.studio import page_study as study

        only(words, ["source", "rows", "columns", "value"], WHERE)
        rows, columns = words.get("rows", "n"), words.get("columns", "limit")
        return study.table(self.source(words), rows, columns, words.get("value", "T"), where_of(words))

    def curves(self, words: Words) -> dict[str, Any]:
        """Curves and laws."""
        from evobool.studio import page_study as study

        return study.plotted(self.source(only(words, DRAWN, WHERE)), *drawn(words))

    def cell(self, words: Words) -> dict[str, Any]:
        """One setting and its runs."""
        from evobool.studio import page_study as study

        only(words, ["source", "cell", "first"])
        first = whole(words, "first", 0, 0, 2**53) or 0
        return study.cell(self.source(words), words.get("cell", ""), first)

    async def watch(self, request: Request) -> Response:
        """How many runs a store holds, whenever there are more."""

        def work(feed: Feed) -> None:
            from evobool.studio.page_study import follow

            follow(self.source(only(words_of(request.query_params.multi_items()), ["source"])), feed)

        return self.streaming(work, inf, in_turn=False)

    def summary_csv(self, words: Words) -> str:
        """A line per setting."""
        from evobool.studio import page_study as study

        return study.summary_csv(self.source(only(words, ["source"])))

    def runs_csv(self, words: Words) -> str:
        """A line per run of one setting."""
        from evobool.studio import page_study as study

        return study.runs_csv(self.source(only(words, ["source", "cell"])), words.get("cell", ""))

    def plot_svg(self, words: Words) -> bytes:
        """The figure of `evobool study plot`."""
        from evobool.studio import page_study as study

        return study.plot_svg(self.source(only(words, DRAWN, WHERE)), *drawn(words))

    # the paper

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


def drawn(words: Words) -> tuple[str, str, list[str], str | None, dict[str, object]]:
    """What a plot is of: x, y, the fields that tell curves apart, a law, and which settings."""
    group = [name.strip() for name in words.get("group", "limit").split(",") if name.strip()]
    return words.get("x", "n"), words.get("y", "T"), group, words.get("law") or None, where_of(words)


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
