"""`System`: what a paper's system asks of a setting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class System:
    """A system and the fields that it fills; `differs` says what is not as in the paper.

    A `generational` one makes as many offspring as it keeps trees.
    """

    name: str
    reference: str
    fields: Mapping[str, Any]
    differs: str = ""
    generational: bool = field(default=False)
