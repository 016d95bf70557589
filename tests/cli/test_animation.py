"""`run --animate` and `Run.save_animation`: a run as an animated picture, or as numbered SVGs."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from evobool import EvoboolError, InputError, Run, evolve
from evobool.cli import main
from evobool.show.stills import MOST_FRAMES, frames

Capture = pytest.CaptureFixture[str]
SMALL = ["run", "--n", "4", "--limit", "n", "--seed", "7", "--engine", "reference"]


@pytest.fixture(scope="module")
def small() -> Run:
    return evolve(n=4, limit="n", seed=7, engine="reference", trajectory=True)


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_each_accepted_change_is_a_frame(tmp_path: Path, capsys: Capture, small: Run, ending: str) -> None:
    path, other = tmp_path / f"run.{ending}", tmp_path / f"other.{ending}"
    main([*SMALL, "--animate", str(path)])
    assert f"evobool: wrote the run to {path}\n" in capsys.readouterr().err
    assert small.trajectory is not None
    with Image.open(path) as picture:
        assert getattr(picture, "n_frames", 1) == len(small.trajectory)
        assert picture.size == (720, 540)
    small.save_animation(other)
    assert other.read_bytes() == path.read_bytes()


def test_svgs_are_numbered_and_show_the_trees(tmp_path: Path, capsys: Capture, small: Run) -> None:
    main([*SMALL, "--animate", str(tmp_path / "run.svg")])
    files = sorted(tmp_path.iterdir())
    assert small.trajectory is not None
    assert [file.name for file in files[:2]] == ["run-001.svg", "run-002.svg"]
    assert f"files up to {files[-1]}\n" in capsys.readouterr().err
    for file, step in zip(files, small.trajectory, strict=True):
        picture = ElementTree.parse(file).getroot()
        assert len([each for each in picture if each.tag.endswith("circle")]) == step.tree.nodes
    assert f"solved in {small.iterations} iterations" in files[-1].read_text(encoding="utf-8")


def test_a_stuck_run_and_a_long_one() -> None:
    stuck = evolve(n=4, limit="n", deletion="leaf", seed=255, trajectory=True)
    last = list(frames(stuck))[-1]
    assert last.iteration == 10_000
    assert "not solved in 10,000 iterations" in last.svg()
    assert "(log scale)" in last.svg()
    long = evolve(n=60, seed=1, trajectory=True, engine="exact")
    assert long.trajectory is not None
    assert len(long.trajectory) > MOST_FRAMES >= len(list(frames(long))) - 1


def test_what_cannot_be_animated_is_refused(
    tmp_path: Path, small: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match=r"must end in \.gif, \.webp or \.svg"):
        small.save_animation(tmp_path / "run.mp4")
    with pytest.raises(InputError, match="trajectory"):
        evolve(n=3, seed=1, engine="reference").save_animation(tmp_path / "run.svg")
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(EvoboolError, match="Pillow is not installed; try: pip install"):
        small.save_animation(tmp_path / "run.gif")
    small.save_animation(tmp_path / "run.svg")
