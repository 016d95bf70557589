"""How help pages look: paragraphs run on, and only fields with a fixed list of words show choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cyclopts.help import DefaultFormatter

if TYPE_CHECKING:
    from cyclopts.help import HelpEntry, HelpPanel

OPEN = "CHOICE|STR"  # a field that takes more than the words its type lists


class Pages(DefaultFormatter):
    """The default look, its entries tidied."""

    def __call__(self, console: Any, options: Any, panel: HelpPanel) -> None:
        """Print a panel."""
        super().__call__(console, options, panel.copy(entries=[_tidied(entry) for entry in panel.entries]))

    def render_description(self, console: Any, options: Any, description: Any) -> None:
        """Print what a command does."""
        from rich.text import Text

        text = getattr(description, "primary_renderable", None)
        if isinstance(text, Text):
            paragraphs = (_one_line(each) for each in text.plain.split("\n\n"))
            description.primary_renderable = Text("\n\n".join(paragraphs) + "\n")
        super().render_description(console, options, description)


def _tidied(entry: HelpEntry) -> HelpEntry:
    """An entry whose text has no line breaks and no marks of code of its docstring."""
    from rich.text import Text

    text = getattr(entry.description, "primary_renderable", None)
    if isinstance(text, Text):
        entry.description.primary_renderable = Text(_one_line(text.plain))
    if entry.metavar and entry.metavar.startswith(OPEN):
        several = "..." if entry.metavar.endswith("...") else ""
        return entry.copy(choices=None, metavar=f"STR{several}")
    return entry


def _one_line(text: str) -> str:
    return " ".join(text.replace("`", "").split())
