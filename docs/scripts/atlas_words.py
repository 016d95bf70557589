"""The words and tables of docs/science/atlas.md."""

from __future__ import annotations

from collections.abc import Sequence

from page import paragraph, table

from evobool.atlas.cells import Cell
from evobool.atlas.exactly import Exact
from evobool.atlas.fewest import fewest
from evobool.atlas.hardness import FEWEST_LEAVES, Correlation
from evobool.atlas.stuck import CAP, LOOKED_AT
from evobool.atlas.survey import Survey
from evobool.atlas.systems import SYSTEMS
from evobool.studies.analysis.estimates import share_interval
from evobool.theory.chain.chain import Chain

HARDEST = 3
EXACT_LIMIT = 4
FEWEST_STUCK = 5  # expected runs; with fewer, a share is no estimate


def formula(cell: Cell) -> str:
    """A shortest formula of AND and OR, with its bars escaped for a table."""
    tree = fewest(cell.setting.n, ("and", "or")).tree(cell.table)
    return f"`{tree}`".replace("|", "\\|")


def number(value: float | None) -> str:
    """A number to three digits, whole if it is large."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def run(surveys: dict[int, Survey], seed: int) -> str:
    """What was run, and how often."""
    rows = []
    for n, survey in surveys.items():
        for system in survey.systems:
            cells = survey.cells(system)
            total = sum(cell.sample.column("T").sum() for cell in cells)
            rows.append(
                [
                    str(n),
                    system.title,
                    str(len(cells)),
                    f"{sum(c.runs for c in cells):,}",
                    f"{total / 1e6:,.2f} million",
                ]
            )
    survey = surveys[max(surveys)]
    cap, (runs, _) = survey.max_iterations, survey.runs
    words = (
        f"{runs:,} runs of every function and system, seed {seed}, complete truth table, all literals, no "
        f"limit on the leaves, at most {cap:,} iterations each. A run that gave up counts with {cap:,} in "
        "means of min(T, cap)."
    )
    head = ["n", "system", "functions run", "runs", "iterations in all"]
    return f"{paragraph(words)}\n\n{table(head, rows)}"


def found(survey: Survey) -> str:
    """How many classes were found, and the hardest."""
    rows, hardest, sentences = [], [], []
    for system in survey.systems:
        cells = survey.cells(system)
        always = sum(cell.successes == cell.runs for cell in cells)
        least = min(cells, key=lambda cell: cell.successes)
        size = [cell.mean_leaves / cell.fewest for cell in cells if cell.mean_leaves is not None]
        rows.append(
            [
                *(
                    system.title,
                    str(len(cells)),
                    str(always),
                    str(sum(cell.successes == 0 for cell in cells)),
                ),
                f"{least.successes} of {least.runs}",
                f"{sum(size) / len(size):.2f}",
            ]
        )
        for cell in sorted(cells, key=lambda cell: -cell.mean)[:HARDEST]:
            low, high = cell.sample.restricted_interval
            hardest.append(
                [
                    *(system.title, f"`{cell.setting.target}`", formula(cell), str(cell.fewest)),
                    *(
                        f"{cell.successes} of {cell.runs}",
                        f"{number(cell.mean)} ({number(low)} to {number(high)})",
                    ),
                ]
            )
        if not any(cell.successes == 0 for cell in cells):
            sentences.append(system.title)
    head = ["system", "functions", "found by all runs", "by none", "least often", "leaves over fewest, mean"]
    head_hardest = [
        "system",
        "target",
        "a shortest formula of AND and OR",
        "fewest leaves of F",
        "found by",
        "mean of min(T, cap)",
    ]
    if len(sentences) == len(survey.systems):
        words = "Every function was found by some run of every system."
    else:
        words = f"Every function was found by some run of: {'; '.join(sentences) or 'no system'}."
    return "\n\n".join(
        [
            paragraph(words),
            table(head, rows),
            f"The {HARDEST} hardest functions of each system:",
            table(head_hardest, hardest),
        ]
    )


def symmetry() -> str:
    """Exact E[T] of AND and OR of two variables with at most four leaves."""
    rows = []
    for name in ("and-or", "and-or-xor", "nand"):
        system = SYSTEMS[name]
        chains = [Chain(system.setting(each, 2, str(EXACT_LIMIT))) for each in (0b1000, 0b1110)]
        cells = [f"{chain.mean:.3f}, {chain.p_stuck:.6f}" for chain in chains]
        rows.append([system.title, *cells, "yes" if system.output_symmetric else "no"])
    head = ["system, at most 4 leaves", "AND_2: E[T], P(stuck)", "OR_2: E[T], P(stuck)", "F holds its duals"]
    return table(head, rows)


def stuck(survey: Survey) -> str:
    """What became of the failed runs that were followed."""
    cells = survey.cells(SYSTEMS["nand"])
    failed = [cell for cell in cells if cell.successes < cell.runs]
    fates = [survey.fate(cell) for cell in failed]
    runs = sum(cell.runs - cell.successes for cell in failed)
    looked, dead, alive = (sum(getattr(f, name) for f in fates) for name in ("looked_at", "dead", "open_"))
    words = (
        f"Of {sum(cell.runs for cell in cells):,} runs with NAND on functions of {survey.n} variables, "
        f"{runs:,} failed, on {len(failed)} of {len(cells)} functions. Up to {LOOKED_AT} failed runs of each "
        f"were followed to every tree they can lead to, as long as there are at most {CAP}: of {looked:,}, "
        f"{dead:,} are proved dead ends, {alive:,} could still succeed, and {looked - dead - alive:,} remain "
        "undecided."
    )
    return paragraph(words)


def correlated(survey: Survey) -> str:
    """Rank correlations as a table, and what they bear."""
    rows, sentences = [], []
    for system in survey.systems:
        each = survey.correlations[system.name]
        for one in each:
            partly = "-"
            if one.given_leaves is not None and one.given_leaves_interval is not None:
                partly = f"{one.given_leaves:.2f} ({_between(one.given_leaves_interval)})"
            rows.append(
                [
                    *(system.title, one.feature, f"{one.rho:.2f}", _between(one.by_runs)),
                    *(_between(one.by_classes), partly),
                ]
            )
        sentences.append(_strongest(system.title, each))
    classes = f"{len(survey.cells(survey.systems[0]))} or {len(survey.cells(SYSTEMS['nand']))}"
    words = (
        "Spearman's rank correlation of the mean of min(T, cap) with properties of the function, over the "
        f"{classes} classes of a system at n = {survey.n}, each class counted once. The atlas holds every "
        "class, so the coefficient has no sampling error but that of the runs: the first interval (95 %) "
        "draws the runs of each class again. The second draws the classes again, and says how much the "
        "coefficient hangs on some of them. The last column is the partial coefficient given the fewest "
        "leaves of F (interval over classes)."
    )
    head = ["system", "T against", "ρ", "95 %, runs", "95 %, classes", "ρ given the fewest leaves"]
    return "\n\n".join([paragraph(words), table(head, rows), paragraph(" ".join(sentences))])


def _between(interval: tuple[float, float]) -> str:
    return f"{interval[0]:.2f} to {interval[1]:.2f}"


def _strongest(title: str, each: Sequence[Correlation]) -> str:
    """Which property goes most with T, and whether that is clear from the second."""
    first, second = sorted(each, key=lambda one: -abs(one.rho))[:2]
    low = min(map(abs, first.by_classes))
    clear = first.by_classes[0] * first.by_classes[1] > 0 and low > max(map(abs, second.by_classes))
    apart = "its interval over classes lies clear of that of" if clear else "not clearly more than with"
    return (
        f"{title}: T goes most with {_named(first)} (ρ = {first.rho:.2f}), {apart} {_named(second)} "
        f"({second.rho:.2f})."
    )


def _named(one: Correlation) -> str:
    return "the fewest leaves" if one.feature == FEWEST_LEAVES else f"“{one.feature}”"


def exact(limited: Sequence[tuple[Cell, Exact]], seed: int) -> str:
    """Exact numbers beside runs with the same limit."""
    rows, apart = [], []
    for cell, numbers in limited:
        times = cell.sample.successful("T")
        error = float(times.std(ddof=1)) / len(times) ** 0.5
        apart.append((float(times.mean()) - numbers.mean) / error)
        rows.append(
            [
                *(str(cell.setting.n), cell.system.title, formula(cell), f"{numbers.mean:.2f}"),
                *(f"{times.mean():.2f} ± {error:.2f}", f"{apart[-1]:+.1f}"),
                *(f"{numbers.p_stuck:.4f}", f"{1 - cell.successes / cell.runs:.4f}"),
            ]
        )
    shares = [
        (1 - cell.successes / cell.runs - p) / (p * (1 - p) / cell.runs) ** 0.5
        for cell, p in ((cell, numbers.p_stuck) for cell, numbers in limited)
        if p * cell.runs >= FEWEST_STUCK
    ]
    beyond, off = (sum(abs(each) > 2 for each in found) for found in (apart, shares))
    words = (
        f"{limited[0][0].runs:,} runs of each, seed {seed}, at most {EXACT_LIMIT} leaves. Of {len(apart)} "
        f"means, {beyond} are more than two standard errors off (chance: {0.0455 * len(apart):.1f}); the "
        f"largest difference is {max(map(abs, apart)):.1f}. Of {len(shares)} shares of failed runs with "
        f"P(stuck) well above 0, {off} are (chance: {0.0455 * len(shares):.1f})."
    )
    head = ["n", "system", "function", "E[T \\| success]", "runs", "difference in se", "P(stuck)", "failed"]
    return f"{paragraph(words)}\n\n{table(head, rows)}"


def says(survey: Survey) -> str:
    """What the data exclude, and what they do not."""
    one, other = (survey.cells(SYSTEMS[name]) for name in ("and-or", "1+1"))
    pairs = [
        (a.sample.restricted_interval, b.sample.restricted_interval) for a, b in zip(one, other, strict=True)
    ]
    faster, slower = sum(a[1] < b[0] for a, b in pairs), sum(a[0] > b[1] for a, b in pairs)
    least, runs, cap, n = min(cell.successes for cell in one), one[0].runs, survey.max_iterations, survey.n
    found = (
        f"Up to symmetry, each of the {2**2**n:,} functions of {n} variables was found by RLS-GP with F = "
        f"{{and, or}} in at least {least} of {runs} runs within {cap:,} iterations."
    )
    if least:
        found += (
            " The paper leaves open whether more complex targets need populations and crossover: at "
            f"n = {n}, RLS-GP finds every function without them. This says nothing about larger n."
        )
    lines = [
        found,
        "The 95 % intervals for the mean of min(T, cap) of RLS-GP and of the (1+1) GP are disjoint for "
        f"{faster + slower} of {len(one)} classes; RLS-GP is faster in {faster} of them, the (1+1) GP in "
        f"{slower}.",
        f"Where all of {runs} runs succeeded, a failure probability of up to "
        f"{100 * share_interval(0, runs)[1]:.1f} % is not excluded (Wilson, 95 %).",
        "A correlation does not say what causes what. The properties go with each other, and with others "
        "that were not measured.",
        f"Classes count once each, though they hold from {min(e.npn.size for e in survey.entries)} to "
        f"{max(e.npn.size for e in survey.entries)} functions. Weighted by size, coefficients would differ.",
        "Failed runs that remain undecided may be stuck or not.",
    ]
    return "\n".join(f"- {paragraph(line)}".replace("\n", "\n  ") for line in lines)
