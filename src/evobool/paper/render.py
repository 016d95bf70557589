"""Tables for the terminal and for LaTeX."""

from __future__ import annotations

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text

from evobool.paper.tables import Block, Entry, Table


def signed(difference: float | None) -> str:
    """A difference with its sign.

    >>> signed(-0.04), signed(1.25), signed(None)
    ('0.0', '+1.2', '')
    """
    if difference is None:
        return ""
    text = f"{difference:+.1f}"
    return text[1:] if text in ("+0.0", "-0.0") else text


def terminal(table: Table, console: Console) -> list[RichTable]:
    """Rich tables, one per block, or one per group of columns if the console is too narrow.

    Values more than 3 standard errors off stand out.
    """
    found = [_rich(table, block) for block in table.blocks]
    unbounded = console.options.update(max_width=10_000)
    if any(Measurement.get(console, unbounded, shown).maximum > console.width for shown in found):
        found = [_rich(table, block) for whole in table.blocks for block in by_group(whole)]
    found[0].title = table.title
    return found


def by_group(block: Block) -> list[Block]:
    """One block per group of columns."""
    found, start = [], 0
    for group in block.groups:
        end = start + len(group[1])
        rows = tuple((label, entries[start:end]) for label, entries in block.rows)
        found.append(Block(block.head, (group,), rows))
        start = end
    return found


def _rich(table: Table, block: Block) -> RichTable:
    shown = RichTable(show_lines=table.compared)
    shown.add_column(block.head, justify="right", no_wrap=True)
    for title, columns in block.groups:
        for column in columns:
            shown.add_column(f"{column}\n{title}" if title else column, justify="right", no_wrap=True)
    for label, entries in block.rows:
        shown.add_row(label, *(_lines(entry, table.compared) for entry in entries))
    return shown


def _lines(entry: Entry, compared: bool) -> Text:
    if not compared:
        return Text(entry.ours)
    text = Text(f"{entry.paper}\n{entry.ours}\n")
    text.append(signed(entry.difference), style="bold red" if entry.large else "dim")
    return text


def latex(table: Table) -> str:
    """A LaTeX table that needs no package, with the paper's value, ours and the difference on three lines."""
    lines = [f"% {table.title}", r"\begin{table}", r"\centering"]
    for block in table.blocks:
        rule = "|".join("r" * len(columns) for _, columns in block.groups)
        lines.append(rf"\begin{{tabular}}{{|r|{rule}|}} \hline")
        if any(title for title, _ in block.groups):
            heads = " & ".join(
                rf"\multicolumn{{{len(columns)}}}{{c|}}{{{_tex(title)}}}" for title, columns in block.groups
            )
            lines.append(rf" & {heads} \\")
        names = " & ".join(_tex(column) for _, columns in block.groups for column in columns)
        lines.append(rf"{_tex(block.head)} & {names} \\ \hline")
        for label, entries in block.rows:
            lines += _latex_row(label, entries, table.compared)
        lines += [*([] if table.compared else [r"\hline"]), r"\end{tabular}", ""]
    caption = _tex(f"{table.title}. {table.caption}")
    return "\n".join([*lines, rf"\caption{{{caption}}}", r"\end{table}", ""])


def _latex_row(label: str, entries: tuple[Entry, ...], compared: bool) -> list[str]:
    if not compared:
        return [rf"{_tex(label)} & {' & '.join(_tex(entry.ours) for entry in entries)} \\"]
    rows = [
        [entry.paper for entry in entries],
        [entry.ours for entry in entries],
        [signed(entry.difference) for entry in entries],
    ]
    heads = [label, "", ""]
    return [
        rf"{_tex(head)} & {' & '.join(map(_tex, row))} \\" + (r" \hline" if number == 2 else "")
        for number, (head, row) in enumerate(zip(heads, rows, strict=True))
    ]


_TEX = {
    "∞": r"$\infty$",
    "±": r"$\pm$",
    "≤": r"$\le$",
    "²": r"$^2$",
    "⁻ᶜ": r"$^{-c}$",
    "ᶜ": r"$^c$",
    "ⁿ": r"$^n$",
    "_n": r"$_n$",
    "%": r"\%",
    "...": r"\dots{}",
}


def _tex(text: str) -> str:
    for plain, code in _TEX.items():
        text = text.replace(plain, code)
    return text
