"""Draws calls and command lines from signatures and registries, and carries them out.

Case `number` is always the same one: `carry_out(number, folder)` repeats it. A case may end well, or in an
error of ours, in one line; anything else is a failure, and so is a case that goes on and on: that is counted
in time of the processor, which does not depend on what else is going on.
"""

from __future__ import annotations

import inspect
import io
import os
import random
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import evobool
from evobool import EvoboolError, Results, Setting, Study, Tree
from evobool.cli import app, main
from evobool.engines.warm import warm
from evobool.errors import LONGEST
from evobool.learning.rules import rule_of
from evobool.learning.tables.table import read_table
from tests.support.pools import FORMULAS, HOSTILE, HOSTILE_TEXT, Pool, good_values

MOST_SECONDS = 20  # of a processor: a hundred times what a case takes
RECORDS = {"Run", "Step", "Race"}  # what engines make: not checked when made
UNCHECKED = {"Tree.trusted", "Study.owed"}  # the first says so, the second takes an open store
# What needs a network, or would take longer than a case may; the refusals of both are tested elsewhere.
LEFT_OUT = {"scheduler"}
SHORT = {"max_iterations", "effort"}  # always given: without them a run or a search may take long
ALWAYS = {"reproduce": ["no-such-part"], "theory": ["m-k"], "atlas": ["--n", "1"]}


@cache
def calls() -> dict[str, tuple[Callable[..., Any], Any]]:
    """Every public call: functions, classes, and their methods with the class they belong to."""
    found: dict[str, tuple[Callable[..., Any], Any]] = {}
    for name in evobool.__all__:
        thing = getattr(evobool, name)
        if name in RECORDS or (isinstance(thing, type) and issubclass(thing, Exception)):
            continue
        found[name] = (thing, None)
        if isinstance(thing, type):
            for method, code in inspect.getmembers(thing, callable):
                if not method.startswith("_") and f"{name}.{method}" not in UNCHECKED:
                    found[f"{name}.{method}"] = (code, None if inspect.ismethod(code) else thing)
    return found


@cache
def commands() -> dict[str, Any]:
    """Every command, by its words, but for the studio, which serves until stopped and has its own fuzzer."""
    found: dict[str, Any] = {}
    waiting = [((), app)]  # type: list[tuple[tuple[str, ...], Any]]
    while waiting:
        words, command = waiting.pop()
        if command.default_command is not None and words != ("studio",):
            found[" ".join(words)] = command
        waiting += [((*words, name), command[name]) for name in command if not name.startswith("-")]
    return dict(sorted(found.items()))


@cache
def options_of(name: str) -> list[Any]:
    """The arguments of a command."""
    return list(commands()[name].assemble_argument_collection())


class Drawing:
    """Draws cases; most have one value that is odd, some several, some none."""

    def __init__(self, number: int, folder: Path) -> None:
        self.rng, self.folder = random.Random(number), folder
        self.good = good_values(folder)
        self.odd = self.rng.choice([0.0, 0.1, 0.1, 0.3])

    def value(self, call: str, name: str, hostile: Pool) -> Any:
        pool = self.good.get(f"{call}.{name}", self.good.get(name))
        if pool is None:
            raise LookupError(f"no values to draw for {name} of {call}: add some to good_values")
        if self.rng.random() < self.odd or not pool:
            return self.rng.choice(hostile)
        return self.rng.choice(pool)

    def instance(self, kind: type) -> Any:
        """Something to call a method of."""
        if kind is Tree:
            return Tree.parse(self.rng.choice(FORMULAS[:6]))
        if kind is Setting:
            return Setting(n=self.rng.randint(1, 4))
        if kind is Study:
            return Study([Setting(n=2, max_iterations=20)], runs=2, seed=1)
        assert kind is Results, f"no instance of {kind} to draw: add one"
        return Results(self.folder / "a.db")

    def arguments(self, name: str, code: Callable[..., Any], method: bool) -> dict[str, Any]:
        """Keyword arguments for a call; parameters that are things of ours or of others are never odd."""
        given: dict[str, Any] = {}
        parameters = list(inspect.signature(code).parameters.values())[1 if method else 0 :]
        for each in parameters:
            if each.kind is inspect.Parameter.VAR_KEYWORD:
                if self.rng.random() < self.odd:
                    given[self.rng.choice(["foo", "limti", "with", "N"])] = 1
                continue
            if each.default is not inspect.Parameter.empty and self.rng.random() < 0.6:
                continue
            pool = self.good.get(f"{name}.{each.name}", self.good.get(each.name, []))
            own = any(word in str(each.annotation) for word in ("Tree", "Axes", "Carry", "Shard", "Any"))
            given[each.name] = self.value(name, each.name, pool if own else HOSTILE)
        return given

    def words(self, name: str) -> list[str]:
        """A command line."""
        words = name.split()
        for each in options_of(name):
            option = each.name
            field = option.lstrip("-").replace("-", "_").lower()
            if option == "*" or field in LEFT_OUT:
                continue
            if not each.required and field not in SHORT and self.rng.random() < 0.75:
                continue
            if each.hint is bool:
                words.append(option)
                continue
            value = self.value(name.replace(" ", "."), field, HOSTILE_TEXT)
            text = ",".join(value) if isinstance(value, tuple) else "none" if value is None else str(value)
            words += [option, text] if option.startswith("-") else [text]
        words += ALWAYS.get(name, [])
        if self.rng.random() < self.odd:
            words.insert(self.rng.randint(0, len(words)), self.rng.choice(HOSTILE_TEXT))
        return words


def carry_out(number: int, folder: Path) -> str | None:
    """Case `number`; None if it ended as it should, else what happened."""
    drawing = Drawing(number, folder)
    if drawing.rng.random() < 0.5:
        name, (code, kind) = drawing.rng.choice(list(calls().items()))
        called = code if kind is None else getattr(drawing.instance(kind), name.split(".")[1])
        given = drawing.arguments(name, code, kind is not None)
        told = _called(called, given)
        return None if told is None else f"case {number}: {name}({given!r:.600}): {told}"
    words = drawing.words(drawing.rng.choice(list(commands())))
    told = _commanded(words, folder)
    return None if told is None else f"case {number}: {words!r:.600}: {told}"


def _called(code: Callable[..., Any], given: dict[str, Any]) -> str | None:
    sys.set_int_max_str_digits(4300)  # as Python has it; commands print longer numbers
    try:
        with counted(), warnings.catch_warnings(), _silent():
            warnings.simplefilter("error")
            found = code(**given)
            if isinstance(found, Iterator):
                for _ in found:
                    pass
            repr(found)
    except EvoboolError as problem:
        return _fault(str(problem))
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"[:300]
    return None


def _commanded(words: list[str], folder: Path) -> str | None:
    before = sorted(os.listdir(folder / "new"))
    out, err = io.StringIO(), io.StringIO()
    status: Any = 0
    try:
        with counted(), warnings.catch_warnings(), redirect_stdout(out), redirect_stderr(err):
            warnings.simplefilter("error")
            main(words)
    except SystemExit as stop:
        status = stop.code
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"[:300]
    finally:
        after = sorted(os.listdir(folder / "new"))
        for name in after:
            _remove(folder / "new" / name)
    if status == 2:
        lines = [line for line in err.getvalue().split("\n") if "warning: " not in line]
        if len(lines) != 2 or not lines[0].startswith("evobool: ") or lines[1]:
            return f"said {err.getvalue()!r:.400}"
        if after != before:
            return f"left {set(after) - set(before)} behind"
        return _fault(lines[0].removeprefix("evobool: ")) or _printed(out)
    return None if status in (0, None, 1) else f"status {status}"


def _printed(out: io.StringIO) -> str | None:
    """A command that is refused prints nothing else."""
    return f"printed {out.getvalue()!r:.200}" if out.getvalue() else None


def _fault(message: str) -> str | None:
    """What is wrong with a message."""
    fine = message and len(message) <= LONGEST and message.isprintable()
    return None if fine else f"a message of {len(message)} characters: {message!r:.200}"


def _remove(path: Path) -> None:
    import shutil

    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


class _silent:
    """Nothing reaches the terminal."""

    def __enter__(self) -> None:
        self.both = redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO())
        for each in self.both:
            each.__enter__()

    def __exit__(self, *problem: Any) -> None:
        for each in reversed(self.both):
            each.__exit__(*problem)


class TooMuchError(Exception):
    """A case that would not end."""


class counted:
    """Stops code that takes too long on the processor; time that others take does not count."""

    def __enter__(self) -> None:
        def stop(number: int, frame: object) -> None:
            raise TooMuchError(f"more than {MOST_SECONDS} s of work")

        self.before = signal.signal(signal.SIGVTALRM, stop)
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)

    def __exit__(self, *problem: object) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, self.before)


def prepared(folder: Path) -> Path:
    """A folder with a store, a proof, a plan and a plugin for cases to use."""
    warm()  # compiling takes longer than a case may
    study = Study(evobool.grid(n=[2, 3, 4], limit=["n", "2n"], max_iterations=60), runs=4, seed=1)
    study.collect(folder / "a.db")
    (folder / "text").write_text("no such thing\n")
    (folder / "plan.toml").write_text("runs = 2\nseed = 1\n[grid]\nn = [2, 3]\nmax_iterations = 20\n")
    (folder / "plugin.py").write_text("")
    (folder / "rows.csv").write_text("a,b\n0,1\n1,1\n")
    (folder / "table.csv").write_text("age,thal,ill\n41,fixed,no\n60,,yes\n")
    lines = (
        f"{20 + 7 * row % 50},{'fixed,a' if row % 3 else 'normal,'},{'no' if row % 4 else 'yes'}"
        for row in range(30)
    )
    (folder / "longer.csv").write_text("\n".join(["age,thal,note,ill", *lines, ""]))
    (folder / "rule.json").write_text(
        rule_of(Tree.parse("~x1"), read_table(folder / "table.csv", "ill")).written("json")
    )
    (folder / "new").mkdir()
    stuck = ["(x1 & x2) | (x1 & x2)", "--n", "4", "--limit", "4", "--deletion", "leaf"]
    with _silent():
        main(["landscape", *stuck, "--certificate", str(folder / "proof.json"), "--json"])
    return folder
