"""The packed engine: the training set in 64-bit words; only the changed path is re-evaluated."""

from __future__ import annotations

import evobool.engines.rows.judge  # noqa: F401 (how the loop judges on rows)
from evobool.engines import compiled
from evobool.engines.base import ON_ROWS
from evobool.engines.quicker import rows_are_quicker
from evobool.engines.room import check_memory
from evobool.engines.rows.table import SORTING, Rows, is_sorted, larger, new_rows, word_count
from evobool.model.settings.setting import Setting

LARGEST_COST = 2**62  # that kernels can add up


def largest_cost(setting: Setting) -> int:
    """What errors cost at most, whatever rows are drawn."""
    assert setting.aim.costs is not None
    split = [(setting.rows // 2, setting.rows - setting.rows // 2), (1, 0)]
    most = max(max(setting.aim.costs(*each)) for each in split)
    return most * setting.rows


class PackedEngine(compiled.CompiledEngine):
    """Any target, any functions, complete, fresh or fixed rows."""

    name = "packed"
    reads = ON_ROWS | {"objective"}
    lists_rows = True
    judge: Rows | None = None

    def __init__(self, setting: Setting, max_branches: int | None = None) -> None:
        words = word_count(setting)
        lines = len(setting.literal_list) + 2 * (compiled.first_capacity(setting) + 3)
        check_memory(setting, lines + (SORTING if is_sorted(setting) else 0))
        cost = words * (setting.n if setting.judged_on.fresh else 4) * setting.offspring
        self.budget = max(1, min(100_000, 100_000_000 // cost))
        self.codes = {name: code for code, name in enumerate(setting.function_list)}
        super().__init__(setting, max_branches)

    @classmethod
    def rank(cls, setting: Setting) -> int:
        """Small truth tables are quicker in rows than in counts, and rows that are drawn are slower."""
        return 0 if setting.on_all_inputs and rows_are_quicker(setting) else 2

    @classmethod
    def refuses_value(cls, setting: Setting) -> str | None:
        """As `Engine.refuses_value`."""
        if not setting.judged_on.regime.compiled:
            return f"the training regime {setting.judged_on.regime.name}"
        if not setting.operator.listed:
            return f"the mutation operator {setting.mutation}"
        if not setting.rule.by_order:
            return f"the selection rule {setting.selection}"
        if setting.aim.costs is None:
            return f"the objective {setting.objective}"
        if setting.aim.splits and largest_cost(setting) > LARGEST_COST:
            return f"objective = {setting.objective} on {setting.rows:,} rows"
        return None

    def _fit(self) -> None:
        slots, old = len(self.arena.node), self.judge
        self.judge = new_rows(self.setting, slots, any_order=True) if old is None else larger(old, slots)
