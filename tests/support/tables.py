"""A table to learn from."""

from __future__ import annotations


def ill(rows: int = 80) -> bytes:
    """Whether somebody is ill: age > 50 and thal is not fixed, or bp > 140; some values are missing."""
    lines = ["age,thal,bp,smoker,ill"]
    for row in range(rows):
        age, thal, bp = 20 + 37 * row % 61, ("normal", "fixed", "reversible")[row * 7 % 3], 90 + 53 * row % 97
        is_ill = (age > 50 and thal != "fixed") or bp > 140
        told = "" if row % 11 == 5 else str(age)
        lines.append(f"{told},{thal},{bp},{'true' if row % 4 else 'false'},{'yes' if is_ill else 'no'}")
    return "\n".join([*lines, ""]).encode()
