"""Whether markup is whole: tags that close, braces that match."""

from __future__ import annotations

import re
from html.parser import HTMLParser

EMPTY = {"meta", "br", "img", "link", "input", "hr"}


class Tags(HTMLParser):
    """Reads a page, insists that tags close in order, and keeps what it met."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.met: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.met.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.met.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> at {self.getpos()}"

    def count(self, tag: str, **attributes: str) -> int:
        """How many there are of a tag with these attributes (`kind` is its class)."""
        wanted = {"class" if name == "kind" else name: value for name, value in attributes.items()}
        return sum(name == tag and wanted.items() <= found.items() for name, found in self.met)


def check_latex(text: str) -> None:
    """Plain ASCII, braces and environments that match, no bare % and no bare _ or ^ outside of formulas."""
    assert text.isascii()
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    assert not re.search(r"(?<!\\)%", body)
    depth = 0
    for character in re.sub(r"\\[{}]", "", body):
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    waiting: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", body):
        if kind == "begin":
            waiting.append(name)
        else:
            assert waiting.pop() == name
    assert not waiting
    assert body.count("$") % 2 == 0
    assert not re.search(r"[_^&#]", re.sub(r"\$[^$]*\$", "", re.sub(r"(?m) & | & ?$|^ & ", " ", body)))
    for table in re.findall(r"\\begin\{tabular\}\{(.*?)\} \\hline\n(.*?)\\end\{tabular\}", body, re.DOTALL):
        columns = table[0].count("r")
        for row in table[1].split(r"\\")[:-1]:
            spanned = sum(int(width) - 1 for width in re.findall(r"\\multicolumn\{(\d+)\}", row))
            assert row.count("&") + 1 + spanned == columns, row
