"""Which runs the page on and:K needs, and how many of each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from cells import Plan, own_seed

from evobool import Setting
from evobool.model.settings.completion import Deletion, Literals

LITERALS: Final[tuple[Literals, ...]] = ("positive", "all")
LIMITS = ("2n", "none")
DELETIONS: Final[tuple[Deletion, ...]] = ("subtree", "leaf")
FUNCTIONS = (("and", "or"), ("and",))
CAP = 300_000  # iterations with all literals; with positive ones every run ends long before
NEGATED = {  # with all literals, the n at which runs still end, for every k
    **{1: (4, 8, 16, 32, 64, 128), 2: (4, 8, 16, 32, 64, 128), 3: (4, 8, 16, 32, 64, 128)},
    **{4: (4, 8, 16, 24, 32, 48, 64), 5: (6, 8, 12, 16, 24, 32), 6: (6, 8, 12, 16), 7: (7, 8, 12), 8: (8,)},
}
NEGATED_CAP = 3_000_000
LARGE = (16, 32, 64, 128, 256, 512, 1024)
ROWS = tuple(2**power for power in range(4, 17, 2))
ROWS_CAP = SMALL_CAP = 20_000


def grid(n: int, limits: tuple[str, ...], cap: int) -> Iterator[Setting]:
    """Every k: both kinds of literals, two sets F, both deletions, these limits."""
    for literals, functions, deletion, limit, k in product(
        LITERALS, FUNCTIONS, DELETIONS, limits, range(1, n + 1)
    ):
        yield Setting(
            target=f"and:{k}" if k < n else "and",
            n=n,
            literals=literals,
            functions=functions,
            deletion=deletion,
            limit=limit,
            max_iterations=cap,
        )


def every_k(quick: bool = False) -> list[Plan]:
    """n = 16 (8 if quick), k = 1 ... n, with a limit and without."""
    plans = []
    for setting in grid(8 if quick else 16, LIMITS, CAP):
        bloated = setting.deletion == "leaf" and setting.limit == "none"
        k = setting.goal.relevant
        runs = 1000 if setting.literals == "positive" else negated_runs(setting.functions, bloated, k)
        plans.append(Plan(setting, min(runs, 20) if quick else runs, own_seed(setting)))
    return plans


def negated_runs(functions: tuple[str, ...], bloated: bool, k: int) -> int:
    """Fewer runs where few are solved, and where leaf deletion without a limit lets trees grow."""
    if "or" in functions:
        return 100 if k <= 5 else (5 if bloated else 40) if k <= 8 else 2 if bloated else 10
    return 40 if k <= 5 else (10 if bloated else 20) if k <= 8 else 3


def large(quick: bool = False) -> list[Plan]:
    """Positive literals, F = {and, or}, no limit, subtree deletion: k = 1, 2, 4, ... and close to n."""
    plans = []
    for n in LARGE[:3] if quick else LARGE:
        near = {n // 4, n // 2, n - n.bit_length() + 1, n - 1, n}
        powers = {2**power for power in range(0, n.bit_length(), 1 if n <= 256 else 4)}
        for k in sorted(near | powers):
            setting = Setting(target=f"and:{k}" if k < n else "and", n=n, max_iterations=10**9)
            runs = {16: 2000, 32: 2000, 64: 1000, 128: 200, 256: 12, 512: 6, 1024: 4}[n]
            plans.append(Plan(setting, 50 if quick else runs, own_seed(setting)))
    return plans


def others(quick: bool = False) -> list[Plan]:
    """The other settings with positive literals, at k = n/4, n/2, n - lg n and n - 1 only."""
    plans = []
    for n in LARGE[1:2] if quick else LARGE[1:4]:
        for functions, deletion, limit in product(FUNCTIONS, DELETIONS, LIMITS):
            for k in (n // 4, n // 2, n - n.bit_length() + 1, n - 1):
                setting = Setting(
                    target=f"and:{k}",
                    n=n,
                    functions=functions,
                    deletion=deletion,
                    limit=limit,
                    max_iterations=10**9,
                )
                runs = {32: 200, 64: 50, 128: 12}[n]
                plans.append(Plan(setting, 20 if quick else runs, own_seed(setting)))
    return plans


def negated(quick: bool = False) -> list[Plan]:
    """All literals, F = {and, or}, no limit, subtree deletion: k = 1 ... 8 for several n each."""
    plans = []
    for k, sizes in NEGATED.items():
        for n in (size for size in sizes if not quick or (k <= 4 and size <= 8)):
            setting = Setting(
                target=f"and:{k}" if k < n else "and", n=n, literals="all", max_iterations=NEGATED_CAP
            )
            slow = n ** (k - 2) > 30_000 or (k, n) in ((7, 8), (8, 8))
            plans.append(
                Plan(
                    setting,
                    20 if quick else 30 if (k, n) == (7, 12) else 60 if slow else 400,
                    own_seed(setting),
                )
            )
    return plans


def rows(quick: bool = False) -> list[Plan]:
    """Rows drawn afresh each iteration and rows fixed for the run; a run stops when none is wrong."""
    plans = []
    for n, k, literals in product((16,) if quick else (16, 64, 256), (4, 8, 12), LITERALS):
        if literals == "all" and n != (16 if quick else 64):
            continue
        for s, regime in product(ROWS[:4] if quick else ROWS, ("", "fixed:")):
            setting = Setting(
                target=f"and:{k}",
                n=n,
                literals=literals,
                training=f"{regime}{s}" if regime else s,
                max_iterations=ROWS_CAP,
            )
            plans.append(Plan(setting, 20 if quick else 30, own_seed(setting)))
    return plans


def small(quick: bool = False) -> list[Plan]:
    """n = 4 (3 if quick), every k, limits n and n + 1: what the chain computes exactly."""
    runs = 200 if quick else 4000
    return [
        Plan(setting, runs, own_seed(setting)) for setting in grid(3 if quick else 4, ("n", "n+1"), SMALL_CAP)
    ]
