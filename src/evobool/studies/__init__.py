"""Many settings, many runs: plans, executors, the store, statistics."""

from __future__ import annotations

from evobool.later import TYPE_CHECKING
from evobool.later import later as _later

if TYPE_CHECKING:
    from evobool.studies.analysis.estimates import share_interval
    from evobool.studies.work.cluster import dask_carrier

__all__ = ["dask_carrier", "share_interval"]
__getattr__, __dir__ = _later(
    __name__,
    {
        "dask_carrier": "evobool.studies.work.cluster",
        "share_interval": "evobool.studies.analysis.estimates",
    },
)
