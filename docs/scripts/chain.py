"""How large a chain can get: states, time and memory, as a table in docs/paper/theory.md.

Chains with positive literals are kept in docs/data/chain.csv; those with all literals are the exact points in
docs/data/conjecture.csv. Nothing in these files is computed again.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import points as store
from page import DATA, put, table
from points import EXACT

from evobool import Setting
from evobool.model.settings.completion import Deletion
from evobool.theory.chain.symmetry import count_orbits

FILE = DATA / "chain.csv"
SUBTREE_SIZES = ((4, "n"), (4, "n+1"), (4, "n+2"), (4, "n+3"), (5, "n+1"), (5, "n+2"), (6, "n+1"))
SIZES: list[tuple[int, str, Deletion]] = [(4, "n", "leaf"), (4, "n+1", "leaf")]
SIZES += [(n, limit, "subtree") for n, limit in SUBTREE_SIZES]


def main() -> None:
    """Compute what is missing, each chain in its own process, and write the table."""
    found = store.load(FILE)
    for n, limit, deletion in SIZES:
        if (EXACT, "positive", deletion, n, limit) not in found:
            with ProcessPoolExecutor(1, get_context("spawn")) as pool:
                point = pool.submit(store.exact, "positive", deletion, n, limit).result()
            print(point, file=sys.stderr)
            found[store.key(point)] = point
            store.keep(FILE, found)
    negated = [point for point in store.load(DATA / "conjecture.csv").values() if point.way == EXACT]
    rows = []
    for point in [*found.values(), *(point for point in negated if point.n > 2)]:
        setting = Setting(n=point.n, limit=point.limit, literals=point.literals, deletion=point.deletion)
        assert setting.leaf_limit is not None
        stuck = f"{point.p_stuck:.5f}" if point.p_stuck else "0"
        trees = sum(count_orbits(setting, setting.leaf_limit, False)[1:])
        rows.append(
            [
                *(point.literals, point.deletion, str(point.n), str(setting.leaf_limit)),
                *(f"{trees:,}", f"{point.states:,}", stuck, f"{point.T:.2f}"),
                *(f"{point.seconds:.1f}", f"{point.megabytes:,}"),
            ]
        )
    head = ["literals", "deletion", "n", "limit", "trees", "states", "P(stuck)", "E[T]", "seconds", "MB"]
    rows.sort(key=lambda row: (row[0] == "all", row[1], int(row[2]), int(row[3])))
    put("chain", table(head, rows), "theory.md")


if __name__ == "__main__":
    main()
