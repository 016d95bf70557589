"""`Atlas`: runs on every function of n variables, done and still to do, in a folder that can be continued."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from evobool.atlas.numbered import check_n
from evobool.atlas.systems import MAX_ITERATIONS, SYSTEMS
from evobool.checks import check_integer
from evobool.model.seeds import MOST_RUNS
from evobool.model.settings.setting import Setting
from evobool.studies.plan.folder import StudyFolder
from evobool.studies.plan.study import Carry, Study, Told

RUNS = 100
FEWEST_ITERATIONS = 10  # the scale of colours needs a factor of ten
Key = tuple[str, int]  # the name of a system, and a function


@dataclass(frozen=True)
class Atlas:
    """All functions of n variables, how many runs of each, and where the results go.

    A folder begun earlier is continued; anything else in the way is refused.

    >>> atlas = Atlas(2, runs=10)
    >>> len(atlas.settings), atlas.owed()  # 4 classes for {and, or}, twice, and 6 for the other function sets
    (20, 200)
    """

    n: int = 4
    runs: int = RUNS
    seed: int | None = None
    out: Path = Path("atlas")
    limit: str = "none"
    max_iterations: int = MAX_ITERATIONS

    def __post_init__(self) -> None:
        check_n(self.n)
        check_integer("runs", self.runs, 2, MOST_RUNS)
        check_integer("max_iterations", self.max_iterations, FEWEST_ITERATIONS)
        self.folder.check("atlas", self.seed, {setting.id for setting in self.settings.values()})

    @cached_property
    def folder(self) -> StudyFolder:
        """Where it goes."""
        return StudyFolder(self.out)

    @cached_property
    def settings(self) -> dict[Key, Setting]:
        """Every setting, by the name of its system and the function."""
        return {
            (system.name, table): system.setting(table, self.n, self.limit, self.max_iterations)
            for system in SYSTEMS.values()
            for table in system.tables(self.n)
        }

    def study(self) -> Study:
        """All of it as a study."""
        return Study(list(self.settings.values()), self.runs, self.folder.seed(self.seed))

    def kinds(self) -> list[Setting]:
        """One setting for each system: each has code of its own to compile."""
        return list({name: setting for (name, _), setting in self.settings.items()}.values())

    def owed(self) -> int:
        """How many runs are still to do."""
        return self.study().owing(self.folder.one)

    def collect(self, tell: Told, *, workers: int | None = None, carry: Carry | None = None) -> None:
        """Make the runs that the store does not hold yet."""
        self.out.mkdir(parents=True, exist_ok=True)
        self.study().collect(self.folder.one, workers=workers, progress=tell, carry=carry)

    def write(self, tell: Callable[[str], None] = lambda name: None) -> None:
        """Write data, figures and report from the store."""
        from evobool.atlas.pictures import write_pictures
        from evobool.atlas.report import report_html
        from evobool.atlas.survey import Survey

        tell("what is stuck, and what is exact")
        with self.folder.one.opened() as store:
            survey = Survey(self, store)
        rows = survey.rows()
        (self.out / "data").mkdir(exist_ok=True)
        with (self.out / "data" / "atlas.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        tell("pictures")
        write_pictures(survey, self.out / "figures")
        tell("report.html")
        (self.out / "report.html").write_text(report_html(survey), encoding="utf-8")
