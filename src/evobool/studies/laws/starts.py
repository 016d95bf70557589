"""Where a fit begins: constants for which a law is positive at every point and near the data."""

from __future__ import annotations

import numpy as np

from evobool.studies.laws.least_squares import Numbers, descend, logarithms
from evobool.studies.laws.shapes import Shape

TRIES, KEPT = 60, 6  # random starts of a law that is not linear, and how many are followed to the end


def start_of(law: Shape, x: Numbers, y: Numbers, errors: Numbers) -> Numbers | None:
    """Constants to begin with, None if the law is nowhere found positive."""
    if not law.own and not law.linear:
        columns = {"a": np.ones_like(x), "c": x, "k": np.log(x), "j": np.log(np.log(x))}
        matrix = np.column_stack([columns[letter] for letter in law.constants])
        weights = y / errors
        logs, *_ = np.linalg.lstsq(matrix * weights[:, None], np.log(y) * weights, rcond=None)
        positive = [letter in "ac" for letter in law.constants]
        start: Numbers = np.where(positive, np.exp(np.where(positive, logs, 0.0)), logs)
        return start
    found = _sum_start(law, x, y, errors) if law.linear else None
    return found if found is not None else _free_start(law, x, y, errors)


def _sum_start(law: Shape, x: Numbers, y: Numbers, errors: Numbers) -> Numbers | None:
    """Linear least squares; constants of at least 0 where the law would not be positive."""
    from scipy import optimize

    count = len(law.constants)
    rest = np.asarray(law.value(x, np.zeros(count)), dtype=float)
    terms = (np.asarray(law.value(x, np.eye(count)), dtype=float) - rest).T
    weighted, wanted = terms / errors[:, None], (y - rest) / errors
    if not np.all(np.isfinite(weighted)):
        return None
    plain, *_ = np.linalg.lstsq(weighted, wanted, rcond=None)
    for found in (plain, optimize.nnls(weighted, wanted)[0]):
        if np.all(np.isfinite(logarithms(law.value, x, found))):
            return np.asarray(found, dtype=float)
    return None


def _free_start(law: Shape, x: Numbers, y: Numbers, errors: Numbers) -> Numbers | None:
    """The best of several fits by scipy from random constants, the same ones every time."""
    from scipy import optimize

    rng, count = np.random.default_rng(0), len(law.constants)
    tries = np.exp(rng.normal(0, 2, (TRIES, count))) * np.where(rng.random((TRIES, count)) < 0.8, 1.0, -1.0)
    tries[0] = 1.0

    def off(constants: Numbers) -> Numbers:
        found = np.asarray(law.value(x, constants), dtype=float)
        return np.clip(np.nan_to_num((found - y) / y, nan=1e6), -1e6, 1e6)

    best = sorted(tries, key=lambda each: float(np.sum(np.arcsinh(off(each)) ** 2)))[:KEPT]
    with np.errstate(all="ignore"):
        ends = [optimize.least_squares(off, each, loss="soft_l1", x_scale="jac").x for each in best]
    useful = [end for end in [*ends, *best] if np.all(np.isfinite(logarithms(law.value, x, end)))]
    if not useful:
        return None
    constants, residuals = descend(law.value, x, np.log(y)[None, :], errors / y, np.array(useful))
    costs = np.nan_to_num((residuals**2).sum(axis=1), nan=np.inf)
    return np.asarray(constants[int(np.argmin(costs))], dtype=float)
