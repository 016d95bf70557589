"""What each command's help ends with: examples that work, in this order, in an empty folder."""

from __future__ import annotations

import re

from cyclopts import App

LEAF = "--n 8 --limit n --deletion leaf"
WIDTH = 72
GRID = "--grid n=4,6,8,10 --grid limit=n,2n"
EXAMPLES: dict[str, tuple[str, ...]] = {
    "": (
        "evobool run --n 8 --limit n+1 --seed 3",
        "evobool reproduce",
        "evobool study run --help",
    ),
    "run": (
        "evobool run --n 8 --limit n+1 --seed 3 --plot run.svg",
        f"evobool run {LEAF} --runs 500 --seed 1 --records runs.csv",
        "evobool run --n 50 --training 1024 --accept-error 8 --functions and",
    ),
    "study": (
        "evobool study run --store leaf.db --grid n=4,8 --grid deletion=leaf --runs 100",
        "evobool study status leaf.db",
        "evobool study run --help",
    ),
    "study run": (
        f"evobool study run --store leaf.db {GRID} --grid deletion=leaf --runs 100 --seed 1",
        f"evobool study run --store subtree.db {GRID} --runs 100 --seed 1",
        "evobool study run --store functions.db --grid n=4 --grid functions=and,and+or",
    ),
    "doctor": ("evobool doctor", "evobool doctor --json"),
    "study status": ("evobool study status leaf.db", "evobool study status leaf.db --runs 1000"),
    "study show": (
        "evobool study show leaf.db --rows n --columns limit --value T",
        "evobool study show leaf.db --value B --where deletion=leaf",
        "evobool study show leaf.db --interval --format latex",
    ),
    "study stuck": ("evobool study stuck leaf.db", "evobool study stuck leaf.db --most 5 --json"),
    "study plot": (
        "evobool study plot leaf.db --out T.svg",
        "evobool study plot leaf.db --y S --group limit --out S.pdf",
    ),
    "study fit": (
        "evobool study fit leaf.db",
        "evobool study fit leaf.db --y evaluations --out residuals.svg",
    ),
    "study compare": (
        "evobool study compare leaf.db subtree.db",
        "evobool study compare leaf.db --by limit --out limits.svg",
    ),
    "study export": (
        "evobool study export leaf.db --out csv",
        "evobool study export leaf.db --format ioh --out ioh",
    ),
    "study merge": (
        "evobool study merge leaf.db subtree.db --into both.db",
        "evobool study merge part-*.db --into whole.db",
    ),
    "study check": (
        "evobool study check leaf.db",
        "evobool study merge leaf.db --into saved.db --sound",
    ),
    "reproduce": (
        "evobool reproduce",
        "evobool reproduce table1 figure2 --runs 5000 --out more",
        "evobool reproduce paper --json",
    ),
    "atlas": (
        "evobool atlas --n 3 --runs 20 --out atlas3",
        "evobool atlas --n 2 --limit 6 --runs 50 --seed 7 --out atlas2",
    ),
    "learn": (
        "evobool learn heart.csv --label disease",
        "evobool learn heart.csv --label disease --leaves 8 --test later.csv --out rule.json",
        "evobool learn heart.csv --label disease --objective balanced --leave-out id --form sql",
    ),
    "predict": (
        "evobool predict rule.json new.csv",
        "evobool predict rule.json -",
    ),
    "simplify": (
        'evobool simplify "x1 & (x1 | x2)"',
        'evobool simplify "(x1 & x2) | (x1 & ~x2 & x3)" --functions and,or,xor --json',
    ),
    "exact": (
        "evobool exact --n 4 --limit n --deletion leaf",
        "evobool exact --n 4 --limit n+1 --simulate 10000 --seed 1 --plot law.svg",
    ),
    "landscape": (
        'evobool landscape "(x3 & x2) | (x2 & x3)" --n 4 --limit 4 --deletion leaf --certificate proof.json',
        "evobool landscape --check proof.json",
    ),
    "drift": (
        "evobool drift --n 8 --limit 2n --runs 20 --seed 1",
        "evobool drift --n 6 --limit n --runs 5 --plot drift.svg",
    ),
    "studio": (
        "evobool studio",
        "evobool studio --store leaf.db --no-browser --port 8080",
        "evobool studio --report reproduction",
    ),
    "theory": ("evobool theory", "evobool theory theorem-1 lemma-2"),
}


def add_examples(app: App) -> None:
    """End the help of every command with its examples."""
    for name, lines in EXAMPLES.items():
        command = app
        for word in name.split():
            command = command[word]
        command.help_epilogue = "\n".join(["Examples:", *map(_folded, lines)])


def _folded(line: str) -> str:
    """A line as it can be pasted, on several where one is too long for a terminal."""
    lines = [""]
    for part in re.split(" (?=--)", line):
        if len(lines[-1]) + len(part) > WIDTH:
            lines.append("   ")
        lines[-1] += f" {part}"
    return " ".join([" ", " \\\n ".join(lines).lstrip()])


def shown_default(value: object) -> str | None:
    """A default as it would be typed; none for what is absent, or a switch that is off.

    >>> shown_default(("and", "or")), shown_default(10_000), shown_default(False)
    ('and,or', '10000', None)
    """
    if value is None or value is False:
        return None
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
