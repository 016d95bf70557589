"""Two pictures of exact theory: drift against lemma 2's bounds, and the law of T with its dead ends."""

from __future__ import annotations

import matplotlib.pyplot as plt
from page import paragraph, put, save

from evobool import Setting
from evobool.api import evolve
from evobool.plots.theory import draw_drift, draw_law
from evobool.theory.chain.chain import Chain
from evobool.theory.drift.drift import met, smallest

RUNS = 20  # runs whose trees are measured
TIMES = 20_000  # runs to compare with the exact law


def drift() -> str:
    """The exact drift of the trees that runs meet at n = 8, limit 2n."""
    setting = Setting(n=8, limit="2n")
    assert setting.leaf_limit is not None
    drifts = [found for of_run in met(setting, runs=RUNS, seed=1) for found in of_run]
    figure, axes = plt.subplots(figsize=(7, 4.4), layout="constrained")
    draw_drift(axes, drifts, setting.n, setting.leaf_limit)
    save(figure, "drift")
    full = [found for found in drifts if found.full]
    nearest = smallest(drifts)
    assert nearest is not None
    return (
        f"{RUNS} runs met {len(drifts):,} different trees, {len(full)} of them full. The one closest to the "
        f"lemma's bound, with an error of {nearest.error} and {nearest.tree.leaves} leaves, has "
        f"{nearest.ratio():.0f} times as much drift."
    )


def law() -> str:
    """The exact law of T at n = 4, limit n+1, leaf deletion, with simulated times behind it."""
    setting = Setting(n=4, limit="n+1", deletion="leaf", max_iterations=2_000)
    chain = Chain(setting)
    most = chain.quantile(0.995)
    runs = [evolve(setting, seed=1, index=index) for index in range(TIMES)]
    times = [run.iterations for run in runs if run.solved]
    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    draw_law(axes, chain.law(most).tolist(), times)
    save(figure, "law")
    dead = len(chain.dead_classes())
    median, late = chain.quantiles(0.5, 0.95)
    return (
        f"The chain has {chain.states} states. E[T | success] = {chain.mean:.2f}, standard deviation "
        f"{chain.sd:.2f}, median {median}, 95 % quantile {late}. P(stuck for ever) = {chain.p_stuck:.5f}, in "
        f"{dead} dead class{'es' if dead != 1 else ''}; of {TIMES:,} simulated runs, a share of "
        f"{1 - len(times) / TIMES:.5f} did not succeed within {setting.max_iterations:,} iterations."
    )


if __name__ == "__main__":
    put("drift", paragraph(drift()), "theory.md")
    put("law", paragraph(law()), "theory.md")
