"""`Listing`: a table of results in the form that the reader's next tool takes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from evobool.checks import check_choice

FORMATS = ("table", "markdown", "latex", "csv", "json")
TEX = str.maketrans(
    {
        **{letter: f"\\{letter}" for letter in "&%$#_{}"},
        **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
        **{"†": r"$^\dagger$", "±": r"$\pm$", "…": r"\dots{}", "∞": r"$\infty$", "<": "$<$", ">": "$>$"},
    }
)


@dataclass(frozen=True)
class Listing:
    """A table twice: `head` and `lines` as they are read, `records` as numbers for csv and json."""

    title: str
    head: Sequence[str]
    lines: Sequence[Sequence[str]]
    records: Sequence[Mapping[str, Any]]
    caption: str = ""

    def text(self, format: str) -> str:
        """The table as markdown, latex, csv or json.

        >>> print(Listing("T by n", ["n", "T"], [["4", "45.8"]], [{"n": 4, "T": 45.78}]).text("markdown"))
        T by n
        <BLANKLINE>
        | n | T |
        | ---: | ---: |
        | 4 | 45.8 |
        """
        check_choice("format", format, FORMATS[1:])
        written = {"markdown": self._markdown, "latex": self._latex, "csv": self._csv, "json": self._json}
        return written[format]()

    def _markdown(self) -> str:
        rows = [self.head, ["---:"] * len(self.head), *self.lines]
        table = ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows]
        return "\n".join([self.title, "", *table, *(["", self.caption] if self.caption else [])])

    def _latex(self) -> str:
        rows = [" & ".join(cell.translate(TEX) for cell in row) + r" \\" for row in (self.head, *self.lines)]
        told = (words[:1].upper() + words[1:] for words in (self.title, self.caption) if words)
        caption = ". ".join(told).translate(TEX)
        table = [rf"\begin{{tabular}}{{l{'r' * (len(self.head) - 1)}}}", r"\hline", rows[0], r"\hline"]
        table += [*rows[1:], r"\hline", r"\end{tabular}"]
        return "\n".join([r"\begin{table}", r"\centering", *table, rf"\caption{{{caption}}}", r"\end{table}"])

    def _csv(self) -> str:
        names = list(dict.fromkeys(name for record in self.records for name in record))
        file = io.StringIO()
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.records)
        return file.getvalue().rstrip("\n")

    def _json(self) -> str:
        return json.dumps([{name: _plain(value) for name, value in each.items()} for each in self.records])


def _plain(value: Any) -> Any:
    """JSON knows no infinity and no nan."""
    return None if isinstance(value, float) and not isfinite(value) else value
