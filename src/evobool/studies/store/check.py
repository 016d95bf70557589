"""Checking all of a store: what is sound, and what is not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from evobool.errors import InputError
from evobool.model.settings.setting import Setting
from evobool.model.targets.labelled import DATA, remember
from evobool.studies.store import plugged, seals
from evobool.studies.store.damage import DamagedError, StoreError, reading
from evobool.studies.store.opening import begun, check_kind, connect
from evobool.studies.store.plausible import fault_of
from evobool.studies.store.store import Store

MOST_FAULTS = 20


@dataclass
class Report:
    """What a check found: the runs of each sound setting by id, what is wrong with others and elsewhere."""

    path: Path
    sound: dict[str, int] = field(default_factory=dict)
    unsound: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.unsound and not self.faults


def check(path: Path) -> Report:
    """Verify everything: SQLite's own structure, ids, seals, checksums, and that the columns of runs agree.

    A file that is no store is refused; a damaged one is not.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Store(Path(folder) / "a.db", seed=1).close()
    ...     check(Path(folder) / "a.db").is_sound
    True
    """
    path = Path(path)
    report = Report(path)
    if begun(path):
        _check_structure(report)
    try:
        store = Store(path, check=False)
    except DamagedError as problem:
        raise StoreError(path, f"is damaged beyond reading ({problem.fault})") from None
    with store:
        _check_seals(store, report)
        for key, found in _settings(store, report):
            if isinstance(found, str):
                report.unsound[key] = found
            else:
                report.sound[key] = found
    return report


def _check_structure(report: Report) -> None:
    """What SQLite says of its own file."""
    with closing(connect(report.path)) as connection:
        try:
            with reading(report.path):
                check_kind(connection, report.path)
                lines = connection.execute(f"PRAGMA integrity_check({MOST_FAULTS})").fetchall()
        except DamagedError as problem:
            report.faults.append(f"SQLite: {problem.fault}")
            return
    for (line,) in lines:
        if line != "ok":
            report.faults += [f"SQLite: {part}" for part in str(line).splitlines() if "***" not in part]


def _check_seals(store: Store, report: Report) -> None:
    """Whether the small tables are as they were written."""
    try:
        with store.snapshot():
            seals.check_seals(store.connection, store.path)
    except DamagedError as problem:
        report.faults.append(problem.fault)
        try:
            with store.snapshot():
                report.broken = seals.broken(store.connection)
        except DamagedError:
            report.broken = list(seals.ALL)


def _settings(store: Store, report: Report) -> Iterator[tuple[str, int | str]]:
    """Each setting's id with how many sound runs it has, or with what is wrong."""
    if "study" in report.broken:
        report.faults.append("the seed cannot be trusted, so no run can")
    try:
        with reading(store.path):
            rows = store.connection.execute("SELECT number, id FROM setting ORDER BY number").fetchall()
            names, plugins = store.column_names(), store.plugins()
            for table in store.tables(sound=True).values():
                remember(table)
            if not seals.same_columns(store.connection):
                raise DamagedError(
                    store.path, "columns of runs and checksums differ, so no run can be trusted"
                )
    except DamagedError as problem:
        report.faults.append(problem.fault)
        return
    orphans = _orphans(store, {number for number, _ in rows})
    if orphans:
        report.faults.append(f"runs of {orphans} settings that are not there")
    for number, key in rows:
        try:
            fields = store.fields_of(number)
            if "study" in report.broken:
                raise DamagedError(store.path, "the seed cannot be trusted")
            setting = _setting(fields, plugins, "plugin" in report.broken, store.path)
            ((_, runs),) = store.columns(names, [key])
            with reading(store.path):
                for row in runs:
                    fault = None if setting is None else fault_of(setting, names, row)
                    if fault is not None:
                        raise DamagedError(store.path, f"run {row[0]}: {fault}")
            yield key, len(runs)
        except (DamagedError, StoreError) as problem:
            yield str(key), getattr(problem, "fault", str(problem))


def _orphans(store: Store, known: set[int]) -> int:
    """How many settings have runs but are not known themselves."""
    query = "SELECT MIN(setting) FROM run WHERE setting > ?"  # from one to the next, not run by run
    found, last = 0, -inf
    try:
        with reading(store.path):
            while (number := store.connection.execute(query, (last,)).fetchone()[0]) is not None:
                found += number not in known
                last = number
    except DamagedError:
        pass  # SQLite's own check names it
    return found


def _setting(
    fields: dict[str, object], plugins: dict[str, plugged.Noted], uncertain: bool, path: Path
) -> Setting | None:
    """A setting, None if it needs plugins that are not loaded."""
    try:
        setting = Setting(**fields)  # type: ignore[arg-type]
    except InputError:
        if uncertain or not plugins or str(fields.get("target")).startswith(f"{DATA}:"):
            raise DamagedError(path, "its fields make no setting, or name what cannot be trusted") from None
        return None
    if uncertain and plugged.plugins_of([setting]):
        raise DamagedError(path, "its plugins cannot be trusted")
    return setting
