"""Values of fields that cannot mean anything together."""

from __future__ import annotations

from typing import Any

from evobool.errors import InputError


def check_together(setting: Any) -> None:
    """Refuse what a population cannot be, in a line that names a field."""
    _check_archive(setting)
    kept, chooser = setting.survivor, setting.chooser.entry
    if setting.rule.order is None and (setting.several or kept.replaced):
        why = "does not rank several trees"
        raise InputError("selection", setting.selection, why)
    if kept.replaced and setting.offspring < setting.population:
        why = f"keeps {setting.population} trees, more than the {setting.offspring} offspring"
        raise InputError("survival", setting.survival, why)
    if kept.replaced and setting.distinct != "none":
        why = f"cannot drop offspring, since survival = {setting.survival} needs them all"
        raise InputError("distinct", setting.distinct, why)
    if chooser.by_weight and setting.aim.costs is None and setting.size > 1:
        why = f"needs an objective in whole numbers, not {setting.objective}"
        raise InputError("parents", setting.parents, why)


def _check_archive(setting: Any) -> None:
    """Refuse several numbers to compare by without an archive, and an archive without them."""
    if not setting.survivor.archive:
        if setting.aim.trade_off:
            raise InputError("objective", setting.objective, "is a trade-off: it needs survival = pareto")
        return
    if not setting.aim.trade_off:
        why = "needs an objective of several numbers: classes, size or classes+size"
    elif setting.judged_on.fresh:
        why = f"needs rows that stay, complete or fixed:S, not training = {setting.training}"
    elif setting.population > 1:
        why = f"keeps all undominated trees, so population = {setting.population} has no meaning"
    elif setting.archipelago.number > 1:
        why = f"has no best tree to send, which islands = {setting.islands} requires"
    elif setting.chooser.entry.by_value:
        why = f"has no single number to compare, which parents = {setting.parents} requires"
    else:
        return
    raise InputError("survival", setting.survival, why)
