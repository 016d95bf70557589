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

from evobool.engines.compiling.announce import tell

compiler: Any = import_module("numba.core.compiler")  # as numba has it, without types
dumps: Callable[[object], bytes] = import_module("numba.core.serialize").dumps
DIGEST = hashlib.sha256().digest_size
MADE_BY = f"{numba.__version__} {sys.implementation.cache_tag}"


class Store:
    """Objects by key, each in a file that is checked when it is read."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name

    def path(self, key: object) -> Path:
        """The file of a key; keys that are written alike share one, and the last one saved has it."""
        digest = hashlib.sha256(f"{MADE_BY} {key!r}".encode()).hexdigest()
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
            tell(f"compiled code in {path} is damaged; compiling again: {problem}")
            with suppress(OSError):
                path.unlink()
            return None
        return found if saved == key else None

    def save(self, key: object, data: object) -> None:
        """Keep it; an interruption leaves the old file or the new one, and nothing in between."""
        content, path = dumps((key, data)), self.path(key)
        new = path.with_suffix(f".{uuid.uuid4().hex[:16]}.tmp")
        try:
            new.write_bytes(hashlib.sha256(content).digest() + content)
            os.replace(new, path)
        except BaseException:
            with suppress(OSError):
                new.unlink()
            raise


class KernelCache:
    """What numba asks for compiled code; whatever goes wrong with its files, the code is compiled instead."""

    gave_up = False  # nothing can be saved in the folder: said once
    cache_path = ""  # numba tells it in its statistics

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        code, name = function.__code__, function.__qualname__.translate({ord("<"): None, ord(">"): None})
        file = Path(code.co_filename)
        place = f"{hashlib.sha256(str(file).encode()).hexdigest()[:8]}-{code.co_firstlineno}"
        self.store = Store(folder, f"{file.stem}.{name}-{place}")
        self.digest = hashlib.sha256(code.co_code).hexdigest()

    def load_overload(self, sig: object, target_context: Any) -> Any:
        """The code for a signature; None if there is none that can be used."""
        try:
            data = self.store.load((sig, target_context.codegen().magic_tuple(), self.digest))
            return None if data is None else compiler.CompileResult._rebuild(target_context, *data)
        except Exception as problem:
            tell(f"compiled code cannot be read; compiling again: {problem}")
            return None

    def save_overload(self, sig: object, made: Any) -> None:
        """Keep the code for a signature, if that is possible."""
        if KernelCache.gave_up or made.library.has_dynamic_globals:
            return
        try:
            self.store.save((sig, made.codegen.magic_tuple(), self.digest), made._reduce())
        except Exception as problem:
            KernelCache.gave_up = True
            tell(f"compiled code cannot be kept: {problem}")
