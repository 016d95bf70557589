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
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import evobool
from evobool import EvoboolError, Results, Setting, Study, Tree
from evobool.cli import app, main
from evobool.engines import ENGINES
from evobool.engines.warm import warm
from evobool.errors import LONGEST
from evobool.model.describing import FIELDS
from evobool.model.functions import FUNCTIONS
from evobool.model.mutation import OPERATORS
from evobool.model.selection import SELECTIONS
from evobool.model.setting import CHOICES
from evobool.model.targets import TARGETS
from evobool.paper.parts import PARTS
from evobool.studies.results import VALUES
from evobool.theory.claims.registry import CLAIMS

MOST_SECONDS = 20  # of a processor: a hundred times what a case takes
RECORDS = {"Run", "Step", "Race"}  # what engines make: not checked when made
UNCHECKED = {"Tree.trusted", "Study.owed"}  # the first says so, the second takes an open store
# What needs a network, or would take longer than a case may; the refusals of both are tested elsewhere.
LEFT_OUT = {"scheduler"}
SHORT = {"max_iterations"}  # always given: without it a run may take 10,000
ALWAYS = {"reproduce": ["no-such-part"], "theory": ["m-k"]}

FORMULAS = ["x1", "~x2", "x1 & x2", "x1 | (x2 & ~x3)", "~(x1 ^ x2) > x3", "(empty)", " x1&x1 ", "empty"]
HOSTILE_TEXT = [
    *("", " ", "-", "--", "=", ",", ":", "0", "-1", "1.5", "1e9", "nan", "inf", "0x10", "007", "+3", "None"),
    *(str(2**63), str(2**64), "9" * 400, "1" * 5000, "x" * 5000, "(" * 3000, "~" * 3000 + "x1", "&" * 300),
    *("\x1b[31mred", "a\nb", "\r", "\t", "\u202e", "é", "٣", "１", "𝟚", "%s", "{0}", "[red]", "\udcff", "*"),
    *("x0", "x1 &", "x1 x2", "x99999999999", "(x1", "x1)", "and:0", "and:-1", "and:9", "mux:2", "fixed:0"),
    *(
        "n^99",
        "1/0",
        "log2(0)",
        "n/log2(n)",
        "2n+",
        "0:0:0",
        "1:1",
        "-1:1:1",
        "__class__",
        "id",
        "../..",
        "/",
    ),
    *(
        "n=4",
        "n=",
        "=4",
        "n=4,x",
        "foo=1",
        "1/0",
        "0/3",
        "4/3",
        "http://x",
        "/dev/null",
        "/proc/self/mem",
        "~",
    ),
]
HOSTILE = [
    *HOSTILE_TEXT,
    *(None, True, False, 0, -1, 2**63, 2**64, -(2**63), 10**400, 10**5000, 1.5, float("nan"), float("inf")),
    *(
        b"x1",
        [],
        {},
        (),
        [[]],
        [None],
        ["n", 4],
        {"n": 4},
        {"n": "\x1b"},
        {1: 2},
        object(),
        len,
        Ellipsis,
        int,
    ),
]
Pool = list[Any]


def setting_fields() -> dict[str, Pool]:
    """Values of a setting's fields that may well be right."""
    return {
        "n": [1, 2, 3, 4, 5, 6],
        "target": [*TARGETS, *(f"{name}:2" for name in TARGETS), *FORMULAS],
        "functions": [*((name,) for name in FUNCTIONS), ("and", "or"), ("xor", "and"), "and,or"],
        "limit": ["none", "n", "n+1", "2n", "3", 4, "1.5n", "n + log2 n", None],
        "selection": list(SELECTIONS),
        "training": ["complete", 1, 16, "64", "fixed:8"],
        "accept_error": [0, 0, 1, 5],
        "max_iterations": [1, 5, 40],
        "weights": ["1:1:1", "2:1:0", "0:1:1"],
        "offspring": [1, 1, 2, 4],
        "start": ["empty", "empty", "x1", "x1 & x2"],
        "mutation": list(OPERATORS),
        **{name: list(words) for name, words in CHOICES.items()},
    }


@cache
def good_values(folder: Path) -> dict[str, Pool]:
    """Values by the name of a parameter or an option, or by `call.parameter`, that may well be right."""
    trees = [Tree.parse(text) for text in FORMULAS[:6]]
    fields = setting_fields()
    columns = [[True, False, True], [5, 3, 1, 0], (1, 2, 3)]
    stores = [folder / "a.db", str(folder / "a.db")]
    pictures = [folder / "new" / f"a{ending}" for ending in (".svg", ".pdf", ".png")]
    where = [None, {"n": 3}, {"limit": "n"}, {"n": 9}, {"foo": 1}]
    return fields | {
        "setting": [None, Setting(n=3), Setting(n=2, training=4)],
        "settings": [[Setting(n=2)], evobool.grid(n=[2, 3]), []],
        "seed": [None, 0, 1, 2**64 - 1],
        "index": [0, 1, 5, 2**63 - 1],
        "engine": list(ENGINES),
        "trajectory": [False, True, "all"],
        "max_branches": [None, 1, 50],
        "runs": [1, 2, 3],
        "race": [1, 3],
        "text": FORMULAS,
        "prefix": [(), (1,), ("and", 1, -2), ["or", 1, 2], ("and", 1), (1, 2), ("foo",), (0,)],
        "tree": trees,
        "Tree.evaluate.columns": columns,
        "ones": [True, 7],
        "iterations": [0, 5],
        "shard": [evobool.studies.shard.WHOLE],
        "path": stores,
        "store": stores,
        "workers": [None, 1, 2],
        "progress": [False],
        "carry": [None],
        "ax": [None],
        "where": where,
        "x": [*FIELDS[:6], "training"],
        "y": ["T", "S", "B", "median", "error", "ors_final"],
        "value": [*VALUES, "B"],
        "rows": list(FIELDS),
        "columns": list(FIELDS),
        "intervals": [False, True],
        "constant": [False, True],
        "chosen": [None, []],
        "Results.to_pandas.runs": [False, True],
        # commands only
        "out": pictures,
        "plot": pictures,
        "svg": pictures,
        "dot": [folder / "new" / "a.dot"],
        "tikz": [folder / "new" / "a.tex"],
        "html": [folder / "new" / "a.html"],
        "records": [folder / "new" / f"a{ending}" for ending in (".csv", ".jsonl", ".parquet")],
        "certificate": [folder / "new" / "a.json"],
        "check": [folder / "proof.json", folder / "plan.toml"],
        "plan": [folder / "plan.toml", folder / "text"],
        "stores": stores,
        "first": stores,
        "second": stores,
        "into": [folder / "new" / "b.db"],
        "plugin": [folder / "plugin.py", folder / "text"],
        "grid": ["n=2,3", "limit=n,2n", "max-iterations=20", "target=or"],
        "group": ["limit", "n,limit", "deletion"],
        "law": ["n log n", "n^2"],
        "divide": ["n log n", "n"],
        "x_scale": ["log", "linear"],
        "y_scale": ["log", "linear"],
        "title": ["A title", "[bold]"],
        "format": ["csv", "parquet"],
        "most": [1, 2],
        "cap": [1, 50],
        "seconds": [1],
        "simulate": [1, 5],
        "max_states": [1, 200],
        "parts": [*list(PARTS)[:2], "nothing"],
        "names": ["m-k", "nothing", *list(CLAIMS)[:1]],
        "exact.n": [1, 2],
        "exact.training": ["complete", 2],
        "exact.limit": ["1", "2", "n"],
        "study.run.shard": ["1/2", "2/2"],
        "study.run.progress": ["bar", "json"],
    }


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
    """Every command, by its words."""
    found: dict[str, Any] = {}
    waiting = [((), app)]  # type: list[tuple[tuple[str, ...], Any]]
    while waiting:
        words, command = waiting.pop()
        if command.default_command is not None:
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
    (folder / "new").mkdir()
    stuck = ["(x1 & x2) | (x1 & x2)", "--n", "4", "--limit", "4", "--deletion", "leaf"]
    with _silent():
        main(["landscape", *stuck, "--certificate", str(folder / "proof.json"), "--json"])
    return folder
