"""Compiled code kept in files that may be damaged, missing or impossible to write.

numba trusts its files: a damaged one ends in a traceback, or in a crash when its code is run. Two processes
that compile at the same time may also give one file's name to two pieces of code. So each piece has a file of
its own, named after what it was compiled for, that holds its checksum and is written in one go. A file that
does not hold what it should is removed and made again. Where nothing can be kept, code is compiled each time.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import uuid
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import numba

caching: Any = import_module("numba.core.caching")  # as numba has it, without types
dumps: Callable[[object], bytes] = import_module("numba.core.serialize").dumps
DIGEST = hashlib.sha256().digest_size


class Store:
    """Objects by key, each in a file that is checked when it is read."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name

    def path(self, key: object) -> Path:
        """The file of a key; keys that are written alike share one, and the last one saved has it."""
        digest = hashlib.sha256(f"{numba.__version__} {key!r}".encode()).hexdigest()
        return self.folder / f"{self.name}.{digest[:16]}.nbc"

    def load(self, key: object) -> Any:
        """What was saved; None if nothing was, or if it was damaged since."""
        path = self.path(key)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        try:
            if hashlib.sha256(content[DIGEST:]).digest() != content[:DIGEST]:
                raise ValueError("it was changed since it was written")
            saved, found = pickle.loads(content[DIGEST:])
        except Exception as problem:
            tell(f"compiled code in {path} is damaged and is made again: {problem}")
            with suppress(OSError):
                path.unlink()
            return None
        return found if saved == key else None

    def save(self, key: object, data: object) -> None:
        """Keep it; an interruption leaves the old file or the new one, and nothing in between."""
        content = dumps((key, data))
        path = self.path(key)
        new = path.with_suffix(f".{uuid.uuid4().hex[:16]}.tmp")
        try:
            new.write_bytes(hashlib.sha256(content).digest() + content)
            os.replace(new, path)
        except BaseException:
            with suppress(OSError):
                new.unlink()
            raise


class _Locator(caching._CacheLocator):
    """Says where the code of a function is kept, as numba asks it."""

    folder = Path()

    def __init__(self, function: Any, file: str) -> None:
        self.place = f"{hashlib.sha256(file.encode()).hexdigest()[:8]}-{function.__code__.co_firstlineno}"

    @classmethod
    def from_function(cls, function: Any, file: str) -> _Locator:
        """A locator for any function."""
        return cls(function, file)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self.folder)

    def ensure_cache_path(self) -> None:
        """It was there at the start; if it is gone, saving will say so."""

    def get_source_stamp(self) -> str:
        """The folder is named after the contents of all sources."""
        return ""

    def get_disambiguator(self) -> str:
        """The file and the line: functions may share a name."""
        return self.place


class KernelCache(caching.FunctionCache):
    """What numba asks for compiled code; whatever goes wrong with its files, the code is compiled instead."""

    gave_up = False  # nothing can be saved in the folder: said once

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        locator = type("Locator", (_Locator,), {"folder": folder})
        self._impl_class = type("Kept", (caching.CompileResultCacheImpl,), {"_locator_classes": [locator]})
        super().__init__(function)
        self._cache_file = Store(folder, self._impl.filename_base)

    def load_overload(self, sig: object, target_context: object) -> Any:
        """The code for a signature; None if there is none that can be used."""
        try:
            return self._load_overload(sig, target_context)  # numba would load all that compiling takes
        except Exception as problem:
            tell(f"compiled code cannot be read, so it is made again: {problem}")
            return None

    def save_overload(self, sig: object, data: object) -> None:
        """Keep the code for a signature, if that is possible."""
        if KernelCache.gave_up:
            return
        try:
            super().save_overload(sig, data)
        except Exception as problem:
            KernelCache.gave_up = True
            tell(f"compiled code cannot be kept: {problem}")


def tell(message: str) -> None:
    """A line on stderr."""
    from evobool.errors import one_line

    print(f"evobool: {one_line(message)}", file=sys.stderr, flush=True)
