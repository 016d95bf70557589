"""The files plugins come from: run once, and known by their hashes."""

from __future__ import annotations

import builtins
import hashlib
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from evobool import interrupts
from evobool.errors import InputError
from evobool.model.settings.setting import DEFINITIONS, Setting
from evobool.model.targets.families import TARGETS
from evobool.model.targets.tabled import TABLE
from evobool.model.targets.targets import forget_goals
from evobool.plugins.blame import FILES, Called, PluginError, told

WORD = "abcdefghijklmnopqrstuvwxyz0123456789-_"


@dataclass(frozen=True)
class Source:
    """Where plugins were defined: a name to show, and the text, by whose hash it is known."""

    name: str
    text: str
    loadable: bool = True

    @property
    def hash(self) -> str:
        """The SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True)
class Lost(Source):
    """The source of plugins that are not loaded, of which only the name and the hash are known."""

    known_hash: str = ""

    @property
    def hash(self) -> str:
        """The hash that was noted."""
        return self.known_hash

    def missing(self, plugin: str) -> InputError:
        """What to say where one of its plugins is needed."""
        how = f"give --plugin {self.name}" if self.loadable else "it was defined by hand"
        return InputError("plugin", plugin, f"is not loaded; {how}")


class Loading(NamedTuple):
    """A source that is being run, and the name its code has in tracebacks."""

    source: Source
    file: str


SOURCES: dict[str, Source] = {}  # by hash
KINDS = {name: each.takes for name, each in DEFINITIONS.items() if each.takes.registry is not None}
REGISTRIES: dict[str, dict[str, Any]] = {name: takes.registry or {} for name, takes in KINDS.items()}
_loading: ContextVar[Loading | None] = ContextVar("source of plugins being loaded", default=None)


def load(path: str | Path) -> Source:
    """Run a file of plugins; the same file again does nothing.

    >>> load("docs/plugins/selection.py").name
    'selection.py'

    See Also
    --------
    PluginError : what a faulty file raises
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise InputError("plugin", path, problem.strerror or "cannot be read") from None
    except UnicodeDecodeError:
        raise InputError("plugin", path, "is not UTF-8") from None
    source = Source(path.name, text)
    ensure([source], path)
    return source


def ensure(sources: Iterable[Source], path: Path | None = None) -> None:
    """Run sources that were not run yet: what a worker does before its runs."""
    for source in sources:
        if source.hash in SOURCES and not isinstance(SOURCES[source.hash], Lost):
            continue
        if not source.loadable:
            raise InputError("plugin", source.name, "was defined by hand; to use it elsewhere, load a file")
        try:
            _run(source, path or Path(source.name))
        except InputError:
            for registry in REGISTRIES.values():
                for name in [name for name, entry in registry.items() if entry.source == source.hash]:
                    del registry[name]
            raise
        SOURCES[source.hash] = source


def used_by(setting: Setting) -> dict[str, Source]:
    """The plugins that a setting names, such as {"selection threshold": ...}."""
    entries = {kind: takes.entry(setting) for kind, takes in KINDS.items() if takes.entry is not None}
    used = {f"{kind} {each.name}": SOURCES[each.source] for kind, each in entries.items() if each.source}
    for name, source in used.items():
        if isinstance(source, Lost):
            raise source.missing(name)
    return used


def is_known(plugin: str) -> bool:
    """Whether a plugin is there, by kind and name.

    >>> is_known("selection strict"), is_known("selection doc-unheard-of")
    (True, False)
    """
    kind, _, name = plugin.partition(" ")
    return name in REGISTRIES[kind]


def _run(source: Source, path: Path) -> None:
    """Carry out the text as a module of its own; an error names its line."""
    file = str(path)
    module = ModuleType(f"evobool_plugin_{source.hash[:12]}")
    module.__dict__.update(__file__=file, print=_printed)
    token = _loading.set(Loading(source, file))
    try:
        code = compile(source.text, file, "exec")
        sys.modules[module.__name__] = module
        exec(code, module.__dict__)
    except PluginError:
        raise
    except SyntaxError as problem:
        own = problem.filename == file
        raise (PluginError(file, problem.lineno, problem.msg) if own else told(problem, file)) from None
    except BaseException as problem:
        if interrupts.pressed(problem):
            raise
        raise told(problem, file) from None
    finally:
        _loading.reset(token)
    FILES.add(file)


def _printed(*values: Any, file: Any = None, **options: Any) -> None:
    """`print` as plugins have it: what they say goes to stderr, apart from results."""
    builtins.print(*values, file=sys.stderr if file is None else file, **options)


@contextmanager
def forgotten() -> Iterator[None]:
    """Forget, at the end of a block, the plugins that were registered in it."""
    kept = [(held, dict(held)) for held in (*REGISTRIES.values(), SOURCES)]
    try:
        yield
    finally:
        for held, before in kept:
            held.clear()
            held.update(before)
        forget_goals()


def called(function: Callable[..., Any], role: str, plugin: str) -> Called:
    """The function as evobool calls it, from the file being loaded or defined by hand."""
    loading = _loading.get()
    if loading is None:
        return Called(function, role, plugin, None, None)
    frames = traceback.extract_stack()
    line = next((frame.lineno for frame in reversed(frames) if frame.filename == loading.file), None)
    return Called(function, role, plugin, loading.file, line)


def source_of(function: Callable[..., Any] | None, text: str = "") -> str:
    """The hash of the file being loaded, or of the function itself where it was defined by hand."""
    loading = _loading.get()
    if loading is not None:
        source = loading.source
    else:
        if function is not None:
            try:
                text = inspect.getsource(function)
            except (OSError, TypeError):
                text = repr(getattr(function, "__code__", function))
        source = Source(getattr(function, "__name__", "formula"), text, loadable=False)
        SOURCES[source.hash] = source
    return source.hash


def check_name(name: object) -> None:
    """Refuse a name that a setting could not spell."""
    if not isinstance(name, str) or not name or set(name) - set(WORD) or not name[0].isalpha():
        raise InputError("name", name, "must be a word of small letters, digits, - and _")


def check_promise(promise: str, given: object) -> None:
    """Refuse a promise that is neither True nor False."""
    if given is not True and given is not False:
        raise InputError(promise, given, "must be True or False")


def add(registry: dict[str, Any], entry: Any) -> None:
    """Register an entry under a name that is free, or that it had before."""
    name = entry.name
    check_name(name)
    if registry is TARGETS and name == TABLE:
        raise InputError("name", name, "is taken by evobool itself")
    known = registry.get(name)
    lost = known is not None and isinstance(SOURCES.get(known.source), Lost)
    if known is not None and not lost and (known.source is None or known.source != entry.source):
        by = "evobool itself" if known.source is None else f"another source ({SOURCES[known.source].name})"
        if known.source is None or SOURCES[known.source].loadable:
            raise InputError("name", name, f"is taken by {by}")
    registry[name] = entry
    forget_goals()
