"""What it costs to count wrong rows of either class apart, on the packed engine.

python benchmarks/two_counts.py

Targets with as many positive rows as negative ones make the same runs whether errors are counted or balanced:
the same iterations, timed with one count and with two, in turn.
"""

from __future__ import annotations

import time
from statistics import median

from evobool import Setting
from evobool.engines.packed import PackedEngine

ROUNDS = 15
SECONDS = 0.1  # a round, at least
CELLS = {
    "xor, n = 6": Setting(n=6, target="xor", literals="all", limit="40", max_iterations=20_000),
    "xor, n = 8": Setting(n=8, target="xor", literals="all", limit="40", max_iterations=20_000),
    "majority of 11": Setting(n=11, target="majority", literals="all", limit="60", max_iterations=10_000),
    "multiplexer, n = 11": Setting(n=11, target="mux", literals="all", max_iterations=10_000),
    "multiplexer, n = 20, 16,384 fixed rows": Setting(
        n=20, target="mux", literals="all", training="fixed:16384", max_iterations=10_000
    ),
    "multiplexer, n = 11, 64 fresh rows": Setting(n=11, target="mux", literals="all", training=64),
    "multiplexer, n = 11, 4,096 fresh rows": Setting(n=11, target="mux", literals="all", training=4096),
}


def nanoseconds(engine: PackedEngine, runs: int) -> float:
    """The time of an iteration."""
    begun = time.process_time()
    iterations = int(engine.runs(1, 0, runs).iterations.sum())
    return (time.process_time() - begun) / iterations * 1e9


def main() -> None:
    """Print a line for each cell."""
    print(f"{'':40} errors  balanced  ratio")
    for name, setting in CELLS.items():
        engines = [PackedEngine(setting.with_(objective=each)) for each in ("errors", "balanced")]
        for engine in engines:
            engine.warm_up()
        once = nanoseconds(engines[0], 1) * setting.max_iterations / 1e9
        runs = max(1, int(SECONDS / once))
        times = [[nanoseconds(engine, runs) for engine in engines] for _ in range(ROUNDS)]
        one, two = (median(column) for column in zip(*times, strict=True))
        ratio = median(pair[1] / pair[0] for pair in times)
        print(f"{name:40} {one:4.0f} ns   {two:4.0f} ns  {ratio:.2f}")


if __name__ == "__main__":
    main()
