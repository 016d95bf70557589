"""`evobool doctor`: what a bug report should say of the machine and of what is installed."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from json import dumps
from pathlib import Path
from re import match

from evobool.cli.shared.flags import Json
from evobool.version import current

DEVELOPERS = {"test", "lint", "bench", "docs"}  # extras that no user needs


def doctor(*, json: Json = False) -> None:
    """Versions, cores, memory, compiled code and extras, a line each, for a bug report."""
    told = dict(findings())
    if json:
        print(dumps(told))
        return
    width = max(map(len, told))
    for name, what in told.items():
        print(f"{name:{width}}  {what}")


def findings() -> Iterator[tuple[str, str]]:
    """What is found, by name."""
    from evobool.engines.compiling.folder import CACHE_FOLDER
    from evobool.memory import available_memory
    from evobool.studies.work.executors import cores

    yield "evobool", f"{current()} in {Path(__file__).resolve().parents[1]}"
    yield "Python", f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}"
    yield "system", platform.platform()
    yield "cores", f"{cores()} usable"
    yield "memory", f"{available_memory() / 2**30:.1f} GiB free"
    yield "compiled code", _kept(CACHE_FOLDER)
    yield "kernels", _way()
    packages, extras = needs()
    yield from ((name, _version(name)) for name in packages)
    for extra, names in extras.items():
        missing = [name for name in names if _version(name) == "missing"]
        held = ", ".join(f"{name} {_version(name)}" for name in names)
        yield f"extra {extra}", f"no: pip install 'evobool[{extra}]'" if missing else held


def needs() -> tuple[list[str], dict[str, list[str]]]:
    """The packages that evobool needs, and those of its extras."""
    packages: list[str] = []
    extras: dict[str, list[str]] = {}
    for line in requires("evobool") or []:
        found = match(r"[\w.-]+", line)
        name = found.group() if found else line
        _, _, extra = line.partition("extra ==")
        extra = extra.strip(" '\"")
        if not extra:
            packages.append(name)
        elif extra not in DEVELOPERS and name != "evobool":
            extras.setdefault(extra, []).append(name)
    return packages, extras


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _kept(folder: Path | None) -> str:
    """Where compiled code is kept, and how much there is."""
    if folder is None:
        return "not kept: no folder is writable; set NUMBA_CACHE_DIR"
    sizes = [path.stat().st_size for path in folder.glob("*") if path.is_file()]
    return f"{sum(map(bool, sizes))} files, {sum(sizes) / 2**20:.1f} MiB in {folder}"


def _way() -> str:
    from evobool.engines.compiling.jit import QUICK

    return "compiled the quick way" if QUICK else "compiled the documented way, which is slower"
