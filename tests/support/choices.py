"""The words that fields take which plugins cannot add to."""

from __future__ import annotations

from evobool.model.selection import SELECTIONS
from evobool.model.settings.fields import OneOf
from evobool.model.settings.setting import DEFINITIONS

CHOICES = {
    name: tuple(each.takes.choices)
    for name, each in DEFINITIONS.items()
    if isinstance(each.takes, OneOf) and each.takes.registry is None
}
# The rules that leave nothing to chance, which run on every engine.
BY_ORDER = tuple(name for name, rule in SELECTIONS.items() if rule.by_order)
