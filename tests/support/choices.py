"""The words that fields take which plugins cannot add to."""

from __future__ import annotations

from evobool.model.settings.fields import OneOf
from evobool.model.settings.setting import DEFINITIONS

CHOICES = {
    name: tuple(each.takes.choices)
    for name, each in DEFINITIONS.items()
    if isinstance(each.takes, OneOf) and each.takes.registry is None
}
