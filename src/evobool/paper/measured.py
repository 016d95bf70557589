"""What a store holds of the paper's settings."""

from __future__ import annotations

from collections.abc import Iterable

from evobool.model.settings.setting import Setting
from evobool.studies.analysis.sample import WRONG_ROWS, Sample, read_samples
from evobool.studies.store.store import Store

SHOWN = ("T", "S", "ors_accepted", "ors_final", "generalisation_error", WRONG_ROWS)


def measure(store: Store, settings: Iterable[Setting]) -> dict[str, Sample]:
    """The runs of these settings, by id; settings without runs are left out."""
    return {sample.setting.id: sample for sample in read_samples(store, settings, SHOWN) if sample.runs}
