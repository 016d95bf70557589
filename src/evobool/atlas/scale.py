"""The colours of the atlas: the harder a function, the more it stands out from the page.

The colours are those of matplotlib's inferno, which grows evenly darker for all eyes: from light to dark on
a light page, from dark to light on a dark one. A function that no run found has the end of the scale.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log10

STEPS = 24


def easiest(n: int, cap: int) -> int:
    """The iterations at which the scale begins; functions that are found sooner share its first colour.

    >>> [easiest(n, cap=100_000) for n in (1, 2, 3, 4)], easiest(4, cap=50)
    ([10, 10, 10, 100], 5)
    """
    return min(100 if n > 3 else 10, cap // 10)


@dataclass(frozen=True)
class Scale:
    """Colours for T on a logarithmic scale; `never` for what no run found."""

    colours: tuple[str, ...]
    never: str

    def of(self, mean: float, least: float, cap: float) -> str:
        """The colour of a mean of min(T, cap), on a scale that begins at `least`.

        >>> scale = light()
        >>> scale.of(1, 10, 1e5) == scale.colours[0], scale.of(1e5, 10, 1e5) == scale.colours[-1]
        (True, True)
        """
        place = log10(max(mean, least) / least) / log10(cap / least)
        return self.colours[min(STEPS - 1, int(place * STEPS))]


def light() -> Scale:
    """For a light page."""
    return _scale(0.84, 0.20, "#0a0414")


def dark() -> Scale:
    """For a dark page."""
    return _scale(0.32, 0.84, "#fcffa4")


def _scale(first: float, last: float, never: str) -> Scale:
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    inferno = colormaps["inferno"]
    places = [first + (last - first) * step / (STEPS - 1) for step in range(STEPS)]
    return Scale(tuple(to_hex(inferno(place)) for place in places), never)
