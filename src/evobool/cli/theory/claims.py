"""`evobool theory`: every theorem and lemma of the paper, checked."""

from __future__ import annotations

import json as formats
import time
from typing import TYPE_CHECKING, Any

from evobool.cli.shared.flags import Json

if TYPE_CHECKING:
    from evobool.theory.claims import Claim, Finding

COLOURS = {"holds": "green", "loose": "yellow", "fails": "red", "asymptotic": "cyan"}


def theory(*names: str, json: Json = False, quiet: bool = False) -> None:
    """Check the paper: what each theorem and lemma claims, how it is checked, at which sizes, the verdict.

    Nothing is looked up: every verdict is computed when the command is run, in some ten seconds for all.

    Parameters
    ----------
    names
        All unless named: theorem-1 ... -7, lemma-1 ... -5, m-k, drift-step, conjecture, conjunctions,
        mixed-conjunctions, figures-4-5; beyond the paper: balanced-true, balanced-lemma-2,
        balanced-theorem-4.
    quiet
        No progress.
    """
    from evobool.cli.shared.spinner import Spinner
    from evobool.theory.claims.registry import check_names

    check_names(names)
    with Spinner(quiet or json, "loading") as spinner:
        from evobool.theory.claims import chosen

        claims = chosen(names)
        rows = []
        for done, claim in enumerate(claims):
            spinner.update(f"{claim.name} ({done} of {len(claims)} done)")
            started = time.perf_counter()
            verdict = claim.check()
            rows.append((claim, verdict, time.perf_counter() - started))
    if json:
        print(formats.dumps({"claims": [_row(*row) for row in rows]}))
    else:
        _print(rows)


def _row(claim: Claim, verdict: Finding, seconds: float) -> dict[str, Any]:
    return {
        "name": claim.name,
        "claim": claim.says,
        "check": claim.how,
        "sizes": claim.sizes,
        "outcome": verdict.outcome,
        "verdict": verdict.words,
        "figures": verdict.figures,
        "seconds": round(seconds, 3),
    }


def _print(rows: list[tuple[Claim, Finding, float]]) -> None:
    """A block a claim, and a line that counts the outcomes."""
    from collections import Counter

    from rich.table import Table
    from rich.text import Text

    from evobool.cli.shared.console import Console
    from evobool.theory.claims import OUTCOMES

    console = Console(piped_width=110)
    for claim, verdict, _ in rows:
        console.print(Text.assemble((claim.name, "bold"), "  ", (verdict.outcome, COLOURS[verdict.outcome])))
        table = Table.grid(padding=(0, 1))
        for name, text in (
            ("  claim", claim.says),
            ("  check", claim.how),
            ("  sizes", claim.sizes),
            ("  verdict", verdict.words),
        ):
            table.add_row(Text(name, "dim"), Text(text))
        console.print(table)
        console.print()
    counts = Counter(verdict.outcome for _, verdict, _ in rows)
    for outcome, meaning in OUTCOMES.items():
        if counts[outcome]:
            console.print(f"{counts[outcome]:3} {outcome:10} {meaning}", highlight=False)
    console.print(f"{sum(seconds for *_, seconds in rows):.1f} s", highlight=False)
