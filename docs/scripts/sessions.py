"""Writes the sessions and facts shown in README and on the pages; with --check, only compares.

python docs/scripts/sessions.py
python docs/scripts/sessions.py --check
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from facts import facts
from marks import between, write_between

DOCS = Path(__file__).resolve().parents[1]
README, FIRST = DOCS.parent / "README.md", DOCS / "start" / "first.md"
TABLE, ROWS = DOCS / "learn" / "table.md", DOCS / "learn" / "rows.md"
CANCER = "evobool learn cancer.csv --label diagnosis --leaves 4 --seed 1 --effort 2000000 --quiet"
SESSIONS = {
    "learn": (README, CANCER),
    "reproduce": (README, "evobool reproduce table1 table2 --quiet"),
    "one": (FIRST, "evobool run --target and --n 8 --limit n+1 --seed 3"),
    "many": (
        FIRST,
        "evobool run --target and --n 16 --limit n --deletion leaf --runs 500 --seed 1 --quiet",
    ),
    "large": (FIRST, "evobool run --n 1000 --max-iterations 1000000 --runs 20 --seed 1 --quiet"),
    "own": (
        FIRST,
        "evobool run --target 'x1 & (x2 | ~x3) ^ x4' --n 4 --functions and,or,xor --literals all "
        "--offspring 5 --seed 1",
    ),
    "few": (FIRST, "evobool run --target and:10 --n 100 --runs 100 --seed 1 --quiet"),
    "games": (TABLE, "evobool learn tictactoe.csv --label x_won --seed 1 --out rule.json --quiet"),
    "cancer": (TABLE, CANCER),
    "predict": (TABLE, "evobool predict rule.json tictactoe.csv --quiet"),
    "sql": (
        TABLE,
        "evobool learn tictactoe.csv --label x_won --leaves 3 --form sql --seed 1 --effort 200000 --quiet",
    ),
    "simplify": (TABLE, 'evobool simplify "(x1 & x2) | (x1 & ~x2 & x3)"'),
    "rows": (
        ROWS,
        "evobool run --target data:majority.csv --test later.csv --limit 2n --seed 1 --runs 100 --quiet",
    ),
}
# of a long output what begins here is shown, and what comes before this
ENDS = {"learn": "diagnosis = malignant", "reproduce": "Tables 1 and 2", "sql": "3 leaves"}
UNTIL = {"learn": "┏"}
CUT = {"cancer": (4, "learning from"), "predict": (3, "")}  # lines, and where it goes on


def main(check: bool) -> int:
    """Run the sessions and look up the facts; returns how many are not what the pages say."""
    stale = 0
    with tempfile.TemporaryDirectory() as folder:
        for table in (DOCS / "data" / "tables").iterdir():
            shutil.copy(table, folder)
        for page, name, text in [*told(folder), (README, "facts", facts())]:
            if not check:
                write_between(page, name, text)
            elif between(page, name) != text:
                print(f"{page.name}: {name} is now\n{text}", file=sys.stderr)
                stale += 1
    return stale


def told(folder: str) -> Iterator[tuple[Path, str, str]]:
    """Every session with its page and name."""
    for name, (page, command) in SESSIONS.items():
        output = part(printed(command, folder), ENDS.get(name), UNTIL.get(name))
        shown = cut(output, *CUT.get(name, (0, "")))
        yield page, name, f"```console\n$ {command.removesuffix(' --quiet')}\n{shown}\n```"


def cut(text: str, first: int, start: str) -> str:
    """The first lines, and the rest from a line that begins so; all of it if no lines are asked for."""
    lines = text.split("\n")
    if not first or first >= len(lines):
        return text
    places = [place for place in range(first, len(lines)) if start and lines[place].startswith(start)]
    rest = lines[places[0] :] if places else []
    return "\n".join([*lines[:first], "...", *rest])


def part(text: str, start: str | None, until: str | None) -> str:
    """The lines from one that begins like `start` to the next that begins like `until`."""
    lines = text.split("\n")
    if start is not None:
        lines = ["...", *lines[next(place for place, line in enumerate(lines) if line.startswith(start)) :]]
    if until is not None:
        lines = [*lines[: next(place for place, line in enumerate(lines) if line.startswith(until))], "..."]
    return "\n".join(lines)


@cache
def printed(command: str, folder: str) -> str:
    """What a command prints, without timings."""
    words = [sys.executable, "-m", *shlex.split(command)]
    output = subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder).stdout.rstrip()
    return "\n".join(line.rstrip() for line in output.splitlines() if not line.endswith(" s"))


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
