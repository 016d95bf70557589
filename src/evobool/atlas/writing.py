"""Everything in an atlas's folder except the store: the report, the pictures and the numbers behind them."""

from __future__ import annotations

import csv
from collections.abc import Callable
from typing import TYPE_CHECKING

from evobool.atlas.pictures import write_pictures
from evobool.atlas.report import page
from evobool.atlas.survey import Survey
from evobool.studies.store.store import Store

if TYPE_CHECKING:
    from evobool.atlas.atlas import Atlas


def write(atlas: Atlas, store: Store, made: Callable[[], str], tell: Callable[[str], None]) -> Survey:
    """Write all files."""
    tell("what is stuck, and what is exact")
    survey = Survey(atlas, store)
    rows = survey.rows()
    (atlas.out / "data").mkdir(exist_ok=True)
    with (atlas.out / "data" / "atlas.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    tell("pictures")
    write_pictures(survey, atlas.out / "figures")
    tell("report.html")
    (atlas.out / "report.html").write_text(page(survey, made()), encoding="utf-8")
    return survey
