"""What `evobool exact` shows: a table, and the law of T as a small chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evobool.cli.run.chart import WIDTH, bars
from evobool.cli.shared.tables import print_listing
from evobool.model.settings.describing import describe
from evobool.studies.analysis.listing import Listing
from evobool.theory.chain.law import in_columns

if TYPE_CHECKING:
    from evobool.cli.theory.exact import Simulated
    from evobool.studies.analysis.estimates import Spread
    from evobool.theory.chain.chain import Chain


def print_law(chain: Chain, answer: dict[str, Any], simulated: Simulated | None, style: str) -> None:
    """The numbers, the chart, and the likeliest dead end."""
    print_numbers(chain, answer, simulated)
    dead = chain.dead_classes()
    if dead:
        print(f"\nstuck for ever in {len(dead)} dead {'class' if len(dead) == 1 else 'classes'}", end="")
        tree = dead[0].trees[0].text(style)
        print(f" of trees, most likely (with probability {dead[0].probability:.3g}) in {tree}")
    if answer["T"] is not None and answer["T"]["q95"] == 0:
        print("\nthe start tree is a solution: T = 0")
    elif answer["T"] is not None:
        print(f"\n{law_chart(chain.main_law())}")


def print_numbers(chain: Chain, answer: dict[str, Any], simulated: Simulated | None) -> None:
    """The chain's values, and those of the simulation beside them."""
    caption = f"{answer['states']:,} states in {answer['seconds']:.2f} s"
    if chain.neglected:
        caption += f"\nprobabilities of a step right up to {chain.neglected:.1g}"
    if simulated is not None:
        caption += f"\n{simulated.sample.runs:,} runs, seed {simulated.seed}, {simulated.engine} engine"
    heads = ["", "exact"] if simulated is None else ["", "exact", "simulated", "standard errors apart"]
    lines = [row[: len(heads)] for row in rows(answer, simulated)]
    print_listing(Listing(describe(chain.setting), heads, lines, [], caption), left=("",))


def rows(answer: dict[str, Any], simulated: Simulated | None) -> list[tuple[str, str, str, str]]:
    """The table's lines: a name, the exact value, the simulated one, the difference."""
    times: dict[str, Any] = answer["T"] or {}
    sample = None if simulated is None else simulated.sample
    spread = None if sample is None else sample.spread("T")
    apart = {} if simulated is None else simulated.differences
    success = None if sample is None else 1 - sample.B
    found = [
        ("P(success)", number(answer["p_success"]), number(success), gap(apart.get("p_success"))),
        ("P(stuck for ever)", number(answer["p_stuck"]), "", ""),
        ("E[T | success]", number(times.get("mean")), of(spread, "mean"), gap(apart.get("T"))),
        ("sd of T", number(times.get("sd")), of(spread, "sd"), ""),
        ("median of T", number(times.get("median")), of(spread, "median"), ""),
    ]
    low_high = " … ".join(number(times.get(name)) for name in ("q05", "q95"))
    seen = f"{of(spread, 'q05')} … {of(spread, 'q95')}"
    found.append(("5 % … 95 % of T", low_high, seen, ""))
    for title, name in (("E[S | success]", "S"), ("generalisation error", "generalisation_error")):
        have = None if sample is None else sample.spread(name)
        found.append((title, number(answer[name] and answer[name]["mean"]), of(have, "mean"), ""))
    return found


def of(spread: Spread | None, name: str) -> str:
    """One number of simulated runs, or a dash."""
    return number(None if spread is None else getattr(spread, name))


def number(value: float | None) -> str:
    """Six digits, or a dash."""
    return "-" if value is None else f"{value:.6g}"


def gap(value: float | None) -> str:
    """A difference with its sign, or a dash."""
    return "-" if value is None else f"{value:+.2f}"


def law_chart(law: list[float]) -> str:
    """P(T = t) over t, several t to a column where there are many."""
    width = -(-(len(law) - 1) // WIDTH)
    columns = in_columns(law, width)
    top = max(columns)
    margin = len(f"{top:.3f}")
    lines = bars([column / top for column in columns], f"{top:.3f}", margin)
    last = f"t = {len(columns) * width}"
    what = "P(T = t)" if width == 1 else f"P(T among {width} values of t)"
    lines.append(f"{'':>{margin}}  1{last:>{max(len(columns), len(last) + 2) - 1}}")
    return "\n".join([what, *lines])
