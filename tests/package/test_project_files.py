"""What stands around the package says of it what pyproject.toml says: workflows, citation, recipe."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from cffconvert import Citation

from evobool.cli import app
from evobool.version import RELEASE
from tests.support.building import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read(*names: str) -> dict[Any, Any]:
    loaded = yaml.safe_load(ROOT.joinpath(*names).read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def test_the_citation_is_valid_and_cites_the_paper_too() -> None:
    Citation((ROOT / "CITATION.cff").read_text(encoding="utf-8")).validate()
    citation = read("CITATION.cff")
    assert citation["version"] == RELEASE
    (paper,) = citation["references"]
    assert paper["title"].startswith("(1+1) Genetic Programming With Functionally Complete")
    assert [author["family-names"] for author in paper["authors"]] == ["Doerr", "Lissovoi", "Oliveto"]


def test_the_changes_of_the_release_are_dated_and_read_in_minutes() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## \[(.+?)\](?: - ([\d-]+))?\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    name, date, body = next(section for section in sections if section[0] != "Unreleased")
    assert (name, date) == (RELEASE, str(read("CITATION.cff")["date-released"]))
    assert len(body.split()) < 700


def test_upper_bounds_have_a_reason_beside_them() -> None:
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    bounded = [place for place, line in enumerate(lines) if re.search(r'"[\w.-]+>=[\d.]+,<', line)]
    assert bounded
    for place in bounded:
        assert "#" in lines[place] or lines[place - 1].startswith("#"), lines[place]


def test_the_recipe_requires_what_the_package_requires() -> None:
    recipe = read("packaging", "conda-forge", "recipe.yaml")
    assert recipe["context"]["version"] == RELEASE
    ours = {line.replace("matplotlib", "matplotlib-base") for line in PROJECT["dependencies"]}
    theirs = {line.replace(" ", "") for line in recipe["requirements"]["run"]}
    assert theirs - {"python>=${{python_min}}"} == ours


def test_all_systems_and_versions_that_are_promised_are_tried() -> None:
    job = read(".github", "workflows", "tests.yml")["jobs"]["systems"]
    promised = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if "Python :: 3." in line]
    assert job["strategy"]["matrix"]["python"] == promised
    assert {name.partition("-")[0] for name in job["strategy"]["matrix"]["os"]} == {
        "ubuntu",
        "macos",
        "windows",
    }


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_a_workflow_names_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    targets = set(re.findall(r"(?<=run: make )[\w-]+", text))
    assert targets <= set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    for extras in re.findall(r"'\.\[([\w,]+)\]'", text):
        assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])
    for name in re.findall(r"\btests/[\w/.]+", text):
        assert (ROOT / name).exists(), name
    for command in re.findall(r"\bevobool (\w+)", "\n".join(re.findall(r"run: (evobool .*)", text))):
        assert command in app
