"""Stores put together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from evobool.errors import InputError
from evobool.studies.store.check import Report, check
from evobool.studies.store.checksums import Block, sums_of, without_new_columns
from evobool.studies.store.columns import COLUMNS, Row
from evobool.studies.store.damage import StoreError, reading
from evobool.studies.store.shard import WHOLE
from evobool.studies.store.store import Store

PROVENANCE = COLUMNS.index("provenance")


class Merged(NamedTuple):
    """What a merge did: how many runs were new, and what the checks of damaged stores found."""

    added: int
    damaged: Sequence[Report]


def merge(paths: Sequence[Path], into: Path, *, sound: bool = False) -> Merged:
    """Copy the runs of stores of one seed into a store.

    The stores read are opened for reading only. Their runs are checked as they are copied, all in one
    transaction: if one store is damaged, nothing is written. With `sound`, damaged stores give the settings
    that are sound.
    """
    sources = [Path(path) for path in paths]
    reports = {path: check(path) for path in sources} if sound else {}
    seeds = {}
    for path in sources:
        with Store(path, check=not sound) as source:
            seeds[path] = source.seed
    if len(set(seeds.values())) > 1:
        told = ", ".join(f"{path} has {seed}" for path, seed in seeds.items())
        raise InputError("seed", "(several)", f"stores of different seeds cannot be merged: {told}")
    for path, report in reports.items():
        if not any(report.sound.values()) and not report.is_sound:
            raise StoreError(path, "is damaged, and no run of it is sound")
    added = 0
    with _gone_if_failed(into), Store(into, seed=next(iter(seeds.values()))) as target:
        if target.shard != WHOLE:
            raise InputError("into", into, f"is the store of shard {target.shard}; merge into another file")
        target.verify()
        with target.writing():
            for path in sources:
                with Store(path, check=False) as source:
                    added += _copy(source, target, reports.get(path))
    return Merged(added, [report for report in reports.values() if not report.is_sound])


@contextmanager
def _gone_if_failed(path: Path) -> Iterator[None]:
    """Leave no file behind that was not there before, unless all went well."""
    new = not path.exists()
    try:
        yield
    except BaseException:
        for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")) if new else ():
            each.unlink(missing_ok=True)
        raise


def _copy(source: Store, target: Store, report: Report | None) -> int:
    """Copy every run of a store into another, or those of the settings that are sound."""
    keys = list(source.setting_fields()) if report is None else list(report.sound)
    broken = [] if report is None else report.broken
    target.take_settings(
        {key: source.fields_of(number) for key, number in source.numbered(keys)},
        {} if "plugin" in broken else source.plugins(),
        source.tables(sound=True),
    )
    if "provenance" in broken:
        lost = target.add_provenance({"evobool": "(damaged)"})
        notes: Mapping[int, int] = defaultdict(lambda: lost)
    else:
        notes = {number: target.add_provenance(fields) for number, fields in source.provenance().items()}
    held = source.column_names()

    def moved() -> Iterator[tuple[str, list[Row], list[Block]]]:
        names = target.column_names()
        places = [held.index(name) if name in held else None for name in names]
        for key, blocks, rows in source.checked(held, keys):
            with reading(source.path):
                found = [_moved(row, places, notes) for row in rows]
            yield key, found, _moved_blocks(blocks, names, found)

    return target.add_rows(moved())


def _moved_blocks(blocks: Sequence[Block], names: Sequence[str], rows: Sequence[Row]) -> list[Block]:
    """The checksums of moved rows: those just checked, except for notes and for columns that are new."""
    moved, start = [], 0
    for block in blocks:
        stop = start + block.runs
        sums = block.sums | sums_of(["provenance"], [(row[PROVENANCE],) for row in rows[start:stop]])
        absent = {name: without_new_columns(name, block.runs) for name in names if name not in sums}
        moved.append(block._replace(sums={name: (sums | absent)[name] for name in names}))
        start = stop
    return moved


def _moved(row: Row, places: Sequence[int | None], notes: Mapping[int, int]) -> Row:
    """A row in the order of another store's columns, with the note on how it was made that is there."""
    values: list[Any] = [None if place is None else row[place] for place in places]
    values[PROVENANCE] = notes[values[PROVENANCE]]
    return tuple(values)
