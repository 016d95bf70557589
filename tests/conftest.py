"""What all tests share: repeatable examples, no false alarms without the compiler."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    if not JIT:  # 64-bit words wrap around in silence when compiled, with a warning as numpy scalars
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if JIT:
        return
    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.skip(reason="needs the compiler"))
