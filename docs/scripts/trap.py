"""The trap and the way out: what balancing the two kinds of errors does to T.

Measures what docs/data/trap.csv lacks (about ten processor minutes from nothing), draws docs/figures/trap.svg
and writes the tables in docs/science/trap.md. Errors on AND_n beyond n = 7 are from conjecture.csv.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import erf, isfinite, sqrt

import matplotlib.pyplot as plt
import numpy as np
import points as store
from page import DATA, paragraph, put, save, table
from points import SIMULATED
from trap_points import OBJECTIVES, Row, collected

from evobool import Setting
from evobool.model.settings.completion import Deletion
from evobool.plots.style import powers_of_ten
from evobool.studies.laws.least_squares import fit
from evobool.theory import Chain

PAGE = "trap.md"
SMALL = [(2, "n"), (2, "n+1"), (2, "2n"), (3, "n"), (3, "n+1"), (4, "n")]
DELETIONS: tuple[Deletion, ...] = ("leaf", "subtree")
SURE = 4.0  # standard errors: what counts as different


def time_of(row: Row | None) -> str:
    """T with its standard error, and how many runs failed."""
    if row is None or not row.solved:
        return "" if row is None else f"none of {row.runs} solved"
    failed = f", {row.runs - row.solved} of {row.runs} failed" if row.solved < row.runs else ""
    error = f" ± {row.error:,.{0 if row.T >= 1000 else 1}f}" if isfinite(row.error) else ""
    return f"{row.T:,.{0 if row.T >= 1000 else 1}f}{error}{failed}"


def only(rows: Iterable[Row], **fields: object) -> Row | None:
    """The row with these fields, if there is one."""
    return next((row for row in rows if all(getattr(row, k) == v for k, v in fields.items())), None)


def scaling(rows: list[Row]) -> str:
    """AND_n and OR_n by n."""
    errors = {
        p.n: p for p in store.load(DATA / "conjecture.csv").values() if (p.way, p.limit) == (SIMULATED, "2n")
    }
    lines = []
    for n in sorted({row.n for row in rows if row.part == "limits"} | {7, 9}):
        known = errors.get(n)
        here = [row for row in rows if row.n == n]
        lines.append(
            [
                str(n),
                f"{known.T:,.0f} ± {known.error:,.0f}" if known else "",
                *(time_of(only(here, part="limits", limit=limit)) for limit in ("2n", "none", "n+1")),
                *(time_of(only(here, part=part)) for part in ("or", "algorithm", "leaf")),
            ]
        )
    head = [
        "n",
        "errors, 2n",
        "balanced, 2n",
        "no limit",
        "n+1",
        "OR_n, 2n",
        "(1+1) GP, 2n",
        "leaf deletion, 2n",
    ]
    return table(head, lines)


def law(rows: list[Row]) -> str:
    """T = a n ln n and T = a n^k of the balanced runs with limit 2n."""
    chosen = [
        row for row in rows if (row.part, row.limit) == ("limits", "2n") and row.solved > 10 and row.n >= 8
    ]
    chosen.sort(key=lambda row: row.n)
    n, y = np.array([row.n for row in chosen], float), np.log([row.T for row in chosen])
    errors = np.array([row.error / row.T for row in chosen])
    power = fit([np.ones_like(n), np.log(n)], y, errors)
    more = fit([np.ones_like(n), np.log(n), np.log(np.log(n))], y, errors)
    j, k = more.constants[2], more.constants[1]
    return paragraph(
        f"From n = {chosen[0].n} to {chosen[-1].n}, weighted least squares on ln T give T = a nᵏ with k = "
        f"{power.constants[1]:.3f} ± {1.96 * power.errors[1]:.3f} (χ² {power.chi_square:.1f}, degrees of "
        f"freedom {power.freedom}); with a power of ln n beside it, T = a nᵏ (ln n)ʲ, k = {k:.2f} ± "
        f"{1.96 * more.errors[1]:.2f} and j = {j:.2f} ± {1.96 * more.errors[2]:.2f} (χ² "
        f"{more.chi_square:.1f}, {more.freedom}). Errors counted, T grows by a factor of six to seven a "
        "variable."
    )


def others(rows: list[Row]) -> str:
    """Other targets, with both objectives."""
    lines = []
    seen: list[tuple[object, ...]] = []
    for row in rows:
        fields = {"target": row.target, "n": row.n, "literals": row.literals, "limit": row.limit}
        known = tuple(fields.values())
        if row.part.startswith(("atlas", "rows")) or row.part in (
            "limits",
            "or",
            "algorithm",
            "leaf",
            "errors",
        ):
            continue
        if known in seen:
            continue
        seen.append(known)
        pair = [only(rows, objective=each, part=row.part, **fields) for each in ("errors", "balanced")]
        name = (
            f"{row.target} of {row.n}"
            if row.part == "k of n"
            else row.part
            if "DNF" in row.part
            else f"{row.part} {row.n}"
        )
        lines.append([name, row.literals, row.limit, *map(time_of, pair)])
    return table(["target", "literals", "limit", "errors", "balanced"], lines)


def fresh(rows: list[Row]) -> str:
    """Fresh rows: T and the share of all inputs that the tree at the end gets wrong."""
    lines = []
    for row in rows:
        if row.part == "rows" and row.objective == "errors":
            other = only(rows, part="rows", n=row.n, training=row.training, objective="balanced")
            cells = [c for each in (row, other) for c in (time_of(each), f"{each.wrong:.2g}" if each else "")]
            lines.append([str(row.n), row.training, *cells])
    return table(["n", "rows", "errors: T", "wrong", "balanced: T", "wrong"], lines)


def compared(rows: list[Row], n: int) -> tuple[list[tuple[float, Row, Row]], int]:
    """The classes of n variables by the ratio of T under both objectives; how many have failed runs."""
    pairs, failed = [], 0
    for row in rows:
        if row.part != f"atlas {n}" or row.objective != "errors":
            continue
        other = only(rows, part=row.part, target=row.target, objective="balanced")
        if other is None:
            continue
        if min(row.solved / row.runs, other.solved / other.runs) < 1:
            failed += 1
        if row.solved > 1 and other.solved > 1:
            pairs.append((other.T / row.T, row, other))
    return sorted(pairs, key=lambda pair: pair[0]), failed


def classes(rows: list[Row]) -> str:
    """How many classes balancing helps, hurts and leaves as they are."""
    lines, words = [], []
    for n in (2, 3, 4):
        pairs, failed = compared(rows, n)
        helped = hurt = same = 0
        for _, one, other in pairs:
            apart = (other.T - one.T) / max(1e-9, sqrt(other.error**2 + one.error**2))
            if abs(other.T - one.T) < 1e-9 or abs(apart) < SURE:
                same += 1
            elif apart < 0:
                helped += 1
            else:
                hurt += 1
        lines.append([str(n), str(len(pairs)), str(helped), str(hurt), str(same), str(failed)])
        if pairs:
            (_, one, other), (_, three, four) = pairs[0], pairs[-1]
            words.append(
                f"n = {n}: most helped `{one.target}` ({time_of(one)} → {time_of(other)}), most hurt "
                f"`{three.target}` ({time_of(three)} → {time_of(four)})."
            )
    chance = 1 - erf(SURE / sqrt(2))
    note = (
        f"Different means at least {SURE:.0f} standard errors (by chance {chance:.0e} a class). T is the "
        "mean over solved runs; the last column counts classes with a run that failed within 100,000 "
        "iterations, whose T is too small."
    )
    head = ["n", "classes", "T shorter", "T longer", "no difference seen", "with failed runs"]
    return f"{table(head, lines)}\n\n{paragraph(note)}\n\n" + "\n\n".join(map(paragraph, words))


def dead_ends() -> str:
    """Exact P(stuck for ever) and E[T | success] on AND_n from the Markov chain, under both objectives."""
    lines = []
    for n, limit in SMALL:
        for deletion in DELETIONS:
            cells = []
            for objective in OBJECTIVES:
                setting = Setting(n=n, limit=limit, deletion=deletion, literals="all", objective=objective)
                chain = Chain(setting)
                cells += [f"{1 - chain.p_success:.4f}", f"{chain.mean:.3f}"]
            lines.append([str(n), limit, deletion, *cells])
    head = ["n", "limit", "deletion", "errors: stuck", "E[T]", "balanced: stuck", "E[T]"]
    return table(head, lines)


def draw(rows: list[Row]) -> None:
    """T over n on AND_n, all literals, limit 2n."""
    figure, axes = plt.subplots(figsize=(6.4, 4.0), layout="constrained")
    known = sorted(
        (p.n, p.T)
        for p in store.load(DATA / "conjecture.csv").values()
        if (p.way, p.limit) == (SIMULATED, "2n")
    )
    axes.plot(*zip(*known, strict=True), "s-", color="#d55e00", label="errors")
    for part, limit, colour, label in (
        ("limits", "2n", "#009e73", "balanced"),
        ("algorithm", "2n", "#0072b2", "balanced, (1+1) GP"),
    ):
        chosen = sorted(
            (row.n, row.T) for row in rows if (row.part, row.limit) == (part, limit) and row.solved
        )
        axes.plot(*zip(*chosen, strict=True), "o-", color=colour, label=label, markersize=4)
    axes.set_xscale("log")
    axes.set_yscale("log")
    powers_of_ten(axes.yaxis)
    axes.set_xlabel("n")
    axes.set_ylabel("T (iterations)")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    save(figure, "trap")


def main() -> None:
    """Measure, draw and write."""
    rows = list(collected(DATA / "trap.csv").values())
    draw(rows)
    for name, text in (
        ("scaling", scaling(rows)),
        ("law", law(rows)),
        ("others", others(rows)),
        ("rows", fresh(rows)),
        ("classes", classes(rows)),
        ("dead", dead_ends()),
    ):
        put(name, text, PAGE)


if __name__ == "__main__":
    main()
