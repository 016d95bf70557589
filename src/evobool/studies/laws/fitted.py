"""Laws fitted to every curve of a study."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import TYPE_CHECKING, Any

from evobool.above import above
from evobool.errors import InputError
from evobool.studies.analysis.choosing import Where
from evobool.studies.analysis.listing import Listing
from evobool.studies.laws.curves import Curve, curves, is_time
from evobool.studies.laws.fits import Fit, Law

if TYPE_CHECKING:
    from evobool.studies.analysis.results import Results

HEAD = ("law", "constants", "chi-square / freedom", "p")


@dataclass(frozen=True)
class Fits:
    """The curves that laws could be fitted to, with their laws, and why the others could not be fitted."""

    curves: tuple[tuple[Curve, Fit], ...]
    refused: tuple[InputError, ...] = ()

    @property
    def listing(self) -> Listing:
        """All laws of all curves as one table."""
        first = self.curves[0][0]
        lines, records = [], []
        for curve, fit in self.curves:
            for law in fit.laws:
                lines.append([curve.name, *law_line(law)])
                records.append(_record(curve, fit, law))
        caption = "; ".join(f"{curve.name}: {fit.verdict}" for curve, fit in self.curves)
        return Listing(f"{first.y} by {first.x}", ("curve", *HEAD), lines, records, caption)

    def __repr__(self) -> str:
        return f"<Fits of {len(self.curves)} curves, {len(self.refused)} refused>"

    def __str__(self) -> str:
        return self.listing.text("markdown")

    def _repr_html_(self) -> str:
        html: str = above("Table._repr_html_", self.listing)
        return html


def fit_curves(
    results: Results,
    x: str = "n",
    y: str = "T",
    group: str | Sequence[str] = "limit",
    where: Where | None = None,
    laws: Sequence[str] | None = None,
    *,
    censored: bool = False,
) -> Fits:
    """Laws fitted to each curve of `curves`; refused if none can be."""
    fitted: list[tuple[Curve, Fit]] = []
    refused: list[InputError] = []
    for curve in curves(results, x, y, group, where, fitted=True):
        try:
            fitted.append((curve, curve.fit(laws, censored=censored)))
        except InputError as problem:
            refused.append(problem)
    if not fitted:
        raise refused[0]
    return Fits(tuple(fitted), tuple(refused))


def points_told(curve: Curve, fit: Fit) -> str:
    """How many points a law goes through, and what is the matter with the others."""
    used = len(fit.laws[0].fitted.residuals)
    told = f"{used} points"
    if used < len(curve.points):
        told += f", {len(curve.points) - used} left out (too few successes)"
    cut = [point for point in curve.seen if point.failed and is_time(curve.y)]
    return told + (f", {len(cut)} of them means that leave out failed runs" if cut else "")


def law_line(law: Law) -> list[str]:
    """One law: its name, its constants with errors, chi-square and p."""
    fitted = law.fitted
    constants = ", ".join(
        f"{letter} = {with_error(value, error)}"
        for letter, value, error in zip(law.shape.constants, fitted.constants, fitted.errors, strict=True)
    )
    return [law.name, constants, f"{fitted.chi_square:.1f} / {fitted.freedom}", f"{fitted.p:.2g}"]


def with_error(value: float, error: float) -> str:
    """A number with its standard error, both to two digits of the error.

    >>> with_error(1158.2, 73.4), with_error(0.39891, 0.0934), with_error(1.0936e-7, 1.1777e-6)
    ('1,158 ± 73', '0.399 ± 0.093', '1.09e-07 ± 1.2e-06')
    """
    if not 1e-4 <= error < 1e15:
        return f"{value:.3g} ± {error:.2g}"
    places = 1 - floor(log10(error))
    return f"{round(value, places):,.{max(0, places)}f} ± {round(error, places):,.{max(0, places)}f}"


def _record(curve: Curve, fit: Fit, law: Law) -> dict[str, Any]:
    fitted, record = law.fitted, {"curve": curve.name, "law": law.name, "best": law is fit.laws[0]}
    for letter, value, error in zip(law.shape.constants, fitted.constants, fitted.errors, strict=True):
        record |= {letter: float(value), f"{letter}_error": float(error)}
    record |= {"chi_square": float(fitted.chi_square), "freedom": fitted.freedom, "p": float(fitted.p)}
    return record | {"exponent": fit.exponent, "exponent_error": fit.exponent_error}
