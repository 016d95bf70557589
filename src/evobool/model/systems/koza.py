"""Koza's system as libraries have it: a population of 1,024 and tournaments of seven."""

from __future__ import annotations

from evobool.model.systems.koza_1992 import KOZA_1992
from evobool.model.systems.system import System

KOZA = System(
    "koza",
    f"{KOZA_1992.reference}, with the defaults of ECJ (S. Luke)",
    {**KOZA_1992.fields, "population": 1024, "parents": "tournament:7"},
    KOZA_1992.differs,
    generational=True,
)
