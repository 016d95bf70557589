"""The atlas: every Boolean function of up to four variables, and how hard it is to evolve."""

from __future__ import annotations

from evobool.later import TYPE_CHECKING
from evobool.later import later as _later

if TYPE_CHECKING:
    from evobool.atlas.classes import InputClasses, npn_classes
    from evobool.atlas.fewest import Fewest

__all__ = ["Fewest", "InputClasses", "npn_classes"]
__getattr__, __dir__ = _later(
    __name__,
    {
        "Fewest": "evobool.atlas.fewest",
        "InputClasses": "evobool.atlas.classes",
        "npn_classes": "evobool.atlas.classes",
    },
)
