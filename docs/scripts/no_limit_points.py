"""Which runs the page on limits needs, and how many of each: fewer where each takes seconds."""

from __future__ import annotations

from cells import Plan, own_seed

from evobool import Setting

NO_CAP = 10**12  # iterations; no run comes near
SIZES = (8, 16, 32, 64, 125, 250, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
RUNS = {  # elsewhere 2000
    **{500: 1000, 1000: 400, 2000: 200, 5000: 100, 10_000: 200, 20_000: 100, 50_000: 60, 100_000: 16},
}
LEAF_LARGEST, MANY_LARGEST = 10_000, 2000  # the (1+1) GP compares more trees by counting
MAP_SIZES = (8, 16, 32, 64, 128, 256, 512, 1024, 2048)
QUICK = 64  # the largest n of the quick version


def unlimited(quick: bool = False) -> list[Plan]:
    """AND_n without a limit, and with limit 2n from the same seeds: equal runs unless the limit is hit."""
    plans = []
    for n in SIZES:
        for limit in ("none", "2n"):
            seed = own_seed(Setting(n=n, max_iterations=NO_CAP))
            plans.append(Plan(Setting(n=n, limit=limit, max_iterations=NO_CAP), few(n, quick), seed))
    return smaller(plans, quick)


def variants(quick: bool = False) -> list[Plan]:
    """Leaf deletion and the (1+1) GP, both without a limit."""
    plans = []
    for n in SIZES:
        if n <= LEAF_LARGEST:
            leaf = Setting(n=n, deletion="leaf", max_iterations=NO_CAP)
            plans.append(Plan(leaf, 40 if n == LEAF_LARGEST else few(n, quick), own_seed(leaf)))
        if n <= MANY_LARGEST:
            many = Setting(n=n, algorithm="1+1-gp", max_iterations=NO_CAP)
            runs = {250: 400, 500: 200, 1000: 60, 2000: 10}.get(n, few(n, quick))
            plans.append(Plan(many, runs, own_seed(many)))
    return smaller(plans, quick)


def limited(quick: bool = False) -> list[Plan]:
    """Limits n + c for c = 0, 1, 2, 4, ... n, and none, at powers of two."""
    plans = []
    for n in MAP_SIZES:
        limits = ["n", *(f"n+{2**power}" for power in range(n.bit_length())), "none"]
        for limit in limits:
            setting = Setting(n=n, limit=limit, max_iterations=NO_CAP)
            runs = {256: 200, 512: 100, 1024: 50, 2048: 20}.get(n, 1000)
            plans.append(Plan(setting, min(runs, 100) if quick else runs, own_seed(setting)))
    return smaller(plans, quick)


def few(n: int, quick: bool) -> int:
    """How many runs at a size."""
    return 100 if quick else RUNS.get(n, 2000)


def smaller(plans: list[Plan], quick: bool) -> list[Plan]:
    """The small sizes only, if it is to be quick."""
    return [plan for plan in plans if not quick or plan.setting.n <= QUICK]
