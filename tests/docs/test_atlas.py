"""The script behind docs/science/atlas.md, with fewer runs; and the page as it is kept."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
QUICK = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import page
page.DOCS = Path(sys.argv[2])
page.DATA = page.DOCS / "data"
import atlas
atlas.main(Path(sys.argv[3]), atlas.Scale(sizes=(2, 3), runs=10, max_iterations=2_000, exact_runs=60))
"""


@pytest.mark.slow
@pytest.mark.compiled
def test_a_quick_version_of_the_script(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    for name in ("data", "figures"):
        (docs / name).mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "science" / "atlas.md", docs)
    words = [sys.executable, "-c", QUICK, str(ROOT / "docs" / "scripts"), str(docs), str(tmp_path / "runs")]
    subprocess.run(words, check=True, cwd=tmp_path)
    text = (docs / "atlas.md").read_text(encoding="utf-8")
    assert "10 runs of every function and system, seed 1" in text
    assert "60 runs of each" in text
    written = {path.name for path in docs.rglob("*.*")}
    assert {
        "atlas-2.csv",
        "atlas-3.csv",
        "atlas-exact.csv",
        "atlas-and-or.svg",
        "atlas-features.svg",
    } <= written


def test_the_page_and_its_data_belong_together() -> None:
    """Numbers in the page are those of the data beside it, and every part was written."""
    text = (ROOT / "docs" / "science" / "atlas.md").read_text(encoding="utf-8")
    for name in re.findall(r"<!-- (\w+):begin -->", text):
        inside = text.split(f"<!-- {name}:begin -->")[1].split(f"<!-- {name}:end -->")[0]
        assert inside.strip(), name
    with (ROOT / "docs" / "data" / "atlas-4.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 222 + 402 + 402 + 222
    assert {row["runs"] for row in rows} == {"100"}
    failed = sum(100 - int(row["solved"]) for row in rows if row["system"] == "nand")
    assert f"{failed:,} failed" in " ".join(text.split())
    pictures = re.findall(r"\]\(\.\./(figures/[^)]+)\)", text)
    assert pictures
    assert all((ROOT / "docs" / picture).exists() for picture in pictures)
