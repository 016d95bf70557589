"""evobool: a laboratory for evolving Boolean functions with simple genetic programming."""

from __future__ import annotations

TYPE_CHECKING = False  # typing itself takes a while to import, and Ctrl-C may come meanwhile
if TYPE_CHECKING:
    from typing import Any

    from evobool.api import evolve, race
    from evobool.errors import EvoboolError, InputError
    from evobool.model.formulas.tree import Tree
    from evobool.model.outcome.run import Race, Run, Step
    from evobool.model.settings.setting import Setting
    from evobool.studies.analysis.results import Results
    from evobool.studies.plan.grid import grid
    from evobool.studies.plan.study import Study

__version__ = "0.1.0"
__all__ = [
    "EvoboolError",
    "InputError",
    "Race",
    "Results",
    "Run",
    "Setting",
    "Step",
    "Study",
    "Tree",
    "evolve",
    "grid",
    "race",
]
_LATER = {
    "EvoboolError": "evobool.errors",
    "InputError": "evobool.errors",
    "Race": "evobool.model.outcome.run",
    "Run": "evobool.model.outcome.run",
    "Setting": "evobool.model.settings.setting",
    "Step": "evobool.model.outcome.run",
    "Tree": "evobool.model.formulas.tree",
    "evolve": "evobool.api",
    "race": "evobool.api",
    "Results": "evobool.studies.analysis.results",
    "Study": "evobool.studies.plan.study",
    "grid": "evobool.studies.plan.grid",
}


def __getattr__(name: str) -> Any:
    """Everything is imported when first used: frames and SQLite are heavy, and the command line wants to
    take care of Ctrl-C before anything else.
    """
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'evobool' has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, those that are imported later too."""
    return [*__all__, "__doc__", "__version__"]
