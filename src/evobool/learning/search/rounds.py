"""The search: rounds of ordinary runs on several tables side by side; trees are shortened for the fronts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from evobool.engines.packed import PackedEngine
from evobool.learning.search.effort import FIRST_UNIT, Kind, Ladder, evaluations
from evobool.learning.search.floor import Floor, floor_of
from evobool.learning.search.fronts import Front, Judge
from evobool.learning.search.pruning import pruned
from evobool.learning.shorter.simplify import simplified
from evobool.model.formulas.tree import Tree
from evobool.model.objective import objective_of
from evobool.model.outcome.run import Run
from evobool.model.seeds import setting_seed
from evobool.model.settings.setting import Setting
from evobool.model.targets.labelled import Labelled
from evobool.studies.plan.study import Carry
from evobool.studies.work.executors import Work

IDLE = 2  # rounds without a better formula, after which a front that reaches the floor is left as it is
Fields = Mapping[str, Any]


@dataclass
class Task:
    """A table, its front so far, and how many runs of each kind a round makes on it."""

    rows: Labelled
    fields: Fields
    ladder: Ladder
    runs: int
    front: Front = field(init=False)
    judge: Judge = field(init=False)
    floor: Floor = field(init=False)
    idle: int = 0  # rounds that brought nothing
    begun: Counter[str] = field(default_factory=Counter)  # runs of each setting; no run is made twice

    def __post_init__(self) -> None:
        self.judge = Judge(self.rows, objective_of(self.fields["objective"]))
        self.floor = floor_of(self.rows, self.judge.costs)
        self.front = Front(self.ladder.most)

    @property
    def exact(self) -> int | None:
        """The leaves of the shortest formula that reaches the floor; None as long as there is none."""
        best = self.front.best
        return best.leaves if best is not None and best.cost == self.floor.cost else None

    @property
    def done(self) -> bool:
        """Whether more rounds would hardly help."""
        return self.exact is not None and self.idle >= IDLE

    @cached_property
    def engine(self) -> str:
        """Named where it is known, as to ask all engines takes a while."""
        return "auto" if PackedEngine.refuses(self.setting(Kind(1, "leaf", 1, 1))) else "packed"

    def kinds(self, unit: int) -> list[Kind]:
        """The runs of a round."""
        return self.ladder.kinds(unit, self.runs, self.exact)

    def setting(self, kind: Kind) -> Setting:
        """Runs of a kind as a setting; they stop at the floor if fewest errors are the lowest cost."""
        plain = self.floor.errors == 0 or not objective_of(self.fields["objective"]).splits
        fields: dict[str, Any] = {
            "target": self.rows.name,
            "literals": "all",
            "limit": "none" if kind.limit is None else kind.limit,
            "deletion": kind.deletion,
            "max_iterations": max(1, kind.iterations),
            "accept_error": self.floor.errors if plain else 0,
        }
        return Setting(**fields, **self.fields)

    def works(self, kinds: Sequence[Kind], seed: int) -> list[Work]:
        """Runs as work to carry out."""
        found = []
        for kind in kinds:
            setting = self.setting(kind)
            found.append(
                Work(setting, setting_seed(seed, setting), self.begun[setting.id], kind.runs, self.engine)
            )
            self.begun[setting.id] += kind.runs
        return found

    def take(self, trees: Iterable[Tree]) -> None:
        """Shorten the trees that are better than what is known, and prune them."""
        for tree in trees:
            if tree.prefix:
                point = self.judge.point(tree)
                if self.front.wants(point.leaves, point.cost):
                    self._shorten(tree)

    def _shorten(self, tree: Tree) -> None:
        short = simplified(tree, self.fields["functions"], rows=self.rows)
        for each in (short, *pruned(short, self.judge)):
            if self.front.add(self.judge.point(each)):
                self.idle = 0


def fitting(kinds: Sequence[Sequence[Kind]], left: int) -> list[list[Kind]]:
    """What can be afforded of the runs of several tables, taken in turn.

    >>> [len(each) for each in fitting([[Kind(1, "leaf", 1, 5)] * 2, [Kind(1, "leaf", 1, 5)]], left=12)]
    [1, 1]
    """
    found: list[list[Kind]] = [[] for _ in kinds]
    for place in range(max(map(len, kinds))):
        for chosen, all_kinds in zip(found, kinds, strict=True):
            if place < len(all_kinds) and evaluations(all_kinds[place : place + 1]) <= left:
                chosen.append(all_kinds[place])
                left -= evaluations(chosen[-1:])
    return found


Tell = Callable[[Sequence[Run]], None]


@dataclass
class Search:
    """Rounds on several tables, until the effort is spent or nothing is left to do.

    The first table holds all rows of the others. What is found on them is tried on it too, and not the other
    way round: rows that are to judge a formula must not have helped to find it.
    """

    tasks: Sequence[Task]
    effort: int
    seed: int
    carry: Carry
    tell: Tell
    spent: int = 0
    rounds: int = 0

    def go(self) -> None:
        """Make all rounds; what is found so far is in the tasks whenever this is interrupted."""
        unit = FIRST_UNIT
        while True:
            tasks = [task for task in self.tasks if not task.done]
            planned = sum(evaluations(task.kinds(unit)) for task in tasks)
            left = self.effort - self.spent
            if not tasks or left <= 0 or (self.rounds and planned > 2 * left):
                return
            if planned > left:
                unit = max(1, unit * left // planned)
            plan = fitting([task.kinds(unit) for task in tasks], left)
            if not any(plan):
                return
            self._round(list(zip(tasks, plan, strict=True)))
            if any(task.exact is None for task in tasks):  # else shorter formulas are sought at the same pace
                unit *= 2

    def _round(self, plan: Sequence[tuple[Task, Sequence[Kind]]]) -> None:
        """Make one round. Runs are taken in their order, in whatever order they come."""
        by_task = [(task, task.works(kinds, self.seed)) for task, kinds in plan]
        works = [work for _, owed in by_task for work in owed]
        places = {work.setting.id: place for place, work in enumerate(works)}
        made = list[Run]()
        try:
            with closing(self.carry(works)) as chunks:
                for runs in chunks:
                    made += runs
                    self.tell(runs)
        finally:
            made.sort(key=lambda run: (places[run.setting.id], run.index))
            for task, owed in by_task:
                mine = {work.setting.id for work in owed}
                task.idle += 1
                task.take(run.tree for run in made if run.setting.id in mine)
            for task in self.tasks[1:]:
                self.tasks[0].take(point.tree for point in task.front)
            self.spent += sum(run.evaluations for run in made)
            self.rounds += 1
