"""`python -m evobool.engines.warm`: compile all kernels now, so that the first command does not wait."""

from __future__ import annotations

import sys
from itertools import product

from evobool.engines import able_engines
from evobool.engines.compiled import CompiledEngine
from evobool.engines.compiling.announce import LISTENERS
from evobool.model.settings.setting import Setting


def warm() -> int:
    """Compile what is not compiled yet, with a dot on stderr for each kernel; returns how many there were."""
    made: list[int] = []

    def dot() -> None:
        if not made:
            print("compiling, once: ", end="", file=sys.stderr)
        print(".", end="", file=sys.stderr, flush=True)
        made.append(1)

    LISTENERS.append(dot)
    try:
        for fresh, several in product((False, True), repeat=2):
            setting = Setting(
                n=4, training=64 if fresh else "complete", algorithm="1+1-gp" if several else "rls-gp"
            )
            for kind in able_engines(setting):
                engine = kind(setting)
                if isinstance(engine, CompiledEngine):
                    engine.compile_all()
    finally:
        LISTENERS.remove(dot)
        if made:
            print(file=sys.stderr)
    return len(made)


if __name__ == "__main__":
    warm()
