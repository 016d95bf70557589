"""Writes `model/settings/keywords.py`: the fields of a setting as keywords that editors can complete.

python docs/scripts/keywords.py
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args, get_origin, get_type_hints

import evobool
from evobool.model.settings import completion
from evobool.model.settings.setting import Setting

PLACE = Path(evobool.__file__).parent / "model" / "settings" / "keywords.py"


def module() -> str:
    """The text of the module."""
    types = {name: str(field.type) for name, field in Setting.__dataclass_fields__.items()}
    words = sorted(name for name in types.values() if hasattr(completion, name))
    fields = "\n".join(f"    {name}: {kind}" for name, kind in types.items())
    lists = "\n".join(
        f"    {name}: {' | '.join([kind, *_lists(name, kind)])}" for name, kind in types.items()
    )
    return f'''"""The fields of a setting as keywords; written by `docs/scripts/keywords.py`, not by hand."""

from __future__ import annotations

from typing import TypedDict

from evobool.model.settings.completion import (
{"".join(f"    {word},{chr(10)}" for word in words)})


class Fields(TypedDict, total=False):
    """Some fields, each with a value."""

{fields}


class Grid(TypedDict, total=False):
    """Some fields, each with a value or a list of them."""

{lists}
'''


def _lines(types: dict[str, str]) -> str:
    return "\n".join(f"    {name}: {kind}" for name, kind in types.items())


def _lists(name: str, kind: str) -> list[str]:
    """The lists of values: of the type itself, and of the plain types among its members."""
    members = get_args(get_type_hints(Setting)[name])
    plain = [each.__name__ for each in members if get_origin(each) is None and isinstance(each, type)]
    return [f"list[{each}]" for each in [kind, *plain]]


if __name__ == "__main__":
    PLACE.write_text(module(), encoding="utf-8")
