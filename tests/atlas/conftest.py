"""A browser for the tests of the report, as for the player."""

from __future__ import annotations

from tests.pages.conftest import browser as browser
