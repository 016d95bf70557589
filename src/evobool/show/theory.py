"""How notebooks show chains and landscapes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from evobool.model.mutation import OPERATIONS
from evobool.show.pieces import Html, beside, card, facts, note, number, picture, share, table
from evobool.show.runs import fields_text, tree_html

if TYPE_CHECKING:
    from evobool.theory.chain.chain import Chain
    from evobool.theory.landscape.landscape import Landscape

MOST_STATES = 20_000  # above this, a chain's equations are not solved just to show it
MOST_STEPS = 1_000_000  # states times E[T]; above this, the law is not computed either
WIDTH, HEIGHT, LEFT, BELOW = 320, 110, 44, 22  # of the picture of a law


def chain_html(chain: Chain) -> Html:
    """What the chain says about T, with its law as a small picture."""
    values = {"setting": fields_text(chain.setting), "states": number(chain.states)}
    if chain.states > MOST_STATES:
        return card(
            "Chain", facts(values), note("large: mean, sd, p_stuck and law(t) are computed on request")
        )
    values |= {"P(success)": number(chain.p_success), "P(stuck for ever)": number(chain.p_stuck)}
    if chain.p_success == 0:
        return card("Chain: success is impossible", facts(values))
    values |= {"E[T | success]": number(chain.mean), "sd of T": number(chain.sd)}
    if chain.neglected:
        values["neglected per step"] = f"at most {chain.neglected:.1g}"
    if chain.states * chain.mean > MOST_STEPS:
        return card("Chain", facts(values))
    low, median, high = chain.quantiles(0.05, 0.5, 0.95)
    values["5 %, median, 95 % of T"] = f"{low:,}, {median:,}, {high:,}"
    return card("Chain: the law of T", beside(facts(values), picture(law_svg(chain.main_law()), "P(T = t)")))


def law_svg(law: Sequence[float]) -> str:
    """P(T = t) over t as an area, in colours visible on white and on black."""
    top, last = max(law), len(law) - 1
    points = " ".join(
        f"{LEFT + (WIDTH - LEFT) * t / last:.1f},{HEIGHT * (1 - p / top) + 8:.1f}" for t, p in enumerate(law)
    )
    base = HEIGHT + 8
    text = 'fill="#888888" font-family="Helvetica, Arial, sans-serif" font-size="11"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH + 12}" height="{base + BELOW}">'
        f'<polygon points="{LEFT},{base} {points} {WIDTH},{base}" fill="#0072b2" fill-opacity="0.35"/>'
        f'<polyline points="{points}" fill="none" stroke="#3a8fc4" stroke-width="1.5"/>'
        f'<line x1="{LEFT}" y1="{base}" x2="{WIDTH}" y2="{base}" stroke="#888888"/>'
        f'<text x="{LEFT - 4}" y="17" text-anchor="end" {text}>{top:.2g}</text>'
        f'<text x="{LEFT - 4}" y="{base}" text-anchor="end" {text}>0</text>'
        f'<text x="{LEFT}" y="{base + 16}" {text}>0</text>'
        f'<text x="{WIDTH}" y="{base + 16}" text-anchor="end" {text}>t = {last:,}</text></svg>'
    )


def landscape_html(found: Landscape) -> Html:
    """The tree, its kind, what can be reached from it, and what its offspring are like."""
    values = {
        "setting": fields_text(found.setting),
        "error": f"{number(found.error)} of {number(2**found.setting.n)} rows",
        "kind": found.kind,
        "an optimum": reach(found),
    }
    kinds = ("accepted, better", "accepted, equal", "accepted, worse", "rejected")
    value = found.setting.aim.of(found.wrong)
    names = sorted({each.operation for each in found.offspring}, key=_place)
    chances = {name: dict.fromkeys(kinds, Fraction(0)) for name in names}
    for each in found.offspring:
        of = chances[each.operation]
        of[kinds[(each.value >= value) + (each.value > value)]] += each.probability * each.chance
        of["rejected"] += each.probability * (1 - each.chance)
    total = {kind: sum((of[kind] for of in chances.values()), Fraction(0)) for kind in kinds}
    shown = [kind for kind in kinds if total[kind] or kind != "accepted, worse"]
    rows = [[name, *(share(of[kind]) for kind in shown)] for name, of in (chances | {"all": total}).items()]
    offspring = card("its offspring, by probability", table(["", *shown], rows))
    return card(f"Landscape: {found.kind}", beside(tree_html(found.tree), Html(facts(values) + offspring)))


def _place(operation: str) -> tuple[int, str]:
    """HVL-Prime's operations first, in its order."""
    return (OPERATIONS.index(operation) if operation in OPERATIONS else len(OPERATIONS)), operation


def reach(found: Landscape) -> str:
    """Whether an optimum can be reached."""
    explored = found.exploration
    if explored.reachable is None:
        return f"undecided: more than {explored.cap:,} trees can be reached"
    if not explored.reachable:
        trees = f"{len(explored.met):,} tree{'' if len(explored.met) == 1 else 's'}"
        return f"cannot be reached: a closed set of {trees}, up to symmetry"
    return f"can be reached in {len(found.way):,} steps{'' if explored.shortest else ' or fewer'}"
