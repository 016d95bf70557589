"""`Survey`: everything the atlas says, gathered from its store, class by class."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from evobool.atlas.cells import Cell, gather
from evobool.atlas.classes import NpnClass, npn_classes
from evobool.atlas.exactly import Exact, exactly
from evobool.atlas.hardness import Correlation, correlations
from evobool.atlas.measures import Measures, measures_of
from evobool.atlas.names import names
from evobool.atlas.stuck import Fate, fates
from evobool.atlas.systems import SYSTEMS, System
from evobool.studies.store.store import Store

if TYPE_CHECKING:
    from evobool.atlas.atlas import Atlas

MEASURES = ("variables", "largest_sensitivity", "average_sensitivity", "largest_influence")


@dataclass(frozen=True)
class Entry:
    """One NPN class: what is known of its functions, and what the runs of every system say."""

    npn: NpnClass
    name: str | None
    measures: Measures
    cells: dict[str, tuple[Cell, ...]]  # by system: one, or one for each polarity

    @property
    def leaves(self) -> int:
        """The fewest leaves with AND and OR."""
        return SYSTEMS["and-or"].fewest(self.npn.table, self.npn.n)


class Survey:
    """The atlas's numbers; the costly ones are computed when asked for."""

    def __init__(self, atlas: Atlas, store: Store) -> None:
        self.n, self.systems = atlas.n, tuple(SYSTEMS.values())
        self.limit, self.max_iterations = atlas.limit, atlas.max_iterations
        self.seed, self.provenance = store.seed, store.provenance()
        cells = {(cell.system.name, cell.table): cell for cell in gather(store, atlas.settings, SYSTEMS)}
        self.entries = [
            Entry(
                each,
                names(self.n).get(each.table),
                measures_of(each.table, self.n),
                {s.name: tuple(cells[s.name, table] for table in s.polarities(each)) for s in self.systems},
            )
            for each in npn_classes(self.n)
        ]
        self._fates = fates(store, atlas.settings.values())

    def cells(self, system: System) -> list[Cell]:
        """All cells of a system."""
        return [cell for entry in self.entries for cell in entry.cells[system.name]]

    def fate(self, cell: Cell) -> Fate:
        """What is known about being stuck."""
        return self._fates[cell.setting.id]

    @cached_property
    def exact(self) -> dict[str, Exact]:
        """What the chain says, by the id of the setting, where it fits."""
        cells = [cell for system in self.systems for cell in self.cells(system)]
        numbers = {cell.setting.id: exactly(cell.setting, cell.fewest) for cell in cells}
        return {key: found for key, found in numbers.items() if found is not None}

    @cached_property
    def correlations(self) -> dict[str, list[Correlation]]:
        """What goes with T, by system."""
        return {system.name: correlations(self.cells(system)) for system in self.systems}

    @property
    def runs(self) -> tuple[int, int]:
        """The fewest and the most runs of a function."""
        counts = [cell.runs for system in self.systems for cell in self.cells(system)]
        return min(counts), max(counts)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each system and function, for a CSV file."""
        return [
            self._row(entry, cell)
            for system in self.systems
            for entry in self.entries
            for cell in entry.cells[system.name]
        ]

    def _row(self, entry: Entry, cell: Cell) -> dict[str, Any]:
        fate, numbers = self.fate(cell), self.exact.get(cell.setting.id)
        low, high = cell.sample.median_interval or (None, None)
        digits = max(1, 2**self.n // 4)
        return {
            "system": cell.system.name,
            "class": f"{entry.npn.table:0{digits}x}",
            "table": f"{cell.table:0{digits}x}",
            "functions_in_class": entry.npn.size,
            "name": entry.name or "",
            "runs": cell.runs,
            "solved": cell.successes,
            "T_capped_mean": round(cell.mean, 2),
            "T_capped_mean_low": round(cell.sample.restricted_interval[0], 2),
            "T_capped_mean_high": round(cell.sample.restricted_interval[1], 2),
            "T_median": cell.sample.median,
            "T_median_low": low,
            "T_median_high": high,
            "S_mean": None if cell.mean_leaves is None else round(cell.mean_leaves, 2),
            "S_least": None if cell.solution is None else cell.solution.leaves,
            "fewest_leaves": cell.fewest,
            "never_stuck": fate.never,
            "failed_looked_at": fate.looked_at,
            "dead_ends": fate.dead,
            "not_dead_ends": fate.open_,
            "exact_limit": None if numbers is None else numbers.limit,
            "exact_p_stuck": None if numbers is None else round(numbers.p_stuck, 6),
            "exact_mean_T": None if numbers is None else round(numbers.mean, 4),
            **{name: getattr(entry.measures, name) for name in MEASURES},
            "fourier_weight_0": entry.measures.weights[0],
            "fourier_weight_1": entry.measures.weights[1],
            "unate": entry.measures.unate,
        }
