"""What was tried to break evobool, and how often it broke, as a table in docs/reference/reliability.md.

The numbers are those that tests noted: `EVOBOOL_RECORD=1 pytest -n 0 -m slow`, and the same with `not slow`.
"""

from __future__ import annotations

import json

from facts import refresh
from page import DATA, put, table


def main() -> None:
    """Write the table from docs/data/reliability."""
    paths = sorted((DATA / "reliability").glob("*.json"))
    found = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    rows = [[each["what"], f"{each['times']:,}", f"{each['failed']:,}"] for each in found]
    put("tried", table(["what was tried", "times", "went wrong"], rows), "reliability.md")
    refresh()


if __name__ == "__main__":
    main()
