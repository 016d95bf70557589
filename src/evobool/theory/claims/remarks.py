"""What the paper says in passing: errors of conjunctions, and which figure is which."""

from __future__ import annotations

from itertools import product
from statistics import mean

from evobool.api import evolve
from evobool.model.formulas.prefix import Token
from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.model.targets.targets import goal_of
from evobool.model.training import TrainingSet
from evobool.theory.bounds.conjunctions import conjunction_error, contradiction_error, mixed_conjunction_error
from evobool.theory.claims.registry import Finding, claim
from evobool.theory.drift.appraisal import appraiser_of


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
    return (
        Finding("fails", f"fails at {broken[0]}.")
        if broken
        else Finding("holds", "holds at all sizes checked.")
    )


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
        return Finding("fails", f"fails at {broken[0]}.")
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
    ors = {
        literals: [
            mean(
                evolve(n=50, literals=literals, training=1 << k, seed=1, index=i).functions_accepted["or"]
                for i in range(200)
            )
            for k in (6, 14)
        ]
        for literals in ("positive", "all")
    }
    grows = {literals: found[1] / found[0] for literals, found in ors.items()}
    return Finding(
        "loose",
        "the text and the captions disagree. Measured ORs accepted, s = 2^6 and 2^14: "
        f"{ors['positive'][0]:.2g} and {ors['positive'][1]:.2g} without negations (factor "
        f"{grows['positive']:.2g}), {ors['all'][0]:.2g} and {ors['all'][1]:.2g} with them (factor "
        f"{grows['all']:.2g}): the figure that rises is the one "
        f"{'without' if grows['positive'] > grows['all'] else 'with'} negations.",
        {"ors_accepted": ors},
    )


def _joined(function: str, literals: list[int] | range) -> Tree:
    tokens: tuple[Token, ...] = (function,) * (len(literals) - 1)
    return Tree.trusted((*tokens, *literals))


def _error(target: str, n: int, literals: list[int] | range) -> int:
    return appraiser_of(_joined(target, literals), Setting(n=n, target=target, literals="all")).error


def _wrong(target: str, n: int, literals: list[int] | range) -> int:
    """The wrong inputs, one bit each."""
    rows = TrainingSet.complete(goal_of(target, n))
    return int(_joined(target, literals).evaluate(rows.columns, rows.ones) ^ rows.target)
