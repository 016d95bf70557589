"""The progress bar of a notebook."""

from __future__ import annotations

from typing import Any

import pytest

from evobool import evolve
from evobool.studies.work import progress
from evobool.studies.work.progress import NotebookProgress, Progress, progress_bar


class Handle:
    """What IPython gives to draw again in place."""

    def __init__(self, shown: list[dict[str, str]]) -> None:
        self.shown = shown

    def update(self, bundle: dict[str, str], raw: bool) -> None:
        self.shown.append(bundle)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []

    def display(bundle: dict[str, str], **options: Any) -> Handle:
        assert options == {"raw": True, "display_id": True}
        found.append(bundle)
        return Handle(found)

    monkeypatch.setattr("IPython.display.display", display)
    return found


def test_a_notebook_gets_a_bar_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not progress.in_notebook()
    assert isinstance(progress_bar(3), Progress)
    monkeypatch.setattr(progress, "in_notebook", lambda: True)
    assert isinstance(progress_bar(3), NotebookProgress)


def test_it_is_drawn_again_in_place_and_not_too_often(shown: list[dict[str, str]]) -> None:
    run = evolve(n=3, seed=1, engine="reference")
    with NotebookProgress(2000) as bar:
        for _ in range(1999):
            bar.advance([run])
        assert len(shown) < 1000
        bar.advance([run])
    assert shown[0]["text/plain"] == "0 of 2,000 runs"
    assert "<progress" in shown[0]["text/html"]
    assert shown[-1] == {"text/plain": "2,000 of 2,000 runs", "text/html": "<div>2,000 of 2,000 runs</div>"}
