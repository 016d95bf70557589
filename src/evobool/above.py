"""Methods whose work is done by a layer above their class.

A `Run` draws itself, though the code that draws stands above runs and imports them. So that nothing imports
upwards, the method names itself here, and `evobool/__init__.py`, which stands above everything and is always
imported first, says which function does the work.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # typing takes a while to import, and this module is among the first
if TYPE_CHECKING:
    from typing import Any

DONE_BY: dict[str, str] = {}  # "Run.plot": "module:function"


def above(method: str, *arguments: Any, **options: Any) -> Any:
    """Call the function that does the work of a method.

    >>> from evobool import Tree
    >>> above("Tree.draw", Tree.parse("x1"))
    'x1'
    """
    module, _, function = DONE_BY[method].partition(":")
    return getattr(import_module(module), function)(*arguments, **options)
