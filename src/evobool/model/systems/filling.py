"""`like`: the fields of a setting that a named system fills."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evobool.checks import as_list, check_choice
from evobool.errors import InputError
from evobool.model.systems.koza import KOZA
from evobool.model.systems.koza_1992 import KOZA_1992
from evobool.model.systems.lexicase import LEXICASE
from evobool.model.systems.rls_gp import RLS_GP
from evobool.model.systems.smo_gp import SMO_GP
from evobool.model.systems.system import System

SYSTEMS: dict[str, System] = {system.name: system for system in (RLS_GP, SMO_GP, KOZA, KOZA_1992, LEXICASE)}


def like(name: str, **changes: Any) -> dict[str, Any]:
    """The fields of a named system, with some changed: for `evolve`, `grid` and `Setting`.

    The names are rls-gp, smo-gp, koza, koza-1992 and lexicase. A generational system makes as many offspring
    as there are trees, unless `offspring` says otherwise.

    >>> like("smo-gp", n=6, target="mux")
    {'survival': 'pareto', 'objective': 'size', 'n': 6, 'target': 'mux'}
    >>> fields = like("koza", n=6, target="mux", population=100)
    >>> fields["population"], fields["offspring"], fields["crossover"]
    (100, 100, 'koza:0.9')

    See Also
    --------
    evolve : run it
    grid : many settings of it
    """
    return filled(system_of(name), changes) | changes


def system_of(name: object) -> System:
    """The system of a name."""
    check_choice("like", name, SYSTEMS)
    return SYSTEMS[str(name)]


def filled(system: System, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a system fills of the fields that are not given."""
    found = {field: value for field, value in system.fields.items() if field not in given}
    if system.generational and "offspring" not in given:
        size = given.get("population", found.get("population"))
        several = as_list(size)
        if several is not None and len(several) != 1:
            why = f"is several sizes: give offspring too, since {system.name} makes as many as it keeps"
            raise InputError("population", size, why)
        found["offspring"] = size if several is None else several[0]
    return found
