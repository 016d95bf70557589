"""Truth tables as files: espresso's PLA, and rows of bits.

A PLA's type says what its rows list: `f` the inputs on which an output is true, `fd` don't-cares too (`-` or
2), `fr` true and false ones; inputs not listed are false in the first two, and don't-cares in the last.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evobool.checks import check_choice
from evobool.errors import InputError

if TYPE_CHECKING:
    import polars

LARGEST_N = 20  # inputs of a table that lists all of them
MOST_ROWS = 1 << 24
TYPES = ("f", "fd", "fr", "fdr")
TRUE, FALSE, FREE = 1, 0, 2


class _Pla(NamedTuple):
    inputs: list[str]
    outputs: list[str]
    kind: str
    cubes: list[tuple[str, str]]


def looks_like_pla(content: bytes) -> bool:
    """Whether a file begins as a PLA does, comments aside."""
    lines = (line.strip() for line in content[:10_000].split(b"\n"))
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    return re.match(rb"\.(i|o|type|ilb|ob|mv|phase)\s", first) is not None


def outputs_of(content: bytes, name: str) -> list[str]:
    r"""What a PLA tells of its inputs.

    >>> outputs_of(b".i 1\n.o 2\n.ob f g\n0 1-\n", "two.pla")
    ['f', 'g']
    """
    return _parsed(content.decode("utf-8", errors="replace"), name).outputs


def read_pla(content: bytes, name: str, label: str | None) -> tuple[polars.DataFrame, tuple[str, ...]]:
    """A PLA's inputs as columns, with one output; rows on which that is a don't-care are left out."""
    import polars as pl

    pla = _parsed(content.decode("utf-8", errors="replace"), name)
    if label is None:
        if len(pla.outputs) > 1:
            why = f"has {len(pla.outputs)} outputs ({', '.join(pla.outputs[:10])}): name one with --label"
            raise InputError("table", name, why)
        label = pla.outputs[0]
    check_choice("label", label, pla.outputs)
    rows, values = _rows(pla, pla.outputs.index(label), name)
    columns = {each: (rows >> place & 1).astype(bool) for place, each in enumerate(pla.inputs)}
    return pl.DataFrame({**columns, label: values.astype(bool)}), (label,)


def _parsed(text: str, name: str) -> _Pla:
    """The declarations and cubes of a PLA."""
    counts, names = dict[str, int](), dict[str, list[str]]()
    kind, cubes = "fd", list[tuple[str, str]]()
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].replace("|", " ").split()
        if not words:
            continue
        if words[0] in (".e", ".end"):
            break
        why = None
        if words[0] in (".i", ".o"):
            if len(words) == 2 and re.fullmatch("[1-9][0-9]{0,4}", words[1]):
                counts[words[0]] = int(words[1])
            else:
                why = f"{words[0]} needs a number"
        elif words[0] in (".ilb", ".ob"):
            names[words[0]] = words[1:]
        elif words[0] == ".type":
            kind = words[-1]
            why = None if kind in TYPES else f".type must be one of {', '.join(TYPES)}"
        elif words[0].startswith("."):
            why = None if words[0] == ".p" else f"{words[0]} is not read here"
        elif len(counts) < 2:
            why = ".i and .o must come first"
        else:
            bits = "".join(words)
            cubes.append((bits[: counts[".i"]], bits[counts[".i"] :]))
            if len(bits) != sum(counts.values()) or not set(bits) <= set("01-2~4"):
                why = f"needs {counts['.i']} inputs and {counts['.o']} outputs of 0, 1 and -"
        if why is not None:
            raise InputError("table", name, f"line {number}: {why}")
    if len(counts) < 2:
        raise InputError("table", name, "is not a PLA: it has no .i and .o")
    inputs = names.get(".ilb", [f"x{place}" for place in range(1, counts[".i"] + 1)])
    outputs = names.get(
        ".ob", ["y"] if counts[".o"] == 1 else [f"y{place}" for place in range(1, counts[".o"] + 1)]
    )
    if len(inputs) != counts[".i"] or len(outputs) != counts[".o"]:
        raise InputError("table", name, "names another number of inputs or outputs than it has")
    if len({*inputs, *outputs}) < len(inputs) + len(outputs):
        raise InputError("table", name, "has two columns of one name")
    return _Pla(inputs, outputs, kind, cubes)


def _rows(pla: _Pla, output: int, name: str) -> tuple[np.ndarray, np.ndarray]:
    """The inputs on which an output is given, as numbers whose bit i is input i, and its values there."""
    n, listed = len(pla.inputs), "r" in pla.kind
    if n > 62 or (n > LARGEST_N and not listed):
        most = LARGEST_N if not listed else 62
        raise InputError("table", name, f"has {n} inputs; of this type at most {most} are read")
    parts = []
    for inputs, outputs in pla.cubes:
        mark = outputs[output]
        value = TRUE if mark in "14" else FREE if mark in "-2" else FALSE
        if mark == "~" or (value == FALSE and not listed) or (value == FREE and "d" not in pla.kind):
            continue  # says nothing of this output
        parts.append((_cube(inputs, name), value))
    if listed:
        size = sum(len(rows) for rows, _ in parts)
        if size > MOST_ROWS:
            raise InputError("table", name, f"lists {size:,} rows; at most {MOST_ROWS:,}")
        given = {
            value: _union([rows for rows, mark in parts if mark == value]) for value in (FALSE, TRUE, FREE)
        }
        free, on, off = given[FREE], given[TRUE], given[FALSE]
        on, off = np.setdiff1d(on, free), np.setdiff1d(off, free)
        if len(np.intersect1d(on, off)):
            raise InputError(
                "table", name, f"says that {pla.outputs[output]} is both true and false on one input"
            )
        rows = np.concatenate([off, on])
        order = np.argsort(rows)
        return rows[order], np.repeat([0, 1], [len(off), len(on)])[order]
    table = np.zeros(1 << n, dtype=np.int8)
    for wanted in (TRUE, FREE):  # a don't-care may be listed as true too
        for rows, value in parts:
            if value == wanted:
                table[rows] = value
    rows = np.flatnonzero(table != FREE)
    return rows, table[rows]


def _cube(inputs: str, name: str) -> np.ndarray:
    """All inputs that a row with don't-cares stands for."""
    if set(inputs) - set("01-2"):
        raise InputError("table", name, f"has inputs {inputs[:40]}, which are not 0, 1 and -")
    if sum(bit in "-2" for bit in inputs) > 24:
        raise InputError("table", name, "has a row that stands for more than 2^24 inputs")
    rows = np.array([sum(1 << place for place, bit in enumerate(inputs) if bit == "1")], dtype=np.int64)
    for place, bit in enumerate(inputs):
        if bit in "-2":
            rows = np.concatenate([rows, rows | (1 << place)])
    return rows


def _union(parts: list[np.ndarray]) -> np.ndarray:
    return np.unique(np.concatenate(parts)) if parts else np.zeros(0, dtype=np.int64)


def read_rows_of_bits(content: bytes, name: str) -> tuple[polars.DataFrame, tuple[str, ...]]:
    """A truth table: lines of inputs and their output such as `01 1`, or all outputs in one line.

    In one line of 2^n bits, or `0x` and hexadecimal digits, the first is the output where all inputs
    are true.
    """
    import polars as pl

    lines = [line.split() for line in content.decode("ascii", errors="replace").splitlines() if line.strip()]
    if len(lines) == 1 and len(lines[0]) == 1:
        return _whole(lines[0][0], name)
    width = len(lines[0][0])
    for number, words in enumerate(lines, start=1):
        if len(words) != 2 or len(words[0]) != width or len(words[1]) != 1 or set("".join(words)) - set("01"):
            raise InputError("table", name, f"line {number} must be {width} bits, a space and one bit")
    columns = {f"x{place + 1}": [words[0][place] == "1" for words in lines] for place in range(width)}
    return pl.DataFrame({**columns, "y": [words[1] == "1" for words in lines]}), ("y",)


def _whole(word: str, name: str) -> tuple[polars.DataFrame, tuple[str, ...]]:
    """All outputs in one word."""
    import polars as pl

    if word.lower().startswith("0x") and re.fullmatch(r"[0-9a-fA-F]+", word[2:]):
        word = "".join(f"{int(digit, 16):04b}" for digit in word[2:])
    n = len(word).bit_length() - 1
    if set(word) - set("01") or len(word) != 1 << n or not 1 <= n <= LARGEST_N:
        raise InputError(
            "table", name, f"must have 2^n bits, or hexadecimal digits after 0x, n at most {LARGEST_N}"
        )
    rows = np.arange(1 << n)
    columns = {f"x{place + 1}": (rows >> place & 1).astype(bool) for place in range(n)}
    return pl.DataFrame({**columns, "y": [bit == "1" for bit in reversed(word)]}), ("y",)
