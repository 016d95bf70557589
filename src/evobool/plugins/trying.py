"""What is tried once, when a plugin is registered: whether it repeats itself on random inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.generator import Generator
from evobool.model.growing import grown
from evobool.model.objective import OBJECTIVES
from evobool.model.populations.member import Member
from evobool.model.selection import Judged
from evobool.model.settings.setting import Setting
from evobool.model.training import TrainingSet
from evobool.plugins.blame import Called, PluginError, quoted

TRIALS = 300
POPULATIONS_TRIED = 20
MEMBERS_TRIED = 8
SETTING_TRIED = Setting(n=4, target="xor", functions=tuple(FUNCTIONS), literals="all", population=2)
FAILED = object()


def tried(function: Callable[..., Any], *arguments: Any) -> Any:
    """The result for an input that may never occur in a run; errors are reported when it does."""
    try:
        return function(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        if isinstance(problem, PluginError) and not problem.raised:
            raise
        return FAILED


def repeated(called: Called, seed: int, function: Callable[..., Any], *arguments: Any, times: int = 2) -> Any:
    """The same, several times with equal draws as the last argument, which must give equal values."""
    first, *others = [tried(function, *arguments, Generator(seed)) for _ in range(times)]
    for other in others:
        if first is not FAILED and other is not FAILED and first != other:
            why = f"does not repeat itself: first {quoted(first)}, then {quoted(other)}"
            raise called.wrong(f"{why}; take all chance from draws, and keep nothing between calls")
    return first


def members_of(seed: int) -> tuple[Member, ...]:
    """Random trees of four variables, judged on all rows."""
    draws, setting = Generator(seed), SETTING_TRIED
    rows = TrainingSet.complete(setting.goal)
    found = []
    for _ in range(MEMBERS_TRIED):
        tree = grown(3, setting, draws, rooted=True)
        wrong = rows.wrong(tree)
        value = Judged(OBJECTIVES["errors"].of(wrong), wrong.leaves)
        found.append(Member(tree, judged=value, error=wrong.error, wrong=wrong, missed=rows.missed(tree)))
    return tuple(found)
