"""A setting as somebody would type it: the command, and the call in Python."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from evobool.model.settings.setting import Setting
from evobool.model.targets.labelled import DATA

Options = Mapping[str, object]


def command(setting: Setting, options: Options, *words: str) -> str:
    """The command line for a setting, ready to be pasted into a shell; what is usual is left out.

    >>> command(Setting(n=8, limit="n+1", functions="and,xor"), {"seed": 3})
    'evobool run --n 8 --functions and,xor --limit n+1 --seed 3'
    >>> command(Setting(n=4, target="x1 & ~x2"), {}, "landscape", "x1 | x2")
    "evobool landscape 'x1 | x2' --n 4 --target 'x1 & ~x2'"
    """
    told = ["evobool", *(words or ["run"])]
    for option, value in {**_shown(setting), **options}.items():
        text = ",".join(value) if isinstance(value, tuple) else str(value)
        told += [f"--{option.replace('_', '-')}", text]
    return shlex.join(told)


def call(setting: Setting, options: Options) -> str:
    """The call of `evobool.evolve` that makes a run of a setting.

    >>> call(Setting(n=8, limit="n+1"), {"seed": 3})
    "evobool.evolve(n=8, limit='n+1', seed=3)"
    """
    return f"evobool.evolve({_keywords({**_shown(setting), **options})})"


def study_call(setting: Setting, runs: int, seed: int) -> str:
    """Python that makes many runs of a setting, as `command` does with `runs`.

    >>> study_call(Setting(n=8), runs=3, seed=1)
    '[evobool.evolve(n=8, seed=1, index=index) for index in range(3)]'
    """
    fields = _keywords({**_shown(setting), "seed": seed})
    return f"[evobool.evolve({fields}, index=index) for index in range({runs})]"


def _shown(setting: Setting) -> dict[str, object]:
    """The fields to be typed; a table as its file."""
    fields, given = setting.unusual, setting.goal.given
    if given is not None and given.file:
        fields["target"] = f"{DATA}:{given.file}"
    return fields


def _keywords(fields: Options) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in fields.items())
