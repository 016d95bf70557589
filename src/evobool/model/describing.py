"""Settings and errors in a few words."""

from __future__ import annotations

from math import log2

from evobool.model.setting import Setting


def describe(setting: Setting) -> str:
    """A setting in a few words."""
    training = "complete truth table" if setting.samples is None else f"{setting.samples} rows"
    named = f"{setting.goal.title.replace('n', str(setting.n))}, {setting.algorithm}, limit {setting.limit}"
    unusual = {
        "all literals": setting.literals == "all",
        f"only {setting.functions[0]}": len(setting.functions) == 1,
        "strict selection": setting.selection == "strict",
        f"A = {setting.accept_error}": setting.accept_error > 0,
        "first leaf by insertion": setting.first_leaf == "insertion",
    }
    words = [
        named,
        f"{setting.deletion} deletion",
        training,
        *(name for name, holds in unusual.items() if holds),
    ]
    return ", ".join(words)


def short(number: int | None) -> str:
    """A whole number as it is, a huge one as a power of two.

    >>> short(127), short(3 * 2**999), short(None)
    ('127', 'about 2^1000.6', 'none (the tree is empty)')
    """
    if number is None:
        return "none (the tree is empty)"
    return str(number) if number < 10**15 else f"about 2^{log2(number):.1f}"
