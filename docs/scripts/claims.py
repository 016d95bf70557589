"""The paper's claims and what `evobool theory` finds, as a table in docs/paper/theory.md."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter

from page import put, table


def cell(text: str) -> str:
    """Text for a table cell, which an unescaped bar would end."""
    return text.replace("|", "\\|").replace("*", "\\*").replace("~", "\\~")


def main() -> None:
    """Check every claim, which takes a minute or two."""
    command = [sys.executable, "-m", "evobool", "theory", "--json"]
    claims = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["claims"]
    rows = [
        [
            claim["name"],
            cell(claim["claim"]),
            claim["outcome"],
            cell(claim["verdict"]) if claim["outcome"] in ("fails", "loose") else "",
        ]
        for claim in claims
    ]
    counted = Counter(claim["outcome"] for claim in claims)
    line = ", ".join(f"{outcome} {count}" for outcome, count in counted.most_common())
    head = ["claim", "what it says", "outcome", "where it needs more care, and the smallest case"]
    put("claims", f"{table(head, rows)}\n\nOf {len(claims)}: {line}.", "theory.md")


if __name__ == "__main__":
    main()
