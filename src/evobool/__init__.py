"""evobool: a laboratory for evolving Boolean functions with simple genetic programming."""

from __future__ import annotations

from evobool.above import DONE_BY as _DONE_BY
from evobool.later import TYPE_CHECKING
from evobool.later import later as _later

if TYPE_CHECKING:
    from typing import Any

    from evobool.api import evolve, race
    from evobool.errors import EvoboolError, InputError
    from evobool.model.formulas.tree import Tree
    from evobool.model.outcome.run import Race, Run, Step
    from evobool.model.settings.setting import Setting
    from evobool.model.systems.filling import like
    from evobool.studies.analysis.results import Results
    from evobool.studies.plan.grid import grid
    from evobool.studies.plan.study import Study

    __version__: str

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
    "like",
    "race",
]
_DONE_BY.update(
    {
        "Tree.error_rate": "evobool.model.targets.wrong:error_rate",
        "Tree.draw": "evobool.show.drawing:text",
        "Tree.svg": "evobool.show.drawing:svg",
        "Tree.dot": "evobool.show.markup:dot",
        "Tree.tikz": "evobool.show.markup:tikz",
        "Tree._repr_svg_": "evobool.show.runs:small_svg",
        "Tree._repr_html_": "evobool.show.runs:tree_html",
        "Run.__repr__": "evobool.show.runs:run_title",
        "Run._repr_html_": "evobool.show.runs:run_html",
        "Run.plot": "evobool.plots.methods:plot_run",
        "Run.save_html": "evobool.pages.build:save_run_page",
        "Run.save_animation": "evobool.show.animation:save_animation",
        "Race.__repr__": "evobool.show.runs:race_title",
        "Race._repr_html_": "evobool.show.runs:race_html",
        "Study.__repr__": "evobool.show.studies:study_title",
        "Study._repr_html_": "evobool.show.studies:study_html",
        "Results.__repr__": "evobool.show.studies:results_title",
        "Results._repr_html_": "evobool.show.studies:results_html",
        "Table._repr_html_": "evobool.show.studies:table_html",
        "Results.plot": "evobool.plots.methods:plot_results",
        "Chain._repr_html_": "evobool.show.theory:chain_html",
        "Chain.plot": "evobool.plots.methods:plot_chain",
        "Landscape._repr_html_": "evobool.show.theory:landscape_html",
        "Labelled.read": "evobool.learning.tables.truth:read_labelled",
        "Rule.written": "evobool.learning.forms.registry:written",
    }
)


_get, _names = _later(
    __name__,
    {
        "EvoboolError": "evobool.errors",
        "InputError": "evobool.errors",
        "Race": "evobool.model.outcome.run",
        "Run": "evobool.model.outcome.run",
        "Setting": "evobool.model.settings.setting",
        "Step": "evobool.model.outcome.run",
        "Tree": "evobool.model.formulas.tree",
        "evolve": "evobool.api",
        "like": "evobool.model.systems.filling",
        "race": "evobool.api",
        "Results": "evobool.studies.analysis.results",
        "Study": "evobool.studies.plan.study",
        "grid": "evobool.studies.plan.grid",
    },
)


def __getattr__(name: str) -> Any:
    """Everything is imported when first used: frames and SQLite are heavy, and the command line wants to
    take care of Ctrl-C before anything else.
    """
    if name == "__version__":
        from evobool.version import current

        return current()
    return _get(name)


def __dir__() -> list[str]:
    """The public names, those that are imported later too."""
    return [*_names(), "__version__"]
