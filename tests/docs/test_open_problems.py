"""The pages on the paper's open problems: their scripts run, and what they take for granted is so."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from evobool import Tree
from evobool.theory.expectation import CONSTANT, LARGEST, SLOPE, SMALLEST

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {"no_limit": "no-limit.md", "subset": "subset.md", "essential": "essential.md"}
SCIENCE = DOCS / "science"


def marks(text: str) -> list[str]:
    """What scripts wrote into a page."""
    return re.findall(r"<!-- ([a-z-]+):begin -->\n(?!<!-- \1:end)", text)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("script", PAGES)
def test_a_quick_version_writes_every_part_of_the_page_and_every_figure(script: str, tmp_path: Path) -> None:
    words = [sys.executable, "-W", "error", str(DOCS / "scripts" / f"{script}.py"), "--quick", str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = PAGES[script]
    made, kept = (folder.joinpath(page).read_text(encoding="utf-8") for folder in (tmp_path, SCIENCE))
    assert marks(made) == marks(kept)
    assert made != kept
    for figure in re.findall(r"\(\.\./figures/([a-z-]+\.svg)\)", kept):
        assert (tmp_path / "figures" / figure).stat().st_size > 1000
    again = subprocess.run(words, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    assert again.stderr == "", "what is in the files is not run again"
    assert tmp_path.joinpath(page).read_text(encoding="utf-8") == made


@pytest.mark.parametrize("page", PAGES.values())
def test_a_page_is_complete_and_its_figures_are_there(page: str) -> None:
    text = SCIENCE.joinpath(page).read_text(encoding="utf-8")
    assert len(marks(text)) == text.count(":begin -->") > 4
    assert "nan" not in re.sub(r"[a-zA-Z]+nan|nan[a-zA-Z]+", "", text)
    for figure in re.findall(r"\(\.\./figures/([a-z-]+\.svg)\)", text):
        assert (DOCS / "figures" / figure).exists()


def test_the_rule_of_thumb_is_the_law_of_the_page() -> None:
    text = SCIENCE.joinpath("no-limit.md").read_text(encoding="utf-8")
    found = re.search(r"^\| n \(a ln n \+ b\) \| a = ([\d.]+) ± [\d.]+, b = ([\d.]+)", text, re.MULTILINE)
    assert found is not None
    assert [round(float(value), 2) for value in found.groups()] == [SLOPE, CONSTANT]
    sizes = [int(size.replace(",", "")) for size in re.findall(r"^\| ([\d,]+) \|", text, re.MULTILINE)]
    assert (min(sizes), max(sizes)) == (SMALLEST, LARGEST)
    guide = DOCS.joinpath("study", "run.md").read_text(encoding="utf-8")
    assert f"n from {SMALLEST} to {LARGEST:,}" in guide
    assert f"n ({SLOPE:.2f} ln n + {CONSTANT:.2f})" in guide


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_the_error_of_a_conjunction_with_irrelevant_variables(k: int) -> None:
    for r, i in product(range(k + 1), range(3)):
        if r + i:
            names = [*range(1, r + 1), *range(k + 1, k + i + 1)]
            tree = Tree.parse(" & ".join(f"x{name}" for name in names))
            share = Fraction(1, 2 ** (r + i)) + Fraction(1, 2**k) - Fraction(2, 2 ** (k + i))
            assert tree.error_rate(f"and:{k}", n=k + 2) == share
