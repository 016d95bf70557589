"""Tables and sentences of the page on populations, made from the runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import inf, isfinite

import numpy as np
from essential_atlas import BUDGET as ATLAS_BUDGET
from essential_atlas import CHOSEN
from essential_atlas import RUNS as ATLAS_RUNS
from essential_points import OTHER, PROBLEMS, SINGLE, SYSTEMS, Row
from page import paragraph, table

BALANCED = "RLS-GP, balanced"
Found = Mapping[tuple[str, str], Row]
PAIRS = (  # without a mechanism, and with it
    ("subtree crossover in a (100+1) GP", "(100+1)", "(100+1), subtree"),
    ("Koza's crossover in a (100+1) GP", "(100+1)", "(100+1), koza"),
    ("one-point crossover in a (100+1) GP", "(100+1)", "(100+1), one-point"),
    ("joining parents in a (100+1) GP", "(100+1)", "(100+1), join"),
    (
        "subtree crossover with distinct functions",
        "(100+1), distinct functions",
        "(100+1), distinct functions, subtree",
    ),
    ("crossover under lexicase", "lexicase, mutation", "lexicase, crossover"),
    ("distinct trees", "(100+1)", "(100+1), distinct trees"),
    ("distinct functions", "(100+1)", "(100+1), distinct functions"),
    ("balanced errors, one parent", "RLS-GP", "RLS-GP, balanced"),
    ("ten trees in place of one", "RLS-GP", "(10+1)"),
    ("a hundred trees in place of one", "RLS-GP", "(100+1)"),
)


def table_of(found: Found) -> str:
    """Trees judged for each success, with the runs solved where that is not all."""
    rows = []
    for system in SYSTEMS:
        cells = []
        for problem in PROBLEMS:
            row = found[problem.name, system.name]
            best = min(found[problem.name, other.name].ert for other in SYSTEMS)
            count = int(row.solved.sum())
            said = "–" if count == 0 else number(row.ert)
            said = f"**{said}**" if row.ert == best else said
            cells.append(said if count in (0, row.runs) else f"{said} ({count})")
        rows.append([system.name, *cells])
    return table(["system", *(problem.name for problem in PROBLEMS)], rows)


def number(value: float) -> str:
    """A number of trees with three digits."""
    return f"{float(f'{value:.3g}'):,.0f}"


def short(found: Found) -> str:
    """Who needed the fewest trees, and what one parent did not do."""
    best = [min(SYSTEMS, key=lambda system: found[each.name, system.name].ert) for each in PROBLEMS]
    firsts = Counter(system.name for system in best).most_common()
    one = [system.name for system in SYSTEMS if system.kind == SINGLE or system.name == BALANCED]
    unsolved = [
        each.name for each in PROBLEMS if not any(found[each.name, name].solved.any() for name in one)
    ]
    needed = (
        f"{', '.join(unsolved)} needed more than one parent"
        if unsolved
        else "every function was solved by one parent in some run, so none of them needs a population"
    )
    return paragraph(
        f"Of {len(PROBLEMS)} functions, the fewest trees were judged by "
        + "; ".join(f"{name} on {count}" for name, count in firsts)
        + f". Within the budget {needed}."
    )


def findings(found: Found) -> str:
    """What the runs say, mechanism by mechanism, and which problems need more than one parent."""
    told = []
    single = [system.name for system in SYSTEMS if system.kind == SINGLE]
    more = [system.name for system in SYSTEMS if system.kind not in (SINGLE, OTHER)]
    other = [system.name for system in SYSTEMS if system.kind == OTHER]
    only, never, first = [], [], []
    for problem in PROBLEMS:
        solved = {
            kind: max((found[problem.name, name].solved.mean() for name in names), default=0.0)
            for kind, names in (("single", single), ("more", more), ("other", other))
        }
        best = min(SYSTEMS, key=lambda system: found[problem.name, system.name].ert)
        if solved["single"] < 0.5 <= max(solved["more"], solved["other"]):
            only.append((problem.name, best.name))
        if max(solved.values()) == 0:
            never.append(problem.name)
        elif best.kind == SINGLE:
            first.append(problem.name)
    told.append(
        "- **What one parent that counts errors solves in fewer than half of its runs, and another system in "
        "more:** "
        + ("; ".join(f"{name} (best: {best})" for name, best in only) or "none of these problems")
        + "."
    )
    told.append(
        "- **Where one parent that counts errors needs the fewest trees:** "
        + (", ".join(first) or "nowhere")
        + "."
    )
    if never:
        told.append(f"- **What nothing solved within the budget:** {', '.join(never)}.")
    for what, without, with_it in PAIRS:
        told.append(f"- **{what[0].upper() + what[1:]}**: {compared(found, without, with_it)}")
    return "\n".join(told)


def compared(found: Found, without: str, with_it: str) -> str:
    """On which problems a mechanism helps or hurts: intervals of the trees judged that do not overlap."""
    helps, hurts, same = [], [], 0
    for problem in PROBLEMS:
        one, other = found[problem.name, without], found[problem.name, with_it]
        if not (isfinite(one.ert) or isfinite(other.ert)):
            continue
        both = isfinite(one.ert) and isfinite(other.ert)
        if apart(other, one):
            said = f"{times(one.ert / other.ert)} fewer" if both else "solved only with it"
            helps.append(f"{problem.name} ({said})")
        elif apart(one, other):
            said = f"{times(other.ert / one.ert)} more" if both else "solved only without it"
            hurts.append(f"{problem.name} ({said})")
        else:
            same += 1
    told = [f"fewer trees on {', '.join(helps)}"] if helps else []
    told += [f"more on {', '.join(hurts)}"] if hurts else []
    if same:
        told.append("no clear difference on the others" if told else "no clear difference anywhere")
    return "; ".join(told) + "."


def times(ratio: float) -> str:
    """How many times, with two digits.

    >>> times(3735.2), times(2.04)
    ('3,700 times', '2 times')
    """
    return f"{float(f'{ratio:.2g}'):,.10g} times"


def apart(one: Row, other: Row) -> bool:
    """Whether the first needs fewer trees than the second beyond doubt: 95 % intervals do not overlap."""
    high = one.between[1] if isfinite(one.ert) else inf
    low = other.between[0] if isfinite(other.ert) else other.spent
    return bool(high < low)


def laws(series: Mapping[str, Sequence[tuple[int, Row]]]) -> str:
    """Trees judged for each success on AND_n, and the factor per variable over the last sizes."""
    sizes = sorted({n for points in series.values() for n, _ in points})
    rows = []
    for name, points in series.items():
        held = dict(points)
        cells = []
        for n in sizes:
            row = held.get(n)
            cells.append("" if row is None else "–" if not isfinite(row.ert) else solved_of(row))
        known = [(n, row.ert) for n, row in points if isfinite(row.ert)]
        rows.append([name, *cells, factor(known)])
    return table(["system", *(f"n = {n}" for n in sizes), "factor per variable"], rows)


def solved_of(row: Row) -> str:
    """Trees judged for each success, and how many runs were solved if not all."""
    count = int(row.solved.sum())
    return number(row.ert) + ("" if count == row.runs else f" ({count})")


def factor(points: Sequence[tuple[int, float]]) -> str:
    """The factor for each variable over the last three sizes: the slope of a line through the logarithms."""
    last = points[-3:]
    if len(last) < 3:
        return ""
    slope = np.polyfit([n for n, _ in last], np.log([ert for _, ert in last]), 1)[0]
    return f"{np.exp(slope):.2f}"


def classes(found: Found) -> str:
    """How many classes of functions of four variables each system solves, and who needs the fewest trees."""
    names = list(dict.fromkeys(problem for problem, _ in found))
    rows = []
    for name in CHOSEN:
        mine = [found[each, name] for each in names]
        every = sum(bool(row.solved.all()) for row in mine)
        some = sum(bool(row.solved.any()) for row in mine)
        first = sum(
            row.ert == min(found[each, other].ert for other in CHOSEN)
            for each, row in zip(names, mine, strict=True)
            if row.solved.any()
        )
        rows.append([name, str(every), str(some), str(first)])
    head = ["system", "every run solved", "some run solved", "fewest trees"]
    single = ("RLS-GP", "(1+1) GP")
    lost = [each for each in names if not any(found[each, name].solved.any() for name in single)]
    others = [name for name in CHOSEN if name not in single]
    saved = {each: [name for name in others if found[each, name].solved.any()] for each in lost}
    by_some = [each for each, by in saved.items() if by]
    each_by = "; ".join(f"{each} by {', '.join(saved[each])}" for each in by_some)
    told = (
        f"{len(lost)} classes were solved in no run by one parent that counts errors, {len(by_some)} of them "
        f"by another system{': ' if by_some else ''}{each_by}."
        if lost
        else "One parent that counts errors solved each of them in some run."
    )
    text = (
        f"{len(names)} classes, F = {{and, or}}, all literals, limit 100, {ATLAS_RUNS} runs each of at most "
        f"{ATLAS_BUDGET:,} trees. {told}"
    )
    return f"{table(head, rows)}\n\n{paragraph(text)}"


def cost(found: Found, by_size: Found, by_mu: Found, seconds: float) -> str:
    """What was run."""
    runs = sum(row.runs for row in (*found.values(), *by_size.values(), *by_mu.values()))
    trees = sum(row.spent for row in (*found.values(), *by_size.values(), *by_mu.values()))
    budgets: Iterable[int] = sorted({row.budget for row in found.values()})
    most = " and ".join(f"{budget:,}" for budget in budgets)
    return paragraph(
        f"{runs:,} runs of at most {most} trees (AND_n for the laws: more), {trees:,} trees judged in "
        f"{seconds / 60:.0f} minutes of processor time. Every row of the data has its seed."
    )
