"""How many examples Hypothesis draws: a fifth for `make check`, all for `make test`, more to explore."""

from __future__ import annotations

from hypothesis import settings

from tests.support.machine import JIT

USUAL = 100


def register() -> None:
    """The profiles, chosen by `pytest --hypothesis-profile NAME`; the usual one is loaded."""
    settings.register_profile("quick", derandomize=True, deadline=None, max_examples=USUAL // 5)
    settings.register_profile("usual", derandomize=True, deadline=None, max_examples=USUAL)
    settings.register_profile("explore", derandomize=False, deadline=None, max_examples=10 * USUAL)
    settings.load_profile("usual")


def examples(count: int, without_compiler: int | None = None) -> settings:
    """So many examples in `make test`, and in proportion under other profiles."""
    wanted = count if JIT or without_compiler is None else without_compiler
    return settings(max_examples=max(1, wanted * settings().max_examples // USUAL))
