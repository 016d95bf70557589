"""What makes it different, in numbers that other pages of the site have."""

from __future__ import annotations

from pathlib import Path

from marks import between, found, write_between

DOCS = Path(__file__).resolve().parents[1]
SITE = "https://evobool.github.io/evobool"


def facts() -> str:
    """The list in README."""
    speed = row("benchmarks.md", "engines", "16 | exact")
    plain = row("benchmarks.md", "decisions", "AND_16, limit 2n |")
    large = row("benchmarks.md", "decisions", "AND_100000, no limit, one run: ")
    stuck = between(found("theory.md", DOCS), "law").partition("P(stuck for ever) = ")[2].partition(",")[0]
    calls = row("reliability.md", "tried", "calls and commands drawn from signatures")
    stores = row("reliability.md", "tried", "1,000 damaged stores")
    kills = row("reliability.md", "tried", "kill -9 at a random moment")
    wrong = sum(int(cells[2]) for cells in (calls, stores, kills))
    told = {
        "Fast": f"An iteration on the {2**16:,} inputs of AND_16 takes {float(speed[4]) * 1000:.0f} ns on a "
        f"core, {speed[6]} times less than in DEAP; plain C++ takes {plain[3]} times longer. AND of 100,000 "
        f"variables on its complete truth table, one run: {large[0].partition(': ')[2]}. "
        f"[Benchmarks]({SITE}/reference/benchmarks.html)",
        "Exact": "Where trees are few, the law of T is computed, not estimated. With n = 4, limit n + 1 and "
        f"leaf deletion a run gets stuck for ever with probability {stuck}; the proof can be checked. "
        f"[Exact laws]({SITE}/paper/theory.html)",
        "Right or refused": f"{calls[1]} calls with odd values, {stores[1]} commands on damaged stores, "
        f"{kills[1]} studies killed and continued: {wrong or 'no'} wrong result{'s' * (wrong > 1)}. "
        f"[Reliability]({SITE}/reference/reliability.html)",
    }
    return "\n".join(f"- **{name}.** {text}" for name, text in told.items())


def row(page: str, section: str, start: str) -> list[str]:
    """The cells of the row of a section of a page that begins like this."""
    lines = between(found(page, DOCS), section).splitlines()
    (line,) = (line for line in lines if line.startswith(f"| {start}"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def refresh() -> None:
    """Write the list into README; whatever writes the pages it is taken from calls this."""
    write_between(DOCS.parent / "README.md", "facts", facts())
