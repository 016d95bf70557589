"""Runs the atlases of two, three and four variables, and writes atlas.md, its figures and its data.

`python docs/scripts/atlas.py FOLDER` keeps the runs in a folder and continues what is there.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import atlas_words as words
import page
from matplotlib.figure import Figure
from page import put, save

from evobool.atlas.atlas import Atlas
from evobool.atlas.cells import Cell, gather
from evobool.atlas.classes import InputClasses, npn_classes
from evobool.atlas.exactly import Exact, exactly
from evobool.atlas.pictures import draw_correlations, draw_feature, draw_map, map_size
from evobool.atlas.survey import Survey
from evobool.atlas.systems import SYSTEMS
from evobool.plots.style import PALETTE
from evobool.studies.plan.study import Study
from evobool.studies.store.store import Store

PAGE = "atlas.md"
SEED = 1
EXACT_ITERATIONS = 20_000  # many times the largest E[T] there


@dataclass(frozen=True)
class Scale:
    """How much is run: the variables, runs of a function, iterations, and runs beside the exact numbers."""

    sizes: tuple[int, ...] = (2, 3, 4)
    runs: int = 100
    max_iterations: int = 100_000
    exact_runs: int = 5_000


def collected(atlas: Atlas) -> Survey:
    """The numbers of an atlas, its missing runs made first."""
    print(f"{atlas.out}: {atlas.owed():,} runs to do", file=sys.stderr)
    atlas.collect(lambda runs: None)
    with Store(atlas.folder.store) as store:
        return Survey(atlas, store)


def keep(rows: Sequence[dict[str, object]], name: str) -> None:
    """Write rows into docs/data."""
    with (page.DATA / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def beside(n: int, path: Path, scale: Scale) -> list[tuple[Cell, Exact]]:
    """Runs with few leaves, and the exact numbers of the same settings, wherever the chain fits."""
    settings, numbers = {}, {}
    for system in SYSTEMS.values():
        for each in system.tables(n):
            setting = system.setting(each, n, str(words.EXACT_LIMIT), EXACT_ITERATIONS)
            found = exactly(setting, system.fewest(each, n))
            if found is not None:
                settings[system.name, each], numbers[setting.id] = setting, found
    if not settings:
        return []
    Study(list(settings.values()), scale.exact_runs, SEED).collect(path)
    with Store(path) as store:
        return [(cell, numbers[cell.setting.id]) for cell in gather(store, settings, SYSTEMS)]


def row(cell: Cell, exact: Exact) -> dict[str, object]:
    """One line of the data: the exact numbers, and what the runs say."""
    times = cell.sample.successful("T")
    return {
        "n": cell.setting.n,
        "system": cell.system.name,
        "target": cell.setting.target,
        "limit": exact.limit,
        "states": exact.states,
        "exact_mean_T": round(exact.mean, 6),
        "exact_p_stuck": round(exact.p_stuck, 8),
        "runs": cell.runs,
        "solved": cell.successes,
        "T_mean": round(float(times.mean()), 3),
        "T_sd": round(float(times.std(ddof=1)), 3),
    }


def pictures(survey: Survey) -> None:
    """The maps, the correlations and the two properties."""
    for name in ("and-or", "and-or-xor"):
        figure = Figure(figsize=map_size(survey.entries))
        axes = figure.add_axes((0, 0, 1, 1))
        draw_map(axes, survey.entries, name, SYSTEMS[name].title, survey.max_iterations)
        save(figure, f"atlas-{name}")
    figure = Figure(figsize=(8.6, 5.6))
    titles = {system.name: system.title for system in survey.systems}
    draw_correlations(figure.add_axes((0.33, 0.2, 0.64, 0.78)), survey.correlations, titles)
    save(figure, "atlas-correlations")
    figure = Figure(figsize=(9, 3.8), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    cells = survey.cells(SYSTEMS["and-or"])
    sensitivity = [entry.measures.largest_sensitivity for entry in survey.entries]
    draw_feature(left, [cell.mean for cell in cells], [cell.fewest for cell in cells], PALETTE[0])
    draw_feature(right, [cell.mean for cell in cells], sensitivity, PALETTE[0])
    left.set(xlabel="fewest leaves", ylabel="mean of min(T, cap)")
    right.set(xlabel="largest sensitivity")
    save(figure, "atlas-features")


def main(folder: Path, scale: Scale) -> None:
    """Run what is missing, and write everything."""
    surveys = {
        n: collected(Atlas(n, scale.runs, SEED, folder / f"atlas-{n}", max_iterations=scale.max_iterations))
        for n in scale.sizes
    }
    for n, survey in surveys.items():
        assert sum(each.size for each in npn_classes(n)) == 2**2**n
        assert len(InputClasses(n).first) == len(SYSTEMS["nand"].tables(n))
        keep(survey.rows(), f"atlas-{n}")
    largest = surveys[max(surveys)]
    pictures(largest)
    limited = [pair for n in scale.sizes for pair in beside(n, folder / f"limited-{n}.db", scale)]
    keep([row(cell, exact) for cell, exact in limited], "atlas-exact")
    for name, text in {
        "run": words.run(surveys, SEED),
        "found": words.found(largest),
        "symmetry": words.symmetry(),
        "stuck": words.stuck(largest),
        "correlations": words.correlated(largest),
        "exact": words.exact(limited, SEED),
        "says": words.says(largest),
    }.items():
        put(name, text, PAGE)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]), Scale())
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(made), Scale())
