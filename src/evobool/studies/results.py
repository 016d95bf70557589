"""`Results`: what a store holds, as frames and statistics."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evobool.errors import InputError
from evobool.model.setting import Setting, check_choice
from evobool.studies.store import COLUMNS, Store
from evobool.studies.summary import mean_interval, share_interval, spread

if TYPE_CHECKING:
    from matplotlib.axes import Axes

VALUES = {
    "T": "iterations",
    "S": "leaves",
    "evaluations": "evaluations",
    "ors_accepted": "ors_accepted",
    "ors_final": "ors_final",
    "generalisation_error": "IFNULL(generalisation_error, -1)",
}
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """The runs of one setting: a column of numbers, whether each was solved, and the cap on iterations."""

    setting: Setting
    values: Numbers
    solved: NDArray[np.bool_]

    @property
    def successful(self) -> Numbers:
        """The values of the solved runs."""
        return self.values[self.solved]


class Results:
    """The runs in a store; nothing is read before it is asked for."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def __repr__(self) -> str:
        from evobool.studies.shown import results_title

        return f"<{results_title(self)}>"

    def _repr_html_(self) -> str:
        from evobool.studies.shown import results_html

        return results_html(self)

    def plot(self, x: str = "n", y: str = "T", group: str = "limit", ax: Axes | None = None) -> Axes:
        """Draw a value against a field, a line for each group, as `evobool study plot` does.

        Without axes, a figure is made.
        """
        from evobool.pictures import plotted

        return plotted("Results", self, ax, x, y, group)

    def samples(self, value: str = "T") -> Iterator[Sample]:
        """One value of all runs, setting by setting."""
        check_choice("value", value, VALUES)
        with Store(self.path) as store:
            settings = store.settings()
            for key, table in store.numbers([VALUES[value], "solved"]):
                yield Sample(settings[key], table[:, 0], table[:, 1] == 1)

    def summary(self, intervals: bool = False) -> pl.DataFrame:
        """A row a setting: its fields, B, and mean, sd, median and quantiles of T, S and the rest.

        `intervals` adds 95 % intervals (Wilson for B, bootstrap for the means), which takes longer.
        """
        rows = []
        with Store(self.path) as store:
            settings = store.settings()
            columns = [column for name, column in VALUES.items() if name != "evaluations"]
            for key, data in store.numbers([*columns, "solved"]):
                if len(data):
                    rows.append(_summary_row(settings[key], data, intervals))
        return pl.DataFrame(rows, infer_schema_length=None)

    def runs(self, chosen: Collection[str] | None = None) -> Iterator[pl.DataFrame]:
        """All runs with the fields of their settings, a frame a setting; `chosen` names some settings."""
        with Store(self.path) as store:
            settings = store.settings()
            for key, rows in store.columns(COLUMNS, chosen):
                if rows:
                    frame = pl.DataFrame(rows, schema=list(COLUMNS), orient="row", infer_schema_length=None)
                    frame = frame.with_columns(
                        pl.col("solved") == 1,
                        pl.col("error").cast(pl.String),
                        pl.col("generalisation_error").cast(pl.Float64),
                    )
                    yield frame.select(*_literals(key, settings[key]), *COLUMNS)

    def pivot(
        self, rows: str, columns: str, value: str = "T", where: Mapping[str, str] | None = None
    ) -> pl.DataFrame:
        """The mean of a value (or B) for every pair of two fields, of settings with the fields `where`."""
        known = list(Setting.__dataclass_fields__)
        for name, chosen in (("rows", rows), ("columns", columns)):
            check_choice(name, chosen, known)
        if rows == columns:
            raise InputError("columns", columns, "must differ from rows")
        check_choice("value", value, [*VALUES, "B"])
        frame = self.summary()
        if frame.is_empty():
            raise InputError("store", self.path, "holds no runs yet")
        for name, wanted in (where or {}).items():
            check_choice("where", name, known)
            held = frame[name].cast(pl.String).unique().sort().to_list()
            frame = frame.filter(pl.col(name).cast(pl.String) == wanted)
            if frame.is_empty():
                raise InputError("where", f"{name}={wanted}", f"no such runs; there are {', '.join(held)}")
        other = [name for name in known if name not in (rows, columns) and frame[name].n_unique() > 1]
        if other:
            raise InputError(
                "store", self.path, f"also varies {', '.join(other)}; choose by --where {other[0]}=..."
            )
        shown = "B" if value == "B" else f"{value}_mean"
        named = pl.concat_str(pl.lit(f"{columns} = "), pl.col(columns).cast(pl.String)).alias("column")
        return frame.select(rows, named, shown).pivot(on="column", index=rows, values=shown)


def _literals(key: str, setting: Setting) -> list[pl.Expr]:
    fields = {"setting": key} | flat_fields(setting)
    return [pl.lit(value).alias(name) for name, value in fields.items()]


def flat_fields(setting: Setting) -> dict[str, Any]:
    """The fields of a setting as numbers and words of one type each."""
    fields = setting.to_dict()
    return fields | {"functions": ",".join(setting.functions), "training": str(setting.training)}


def _summary_row(setting: Setting, data: Numbers, intervals: bool) -> dict[str, Any]:
    """The statistics of one setting; `data` has a column for each of VALUES but evaluations, and solved."""
    solved = data[:, -1] == 1
    failed = int((~solved).sum())
    row: dict[str, Any] = flat_fields(setting) | {
        "id": setting.id,
        "runs": len(data),
        "failed": failed,
        "B": failed / len(data),
        "T_restricted_mean": float(data[:, 0].mean()),
        "T_restricted_to": setting.max_iterations,
        "T_km_median": kaplan_meier_median(data[:, 0], solved),
    }
    if intervals:
        row["B_low"], row["B_high"] = share_interval(failed, len(data))
    columns = dict(zip((name for name in VALUES if name != "evaluations"), data[solved, :-1].T, strict=True))
    columns["evaluations"] = columns["T"] * setting.evaluations_an_iteration
    for name in VALUES:
        column = columns[name][columns[name] >= 0]  # -1 stands for a value that could not be computed
        found = spread(column)
        for statistic in ("mean", "sd", "median", "q05", "q95"):
            row[f"{name}_{statistic}"] = None if found is None else getattr(found, statistic)
        if intervals:
            low, high = mean_interval(column) or (None, None)
            row[f"{name}_low"], row[f"{name}_high"] = low, high
    return row


def kaplan_meier_median(times: Numbers, solved: NDArray[np.bool_]) -> float | None:
    """The time by which half of all runs are solved, None if that was never seen.

    >>> kaplan_meier_median(np.array([10.0, 20.0, 30.0, 99.0]), np.array([True, True, False, False]))
    20.0
    """
    if solved.all():
        half = (len(times) + 1) // 2 - 1
        return float(np.partition(times, half)[half])
    from scipy import stats

    survival = stats.ecdf(stats.CensoredData(uncensored=times[solved], right=times[~solved])).sf
    below = np.flatnonzero(survival.probabilities <= 0.5)
    return float(survival.quantiles[below[0]]) if len(below) else None


def samples_by(results: Sequence[Sample], field: str) -> dict[Any, list[Sample]]:
    """Samples grouped by a field of their settings."""
    groups: dict[Any, list[Sample]] = {}
    for sample in results:
        groups.setdefault(getattr(sample.setting, field), []).append(sample)
    return groups


def paired(first: Results, second: Results) -> list[tuple[str, Sample, Sample]]:
    """The settings that two stores share, told apart by the fields that vary within the stores."""
    samples = [list(results.samples("T")) for results in (first, second)]
    varying = [
        name
        for name in Setting.__dataclass_fields__
        if any(len({flat_fields(sample.setting)[name] for sample in side}) > 1 for side in samples)
    ]

    def key(sample: Sample) -> tuple[Any, ...]:
        return tuple(flat_fields(sample.setting)[name] for name in varying)

    others = {key(sample): sample for sample in samples[1]}
    found = []
    for one in samples[0]:
        other = others.get(key(one))
        if other is not None and len(one.values) and len(other.values):
            name = " ".join(f"{field}={value}" for field, value in zip(varying, key(one), strict=True))
            found.append((name or "all", one, other))
    if not found:
        raise InputError("store", second.path, f"shares no setting with {first.path}")
    return found


def number(setting: Setting, field: str) -> float:
    """A field as a number: n, the rows of a sample, a limit in leaves."""
    check_choice("x", field, Setting.__dataclass_fields__)
    value = setting.leaf_limit if field == "limit" else getattr(setting, field)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError("x", field, f"is not a number in every setting (here {value})")
    return float(value)
