"""The addresses that the page of tables asks: tables and rules are posted to them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from starlette.routing import Route

from evobool.studio.allowed import LEARN_SECONDS, MOST_RULE_BYTES, MOST_TABLE_BYTES
from evobool.studio.asked import Words, only

if TYPE_CHECKING:
    from evobool.studio.server import Studio


def learning(studio: Studio) -> list[Route]:
    """All of them; what does the work takes long to import, and is only when it is asked."""
    table = _later("tables", "overview")
    search = _later("search", "learn_table")
    hand, form = _later("by_hand", "by_hand"), _later("by_hand", "in_form")
    return [
        _posted("table", studio.answering(table, most=MOST_TABLE_BYTES)),
        _posted("search", studio.streaming(search, lambda: LEARN_SECONDS, most=MOST_TABLE_BYTES)),
        _posted("by-hand", studio.answering(hand, most=MOST_RULE_BYTES)),
        _posted("form", studio.answering(form, most=MOST_RULE_BYTES)),
        Route("/api/learn/example.csv", studio.downloading(example, "text/csv; charset=utf-8")),
    ]


def example(words: Words) -> str:
    """A table to begin with."""
    from evobool.studio.learn.example import tic_tac_toe

    only(words, [])
    return tic_tac_toe()


def _posted(name: str, endpoint: Any) -> Route:
    return Route(f"/api/learn/{name}", endpoint, methods=["POST"])


def _later(module: str, name: str) -> Callable[..., Any]:
    """A function of a module here that is imported when it is first called."""

    def call(*given: Any) -> Any:
        return getattr(import_module(f"evobool.studio.learn.{module}"), name)(*given)

    return call
