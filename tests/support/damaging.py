"""Damaged variants of a store, drawn from a seed: what disks, cables, copies and editors do to a file."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from evobool.studies.store import seals
from evobool.studies.store.checksums import Block, blocks_of, sums_of, within, write_block

PAGE = 4096
EDITS = (
    "UPDATE run SET iterations = iterations + 1 WHERE setting = 1 AND run = 3",
    "UPDATE run SET solved = 1 - solved WHERE setting = 2 AND run = 0",
    "UPDATE run SET tree = 'and 1 1' WHERE setting = 1 AND run = 5",
    "UPDATE run SET tree = 'and 1' WHERE setting = 1 AND run = 5",
    "UPDATE run SET iterations = 'many' WHERE setting = 2 AND run = 1",
    "UPDATE run SET iterations = NULL WHERE setting = 1 AND run = 2",
    "UPDATE run SET iterations = x'00ff' WHERE setting = 1 AND run = 2",
    "UPDATE run SET leaves = 1e300, evaluations = -1 WHERE setting = 1",
    "UPDATE run SET error = 'none', engine = 5 WHERE setting = 1 AND run = 0",
    "UPDATE run SET engine = 'other' WHERE setting = 1 AND run = 0",
    "UPDATE run SET provenance = 77 WHERE setting = 1 AND run = 0",
    "UPDATE run SET setting = 2, run = run + 5000 WHERE setting = 1 AND run = 3",
    "UPDATE run SET run = 99999 WHERE setting = 1 AND run = 3",
    "UPDATE run SET generalisation_error = 0.5 WHERE setting = 3",
    "UPDATE run SET ors_accepted = 3",
    "DELETE FROM run WHERE setting = 1 AND run = 3",
    "DELETE FROM run WHERE setting = 1",
    "DELETE FROM run",
    "INSERT INTO run (setting, run, iterations, solved) VALUES (1, 77777, 1, 1)",
    "DELETE FROM setting WHERE number = 1",
    "UPDATE setting SET fields = replace(fields, '\"n\":3', '\"n\":7')",
    "UPDATE setting SET fields = '{' WHERE number = 2",
    "UPDATE setting SET fields = '[]' WHERE number = 2",
    "UPDATE setting SET fields = '{\"m\":1}' WHERE number = 2",
    "UPDATE setting SET id = '0123456789abcdef' WHERE number = 1",
    "UPDATE setting SET number = 99 WHERE number = 1",
    "UPDATE setting SET number = -number; UPDATE setting SET number = 100 + number",
    "UPDATE study SET value = '6' WHERE key = 'seed'",
    "UPDATE study SET value = 'five' WHERE key = 'seed'",
    "DELETE FROM study",
    "INSERT INTO study VALUES ('shard', 'x/y')",
    "INSERT INTO study VALUES ('shard', '1/2')",
    "UPDATE study SET value = 'fast' WHERE key = 'speed'",
    "UPDATE study SET value = '1.0' WHERE key = 'speed'",
    'UPDATE provenance SET fields = \'{"evobool": "9.9"}\'',
    "UPDATE provenance SET fields = '[1]'",
    "DELETE FROM provenance",
    'INSERT INTO provenance (fields) VALUES (\'{"evobool": "9.9"}\')',
    "UPDATE checksum SET iterations = iterations + 1 WHERE setting = 1",
    "UPDATE checksum SET runs = runs + 1",
    "UPDATE checksum SET id = 'x'",
    "DELETE FROM checksum WHERE setting = 1",
    "DELETE FROM checksum",
    "DELETE FROM seal",
    "UPDATE seal SET crc = 0",
    "DROP TABLE checksum",
    "DROP TABLE seal",
    "DROP TABLE run",
    "DROP TABLE setting",
    "DROP TABLE study",
    "DROP TABLE provenance",
    "ALTER TABLE run RENAME COLUMN leaves TO leafs",
    "ALTER TABLE run RENAME COLUMN xors_final TO gts_final",
    "ALTER TABLE run DROP COLUMN engine",
    "CREATE TABLE more (a)",
    "PRAGMA writable_schema = ON; "
    "UPDATE sqlite_master SET sql = CAST(x'435245415445ce28' AS TEXT) WHERE name = 'run'",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = -1",
    "PRAGMA user_version = 1",
    "PRAGMA user_version = 2",
    "PRAGMA user_version = 99",
    "PRAGMA application_id = 0",
)


def edited(path: Path, statements: str) -> None:
    """Change a store by hand, as with a browser for SQLite."""
    connection = sqlite3.connect(path)
    connection.executescript(statements)
    connection.commit()
    connection.close()


def truncated(content: bytearray, rng: random.Random, _: bytes) -> None:
    """The end is missing; of an empty file nobody can tell that it was a store."""
    length = rng.choice([rng.randrange(len(content)), PAGE * rng.randrange(len(content) // PAGE)])
    del content[max(1, length) :]


def flipped(content: bytearray, rng: random.Random, _: bytes) -> None:
    """One bit, or a few."""
    for _bit in range(rng.choice([1, 1, 1, 8])):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)


def flipped_early(content: bytearray, rng: random.Random, _: bytes) -> None:
    """One bit of the first pages: the header, the schema, the small tables."""
    content[rng.randrange(min(len(content), 8 * PAGE))] ^= 1 << rng.randrange(8)


def flipped_header(content: bytearray, rng: random.Random, _: bytes) -> None:
    """One bit of SQLite's header."""
    content[rng.randrange(100)] ^= 1 << rng.randrange(8)


def overwritten(content: bytearray, rng: random.Random, _: bytes) -> None:
    """Some bytes of a page are others."""
    start, length = rng.randrange(len(content)), rng.choice([1, 4, 64, 512])
    content[start : start + length] = rng.randbytes(len(content[start : start + length]))


def zeroed(content: bytearray, rng: random.Random, _: bytes) -> None:
    """A page, or a part of one, is zeros."""
    page, length = rng.randrange(len(content) // PAGE), rng.choice([PAGE, 512])
    content[page * PAGE : page * PAGE + length] = bytes(length)


def swapped(content: bytearray, rng: random.Random, _: bytes) -> None:
    """Two pages have changed places."""
    one, two = (PAGE * rng.randrange(len(content) // PAGE) for _page in range(2))
    content[one : one + PAGE], content[two : two + PAGE] = (
        content[two : two + PAGE],
        content[one : one + PAGE],
    )


def spliced(content: bytearray, rng: random.Random, other: bytes) -> None:
    """A page is that of another store, at its place or elsewhere."""
    place = PAGE * rng.randrange(len(content) // PAGE)
    source = min(place, len(other) - PAGE)
    if rng.random() < 0.3:
        source = PAGE * rng.randrange(len(other) // PAGE)
    content[place : place + PAGE] = other[source : source + PAGE]


def joined(content: bytearray, rng: random.Random, other: bytes) -> None:
    """The beginning of one store, the rest of another.

    At least two pages: the first holds the schema only, which all of them share, so that with it alone the
    result would be the other store, as sound as ever.
    """
    place = PAGE * rng.randrange(2, min(len(content), len(other)) // PAGE)
    content[place:] = other[place:]


Change = Callable[[bytearray, random.Random, bytes], None]
CHANGES: tuple[Change, ...] = (
    truncated,
    flipped,
    flipped,
    flipped,
    flipped_early,
    flipped_early,
    flipped_header,
    overwritten,
    overwritten,
    zeroed,
    swapped,
    spliced,
    spliced,
    joined,
)


def variants(sound: Path, others: list[Path], count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """So many damaged variants of a store with what was done to each; all edits by hand come first."""
    rng, content = random.Random(seed), sound.read_bytes()
    made = 0
    draft = sound.with_name("draft.db")
    edits = EDITS if count > len(EDITS) else rng.sample(EDITS, count // 3)
    for statements in edits:
        draft.write_bytes(content)
        edited(draft, statements)
        yield statements, draft.read_bytes()
        made += 1
    while made < count:
        change, other = rng.choice(CHANGES), rng.choice(others)
        damaged = bytearray(content)
        change(damaged, rng, other.read_bytes())
        if damaged != content:
            yield f"{change.__name__} {made} ({other.name})", bytes(damaged)
            made += 1


def forged(path: Path, statements: str) -> None:
    """The same by somebody who makes all checksums and seals anew, so that they hold."""
    edited(path, statements)
    connection = sqlite3.connect(path)
    names = [row[1] for row in connection.execute("PRAGMA table_info(run)")][1:]
    for number, key in connection.execute("SELECT number, id FROM setting").fetchall():
        for block in blocks_of(connection, number, names):
            inside = f"setting = {number} AND {within(block.number)}"
            rows = connection.execute(
                f"SELECT {', '.join(names)} FROM run WHERE {inside} ORDER BY run"
            ).fetchall()
            write_block(connection, number, Block(block.number, key, len(rows), sums_of(names, rows)))
    seals.seal(connection, *seals.ALL)
    connection.commit()
    connection.close()
