"""`Reproduction`: the paper's runs, done and still to do, in a folder that can be continued."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from evobool.checks import check_integer
from evobool.model.seeds import MOST_RUNS
from evobool.model.settings.setting import Setting
from evobool.paper.parts import PARTS, Part
from evobool.paper.published import RUNS
from evobool.studies.plan.folder import StudyFolder
from evobool.studies.plan.study import Carry, Study, Told

if TYPE_CHECKING:
    from evobool.paper.folder import Shown


@dataclass(frozen=True)
class Reproduction:
    """Parts of the paper to rerun, how often, and where the results go.

    A folder begun earlier is continued; anything else in the way is refused.
    """

    parts: Sequence[Part]
    runs: int = RUNS
    seed: int | None = None
    out: Path = Path("reproduction")

    def __post_init__(self) -> None:
        object.__setattr__(self, "runs", check_integer("runs", self.runs, 2, MOST_RUNS))
        ours = {setting.id for part in (*PARTS.values(), *self.parts) for setting in part.settings}
        self.folder.check("reproduction", self.seed, ours)

    @cached_property
    def folder(self) -> StudyFolder:
        """Where it goes."""
        return StudyFolder(self.out)

    @property
    def store(self) -> Path:
        """The file that holds the runs."""
        return self.folder.store

    def studies(self) -> list[Study]:
        """The parts as studies, one for each number of runs that parts need."""
        seed = self.folder.seed(self.seed)
        found = []
        for runs in sorted({part.runs(self.runs) for part in self.parts}):
            chosen = [part for part in self.parts if part.runs(self.runs) == runs]
            settings = {setting.id: setting for part in chosen for setting in part.settings}
            found.append(Study(list(settings.values()), runs, seed))
        return found

    def kinds(self) -> list[Setting]:
        """One setting for each kind of code that has to be compiled."""
        found = {setting.judged_on.complete: setting for part in self.parts for setting in part.settings}
        return list(found.values())

    def owed(self) -> int:
        """How many runs are still to do."""
        if not self.folder.begun:
            return sum(len(study.settings) * study.runs for study in self.studies())
        with self.folder.one.opened() as store:
            return sum(work.count for study in self.studies() for work in study.owed(store))

    def collect(self, tell: Told, *, workers: int | None = None, carry: Carry | None = None) -> None:
        """Make the runs that the store does not hold yet."""
        self.out.mkdir(parents=True, exist_ok=True)
        for study in self.studies():
            study.collect(self.folder.one, workers=workers, progress=tell, carry=carry)

    def shown(self) -> list[Part]:
        """The parts asked for, and those already in the folder."""
        with self.folder.one.opened() as store:
            done = store.done()
        asked = {part.name for part in self.parts}
        return [
            part
            for part in PARTS.values()
            if part.name in asked
            or all(done.get(setting.id, 0) >= 2 * part.times for setting in part.settings)
        ]

    def held(self) -> int:
        """The most runs held of any setting of the parts asked for, divided by the part's `times`."""
        with self.folder.one.opened() as store:
            done = store.done()
        return max(done[setting.id] // part.times for part in self.parts for setting in part.settings)

    def write(self, tell: Callable[[str], None] = lambda name: None) -> Shown:
        """Write report, figures, tables and data from the store; returns what they show."""
        from evobool.paper.folder import Folder

        with self.folder.one.opened() as store:
            return Folder(self.out, store).write(self.shown(), tell)
