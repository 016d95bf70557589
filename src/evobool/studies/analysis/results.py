"""`Results`: what a store holds, as frames and statistics."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from math import nan
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import polars as pl

from evobool.above import above
from evobool.checks import check_choice
from evobool.errors import EvoboolError, InputError
from evobool.model.outcome.survivors import read
from evobool.model.seeds import setting_seed
from evobool.model.settings.describing import flat_fields, varying
from evobool.model.settings.setting import FIELDS, Setting
from evobool.studies.analysis.choosing import Where, refuse_pooling, select
from evobool.studies.analysis.point import MEASURES, point_of, read_for
from evobool.studies.analysis.sample import OF_ALL, VALUES, Sample, read_samples
from evobool.studies.analysis.table import Cell, Table
from evobool.studies.store.columns import COLUMNS, COUNTS, MEMBERS, check_value
from evobool.studies.store.damage import reading
from evobool.studies.store.one import OneStore
from evobool.studies.store.store import Store, stored_tree

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from evobool.studies.analysis.comparisons import Comparisons
    from evobool.studies.laws.fitted import Fits


class Results:
    """The runs in a store; nothing is read before it is asked for.

    Every question opens the store, which verifies it. Within a `with` block it is opened once for all.

    >>> from evobool import Study, grid
    >>> results = Study(grid(n=[3, 4], limit="2n"), runs=50, seed=1).collect()
    >>> results.summary().select("n", "runs", "B").rows()
    [(3, 50, 0.0), (4, 50, 0.0)]

    See Also
    --------
    Study : makes the runs
    evobool.studies.share_interval : an interval for B
    """

    def __init__(self, path: str | Path | OneStore) -> None:
        self.one = OneStore.of(path)
        self.path = self.one.path

    def __enter__(self) -> Self:
        self.one.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.one.__exit__(kind, problem, trace)

    def __repr__(self) -> str:
        return f"<{above('Results.__repr__', self)}>"

    def _repr_html_(self) -> str:
        html: str = above("Results._repr_html_", self)
        return html

    def plot(self, x: str = "n", y: str = "T", ax: Axes | None = None, **options: Any) -> Axes:
        """Draw a value against a field, a curve for each group, as `evobool study plot` does.

        Without axes, a figure is made. `options` are those of `evobool.plots.studies.draw_study`: `group`,
        `where`, `divide`, `laws`, `x_scale`, `y_scale` and `title`.
        """
        axes: Axes = above("Results.plot", self, ax, x=x, y=y, **options)
        return axes

    def settings(self, where: Where | None = None) -> dict[str, Setting]:
        """The settings that have runs, by id; `where` chooses among them by the values of fields."""
        with self.one.opened() as store:
            done = store.done()
            held = [setting for key, setting in store.settings().items() if done[key]]
        if not held:
            raise InputError("store", self.path, "holds no runs yet")
        return {setting.id: setting for setting in select(held, where)}

    def samples(self, values: str | Sequence[str] = "T", where: Where | None = None) -> Iterator[Sample]:
        """One value or more of all runs, setting by setting."""
        names = [values] if isinstance(values, str) else list(values)
        for name in names:
            check_value("value", name, VALUES)
        with self.one.opened() as store:
            for name in names:
                self._check_counted(store, name)
            yield from read_samples(store, self.settings(where).values(), names)

    def _check_counted(self, store: Store, value: str) -> None:
        """Refuse the count of a function that no setting has."""
        if value in COUNTS and value not in store.column_names():
            why = f"no setting of {self.path} has {COUNTS[value]} among its functions"
            raise InputError("value", value, why)

    def summary(
        self, intervals: bool = False, *, where: Where | None = None, constant: bool = True
    ) -> pl.DataFrame:
        """One row for each setting: B, and the mean, sd, median and quantiles of T, S and the rest.

        The fields that vary come first; those that are the same in all rows come last, or not at all with
        `constant=False`. `intervals` adds 95 % intervals (Wilson for B, bootstrap for the means), which takes
        longer. `where` chooses settings, such as `where={"deletion": "leaf"}`.
        """
        with self.one.opened() as store:
            settings = self.settings(where)
            held = store.column_names()
            names = [name for name in VALUES if name not in COUNTS or name in held]
            samples = read_samples(store, settings.values(), names)
            rows = [_summary_row(sample, names, intervals) for sample in samples]
        frame = pl.DataFrame(rows, infer_schema_length=None)
        first = list(varying(settings.values()))
        last = [name for name in FIELDS if name not in first]
        middle = [name for name in frame.columns if name not in FIELDS]
        return frame.select([*first, *middle, *(last if constant else [])])

    def runs(self, chosen: Collection[str] | None = None) -> Iterator[pl.DataFrame]:
        """All runs with the fields of their settings, a frame for each setting; `chosen` names some settings.

        A row has all it takes to repeat its run: the fields, `seed` and `index` of `evolve`, and the `engine`
        that made it. The tree is written as `Tree.parse` reads it, a population as a list in JSON.
        """
        if chosen is not None and (isinstance(chosen, str | bytes) or not isinstance(chosen, Collection)):
            raise InputError("chosen", chosen, "must be a list of ids of settings")
        with self.one.opened() as store:
            settings, notes = store.settings(), store.provenance()
            versions = {number: fields.get("evobool", "") for number, fields in notes.items()}
            columns = store.column_names()
            counts = [name for name in COUNTS if name in columns]
            apart = ("run", "provenance", "engine", "tree", *COUNTS)
            told = [*(name for name in COLUMNS if name not in apart), *counts, "engine"]
            last = ["tree", *(name for name in columns if name == MEMBERS)]
            for key, frame in store.frames(chosen):
                with reading(self.path):
                    trees = [str(stored_tree(text)) for text in frame["tree"]]
                    made_by = [versions[number] for number in frame["provenance"]]
                frame = frame.with_columns(
                    pl.lit(setting_seed(store.seed, settings[key]), dtype=pl.UInt64).alias("seed"),
                    pl.col("run").alias("index"),
                    pl.col("solved") == 1,
                    *(pl.col(name).cast(pl.Int64).fill_null(0) for name in counts),
                    pl.col("error").cast(pl.String),
                    pl.col("generalisation_error").cast(pl.Float64),
                    pl.Series("tree", trees, dtype=pl.String),
                    pl.Series("evobool", made_by, dtype=pl.String),
                )
                if MEMBERS in columns:
                    frame = frame.with_columns(pl.Series(MEMBERS, list(map(_listed, frame[MEMBERS]))))
                yield frame.select(*_literals(key, settings[key]), "seed", "index", *told, "evobool", *last)

    def to_pandas(self, intervals: bool = False, *, runs: bool = False) -> pandas.DataFrame:
        """The summary, or every run, as a pandas frame; needs pandas and nothing else."""
        try:
            import pandas
        except ImportError:
            raise EvoboolError("pandas is not installed; try: pip install 'evobool[pandas]'") from None
        if runs:
            frame = pl.concat(list(self.runs()), how="vertical_relaxed")
        else:
            frame = self.summary(intervals)
        return pandas.DataFrame({column.name: column.to_list() for column in frame})

    def cells(
        self,
        rows: str,
        columns: str,
        value: str = "T",
        where: Where | None = None,
        *,
        intervals: bool = True,
    ) -> list[Cell]:
        """One value for every pair of two fields; settings that differ in anything else are refused.

        The cells are in the order of the store. `value` is as `y` of `curves`.
        """
        for name, chosen in (("rows", rows), ("columns", columns)):
            check_choice(name, chosen, FIELDS)
        if rows == columns:
            raise InputError("columns", columns, "must differ from rows")
        check_value("value", value, MEASURES)
        with self.one.opened() as store:
            self._check_counted(store, value)
            refuse_pooling(self.path, self.settings(where).values(), [rows, columns])
            samples = list(self.samples(read_for(value), where))
        points = [point_of(sample, nan, value, intervals) for sample in samples]
        told = [flat_fields(sample.setting) for sample in samples]
        return [Cell(each[rows], each[columns], point) for each, point in zip(told, points, strict=True)]

    def table(
        self,
        rows: str = "n",
        columns: str = "limit",
        value: str = "T",
        where: Where | None = None,
        *,
        interval: bool = False,
    ) -> Table:
        """What `evobool study show` prints: a mean over survivors is marked, with B beside it."""
        cells = self.cells(rows, columns, value, where, intervals=interval)
        return Table(rows, columns, value, tuple(cells), interval)

    def ecdf(self, where: Where | None = None) -> pl.DataFrame:
        """The share of all runs solved by each T, setting by setting, with pointwise 95 % intervals.

        The columns: the fields that vary, `T`, `share`, `low` and `high`.
        """
        samples = list(self.samples("T", where))
        apart = list(varying(sample.setting for sample in samples))
        frames = []
        for sample in samples:
            fields = flat_fields(sample.setting)
            steps = dict(zip(("T", "share", "low", "high"), sample.ecdf, strict=True))
            frames.append(
                pl.DataFrame(steps).select(*(pl.lit(fields[each]).alias(each) for each in apart), "*")
            )
        return pl.concat(frames, how="vertical_relaxed")

    def fit(
        self,
        x: str = "n",
        y: str = "T",
        group: str | Sequence[str] = "limit",
        where: Where | None = None,
        laws: Sequence[str] | None = None,
        *,
        censored: bool = False,
    ) -> Fits:
        """The laws that fit each curve, as `evobool study fit` lists them."""
        from evobool.studies.laws.fitted import fit_curves

        return fit_curves(self, x, y, group, where, laws, censored=censored)

    def compare(self, other: Results | None = None, *, by: str | None = None) -> Comparisons:
        """Compare T setting by setting with another store, or within this one by a field.

        This is what `evobool study compare` prints.
        """
        from evobool.studies.analysis.comparisons import one_store, two_stores

        if (other is None) == (by is None):
            raise InputError("by", by, "give either another store's results or a field of this one")
        if by is not None:
            return one_store(self, by)
        if not isinstance(other, Results):
            raise InputError("other", other, "must be results")
        return two_stores(self, other)

    def to_latex(
        self,
        rows: str = "n",
        columns: str = "limit",
        value: str = "T",
        where: Where | None = None,
        *,
        interval: bool = False,
    ) -> str:
        """The same table as `table`, in LaTeX."""
        return self.table(rows, columns, value, where, interval=interval).listing.text("latex")

    def pivot(self, rows: str, columns: str, value: str = "T", where: Where | None = None) -> pl.DataFrame:
        """The values of `table` as a frame of numbers: no intervals, and no mark where runs failed."""
        cells = self.cells(rows, columns, value, where, intervals=False)
        table = {
            rows: [cell.row for cell in cells],
            "column": [f"{columns} = {cell.column}" for cell in cells],
            "value": [cell.point.value for cell in cells],
        }
        frame = pl.DataFrame(table, schema_overrides={"value": pl.Float64}, infer_schema_length=None)
        return frame.pivot(on="column", index=rows, values="value")


def _literals(key: str, setting: Setting) -> list[pl.Expr]:
    fields = {"setting": key} | flat_fields(setting)
    return [pl.lit(value).alias(name) for name, value in fields.items()]


def _summary_row(sample: Sample, names: list[str], intervals: bool) -> dict[str, Any]:
    """The statistics of one setting."""
    row: dict[str, Any] = flat_fields(sample.setting) | {
        "id": sample.setting.id,
        "runs": sample.runs,
        "failed": sample.failed,
        "B": sample.B,
        "survivors": sample.failed > 0,
        "T_restricted_mean": sample.restricted_mean(),
        "T_restricted_to": sample.setting.max_iterations,
        "T_km_median": sample.median,
    }
    if intervals:
        row["B_low"], row["B_high"] = sample.B_interval
    for name in OF_ALL:
        row[name] = sample.of_all(name)
        if intervals:
            row[f"{name}_low"], row[f"{name}_high"] = sample.of_all_interval(name) or (None, None)
    for name in names:
        found = sample.spread(name)
        for statistic in ("mean", "sd", "median", "q05", "q95"):
            row[f"{name}_{statistic}"] = None if found is None else getattr(found, statistic)
        if intervals:
            row[f"{name}_low"], row[f"{name}_high"] = sample.interval(name) or (None, None)
    return row


def _listed(line: str | None) -> str | None:
    """A stored population as JSON."""
    return None if line is None else json.dumps([each.to_dict() for each in read(line)])
