"""A population from moment to moment: its members as points, and where one of them comes from."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any

from evobool.engines.generations import Moment, history
from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.seeds import check_seed
from evobool.model.settings.calls import call, command
from evobool.model.settings.describing import describe
from evobool.pages.run_data import function_data
from evobool.studio.allowed import RUN_SECONDS
from evobool.studio.asked import Asked, Words, whole
from evobool.studio.feed import Feed

MOST_KEPT = 2  # histories, so that a member is found without making the run again
FAMILIES = 6  # that have a colour of their own
OWN = ("moment", "place")
Key = tuple[str, int, int]
_histories: OrderedDict[Key, list[Moment]] = OrderedDict()
_lock = Lock()


def live_population(asked: Asked, feed: Feed) -> None:
    """Tell the feed how far the run is, then all of its moments."""
    seed = _checked(asked)
    moments = _history(asked, seed, feed)
    options: dict[str, Any] = {"seed": seed} | ({"index": asked.index} if asked.index else {})
    coloured = families(moments)
    last = moments[-1]
    solved = last.best is not None and last.best <= asked.setting.accept_error
    feed.put(
        opening={
            "title": describe(asked.setting),
            "seed": str(seed),
            "rows": asked.setting.rows,
            "classes": asked.setting.survivor.archive,
            "command": command(asked.setting, options),
            "call": call(asked.setting, options),
            "functions": function_data(),
            "solved": solved,
            "cut": not solved and last.iteration < asked.setting.max_iterations,
            "families": coloured,
        },
        moments=[_told(moment, coloured) for moment in moments],
    )


def member(words: Words) -> dict[str, Any]:
    """One member of one moment: its tree, and what of it came from whom."""
    asked = Asked.of(words, OWN)
    seed = _checked(asked)
    moments = _history(asked, seed, None)
    moment = moments[whole(words, "moment", 0, 0, len(moments) - 1) or 0]
    seen = moment.members[whole(words, "place", 0, 0, len(moment.members) - 1) or 0]
    wrong = seen.member.wrong
    return {
        **_tree(seen.tree),
        "number": seen.number,
        "born": seen.born,
        "operations": list(seen.operations),
        "error": seen.member.error,
        "false_positives": None if wrong is None else wrong.false_positives,
        "false_negatives": None if wrong is None else wrong.false_negatives,
        "given": seen.given,
        "parents": [{"number": origin.number, **_tree(origin.tree)} for origin in seen.parents],
    }


def families(moments: Sequence[Moment]) -> list[int]:
    """The families that are the largest at the end, then over all moments."""
    at_end = Counter(seen.family for seen in moments[-1].members)
    ever = Counter(seen.family for moment in moments for seen in moment.members)
    return sorted(ever, key=lambda family: (-at_end[family], -ever[family], family))[:FAMILIES]


def _checked(asked: Asked) -> int:
    """The seed; an engine cannot be chosen, as all that can make the run make the same."""
    if asked.engine != "auto":
        why = "cannot be chosen here: every engine that makes populations makes the same run"
        raise InputError("engine", asked.engine, why)
    return check_seed(asked.seed)


def _history(asked: Asked, seed: int, feed: Feed | None) -> list[Moment]:
    """The moments of a run, made or remembered."""
    key = (asked.setting.id, seed, asked.index)
    with _lock:
        if key in _histories:
            _histories.move_to_end(key)
            return _histories[key]
    ends = time.monotonic() + RUN_SECONDS

    def stop(iteration: int) -> bool:
        if feed is not None:
            feed.mention(iteration=iteration)
        return time.monotonic() > ends or (feed is not None and feed.stopped())

    found = history(asked.setting, seed, asked.index, stop)
    with _lock:
        _histories[key] = found
        while len(_histories) > MOST_KEPT:
            _histories.popitem(last=False)
    return found


def _told(moment: Moment, coloured: Sequence[int]) -> dict[str, Any]:
    """A moment: equal points of one family once, with how many they are and the place of the first."""
    points: dict[tuple[int, int, int, int], list[int]] = {}
    for place, seen in enumerate(moment.members):
        wrong = seen.member.wrong
        if wrong is None or not seen.tree.prefix:
            continue
        family = coloured.index(seen.family) if seen.family in coloured else -1
        key = (wrong.false_positives, wrong.false_negatives, seen.tree.leaves, family)
        points.setdefault(key, [0, place])[0] += 1
    return {
        "iteration": moment.iteration,
        "evaluations": moment.evaluations,
        "members": len(moment.members),
        "best": moment.best,
        "median": moment.median,
        "trees": moment.trees,
        "functions": moment.functions,
        "families": moment.families,
        "points": [[*key, *counted] for key, counted in points.items()],
    }


def _tree(tree: Tree) -> dict[str, Any]:
    return {"tree": str(tree), "prefix": tree.prefix, "leaves": tree.leaves}
