"""Flags that several commands have, each defined once, with the line of help that all of them show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from evobool.model.settings.setting import Setting

Format = Annotated[str, Parameter(help="table, or for other tools markdown, latex, csv or json.")]
Fields = Annotated[Setting, Parameter(name="*")]
Json = Annotated[bool, Parameter(help="Print one JSON object on stdout and nothing else.")]
Quiet = Annotated[bool, Parameter(help="No progress and no messages.")]
StoreFile = Annotated[Path, Parameter(help="The file that holds the runs.")]
Style = Annotated[
    str | None,
    Parameter(
        help="Write trees on one line as symbols, words, python, latex or verilog; without it small ones are "
        "drawn."
    ),
]
TableFile = Annotated[str, Parameter(allow_leading_hyphen=True)]  # - is standard input
Where = Annotated[
    list[str] | None,
    Parameter(
        help="A field and its value, such as deletion=leaf, to choose among the settings of a store; may be "
        "given several times."
    ),
]
