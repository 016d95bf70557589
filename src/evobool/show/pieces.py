"""The pieces of HTML that objects show themselves with in a notebook.

There are no scripts, no colours of text or page (the notebook's own stay, light or dark), and everything that
is not a piece itself is escaped. Pictures are images with their SVG inside, which notebooks also show before
they are trusted. This module imports nothing of the package, so every layer may use it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from math import log2
from typing import NewType

Html = NewType("Html", str)

MOST_LEAVES = 60  # of a tree that is drawn
MOST_ROWS = 12  # of a table
_WIDTH = re.compile(r'width="(\d+)"')
_LINE = "1px solid rgba(128,128,128,.45)"
_CELL = "padding:2px 10px 2px 0;border:none;vertical-align:top;"


def card(title: str, *pieces: Html) -> Html:
    """A title in bold with pieces below."""
    return Html(
        f'<div><div style="font-weight:bold;margin:4px 0">{escape(title)}</div>{"".join(pieces)}</div>'
    )


def beside(*pieces: Html) -> Html:
    """Pieces side by side where the page is wide enough, else below one another."""
    cells = "".join(f'<div style="max-width:100%">{piece}</div>' for piece in pieces)
    return Html(f'<div style="display:flex;flex-wrap:wrap;gap:8px 32px;align-items:flex-start">{cells}</div>')


def facts(values: Mapping[str, str]) -> Html:
    """A name and a value on each line."""
    rows = "".join(
        f'<tr style="background:none"><th style="{_CELL}text-align:left;font-weight:normal;opacity:.75">'
        f'{escape(name)}</th><td style="{_CELL}text-align:left">{escape(value)}</td></tr>'
        for name, value in values.items()
    )
    return Html(f'<table style="border-collapse:collapse;margin:0">{rows}</table>')


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Html:
    """A small table, numbers to the right."""
    heads = "".join(
        f'<th style="{_CELL}text-align:right;border-bottom:{_LINE}">{escape(x)}</th>' for x in head
    )
    lines = "".join(
        '<tr style="background:none">'
        + "".join(f'<td style="{_CELL}text-align:right">{escape(x)}</td>' for x in row)
        + "</tr>"
        for row in rows
    )
    return Html(
        '<table style="border-collapse:collapse;margin:0">'
        f'<thead><tr style="background:none">{heads}</tr></thead><tbody>{lines}</tbody></table>'
    )


def note(text: str) -> Html:
    """A line of text."""
    return Html(f'<div style="margin:4px 0">{escape(text)}</div>')


def picture(svg: str, alternative: str) -> Html:
    """An SVG picture, made smaller where the page is narrow, but not below half its size: then it scrolls."""
    source = b64encode(svg.encode()).decode()
    width = int(_WIDTH.search(svg)[1])  # type: ignore[index]  # all our pictures begin with their size
    style = f"max-width:100%;min-width:{width // 2}px;height:auto"
    image = f'<img alt="{escape(alternative)}" style="{style}" src="data:image/svg+xml;base64,{source}">'
    return Html(f'<div style="max-width:100%;max-height:640px;overflow:auto">{image}</div>')


def number(value: int | float | None) -> str:
    """A number in few characters.

    >>> number(65536), number(0.004931), number(2**100), number(None)
    ('65,536', '0.00493', '2^100', 'none')
    """
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 100 else f"{value:,.1f}"
    if value < 10**15:
        return f"{value:,}"
    return f"2^{value.bit_length() - 1}" if value.bit_count() == 1 else f"about 2^{log2(value):.1f}"


def share(value: Fraction) -> str:
    """An exact share: whole while it is short, else rounded, else as a power of two.

    >>> share(Fraction(3, 16)), share(Fraction(1, 2**40)), share(Fraction(1, 2**2000))
    ('3/16', '9.09e-13', 'about 2^-2000.0')
    """
    if value.denominator < 10**6:
        return str(value)
    if value > Fraction(1, 2**1000):
        return f"{float(value):.3g}"
    return f"about 2^{log2(value.numerator) - log2(value.denominator):.1f}"
