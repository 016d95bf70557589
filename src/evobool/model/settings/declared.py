"""The fields of a setting, each declared once: name, type, default, values, help, description, id."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from evobool.model.algorithms import ALGORITHMS
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.mutation import OPERATORS
from evobool.model.named import decimal
from evobool.model.objective import OBJECTIVES
from evobool.model.populations.begin import BEGINNINGS
from evobool.model.populations.crossover import CROSSOVERS
from evobool.model.populations.distinct import DISTINCT
from evobool.model.populations.parents import PARENTS
from evobool.model.populations.survival import SURVIVALS
from evobool.model.selection import SELECTIONS
from evobool.model.settings.beginning import beginning_of, written_start
from evobool.model.settings.completion import (
    Algorithm,
    CrossoverName,
    Deletion,
    Depth,
    Distinct,
    FirstLeaf,
    FunctionNames,
    IslandsName,
    Limit,
    Literals,
    MutationName,
    MutationRate,
    ObjectiveName,
    Parents,
    SelectionName,
    Start,
    SurvivalName,
    TargetName,
    TrainingName,
    Variation,
    Weights,
)
from evobool.model.settings.fields import OneOf, SomeOf, Spelled, Whole, usually
from evobool.model.settings.leaf_limit import written_limit
from evobool.model.targets.families import TARGETS
from evobool.model.training import REGIMES

written = attrgetter("written")


@dataclass(frozen=True, kw_only=True)
class Declared:
    """What can be asked of a run, as it was asked; `Setting` checks it and says what follows from it."""

    n: int = usually(
        None,
        Whole(1, 2**20),
        "The number of variables; with data:FILE it may be left out.",
        asked=2,
        in_id=True,
    )
    target: TargetName = usually(
        "and",
        Spelled("goal", attrgetter("name"), "or", TARGETS, True, TARGETS, attrgetter("goal.target")),
        "The function to evolve: and, or, xor, majority or mux; and:K, or:K, xor:K or majority:K if only x1 "
        '... xK matter; a formula in quotes, such as "x1 & (x2 | ~x3) ^ x4"; or table:HEX, a truth table in '
        "hexadecimal, row r its bit r (table:8000 is the AND of 4); or data:FILE, a table of 0 and 1 "
        "(.csv or .tsv), one column of which is the label.",
        always=True,
        told=1,
        asked=1,
        in_id=True,
    )
    functions: FunctionNames = usually(
        ("and", "or"),
        SomeOf(FUNCTIONS),
        "The paper's F, the functions trees are made of: some of and, or, xor, nand, nor, xnor, gt, lt, "
        "ge, le, joined by + or commas.",
        said="F = {{{value}}}",
        told=7,
        asked=4,
        in_id=True,
    )
    literals: Literals = usually(
        "positive",
        OneOf(("positive", "all")),
        "The paper's L: positive, or all (negated ones too).",
        said="{value} literals",
        told=6,
        asked=5,
        in_id=True,
    )
    limit: Limit = usually(
        "none",
        Spelled("limit_terms", written_limit, "n"),
        "The most leaves of a tree: none, a number, or an expression in n such as n+1, 1.5n or n + log2 n.",
        said="limit {value}",
        always=True,
        told=3,
        asked=3,
        in_id=True,
    )
    deletion: Deletion = usually(
        "subtree",
        OneOf(("subtree", "leaf")),
        "What DEL removes: any subtree, or a leaf.",
        said="{value} deletion",
        always=True,
        told=4,
        asked=6,
        in_id=True,
    )
    algorithm: Algorithm = usually(
        "rls-gp",
        OneOf(ALGORITHMS),
        "rls-gp (one mutation per offspring) or 1+1-gp (1 + Poisson(1) of them).",
        said="{value}",
        always=True,
        told=2,
        asked=7,
        in_id=True,
    )
    selection: SelectionName = usually(
        "nonstrict",
        OneOf(SELECTIONS, registry=SELECTIONS, entry=attrgetter("rule")),
        "nonstrict accepts an offspring that is not worse, strict only a better one, parsimony a better one "
        "or an equally good one with no more leaves, coin an equally good one half of the time. Of several "
        "trees the worst are dropped; of equals nonstrict drops the oldest, strict the youngest, coin any.",
        said="{value} selection",
        told=8,
        in_id=True,
    )
    training: TrainingName = usually(
        "complete",
        Spelled(
            "judged_on", attrgetter("written"), 16, registry=REGIMES, entry=attrgetter("judged_on.regime")
        ),
        "complete (the whole truth table), S (that many rows, drawn afresh each iteration), or fixed:S "
        "(S rows, drawn once at the start of the run).",
        said="{0.rows_in_words}",
        always=True,
        told=5,
        asked=8,
        in_id=True,
    )
    accept_error: int = usually(
        0,
        Whole(0, 2**60),
        "The paper's A: stop when at most this many rows are wrong.",
        said="A = {value}",
        told=9,
        in_id=True,
    )
    max_iterations: int = usually(
        10_000,
        Whole(1, 2**62),
        "Give up after this many iterations.",
        said="at most {value:,} iterations",
        told=15,
        in_id=True,
    )
    first_leaf: FirstLeaf = usually(
        "any",
        OneOf(("any", "insertion")),
        "How the empty tree gets its first literal: any, whatever the operation; insertion, only by INS.",
        said="first leaf by {value}",
        told=10,
        in_id=True,
    )
    weights: Weights = usually(
        "1:1:1",
        Spelled("odds", lambda odds: ":".join(map(str, odds)), "1:2:1", numbers=True),
        "The odds of INS, DEL and SUB as I:D:S, non-negative integers.",
        said="INS:DEL:SUB = {value}",
        told=11,
    )
    offspring: int = usually(
        1,
        Whole(1, 2**20),
        "How many offspring each iteration makes; the best one within the limit competes with the parent.",
        said="{value} offspring per iteration",
        told=12,
    )
    start: Start = usually(
        "empty",
        Spelled("begins", written_start, "x1", BEGINNINGS, registry=BEGINNINGS, entry=beginning_of),
        "The trees a run begins with: empty, a formula, or at random leaf (a literal), grow:D, full:D (trees "
        "of a depth) or ramped:A-B (half of them grown, half full, of depths A to B).",
        told=13,
    )
    mutation: MutationName = usually(
        "hvl-prime",
        Spelled(
            "operating",
            attrgetter("written"),
            "point",
            OPERATORS,
            registry=OPERATORS,
            entry=attrgetter("operator"),
        ),
        "The mutation operator: hvl-prime; subtree:D, a random tree of depth at most D (4) in place of any "
        "node; point, any function or literal in place of another; or one of your own, from a file given as "
        "--plugin.",
        told=14,
    )

    objective: ObjectiveName = usually(
        "errors",
        Spelled("aim", attrgetter("name"), "balanced", registry=OBJECTIVES, entry=attrgetter("aim")),
        "What makes a tree better: errors, fewer wrong rows; balanced, the mean of the two classes' error "
        "rates; weights:P:N, where a false negative costs P and a false positive N. Or, with survival = "
        "pareto, several numbers: classes (false positives, false negatives), size (wrong rows, leaves) or "
        "classes+size.",
        told=16,
    )
    survival: SurvivalName = usually(
        "plus",
        OneOf(SURVIVALS, registry=SURVIVALS, entry=attrgetter("survivor")),
        "Who is kept: plus, the best of parents and offspring; comma, the best of the offspring; pareto, an "
        "archive of all trees that none dominates, by an objective of several numbers: a parent is any of "
        "it, an offspring enters unless some tree is better; crowding, where an offspring meets the parent "
        "more like it.",
        told=17,
    )
    population: int = usually(
        1,
        Whole(1, 2**16),
        "How many trees are kept, the mu of a (mu+L) GP.",
        said="{value} trees",
        told=3,
    )
    parents: Parents = usually(
        "uniform",
        Spelled(
            "chooser", written, "tournament:3", PARENTS, registry=PARENTS, entry=attrgetter("chooser.entry")
        ),
        "How a parent is chosen: uniform; tournament:K, the best of K; lexicase, by random rows, one after "
        "the other; proportionate to 1 / (1 + error); over-selection, Koza's, 4 in 5 from the best; "
        "sharing:K, a tournament in which a row counts 1 / (members that solve it).",
        said="parents by {value}",
        told=18,
    )
    crossover: CrossoverName = usually(
        "none",
        Spelled(
            "crosser",
            written,
            "subtree:0.5",
            CROSSOVERS,
            registry=CROSSOVERS,
            entry=attrgetter("crosser.entry"),
        ),
        "How two parents are crossed, with probability P: subtree:P, any subtree of one in place of any of "
        "the other; koza:P, nine times in ten a function's; one-point:P, at the same place in both; join:P, "
        "both below a random function; or none.",
        said="crossover {value}",
        told=19,
    )
    variation: Variation = usually(
        "either",
        OneOf(("either", "both")),
        "Whether an offspring of a crossover is mutated too: either one, or both.",
        said="crossover or mutation: {value}",
        told=20,
    )
    mutation_rate: MutationRate = usually(
        "1",
        Spelled("mutates", decimal, "0.5"),
        "The probability that an offspring due for mutation is mutated; otherwise it stays a copy.",
        told=21,
    )
    distinct: Distinct = usually(
        "none",
        OneOf(DISTINCT),
        "trees: an offspring equal to a member is dropped; functions: one with the same outputs as a member "
        "replaces it; or none.",
        said="distinct {value}",
        told=22,
    )
    depth: Depth = usually(
        "none",
        Spelled("deepest", lambda depth: "none" if depth is None else depth, 2),
        "The most steps from the root to a leaf; a deeper offspring is replaced by a copy of its parent.",
        said="depth {value}",
        told=23,
    )
    islands: IslandsName = usually(
        "none",
        Spelled("archipelago", str, "2:3"),
        "K:T, K populations on a ring; every T iterations the best tree of each replaces the worst of the "
        "next.",
        said="islands {value}",
        told=24,
    )

    def __post_init__(self) -> None:
        """What is asked is checked by `Setting`, which knows what follows from it."""
