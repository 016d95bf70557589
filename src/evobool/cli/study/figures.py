"""`evobool study plot` and `fit`: a paper's figure, and the laws in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from evobool.cli.shared.flags import Format, StoreFile, Where
from evobool.cli.shared.tables import print_listing
from evobool.cli.study.choosing import check_format, parse_group, parse_where

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from evobool.studies.laws.curves import Curve
    from evobool.studies.laws.fits import Fit

Several = list[str] | None
SIZE, WIDE = (7.0, 5.2), (10.0, 5.2)


def plot(
    store: StoreFile,
    *,
    out: Path,
    x: str = "n",
    y: str = "T",
    group: Several = None,
    where: Where = None,
    law: Several = None,
    censored: bool = False,
    divide: str | None = None,
    x_scale: str | None = None,
    y_scale: str | None = None,
    title: str | None = None,
) -> None:
    """Draw one value against a field, a curve for each group, with 95 % intervals.

    Parameters
    ----------
    out
        The picture: .svg, .pdf or .png.
    x
        The field on the horizontal axis: n, limit, training (rows), offspring, target (K of and:K) or another
        number.
    y
        The mean over the successful runs of T, S, generalisation_error, evaluations, or the count of a
        function: ors_accepted (inserted by accepted offspring), ors_final (in the tree), xors_final and so
        on. Over all runs: B (share that failed), ert (expected iterations until a success with restarts),
        restricted (mean of T, a failed run counted as long as it ran), median, q05 and q95 (of T); or ecdf,
        the share of runs solved by each T, a curve for each setting.
    group
        The fields that tell the curves apart, such as limit,deletion (limit if absent).
    law
        Fit this law to each curve and draw it, such as "n log n" or "n (a log n + b)", or one of your
        own with constants of one letter, such as "a*n^2*log(n) + b*n"; best takes the one that fits best.
        May be given several times.
    censored
        Fit laws to means of the time over the successful runs even where other runs failed.
    divide
        Show the value over a law, such as "n log n" (log is the natural logarithm).
    x_scale
        log or linear; if absent, linear where x is 0 somewhere.
    y_scale
        log or linear; if absent, linear for B, with --divide and where values are 0.
    title
        Words above the picture, instead of what the runs have in common.
    """
    from evobool.cli.shared.picture import save_picture
    from evobool.plots.studies import MANY, draw_study
    from evobool.studies.analysis.results import Results

    fields, chosen, laws = parse_group(group), parse_where(where), law or []
    drawn: list[Curve] = []

    def draw(axes: Axes) -> None:
        drawn[:] = draw_study(
            axes,
            Results(store),
            x,
            y,
            fields,
            where=chosen,
            divide=divide,
            laws=laws,
            censored=censored,
            x_scale=x_scale,
            y_scale=y_scale,
            title=title,
        )
        figure = axes.get_figure(root=True)
        if figure is not None:
            figure.set_size_inches(WIDE if len(drawn) * (1 + len(laws)) > MANY else SIZE)

    save_picture(out, draw)
    points = [point for curve in drawn for point in curve.points]
    runs = sum(point.runs for point in points)
    print(f"wrote {out}: {_count(drawn, 'curve')}, {_count(points, 'setting')}, {runs:,} runs")


def _count(things: Sequence[object], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def fit(
    store: StoreFile,
    *,
    x: str = "n",
    y: str = "T",
    group: Several = None,
    where: Where = None,
    law: Several = None,
    censored: bool = False,
    out: Path | None = None,
    format: Format = "table",
) -> None:
    """Which law fits each group: n log n, n (a log n + b), n^2, n^k, c^n, ... by weighted least squares.

    Parameters
    ----------
    x
        The field the value grows with.
    y
        The mean over the successful runs of T, S, generalisation_error, evaluations, or the count
        of a function: ors_accepted, ors_final, xors_final and so on; or ert, restricted, median, q05, q95,
        of the T of all runs.
    group
        The fields that tell curves apart, such as limit,deletion (limit if absent); each is fitted alone.
    law
        Fit this law only, as in plot; may be given several times.
    censored
        Fit means of the time over the successful runs even where other runs failed.
    out
        Draw the residuals of the best laws into this .svg, .pdf or .png file, a panel for each group.
    """
    from evobool.cli.shared.picture import check_picture, save_picture
    from evobool.plots.studies import draw_residuals
    from evobool.studies.analysis.results import Results

    if out is not None:
        check_picture("out", out)
    check_format(format)
    found = Results(store).fit(x, y, parse_group(group), parse_where(where), law, censored=censored)
    if out is not None:
        save_picture(out, *(partial(draw_residuals, curve=curve, fit=fit) for curve, fit in found.curves))
    if format != "table":
        print(found.listing.text(format))
        return
    for curve, laws in found.curves:
        _print_fit(curve, laws)
    for why in found.refused:
        print(f"not fitted: {why}")
    if out is not None:
        print(f"wrote {out}: residuals of {_count(found.curves, 'curve')}")


def _print_fit(curve: Curve, found: Fit) -> None:
    """The laws of one curve, the best first."""
    from evobool.studies.analysis.listing import Listing
    from evobool.studies.laws.fitted import HEAD, law_line, points_told

    title = f"{curve.y} by {curve.x}, {curve.name}: {points_told(curve, found)}"
    lines = [law_line(law) for law in found.laws]
    print_listing(Listing(title, HEAD, lines, [], found.verdict), left=HEAD[:2])
    for name, why in found.left_out:
        print(f"left out: {name} {why}")
    print(f"as a power: {curve.x}^({found.exponent:.3f} ± {found.exponent_error:.3f})\n")
