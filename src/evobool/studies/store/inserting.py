"""Writing runs together with their checksums, within a transaction of the caller's."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from evobool.studies.store import seals
from evobool.studies.store.checksums import (
    BLOCK,
    Block,
    blocks_of,
    check_rows,
    sums_of,
    within,
    write_block,
)
from evobool.studies.store.columns import Row
from evobool.studies.store.damage import DamagedError


class Inserting:
    """Puts runs of one setting after the other into a store; those already there stay as they are."""

    def __init__(self, connection: sqlite3.Connection, path: Path, names: Sequence[str]) -> None:
        self.connection, self.path, self.names = connection, path, names
        self.added = 0
        self.difference = 0  # of the seal over the checksums
        marks = ", ".join("?" * (len(names) + 1))
        self.statement = f"INSERT INTO run (setting, {', '.join(names)}) VALUES ({marks})"
        self.place = names.index("run")

    def insert(self, number: int, key: str, rows: Sequence[Row], known: Sequence[Block] = ()) -> None:
        """Write runs of a setting, given as the values of the columns.

        `known` are checksums that whole blocks of them are known to give, so that they need not be computed.
        """
        if not rows:
            return
        index = self.place
        rows = sorted(rows, key=lambda row: row[index])
        query = "SELECT run FROM run WHERE setting = ? AND run BETWEEN ? AND ?"
        held = {run for (run,) in self.connection.execute(query, (number, rows[0][index], rows[-1][index]))}
        new = list({row[index]: row for row in rows if row[index] not in held}.values())
        whole = {block.number: block for block in known}
        for block, group in groupby(new, lambda row: row[index] // BLOCK):
            self._seal(number, key, block, list(group), whole.get(block))
        self.connection.executemany(self.statement, ((number, *row) for row in new))
        self.added += len(new)

    def _seal(self, number: int, key: str, block: int, rows: list[Row], known: Block | None) -> None:
        """Renew the checksums of a block that these rows are about to join."""
        inside = f"FROM run WHERE setting = {number} AND {within(block)}"
        (last,) = self.connection.execute(f"SELECT MAX(run) {inside}").fetchone()
        before = blocks_of(self.connection, number, self.names, block)
        if bool(before) != (last is not None):
            raise DamagedError(self.path, f"setting {key}: runs or checksums are missing")
        if last is not None and last > rows[0][self.place]:  # not an addition at the end
            found = self.connection.execute(f"SELECT {', '.join(self.names)} {inside} ORDER BY run")
            held = check_rows(self.path, key, before, self.names, found)
            sums = sums_of(self.names, sorted([*held, *rows], key=lambda row: row[self.place]))
        elif known is not None and last is None and known.runs == len(rows):
            sums = known.sums
        else:
            sums = sums_of(self.names, rows, before[0] if before else None)
        count = len(rows) + (before[0].runs if before else 0)
        self.difference ^= write_block(self.connection, number, Block(block, key, count, sums))

    def finish(self) -> None:
        """Renew the seal over all checksums."""
        seals.change_seal(self.connection, self.difference)
