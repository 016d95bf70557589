"""and:K at n = 4 from the Markov chain: E[T | success] and P(stuck), beside runs of the same settings."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import csv_rows
from cells import Cell, Plan, relevant
from page import paragraph, small, table
from scipy.stats import chi2

from evobool.theory.chain.chain import Chain

MOST_STATES = 250_000
ExactKey = tuple[str, int, str, str, str, str]


@dataclass(frozen=True)
class Exact:
    """What the chain of a setting says."""

    target: str
    n: int
    functions: str
    literals: str
    limit: str
    deletion: str
    states: int
    T: float
    p_stuck: float


def collect(path: Path, plans: Iterable[Plan]) -> dict[ExactKey, Exact]:
    """The chains of the plans, from the file or computed and added to it."""
    found = {exact_key(held): held for held in csv_rows.load(path, Exact)}
    chosen: dict[ExactKey, Exact] = {}
    for plan in plans:
        target, n, functions, literals, limit, deletion, *_ = plan.key
        key = (target, n, functions, literals, limit, deletion)
        if key not in found:
            chain = Chain(plan.setting, max_states=MOST_STATES)
            found[key] = Exact(*key, chain.states, digits(chain.mean), digits(chain.p_stuck))
            print(found[key], file=sys.stderr)
            csv_rows.write(path, [found[key]], ".8g", more=True)
        chosen[key] = found[key]
    return chosen


def digits(value: float) -> float:
    """What is kept of a number."""
    return float(f"{value:.8g}")


def exact_key(point: Exact | Cell) -> ExactKey:
    """The setting of a chain, or of runs."""
    return point.target, point.n, point.functions, point.literals, point.limit, point.deletion


def section(chains: dict[ExactKey, Exact], cells: Iterable[Cell]) -> str:
    """Chain and runs side by side, and how far they are apart."""
    lines, apart, stuck = [], [], []
    simulated = {exact_key(cell): cell for cell in cells}
    order = sorted(simulated, key=lambda key: (key[3] == "all", key[2], key[4], relevant(key[0], key[1])))
    names = list(dict.fromkeys((key[3], key[2], key[4], relevant(key[0], key[1])) for key in order))
    for literals, functions, limit, k in names:
        shown = [literals, functions.replace("+", ", "), limit, str(k)]
        for deletion in ("subtree", "leaf"):
            key = next(
                each
                for each in order
                if (each[3], each[2], each[4], relevant(each[0], each[1]), each[5])
                == (literals, functions, limit, k, deletion)
            )
            chain, runs = chains[key], simulated[key]
            apart.append((runs.T - chain.T) / runs.T_error)
            missing = runs.runs - runs.solved
            spread = (chain.p_stuck * (1 - chain.p_stuck) * runs.runs) ** 0.5
            stuck.append((missing - chain.p_stuck * runs.runs) / spread if spread else 0.0 * missing)
            assert chain.p_stuck > 1e-12 or missing == 0, "runs that fail where the chain says none can"
            share = f"{chain.p_stuck:.2g}" if chain.p_stuck > 1e-12 else "0"
            shown += [f"**{chain.T:.2f}**, {runs.T:.1f} ± {runs.T_error:.1f}", f"**{share}**, {missing}"]
        lines.append(shown)
    head = [
        *("literals", "F", "limit", "k", "E[T], subtree deletion", "P(stuck), runs stuck"),
        *("E[T], leaf deletion", "P(stuck), runs stuck"),
    ]
    some = next(iter(simulated.values()))
    chi = sum(z * z for z in apart)
    words = (
        f"Exact values are in bold; beside them are means over {some.runs:,} runs with their standard "
        f"errors, and how many runs did not end within {some.cap:,} iterations. Over {len(apart)} settings "
        f"the means differ from the chain by at most {max(map(abs, apart)):.1f} standard errors (χ² = "
        f"{chi:.1f}, p {small(float(chi2.sf(chi, len(apart))))}), and the numbers of runs stuck by at most "
        f"{max(map(abs, stuck)):.1f}. The largest chain has "
        f"{max(point.states for point in chains.values()):,} states."
    )
    return f"{table(head, lines)}\n\n{paragraph(words)}"
