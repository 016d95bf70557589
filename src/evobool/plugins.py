"""Your own targets, selection rules, mutation operators and training regimes, as plain functions in a file.

    # mine.py
    from evobool.plugins import selection

    @selection("threshold")
    def threshold(offspring, parent, draws):
        return offspring.error <= parent.error + 1

`load("mine.py")`, or `--plugin mine.py` on the command line, makes them known by their names. What runs they
are part of is noted with a hash of the file, so that a study is not continued with another version of it.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from evobool.errors import InputError
from evobool.model.formulas.prefix import evaluated, parsed
from evobool.model.formulas.tree import Tree
from evobool.model.mutation import OPERATORS, Mutation, Operator
from evobool.model.selection import SELECTIONS, Selection
from evobool.model.settings.setting import DEFINITIONS, Setting
from evobool.model.targets.families import TARGETS, Target
from evobool.model.targets.tabled import TABLE
from evobool.model.targets.targets import Goal, goal_of
from evobool.model.training import REGIMES, Regime, TrainingSet

if TYPE_CHECKING:
    from collections.abc import Iterator

F = TypeVar("F", bound=Callable[..., Any])
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


SOURCES: dict[str, Source] = {}  # by hash
KINDS = {name: each.takes for name, each in DEFINITIONS.items() if each.takes.registry is not None}
REGISTRIES: dict[str, dict[str, Any]] = {name: takes.registry or {} for name, takes in KINDS.items()}
_files: set[str] = set()  # that plugins were loaded from, as tracebacks name them
_loading: ContextVar[Source | None] = ContextVar("source of plugins being loaded", default=None)


def target(
    name: str, *, formula: str | None = None, symmetric: bool = False, some: bool = True
) -> Callable[[F], F]:
    """Register a target: a function of its columns x[0] ... x[n-1] and `ones`, or a formula.

    Use &, | and ^ on the columns, and `x[i] ^ ones` for NOT. `symmetric` promises that all variables may
    change places, which lets the exact chain be smaller; `some` allows `name:K`.

    >>> @target("doc-pairs")
    ... def pairs(x, ones):
    ...     return (x[0] & x[1]) | (x[2] & x[3])
    >>> from evobool import Setting
    >>> Setting(n=4, target="doc-pairs").goal.variables
    (1, 2, 3, 4)
    """
    if formula is not None:
        prefix = parsed(formula, "formula")
        least = max((abs(token) for token in prefix if isinstance(token, int)), default=0)
        if not least:
            raise InputError("formula", formula, "is empty")

        def define(x: Any, ones: Any) -> Any:
            return evaluated(prefix, x, ones)

        def refuses(n: int) -> str | None:
            return None if n >= least else f"{name} needs n of at least {least}"

        _add(TARGETS, Target(name, define, refuses=refuses, some=False, source=_source_of(None, formula)))
        return lambda function: function

    def register(function: F) -> F:
        _add(TARGETS, Target(name, function, symmetric, some=some, source=_source_of(function)))
        return function

    return register


def selection(name: str, *, by_order: bool = False) -> Callable[[F], F]:
    """Register a selection rule: `accepts(offspring, parent, draws)`, both with an `error` and `leaves`.

    `by_order` promises that only which error is smaller and which tree has fewer leaves matters, not by how
    much, and no chance: then the rule runs on every engine and in the exact theory.
    """

    def register(function: F) -> F:
        _add(SELECTIONS, Selection(name, function, by_order, _source_of(function)))
        return function

    return register


def mutation(name: str) -> Callable[[F], F]:
    """Register a mutation operator: `mutate(tree, setting, draws)`, which returns a `Mutation`.

    Its tree must keep to the functions and literals of the setting; the limit is seen to later.
    """

    def register(function: F) -> F:
        @wraps(function)
        def checked(tree: Tree, setting: Any, draws: Any) -> Mutation:
            made = function(tree, setting, draws)
            if not isinstance(made, Mutation):
                raise InputError("mutation", name, f"must return a Mutation, not {made!r:.40}")
            setting.check_tokens(made.tree)
            return made

        _add(OPERATORS, Operator(name, checked, source=_source_of(function)))
        return function

    return register


def training(name: str, *, fresh: bool = True) -> Callable[[F], F]:
    """Register a training regime: `sets(goal, rows, draws)` yields a `TrainingSet` for every iteration.

    `rows` is K in `name:K`, or 0. `fresh=False` promises that the same set is yielded every time.
    """

    def register(function: F) -> F:
        @wraps(function)
        def endless(goal: Goal, rows: int, draws: Any) -> Iterator[TrainingSet]:
            yield from function(goal, rows, draws)
            raise InputError("training", name, "must yield training sets for ever")

        _add(REGIMES, Regime(name, endless, fresh=fresh, source=_source_of(function)))
        return function

    return register


def load(path: str | Path) -> Source:
    """Run a file of plugins; the same file again does nothing."""
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
        if source.hash in SOURCES:
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
    return {f"{kind} {each.name}": SOURCES[each.source] for kind, each in entries.items() if each.source}


def is_known(plugin: str) -> bool:
    """Whether a plugin is there, by kind and name.

    >>> is_known("selection strict"), is_known("selection doc-unheard-of")
    (True, False)
    """
    kind, _, name = plugin.partition(" ")
    return name in REGISTRIES[kind]


def _run(source: Source, path: Path) -> None:
    """Carry out the text as a module of its own; an error names its line."""
    module = ModuleType(f"evobool_plugin_{source.hash[:12]}")
    module.__file__ = str(path)
    try:
        code = compile(source.text, str(path), "exec")
        sys.modules[module.__name__] = module
        with _from(source):
            exec(code, module.__dict__)
    except SyntaxError as problem:
        raise InputError("plugin", path, f"line {problem.lineno}: {problem.msg}") from None
    except InputError as problem:
        raise InputError("plugin", path, f"line {_line(problem, str(path))}: {problem}") from None
    except (Exception, SystemExit) as problem:
        raise _told(problem, str(path)) from None
    _files.add(str(path))


def blamed(problem: BaseException) -> InputError | None:
    """An error that came out of a plugin while it was used, with file and line; None for any other."""
    frames = traceback.extract_tb(problem.__traceback__)
    file = next((frame.filename for frame in reversed(frames) if frame.filename in _files), None)
    return None if file is None else _told(problem, file)


def _told(problem: BaseException, file: str) -> InputError:
    words = " ".join(f"{type(problem).__name__}: {problem}".split())
    return InputError("plugin", file, f"line {_line(problem, file)}: {words}")


def _line(problem: BaseException, file: str) -> int | str:
    """The last line of the file on the way to an error."""
    frames = traceback.extract_tb(problem.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    return lines[-1] if lines and lines[-1] is not None else "?"


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
        goal_of.cache_clear()


@contextmanager
def _from(source: Source) -> Iterator[None]:
    token = _loading.set(source)
    try:
        yield
    finally:
        _loading.reset(token)


def _source_of(function: Callable[..., Any] | None, text: str = "") -> str:
    """The hash of the file being loaded, or of the function itself where it was defined by hand."""
    source = _loading.get()
    if source is None:
        if function is not None:
            try:
                text = inspect.getsource(function)
            except (OSError, TypeError):
                text = repr(getattr(function, "__code__", function))
        source = Source(getattr(function, "__name__", "formula"), text, loadable=False)
        SOURCES[source.hash] = source
    return source.hash


def _add(registry: dict[str, Any], entry: Any) -> None:
    """Register an entry under a name that is free, or that it had before."""
    name = entry.name
    if not isinstance(name, str) or not name or set(name) - set(WORD) or not name[0].isalpha():
        raise InputError("name", name, "must be a word of small letters, digits, - and _")
    if registry is TARGETS and name == TABLE:
        raise InputError("name", name, "is taken by evobool itself")
    known = registry.get(name)
    if known is not None and (known.source is None or known.source != entry.source):
        by = "evobool itself" if known.source is None else f"another source ({SOURCES[known.source].name})"
        if known.source is None or SOURCES[known.source].loadable:
            raise InputError("name", name, f"is taken by {by}")
    registry[name] = entry
    goal_of.cache_clear()
