"""Stores put together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evobool.errors import InputError
from evobool.studies.shard import WHOLE
from evobool.studies.store import Store, insertion


def merge(paths: Sequence[Path], into: Path) -> int:
    """Copy the runs of stores of one seed into a store; returns how many were new.

    The stores read are opened for reading only. All is written in one transaction a store.
    """
    sources = [Path(path) for path in paths]
    seeds = {}
    for path in sources:
        with Store(path) as source:
            seeds[path] = source.seed
    if len(set(seeds.values())) > 1:
        told = ", ".join(f"{path} has {seed}" for path, seed in seeds.items())
        raise InputError("seed", "(several)", f"stores of different seeds cannot be merged: {told}")
    added = 0
    with Store(into, seed=next(iter(seeds.values()))) as target:
        if target.shard != WHOLE:
            raise InputError("into", into, f"is the store of shard {target.shard}; merge into another file")
        for path in sources:
            with Store(path) as source:
                added += _copy(source, target)
    return added


def _copy(source: Store, target: Store) -> int:
    """Copy every run of a store into another."""
    target.take_settings(source.setting_fields(), source.plugins())
    notes = {number: target.add_provenance(fields) for number, fields in source.provenance().items()}
    names, before = source.column_names(), target.connection.total_changes
    place = names.index("provenance")
    with target.guard():
        target.connection.execute("BEGIN IMMEDIATE")
        for key, rows in source.columns(names):
            number = target.setting_numbers[key]
            moved = ((number, *row[:place], notes[row[place]], *row[place + 1 :]) for row in rows)
            target.connection.executemany(insertion(names), moved)
        target.connection.execute("COMMIT")
    return target.connection.total_changes - before
