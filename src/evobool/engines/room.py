"""Whether the rows of a training set fit in memory."""

from __future__ import annotations

from evobool.engines import able_engines
from evobool.errors import InputError
from evobool.memory import available_memory, bytes_in_words
from evobool.model.settings.setting import Setting


def check_memory(setting: Setting, columns: int) -> None:
    """Refuse a training set whose columns, at one bit per row, do not fit in memory."""
    complete = setting.on_all_inputs
    size, free = columns * -(-setting.rows // 8), available_memory()
    if size <= free:
        return
    whole = setting.judged_on.complete
    field, value = ("n", setting.n) if complete else ("training", setting.training)
    what = "the complete truth table" if complete else "the given rows" if whole else "a sample"
    others = [f"the {kind.name} engine, or " for kind in able_engines(setting) if not kind.lists_rows]
    raise InputError(
        field,
        value,
        f"{what} would take {bytes_in_words(size)}, but {bytes_in_words(free)} are free; "
        f"use {''.join(others)}fewer rows, such as training = 100000",
    )
