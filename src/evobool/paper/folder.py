"""Everything in the folder except the store: figures, data, LaTeX tables and the report."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import polars as pl
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from evobool.paper.beyond import race_table, subset_table, theorem_table
from evobool.paper.figures import panels
from evobool.paper.koza_tables import shares_table
from evobool.paper.measured import measure
from evobool.paper.parts import PARTS, Part, table
from evobool.paper.render import latex
from evobool.paper.report import Picture, Section, inline, report_html
from evobool.paper.tables import Ours, Table, paper_table, together
from evobool.paper.trees import StuckTree, examples, published_trees, stuck_table, stuck_trees
from evobool.paper.verdict import Verdict
from evobool.plots.style import STYLE
from evobool.plots.trees import draw_tree
from evobool.show.drawing import places
from evobool.studies.analysis.results import Results
from evobool.studies.files.parquet import write_parquet
from evobool.studies.store.one import OneStore
from evobool.studies.store.store import Store

Room = tuple[float, float, float, float]
SIZE = (4.8, 4.0)
ROOM: Room = (0.16, 0.14, 0.81, 0.83)  # of the axes: a layout engine would draw everything twice
VIEWS: dict[str, Callable[[Part, Ours], Table]] = {
    "table": paper_table,
    "subset": subset_table,
    "races": race_table,
    "theorem": theorem_table,
    "shares": shares_table,
}


class Shown(NamedTuple):
    """What a report shows."""

    tables: list[Table]
    verdicts: dict[str, Verdict]


@dataclass(frozen=True)
class Folder:
    """A folder to write to, and the store whose runs are shown."""

    path: Path
    store: Store

    def write(self, parts: Sequence[Part], tell: Callable[[str], None]) -> Shown:
        """Write all files; returns what they show."""
        for name in ("figures", "data", "tables"):
            (self.path / name).mkdir(exist_ok=True)
        small = [*table(1), *table(2)]  # the growth of T is drawn from n = 4 on where those runs are there
        ours = measure(self.store, [*small, *(setting for part in parts for setting in part.settings)])
        sections = []
        for part in parts:
            tell(part.name)
            sections.append(self._section(part, ours))
        tables = [each for section in sections for each in section.tables]
        shown = Shown(tables, verdicts(tables))
        text = report_html(sections, self._facts(ours), shown.verdicts)
        (self.path / "report.html").write_text(text, encoding="utf-8")
        return shown

    def _section(self, part: Part, ours: Ours) -> Section:
        tables, pictures, files = [], [], [*self._data(part)]
        if part.view == "trees":
            stuck = stuck_trees(self.store, part.settings)
            tables.append(stuck_table(stuck, part.settings))
            files.append(self._certificates([*published_trees(), *stuck]))
            for number, example in enumerate([*published_trees(), *examples(stuck)], start=1):
                levels = 1 + max(level for _, level in places(example.tree))
                size = (max(0.55 * example.tree.leaves + 0.5, 2.5), max(0.6 * levels, 2.0))
                draw = partial(draw_tree, tree=example.tree)
                svg, names = self._picture(f"{part.name}-tree{number}", draw, size, (0, 0, 1, 1))
                pictures.append(Picture(svg, example.caption, names))
        elif part.view in VIEWS:
            tables.append(VIEWS[part.view](part, ours))
        for panel in panels(part, ours):
            svg, names = self._picture(panel.name, panel.draw, SIZE, ROOM)
            pictures.append(Picture(svg, panel.caption, names))
        for each in tables:
            name = f"tables/{each.name}.tex"
            (self.path / name).write_text(latex(each), encoding="utf-8")
            files.append(name)
        return Section(part, tuple(tables), tuple(pictures), tuple(files))

    def _picture(
        self, name: str, draw: Callable[[Axes], None], size: tuple[float, float], room: Room
    ) -> tuple[str, tuple[str, str]]:
        """Draw into figures/NAME.svg and .pdf; returns the SVG for the page, and the files."""
        names = (f"figures/{name}.svg", f"figures/{name}.pdf")
        with rc_context(STYLE):
            figure = Figure(figsize=size)
            FigureCanvasAgg(figure)
            draw(figure.add_axes(room))
            figure.savefig(self.path / names[0], metadata={"Date": None})
            figure.savefig(self.path / names[1], metadata={"CreationDate": None})
        return inline((self.path / names[0]).read_text(encoding="utf-8")), names

    def _data(self, part: Part) -> list[str]:
        """All runs of a part as CSV and Parquet; parts with the same settings share the first one's files."""
        first = next(other for other in PARTS.values() if other.settings == part.settings)
        names = [f"data/{first.name}.csv", f"data/{first.name}.parquet"]
        if first != part:  # the first is shown too: all its runs are there
            return names
        keys = {setting.id for setting in part.settings}
        frame = pl.concat(
            list(Results(OneStore(self.store.path, self.store)).runs(keys)), how="vertical_relaxed"
        )
        frame.write_csv(self.path / names[0])
        write_parquet(frame, self.path / names[1])
        return names

    def _certificates(self, trees: Sequence[StuckTree]) -> str:
        name = "data/certificates.json"
        found = [tree.exploration.certificate() for tree in trees]
        proofs = [certificate.to_dict() for certificate in found if certificate is not None]
        (self.path / name).write_text(json.dumps(proofs, indent=1) + "\n", encoding="utf-8")
        return name

    def _facts(self, ours: Ours) -> dict[str, str]:
        """How the runs were made."""
        counts = sorted({cell.runs for cell in ours.values()})
        runs = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
        facts = {
            "seed": str(self.store.seed),
            "runs per setting": runs,
            "runs in total": f"{sum(cell.runs for cell in ours.values()):,}",
            "iterations in total": f"{sum(int(cell.column('T').sum()) for cell in ours.values()):,}",
        }
        for number, fields in self.store.provenance().items():
            name = "made by" if number == 1 else f"made by ({number})"
            facts[name] = ", ".join(f"{key} {value}" for key, value in sorted(fields.items()))
        return facts


def verdicts(tables: Sequence[Table]) -> dict[str, Verdict]:
    """What the report opens with: the 32 cells of tables 1 and 2 together, then table by table."""
    both = together(tables)
    found = {} if both is None else {"Tables 1 and 2 together": both}
    return found | {each.title: each.verdict for each in tables if each.verdict is not None}
