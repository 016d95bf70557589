"""What scripts write into pages: text between the marks of a name, so that the rest is written by hand."""

from __future__ import annotations

from pathlib import Path


def found(name: str, docs: Path) -> Path:
    """A page by its file name, whatever section of the site it stands in."""
    (path,) = [path for path in docs.rglob(name) if "_build" not in path.parts]
    return path


def write_between(page: Path, name: str, text: str) -> None:
    """Write text between the marks of a name in a page."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, rest = page.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    page.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")


def between(page: Path, name: str) -> str:
    """What stands between the marks of a name in a page."""
    inside = page.read_text(encoding="utf-8").partition(f"<!-- {name}:begin -->\n")[2]
    return inside.partition(f"\n<!-- {name}:end -->")[0]
