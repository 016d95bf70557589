"""Calls into plugins: an error in one becomes a line that names the file and the line in it."""

from __future__ import annotations

import dis
import inspect
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evobool import interrupts
from evobool.errors import InputError, shown
from evobool.plugins.waiting import WAITING

FILES: set[str] = set()  # that plugins were loaded from, as tracebacks name them
RETURNS = ("RETURN_VALUE", "RETURN_CONST", "YIELD_VALUE")


class PluginError(InputError):
    """A plugin that fails or breaks a promise.

    >>> print(PluginError("f.py", 7, "accepts must return True or False, not 'yes'"))
    plugin f.py, line 7: accepts must return True or False, not 'yes'

    See Also
    --------
    load : reads a file of plugins
    """

    def __init__(self, file: str, line: int | None, why: str, raised: bool = False) -> None:
        super().__init__("plugin", file, why)
        self.line, self.raised = line, raised  # by its own code, rather than found wrong
        self.args = (f"plugin {shown(file)}{'' if line is None else f', line {line}'}: {why}",)

    def __reduce__(self) -> Any:
        return PluginError, (self.value, self.line, self.why, self.raised)


@dataclass(frozen=True)
class Called:
    """A plugin's function: what it is called in messages, the file it is from, and where the file says so.

    `file` is None for what was defined by hand: then `plugin` stands for it, and what it raises is raised.
    """

    function: Callable[..., Any]
    role: str
    plugin: str
    file: str | None
    line: int | None

    def __call__(self, *arguments: Any) -> Any:
        """What the function returns."""
        before = WAITING.begin(self)
        try:
            found = self.function(*arguments)
        except BaseException as problem:
            told = self.blamed(problem)
            if told is None:
                raise
            raise told from None
        finally:
            WAITING.end(before)
        interrupts.check()
        return found

    def blamed(self, problem: BaseException) -> PluginError | None:
        """What to say of something raised; None if it is to be raised as it is."""
        if self.file is None or isinstance(problem, PluginError) or interrupts.pressed(problem):
            return None
        return told(problem, self.file)

    def wrong(self, why: str) -> PluginError:
        """What to say of something returned."""
        if self.file is None:
            return PluginError(self.plugin, None, f"{self.role} {why}")
        return PluginError(self.file, _line_of(self.function) or self.line, f"{self.role} {why}")


def quoted(value: object) -> str:
    """A value as a message quotes it, whatever it is.

    >>> quoted("yes"), quoted(None), quoted([1])
    ("'yes'", 'None', '[1]')
    """
    try:
        return repr(value) if type(value) is str else shown(value)
    except BaseException as problem:  # whatever a foreign object's own method raises
        if interrupts.pressed(problem):
            raise
        return f"a {type(value).__name__}"


def check_callable(called: Called, takes: tuple[str, ...]) -> None:
    """Refuse what cannot be called with these arguments."""
    function = called.function
    if (
        not callable(function)
        or inspect.iscoroutinefunction(function)
        or inspect.isasyncgenfunction(function)
    ):
        raise called.wrong(f"must be a plain function, not {quoted(function)}")
    try:
        signature = inspect.signature(function)
    except ValueError:
        return  # a built-in function that does not say
    try:
        signature.bind(*takes)
    except TypeError:
        given = ", ".join(signature.parameters)
        raise called.wrong(f"must take ({', '.join(takes)}), not ({given})") from None


def blamed(problem: BaseException) -> InputError | None:
    """An error that came out of a plugin by another way, with file and line; None for any other."""
    frames = traceback.extract_tb(problem.__traceback__)
    file = next((frame.filename for frame in reversed(frames) if frame.filename in FILES), None)
    return None if file is None else told(problem, file)


def told(problem: BaseException, file: str) -> PluginError:
    """What to say of something that a file raised."""
    if isinstance(problem, InputError):
        return PluginError(file, line_in(problem, file), str(problem), raised=True)
    name, said = type(problem).__name__, " ".join(quoted(problem).split())
    why = name if said in ("", f"a {name}") else f"{name}: {said}"
    return PluginError(file, line_in(problem, file), why, raised=True)


def line_in(problem: BaseException, file: str) -> int | None:
    """The last line of the file on the way to an error."""
    frames = traceback.extract_tb(problem.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == file), None)


def _line_of(function: Callable[..., Any]) -> int | None:
    """The line in which a function returns, if there is only one, else the line in which it begins."""
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    lines = {
        each.positions.lineno
        for each in dis.get_instructions(code)
        if each.positions and each.opname in RETURNS
    }
    first: int = code.co_firstlineno
    return lines.pop() if len(lines) == 1 else first
