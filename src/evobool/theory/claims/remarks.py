"""What the paper says in passing: errors of conjunctions, and which figure is which."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from statistics import mean

from evobool.api import evolve
from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.model.targets.targets import goal_of
from evobool.model.training import TrainingSet
from evobool.theory.bounds.conjunctions import conjunction_error, contradiction_error, mixed_conjunction_error
from evobool.theory.claims.registry import Finding, claim


@claim(
    "conjunctions",
    says="A conjunction of a distinct variables is wrong on 2^(n-a) - 1 inputs of AND_n (section 2); dually "
    "on OR_n.",
    how="counted",
    sizes="n = 1 to 8, all a",
)
def conjunctions() -> Finding:
    """On AND_n and OR_n."""
    broken = [
        (target, n, a)
        for target in ("and", "or")
        for n in range(1, 9)
        for a in range(1, n + 1)
        if _error(target, n, range(1, a + 1)) != conjunction_error(n, a)
    ]
    return Finding.of(not broken, f" at {broken[0]}." if broken else ".")


@claim(
    "mixed-conjunctions",
    says="With negated literals and no contradiction, exactly two more inputs are wrong; with a "
    "contradiction, exactly one is wrong (theorem 7's proof).",
    how="counted for every choice of signs, and compared input by input",
    sizes="n = 1 to 6, both targets",
)
def mixed_conjunctions() -> Finding:
    """The counts differ by two, but the wrong inputs are not the same ones."""
    broken, moved = [], None
    for target, n in product(("and", "or"), range(1, 7)):
        for a in range(1, n + 1):
            for signs in product((1, -1), repeat=a):
                literals = [sign * (i + 1) for i, sign in enumerate(signs)]
                if min(signs) < 0:
                    if _error(target, n, literals) != mixed_conjunction_error(n, a):
                        broken.append((target, n, literals))
                    lost = _wrong(target, n, range(1, a + 1)) & ~_wrong(target, n, literals)
                    moved = moved or (lost and (n, _joined(target, literals), lost.bit_count()))
        if _error(target, n, [1, -1]) != contradiction_error():
            broken.append((target, n, [1, -1]))
    if broken:
        return Finding.of(False, f" at {broken[0]}.")
    words = "holds at all sizes checked, as a count."
    if moved:
        n, tree, lost = moved
        words += (
            f" The wrong inputs are not the same ones plus two: at n = {n}, {tree} is right on {lost} of the "
            "inputs that its positive form gets wrong."
        )
    return Finding("loose" if moved else "holds", words)


@claim(
    "figures-4-5",
    says="Figures 4 and 5 show the ORs with and without negations respectively (section 5).",
    how="ORs accepted in seeded runs, A = 0, as in the figures; the captions say that figure 5 is the one "
    "with negations",
    sizes="n = 50, s = 2^6 and 2^14, 200 runs each",
)
def figures() -> Finding:
    """The captions are right, not the text; this is what each figure should show."""
    ors: dict[str, list[float]] = {}
    for literals in ("positive", "all"):
        settings = [Setting(n=50, literals=literals, training=1 << k) for k in (6, 14)]
        ors[literals] = [
            mean(evolve(setting, seed=1, index=i).functions_accepted["or"] for i in range(200))
            for setting in settings
        ]
    (few, many), (few_negated, many_negated) = ors["positive"], ors["all"]
    grows, grows_negated = many / few, many_negated / few_negated
    return Finding(
        "loose",
        f"the text and the captions disagree. Measured ORs accepted, s = 2^6 and 2^14: {few:.2g} and "
        f"{many:.2g} without negations (factor {grows:.2g}), {few_negated:.2g} and {many_negated:.2g} with "
        f"them (factor {grows_negated:.2g}): the figure that rises is the one "
        f"{'without' if grows > grows_negated else 'with'} negations.",
        {"ors_accepted": ors},
    )


def _joined(function: str, literals: Sequence[int]) -> Tree:
    return Tree.trusted((*(function,) * (len(literals) - 1), *literals))


def _error(target: str, n: int, literals: Sequence[int]) -> int:
    return _wrong(target, n, literals).bit_count()


def _wrong(target: str, n: int, literals: Sequence[int]) -> int:
    """The wrong inputs, one bit each."""
    rows = TrainingSet.complete(goal_of(target, n))
    return int(_joined(target, literals).evaluate(rows.columns, rows.ones) ^ rows.target)
