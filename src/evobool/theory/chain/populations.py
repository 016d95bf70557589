"""The Markov chain of a population: its states are all populations that a run can hold.

    >>> chain = PopulationChain(Setting(n=2, limit="2", population=2, selection="coin"))
    >>> chain.states, round(chain.mean, 3)
    (32, 14.59)

Who is chosen, what comes of it and who is kept is asked of the plain definitions, draw by draw. Where ties
are left to chance a population is a multiset of trees; else it is one in order of age.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, cached_property
from math import comb
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csr_array

from evobool.engines.base import ONE_PARENT, POPULATIONS
from evobool.engines.reference import judged
from evobool.errors import InputError
from evobool.model.formulas.tree import Tree
from evobool.model.growing import depth_of
from evobool.model.mutation import neighbourhood
from evobool.model.populations import crossover
from evobool.model.populations.distinct import apart
from evobool.model.populations.member import Member, Population, best_of
from evobool.model.settings.refused import DRAWN, check_read, unread
from evobool.model.settings.setting import Setting
from evobool.model.training import TrainingSet
from evobool.theory.chain.chain import Chain
from evobool.theory.chain.estimate import DEFAULT_STATES
from evobool.theory.chain.every_draw import every_draw
from evobool.theory.chain.forest import Forest
from evobool.theory.chain.transitions import READS as ONE_TREE
from evobool.theory.support import INSTEAD

READS = (ONE_PARENT | POPULATIONS | {"objective"}) - {DRAWN, "islands"}
MOST_POPULATIONS = 20_000
# Crossovers to which the order of children makes no difference.
UNORDERED = (crossover.uncrossed, crossover.subtree, crossover.koza, crossover.join)
State = tuple[int, ...]  # the numbers of the trees
Law = dict[Tree | None, Fraction]


class PopulationChain(Chain):
    """A run with several trees as an absorbing Markov chain: one offspring an iteration, on all inputs.

    `states` counts populations. What `Chain` says of trees, it says of the best one. `max_states` bounds the
    populations.
    """

    def __init__(self, setting: Setting, *, max_states: int = MOST_POPULATIONS) -> None:
        check_population(setting)
        most = min(max_states, MOST_POPULATIONS)
        self.setting, self.neglected = setting, 0.0
        self.forest = Forest(setting, _most_leaves(setting))
        self._steps_of = _Steps(setting, self.forest)
        _check_count(setting, self.forest.count, self._steps_of.unordered, most)
        self._populations, moves, stops = self._explored(most)
        best = [self._steps_of.best(state) for state in self._populations]
        self._trees = np.array([self.forest.number(tree) for tree in best], dtype=np.int64)
        self._done = self._steps_of.solves(self._populations[0])
        held = np.arange(0 if self._done else self._going)
        self._first = self._begin = 0
        self._trees_held = self._trees[held]
        self._moves, self._stops = moves[held][:, held], stops[held]
        self._known = [float(self._done)]

    def _explored(self, most: int) -> tuple[list[State], csr_array, csr_array]:
        """All populations that can be reached, those that end runs last, and the ways between them."""
        steps = self._steps_of
        first = steps.first()
        going, todo = {first: 0}, [first]
        ended: dict[State, int] = {}
        ways: list[tuple[int, State, float]] = []
        while todo and not steps.solves(first):
            state = todo.pop()
            for after, share in steps.after(state).items():
                if steps.solves(after):
                    ended.setdefault(after, len(ended))
                elif after not in going:
                    going[after] = len(going)
                    todo.append(after)
                ways.append((going[state], after, float(share)))
            if len(going) + len(ended) > most:
                raise InputError(
                    "population", self.setting.population, f"more than {most:,} populations; {INSTEAD}"
                )
        self._going = len(going)
        size = len(going) + len(ended)
        kept = _matrix([(row, going[after], share) for row, after, share in ways if after in going], size)
        lost = [(row, len(going) + ended[after], share) for row, after, share in ways if after in ended]
        return [*going, *ended], kept, _matrix(lost, size)

    @cached_property
    def states(self) -> int:
        """How many populations a run can hold or end with."""
        return len(self._populations)

    def expected_visits(self) -> dict[Tree, float]:
        """The expected number of iterations that begin with each tree as the best."""
        visits: dict[Tree, float] = {}
        numbers = np.full(len(self._trees_held), np.inf)
        numbers[self._passing] = self._visits
        for state, number in enumerate(numbers):
            tree = self._tree(state)
            visits[tree] = visits.get(tree, 0.0) + float(number)
        return visits


def chain_of(setting: Setting, max_states: int = DEFAULT_STATES) -> Chain:
    """The chain of a setting: over trees if it is about one tree that is mutated, else over populations.

    >>> chain_of(Setting(n=2, limit="2", population=2)).states
    47
    """
    if unread(setting, ONE_TREE) not in READS:
        return Chain(setting, max_states=max_states)
    return PopulationChain(setting, max_states=max_states)


class _Steps:
    """One iteration, exactly; trees by their numbers in a forest, or as they are where order matters."""

    def __init__(self, setting: Setting, forest: Forest) -> None:
        self.setting, self.forest = setting, forest
        self.rows = TrainingSet.complete(setting.goal)
        order = setting.rule.order
        self.unordered = order is not None and order.ties == "chance" and setting.distinct != "functions"
        self.alike = setting.crosser.entry.cross in UNORDERED and setting.operator.listed
        self.members: list[Member] = []
        self.numbers: dict[Tree, int] = {}
        self.mutated, self.crossed = cache(self._mutated), cache(self._crossed)
        self.made = cache(self._made)

    def number(self, tree: Tree) -> int:
        """The number of a tree, or of one that differs in the order of children only."""
        if tree not in self.numbers:
            usual = self.forest.tree(self.forest.number(tree)) if self.alike else tree
            if usual not in self.numbers:
                self.numbers[usual] = len(self.members)
                self.members.append(judged(self.setting, Member(usual), self.rows))
            self.numbers[tree] = self.numbers[usual]
        return self.numbers[tree]

    def state(self, trees: Iterable[Tree]) -> State:
        """A population."""
        found = [self.number(tree) for tree in trees]
        return tuple(sorted(found) if self.unordered else found)

    def first(self) -> State:
        """The population that a run begins with."""
        return self.state([self.setting.start_tree] * self.setting.population)

    def population(self, state: State) -> Population:
        """Its members."""
        return tuple(self.members[number] for number in state)

    def best(self, state: State) -> Tree:
        """The tree that a run would end with."""
        return best_of(self.population(state)).tree

    def solves(self, state: State) -> bool:
        """Whether a run ends."""
        best = best_of(self.population(state))
        return bool(best.tree.prefix) and best.error is not None and best.error <= self.setting.accept_error

    def after(self, state: State) -> dict[State, Fraction]:
        """The law of the population after an iteration."""
        setting, population = self.setting, self.population(state)
        law: dict[State, Fraction] = {}
        offspring: dict[int | None, Fraction] = {}
        for one, other, crossing, share in self._parents(population):
            for tree, chance in self.made(one, other, crossing).items():
                child = None if tree is None else self.number(tree)
                offspring[child] = offspring.get(child, Fraction(0)) + share * chance
        for child, share in offspring.items():
            if child is None:
                law[state] = law.get(state, Fraction(0)) + share
                continue
            held, brood = population, [self.members[child]]
            if setting.distinct != "none":
                held, brood = apart(setting.distinct, population, brood)

            def survivors(draws: Any, held: Population = held, brood: list[Member] = brood) -> State:
                kept = setting.survivor.survive(setting, held, iter(brood), draws)
                return self.state(member.tree for member in kept)

            for found, chance in every_draw(survivors, "survival", setting.survival).items():
                law[found] = law.get(found, Fraction(0)) + share * chance
        return law

    def _parents(self, population: Population) -> Iterator[tuple[Tree, Tree, bool, Fraction]]:
        """Both parents, whether they are crossed, and how likely that is."""
        setting, crossing = self.setting, self.setting.crosser.argument or Fraction(0)
        law = {0: Fraction(1)}
        if len(population) > 1:
            pick = setting.chooser.entry.choose(setting, population)
            law = every_draw(pick, "parents", setting.parents)
        for place, share in law.items():
            one = population[place].tree
            if crossing < 1:
                yield one, one, False, share * (1 - crossing)
            for second, chance in law.items() if crossing > 0 else ():
                yield one, population[second].tree, True, share * chance * crossing

    def _made(self, one: Tree, other: Tree, crossing: bool) -> Law:
        """The law of an offspring; None is one above the limit."""
        setting, law = self.setting, dict[Tree | None, Fraction]()
        both = crossing and bool(one.prefix and other.prefix)
        rate = setting.mutates if not crossing or setting.variation == "both" else Fraction(0)
        for tree, share in (self.crossed(one, other) if both else {one: Fraction(1)}).items():
            after = self.mutated(tree) if rate > 0 else {}
            outcomes = [(made, rate * chance) for made, chance in after.items()]
            for made, chance in (*outcomes, (tree, 1 - rate)):
                if chance > 0:
                    child = self._allowed(made, one)
                    law[child] = law.get(child, Fraction(0)) + share * chance
        return law

    def _allowed(self, tree: Tree, one: Tree) -> Tree | None:
        """What becomes of a tree that is too deep or too large."""
        setting = self.setting
        if setting.deepest is not None and depth_of(tree.prefix) > setting.deepest:
            return one
        if setting.leaf_limit is not None and tree.leaves > setting.leaf_limit:
            return one if setting.survivor.replaced else None
        return tree

    def _mutated(self, tree: Tree) -> dict[Tree, Fraction]:
        setting = self.setting
        if setting.operator.listed:
            return neighbourhood(tree, setting)
        return every_draw(
            lambda draws: setting.operator.mutate(tree, setting, draws).tree, "mutation", setting.mutation
        )

    def _crossed(self, one: Tree, other: Tree) -> dict[Tree, Fraction]:
        setting = self.setting
        return every_draw(
            lambda draws: setting.crosser.entry.cross(setting, one, other, draws).tree,
            "crossover",
            setting.crossover,
        )


def check_population(setting: Setting) -> None:
    """Refuse settings whose populations cannot be listed."""
    check_read(setting, READS, "the chain of populations")
    survives = setting.survivor
    for field, wrong, why in (
        ("training", not setting.judged_on.complete, "the complete truth table only"),
        ("algorithm", setting.scheme.several, "one mutation at a time"),
        ("offspring", setting.offspring > 1, "one offspring an iteration"),
        ("selection", setting.rule.order is None, "rules that make an order of several trees"),
        ("survival", survives.by_rows or bool(survives.source), "who is kept whatever the parents"),
        ("parents", setting.chooser.entry.by_weight, "parents that are drawn once"),
    ):
        if wrong:
            raise InputError(
                field, getattr(setting, field), f"the chain of populations covers {why}; {INSTEAD}"
            )


def _most_leaves(setting: Setting) -> int:
    """The limit, which must be small."""
    limit = setting.leaf_limit
    if limit is None:
        raise InputError("limit", "none", "there are infinitely many trees; give a limit")
    if limit > 6 or setting.n > 4:
        field, value = ("limit", setting.limit) if limit > 6 else ("n", setting.n)
        raise InputError(field, value, f"there are too many populations; {INSTEAD}")
    return limit


def _check_count(setting: Setting, trees: int, unordered: bool, most: int) -> None:
    """Refuse populations that are too many, before any is listed."""
    size = setting.population
    count = comb(trees + size - 1, size) if unordered else trees**size
    if count > most and not setting.survivor.archive:
        about = f"up to {count:,}" if count < 10**12 else "more than 10^12"
        raise InputError("population", size, f"{about} populations, more than {most:,}; {INSTEAD}")


def _matrix(ways: list[tuple[int, int, float]], size: int) -> csr_array:
    """A sparse matrix."""
    rows, columns, shares = zip(*ways, strict=True) if ways else ((), (), ())
    entries = np.array(shares, dtype=np.float64), (np.array(rows, dtype=int), np.array(columns, dtype=int))
    return coo_array(entries, shape=(size, size)).tocsr()
