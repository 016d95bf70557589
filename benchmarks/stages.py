"""Where the exact engine's time goes on AND_16, limit 2n; writes the section `stages` of benchmarks.md.

Trees from runs are put into the arena one by one, and the kernel's own functions are timed on each: drawing
a mutation; drawing and deciding it; and making those that are accepted, too, and undoing them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np

from _docs import Table, machine, write_section
from _measure import one_core
from evobool import Setting, Tree, evolve
from evobool.engines.compiling.quick import OPTIONS
from evobool.engines.counts.structure import enter_tree
from evobool.engines.exact import ExactEngine
from evobool.engines.kernels import judging
from evobool.engines.kernels.mutate import NOTHING, hvl_prime
from evobool.engines.kernels.offspring import perform, undo
from evobool.engines.kernels.orders import EQUAL, LARGER, OPEN
from evobool.engines.kernels.random import i64, seed_state
from evobool.engines.kernels.tree import numbering
from evobool.engines.kernels.tree.arena import INS

Stage = Callable[[Any, Any, Any, Any, Any, int], int]
SETTING = Setting(n=16, limit="2n")
RUNS, EVERY, TIMES, NANO = 40, 10, 20_000, 1e9
# What the engine of version 0.1 spent, from a profile made before decisions by structure replaced it.
STAGES = ("drawing and choosing the node", "deciding", "editing", "the rest", "all of it")
BEFORE = (40, 91, 129, 5, 265)
NOTE = """\
Before: refreshing what was kept of the tree (71 ns), the edit and its log (50), undoing it (8) are editing;
counting (69) and comparing (22) are deciding. That profile was made on another machine: compare shares, not
times. Now: deciding comes first, so that what is rejected is never made; making a change also brings the
structure up to date. The stages are timed one at a time, on trees of runs; the rest is the loop itself, the
test whether the tree is a solution, and the columns of the results."""


def compiled(stage: Stage) -> Stage:
    """Compile a stage as kernels are, but do not keep it."""
    return cast("Stage", numba.njit(**OPTIONS)(stage))


@compiled
def drawing(a: Any, rng: Any, rules: Any, judge: Any, state: Any, times: int) -> int:
    """Draw mutations."""
    found = 0
    for _ in range(times):
        drawn = hvl_prime(a, rng, rules)
        found += drawn.done + i64(drawn.x)
    return found


@compiled
def deciding(a: Any, rng: Any, rules: Any, judge: Any, state: Any, times: int) -> int:
    """Draw mutations and decide them."""
    found = 0
    for _ in range(times):
        drawn = hvl_prime(a, rng, rules)
        if drawn.done != NOTHING and numbering.leaf_count(a) + (drawn.done == INS) <= rules.limit:
            judging.start_chain(judge, state)
            found += judging.decide(judge, a, rules, state, drawn, EQUAL, 0)
    return found


@compiled
def editing(a: Any, rng: Any, rules: Any, judge: Any, state: Any, times: int) -> int:
    """Draw mutations, decide them, make and undo those that are accepted."""
    found = 0
    numbering.remember(a)
    for _ in range(times):
        drawn = hvl_prime(a, rng, rules)
        if drawn.done != NOTHING and numbering.leaf_count(a) + (drawn.done == INS) <= rules.limit:
            judging.start_chain(judge, state)
            order = judging.decide(judge, a, rules, state, drawn, EQUAL, 0)
            if order != OPEN and order != LARGER:
                found += 1
                perform(judge, a, state, drawn, True)
                undo(judge, a, state)
    return found


def trees(runs: int) -> list[Tree]:
    """Trees as runs meet them: the current one of every tenth iteration."""
    found: list[Tree] = []
    for index in range(runs):
        run = evolve(SETTING, seed=1, index=index, trajectory=True)
        steps = run.trajectory or ()
        places = [step.iteration for step in steps]
        for iteration in range(EVERY, run.iterations, EVERY):
            place = int(np.searchsorted(places, iteration, side="right")) - 1
            if place >= 0:
                found.append(steps[place].tree)
    return found


def nanoseconds(stage: Stage, found: list[Tree], times: int) -> float:
    """The mean over trees of the time of a stage, the best of three rounds."""
    engine = ExactEngine(SETTING)
    seed_state(engine.rng, np.uint64(1), 0)
    arguments = (engine.rng, engine.rules, engine.judge, engine.state)
    best = float("inf")
    for _ in range(4):  # the first compiles
        spent = 0.0
        for tree in found:
            engine._load(tree)
            enter_tree(engine.arena, engine.judge.parts)
            started = time.process_time()
            stage(engine.arena, *arguments, times)
            spent += time.process_time() - started
        best = min(best, spent / times / len(found) * NANO)
    return best


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few trees, nothing written")
    quick = parser.parse_args().quick
    with one_core():
        found = trees(3 if quick else RUNS)
        engine = ExactEngine(SETTING)
        engine.warm_up()
        whole = float("inf")
        for _ in range(5):
            started = time.process_time()
            runs = engine.runs(5, 0, 600)
            whole = min(whole, (time.process_time() - started) / int(runs.iterations.sum()) * NANO)
        draw, decide, both = (
            nanoseconds(stage, found, TIMES // 10 if quick else TIMES)
            for stage in (drawing, deciding, editing)
        )
    watched = [evolve(SETTING, seed=5, index=index, trajectory=True) for index in range(100)]
    changed = sum(len(run.trajectory or ()) for run in watched) / sum(run.iterations for run in watched)
    edit = (both - decide) / 2
    now = (draw, decide - draw, edit, whole - decide - edit, whole)
    table = Table("AND_16, limit 2n, ns an iteration", ("stage", "before", "now"))
    for stage, before, after in zip(STAGES, BEFORE, now, strict=True):
        table.add(stage, str(before), f"{after:.0f}")
    table.show()
    if not quick:
        share = f"An edit is made in {100 * changed:.0f} % of the iterations. "
        write_section("stages", f"## By stage\n\n{table.markdown()}\n\n{share}{NOTE}\n\n{machine()}")


if __name__ == "__main__":
    main()
