"""Runs as arrays and frames, checked against their checksums."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from evobool.studies.store.checksums import INSTEAD_OF_NULL, TEXTS, Block, check_blocks

if TYPE_CHECKING:
    import polars


def check_table(
    path: Path, key: str, blocks: Sequence[Block], names: Sequence[str], found: NDArray[np.float64]
) -> None:
    """Refuse numbers of a setting's runs that are not what was written."""
    columns = dict(zip(names, found.T, strict=True))
    check_blocks(path, key, blocks, len(found), lambda name, start, stop: columns[name][start:stop].tobytes())


def check_frame(path: Path, key: str, blocks: Sequence[Block], frame: polars.DataFrame) -> None:
    """The same of a frame that holds all columns as they are in the store."""
    import polars

    texts = {name: frame[name].cast(polars.String).fill_null("") for name in frame.columns if name in TEXTS}
    filled = frame.select(
        polars.col(name).cast(polars.Float64).fill_null(INSTEAD_OF_NULL.get(name, nan))
        for name in frame.columns
        if name not in TEXTS
    )
    numbers = {column.name: column.to_numpy() for column in filled}

    def take(name: str, start: int, stop: int) -> bytes:
        if name in texts:
            joined: str = texts[name][start:stop].str.join("\n").item()
            return (joined + "\n").encode()
        return numbers[name][start:stop].tobytes()

    check_blocks(path, key, blocks, len(frame), take)
