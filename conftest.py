"""What all tests share, those in docstrings and documents too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from evobool.plugins import forgotten


@pytest.fixture(autouse=True)
def no_plugins_left() -> Iterator[None]:
    """A plugin that a test registers is unknown to the next: some draw from all that is registered."""
    with forgotten():
        yield
