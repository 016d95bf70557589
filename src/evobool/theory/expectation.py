"""The T to expect where it has been measured: a rule of thumb, not a bound."""

from __future__ import annotations

from math import log

from evobool.model.settings.refused import unread
from evobool.model.settings.setting import Setting

# no-limit.md: n (a ln n + b) fitted to the mean T of AND_n without a limit, at fourteen sizes from n = 8
# to 100,000 (docs/data/no-limit.csv): a = 3.22 ± 0.02, b = 4.80 ± 0.10, p = 0.80. OR_n is dual.
SLOPE, CONSTANT = 3.22, 4.80
SMALLEST, LARGEST = 8, 100_000
READS = frozenset({"n", "target", "max_iterations"})  # measured at the defaults of all others


def expected_time(setting: Setting) -> float | None:
    """Roughly how many iterations a run takes; None for settings on which the law was not measured.

    >>> round(expected_time(Setting(n=1000)) or 0, -2)
    27000.0
    >>> expected_time(Setting(n=1000, limit="n")), expected_time(Setting(n=200_000))
    (None, None)
    """
    covered = unread(setting, READS) is None and setting.target in ("and", "or")
    if not covered or not SMALLEST <= setting.n <= LARGEST:
        return None
    return setting.n * (SLOPE * log(setting.n) + CONSTANT)
