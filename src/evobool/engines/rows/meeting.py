"""Differences on several ways, which meet on their way to the root: see `ways.py`."""

from __future__ import annotations

from typing import Any

from evobool.engines.compiling.jit import inlined
from evobool.engines.rows.blocks import WIDE, differ, fetch, put
from evobool.engines.rows.table import NO_LINE, Rows
from evobool.engines.rows.values import of_values


@inlined
def meet(rows: Rows, segments: int, k: int, like: Any, write: bool) -> Any:
    """Where the root's value changes, on some words; nodes' values are brought up to date if `write`."""
    table, none = rows.table, like ^ like
    change = none
    for s in range(segments):
        segment = rows.segment[s]
        left = fetch(table, segment.left + (k & segment.left_keep), like)
        right = fetch(table, segment.right + (k & segment.right_keep), like)
        value = of_values(segment.c, segment.a, segment.b, segment.d, left, right)
        if segment.new:
            if write and segment.own != NO_LINE:
                put(table, segment.own + k, value)
            put(table, rows.scratch + s * WIDE, value)
            if s == segments - 1:
                change = value ^ fetch(rows.wrong, k, like) ^ fetch(rows.target, k, like)
            continue
        change = value ^ fetch(table, segment.own + k, like)
        if write:
            put(table, segment.own + k, value)
        for j in range(segment.first, segment.end):
            if not differ(change, none):
                break
            level = rows.level[j]
            if level.beside != NO_LINE:
                change = change & (fetch(table, level.beside + k, like) ^ level.mask)
            if write:
                put(table, level.own + k, fetch(table, level.own + k, like) ^ change)
        if s < segments - 1:
            value = fetch(table, segment.top + k, like)
            put(table, rows.scratch + s * WIDE, value if write else value ^ change)
    return change
