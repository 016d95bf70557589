"""Values of fields that cannot mean anything together."""

from __future__ import annotations

from typing import Any

from evobool.errors import InputError


def check_archive(setting: Any) -> None:
    """Refuse several numbers to compare by without an archive, and an archive without them."""
    if not setting.survivor.archive:
        if setting.aim.trade_off:
            raise InputError("objective", setting.objective, "is a trade-off: it needs survival = pareto")
        return
    if not setting.aim.trade_off:
        why = "needs an objective of several numbers: classes, size or classes+size"
        raise InputError("survival", setting.survival, why)
    if not setting.rule.by_order:
        why = f"cannot order a tie by selection = {setting.selection}, which does not go by order alone"
        raise InputError("survival", setting.survival, why)
    if setting.judged_on.fresh:
        why = f"needs rows that stay, complete or fixed:S, not training = {setting.training}"
        raise InputError("survival", setting.survival, why)
