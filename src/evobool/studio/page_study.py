"""What the study page shows of a store: tables, curves, cells and their runs. Stores are only read."""

from __future__ import annotations

import io
import time
from pathlib import Path
from typing import Any

from evobool.errors import InputError
from evobool.model.seeds import setting_seed
from evobool.model.settings.describing import common, describe, varying
from evobool.model.settings.setting import Setting
from evobool.studies.analysis.choosing import Where
from evobool.studies.analysis.point import Point, point_of
from evobool.studies.analysis.results import Results
from evobool.studies.analysis.sample import OF_ALL, Sample
from evobool.studies.analysis.told import legend
from evobool.studies.laws.curves import INSTEAD, Curve, curves
from evobool.studies.store.store import Store, stored_tree
from evobool.studio.feed import Feed

MOST_DRAWN, LISTED = 20_000, 50  # runs of a cell that are drawn, and listed at a time
FINE = 80  # points of a fitted law
LOOK_SECONDS = 1.0


def overview(path: Path) -> dict[str, Any]:
    """What a store holds, and by which fields it can be shown."""
    with Store(path) as store:
        done, settings, seed = store.done(), store.settings(), store.seed
    held = [setting for key, setting in settings.items() if done[key]]
    apart = varying(held)
    names = [*apart, *(name for name in ("n", "limit") if name not in apart)]
    functions = dict.fromkeys(name for setting in held for name in setting.functions)
    counts = [f"{name}s_{when}" for name in functions for when in ("accepted", "final")]
    return {
        "name": path.name,
        "seed": str(seed),
        "runs": sum(done.values()),
        "settings": len(held),
        "common": common(held) if held else "",
        "fields": {name: [str(value) for value in apart.get(name, [])] for name in names},
        "values": ["T", *OF_ALL, "S", "B", "generalisation_error", "evaluations", *counts],
    }


def table(path: Path, rows: str, columns: str, value: str, where: Where) -> dict[str, Any]:
    """One value by two fields, with intervals, and what `evobool study show` says below them."""
    found = Results(path).table(rows, columns, value, where, interval=True)
    cells = found.cells
    return {
        "rows": list(dict.fromkeys(str(cell.row) for cell in cells)),
        "columns": list(dict.fromkeys(str(cell.column) for cell in cells)),
        "cells": [{"row": str(cell.row), "column": str(cell.column)} | _point(cell.point) for cell in cells],
        "caption": found.caption,
    }


def plotted(path: Path, x: str, y: str, group: list[str], law: str | None, where: Where) -> dict[str, Any]:
    """Curves with intervals, and a law fitted to each where one is asked for."""
    found = curves(Results(path), x, y, group, where, fitted=law is not None)
    marked = legend(point for curve in found for point in curve.points)
    return {"x": x, "y": y, "curves": [_curve(curve, law) for curve in found], "legend": marked}


def _refused(problem: InputError, curve: Curve) -> str:
    """Why there is no law, in words of the page: a curve's name is beside it, values are chosen above."""
    why, advice, _ = problem.why.removeprefix(f"{curve.name}: ").partition(INSTEAD)
    return f"no law: {why}{'choose ert or median above' if advice else ''}"


def _curve(curve: Curve, law: str | None) -> dict[str, Any]:
    points = [{"x": point.x} | _point(point) for point in curve.points]
    told: dict[str, Any] = {"name": curve.name, "points": points}
    if law is not None:
        try:
            fit = curve.fit(None if law == "best" else [law])
        except InputError as problem:
            return told | {"refused": _refused(problem, curve)}
        best, (low, high) = fit.laws[0], (curve.seen[0].x, curve.seen[-1].x)
        places = [low * (high / low) ** (k / (FINE - 1)) for k in range(FINE)]
        told["law"] = {
            "formula": best.formula(curve.x),
            "p": best.fitted.p,
            "verdict": fit.verdict if law == "best" else "",
            "line": list(zip(places, best.at(places).tolist(), strict=True)),
        }
    return told


def _point(point: Point) -> dict[str, Any]:
    """A point as JSON; an interval without an upper end says so."""
    unbounded = point.high is not None and point.high == float("inf")
    return {
        "id": point.setting.id,
        "runs": point.runs,
        "failed": point.failed,
        "survivors": point.survivors,
        "value": point.value,
        "low": point.low,
        "high": None if unbounded else point.high,
        "unbounded": unbounded,
    }


def cell(path: Path, key: str, first: int) -> dict[str, Any]:
    """One setting: B, T and S with intervals, all its times and sizes, and some of its runs."""
    with Store(path) as store:
        setting = _setting(store, path, key)
        seed = setting_seed(store.seed, setting)
        ((_, numbers),) = store.numbers(["run", "iterations", "leaves", "solved"], [key])
        names = ("run", "solved", "stopped", "iterations", "leaves", "error", "tree")
        listed = store.some(names, key, first, LISTED)
    sample = Sample(setting, numbers[:, 3] == 1, {"T": numbers[:, 1], "S": numbers[:, 2]})
    return {
        "title": describe(setting),
        "id": key,
        "fields": setting.to_dict(),
        "seed": str(seed),
        "total": len(numbers),
        "drawn": numbers[:MOST_DRAWN].astype(int).tolist(),
        "values": {name: _point(point_of(sample, 0.0, name)) for name in ("B", "T", *OF_ALL, "S")},
        "first": first,
        "listed": LISTED,
        "runs": [
            {"index": run, "solved": bool(done), "stopped": stopped, "T": time_, "S": leaves}
            | {"error": None if error is None else str(error), "tree": str(stored_tree(tree))}
            for run, done, stopped, time_, leaves, error, tree in listed
        ],
    }


def _setting(store: Store, path: Path, key: str) -> Setting:
    setting = store.settings().get(key)
    if setting is None or not store.done()[key]:
        raise InputError("cell", key[:40], f"{path.name} has no runs of such a setting")
    return setting


def summary_csv(path: Path) -> str:
    """One line per setting, with intervals."""
    return Results(path).summary(intervals=True).write_csv()


def runs_csv(path: Path, key: str) -> str:
    """Every run of a setting, with what repeats it."""
    with Results(path) as results, results.one.opened() as store:
        _setting(store, path, key)
        return "".join(frame.write_csv() for frame in results.runs({key}))


def plot_svg(path: Path, x: str, y: str, group: list[str], law: str | None, where: Where) -> bytes:
    """The figure that `evobool study plot` draws."""
    from matplotlib.figure import Figure

    from evobool.plots.studies import draw_study

    figure = Figure(figsize=(7.0, 5.2), layout="constrained")
    laws = [] if law is None else [law]
    draw_study(figure.subplots(), Results(path), x, y, group, where=where, laws=laws)
    picture = io.BytesIO()
    figure.savefig(picture, format="svg", metadata={"Date": None})
    return picture.getvalue()


def follow(path: Path, feed: Feed) -> None:
    """Tell the feed how many runs the store holds, whenever somebody has added some."""
    version = None
    with Store(path) as store:
        while not feed.stopped():
            now = store.connection.execute("PRAGMA data_version").fetchone()[0]
            if now != version:
                version = now
                feed.put(runs=sum(store.done().values()))
            time.sleep(LOOK_SECONDS)
