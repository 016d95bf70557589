"""What each written form of a rule says about a table's rows: read back, or executed. Plain, on purpose."""

from __future__ import annotations

import ast
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from operator import eq, gt, le, ne
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import polars as pl

from evobool.learning.forms.rulefile import read_rule
from evobool.learning.rules import Rule

Row = dict[str, Any]
_WORD = re.compile(r'\s*("(?:[^"\\]|\\.)*"|<=|>=|!=|[<>=()&|^~]|[^\s()&|^~<>=!"]+)')


class Formula:
    """Reads a formula whose groups all have parentheses; `literal` gives a question's value."""

    def __init__(self, text: str, literal: Callable[[list[str]], bool]) -> None:
        self.words, self.at, self.literal = _WORD.findall(text), 0, literal

    def value(self) -> bool:
        values, joins = [self.part()], set()
        while self.at < len(self.words) and self.words[self.at] != ")":
            joins.add({"&": "and", "|": "or", "^": "xor"}.get(self.words[self.at], self.words[self.at]))
            self.at += 1
            values.append(self.part())
        assert len(joins) <= 1 <= len(values)
        return joined(joins.pop() if joins else "and", values)

    def part(self) -> bool:
        if self.words[self.at] == "(":
            self.at += 1
            found = self.value()
            assert self.words[self.at] == ")"
            self.at += 1
            return found
        start = self.at
        while self.at < len(self.words) and self.words[self.at] not in (
            ")",
            "&",
            "|",
            "^",
            "and",
            "or",
            "xor",
        ):
            self.at += 1
        return self.literal(self.words[start : self.at])


def joined(name: str, values: list[bool]) -> bool:
    return {"and": all(values), "or": any(values), "xor": sum(values) % 2 == 1}[name]


def asked(words: list[str], row: Row) -> bool:
    """A question as text has it: `age <= 42`, `not smoker`, `"a b" is missing`."""
    if words[0] == "not":
        return not asked(words[1:], row)
    name = json.loads(words[0]) if words[0].startswith('"') else words[0]
    value = row[name]
    missing = value is None or value != value
    match words[1:]:
        case []:
            return value is True or value == 1
        case ["is", "missing"]:
            return missing
        case ["is", "false"]:
            return not missing and value in (False, 0)
        case [sign, text]:
            wanted = json.loads(text) if re.match(r'["\d-]', text) else text
            if missing:
                return sign == "!="
            compare = {"=": eq, "!=": ne, "<=": le, ">": gt}[sign]
            return bool(compare(value, wanted))
    raise AssertionError(words)


def of_text(text: str, rule: Rule, rows: list[Row]) -> list[bool]:
    return [Formula(text, lambda words, row=row: asked(words, row)).value() for row in rows]  # type: ignore[misc]


def of_words(text: str, rule: Rule, rows: list[Row]) -> list[bool]:
    return of_text(text.partition(" if ")[2], rule, rows)


def of_indented(text: str, rule: Rule, rows: list[Row]) -> list[bool]:
    heads = {"all of": " & ", "any of": " | ", "an odd number of": " ^ "}

    def block(lines: list[str]) -> str:
        if lines[0] not in heads:
            assert len(lines) == 1
            return lines[0]
        parts, part = list[list[str]](), list[str]()
        for line in lines[1:]:
            if not line.startswith("    ") and part:
                parts.append(part)
                part = []
            part.append(line[2:])
        return "(" + heads[lines[0]].join(map(block, [*parts, part])) + ")"

    return of_text(block(text.split("\n")), rule, rows)


def of_latex(text: str, rule: Rule, rows: list[Row]) -> list[bool]:
    for tex, plain in (
        (r"\wedge", "&"),
        (r"\vee", "|"),
        (r"\oplus", "^"),
        (r"\left(", "("),
        (r"\right)", ")"),
    ):
        text = text.replace(tex, plain)
    for tex, plain in ((r"\neg ", "not "), (r"\leq", "<="), (r"\neq", "!=")):
        text = text.replace(tex, plain)

    def inside(match: re.Match[str]) -> str:
        shown = match[1].replace(r"\textasciitilde{}", "~").replace(r"\textasciicircum{}", "^")
        shown = shown.replace(r"\textbackslash{}", "\0")
        return re.sub(r"\\([{}$&#_%])", r"\1", shown).replace("\0", "\\")

    return of_text(re.sub(r"\\text\{((?:[^{}\\]|\\[{}$&#_%]|\\text\w+\{\})*)\}", inside, text), rule, rows)


def of_json(text: str, rule: Rule, rows: list[Row], folder: Path | None = None) -> list[bool]:
    assert folder is not None
    (folder / "rule.json").write_text(text, encoding="utf-8")
    read = read_rule(folder / "rule.json")
    assert read.tree == rule.tree
    return [bool(held) for held in read.holds(frame_of(rows))]


def frame_of(rows: list[Row]) -> pl.DataFrame:
    return pl.DataFrame(rows, infer_schema_length=None)


def of_python(text: str, rule: Rule, rows: list[Row]) -> list[bool]:
    space: dict[str, Any] = {}
    exec(text, space)
    predicted = [space["predict"](row) for row in rows]
    assert set(predicted) <= {rule.label.positive, rule.label.other}
    return [value == rule.label.positive for value in predicted]


def of_sql(text: str, rule: Rule, rows: list[Row]) -> list[bool]:
    names = ['"' + name.replace('"', '""') + '"' for name in rows[0]]
    with sqlite3.connect(":memory:") as base:
        base.execute(f"CREATE TABLE t ({', '.join(names)}, row_number INTEGER)")
        marks = ", ".join("?" * (len(names) + 1))
        base.executemany(
            f"INSERT INTO t VALUES ({marks})", [(*row.values(), i) for i, row in enumerate(rows)]
        )
        found = {number for (number,) in base.execute(f"SELECT row_number FROM t WHERE {text}")}
    base.close()
    return [number in found for number in range(len(rows))]


def of_sympy(text: str, rule: Rule, rows: list[Row]) -> list[bool]:
    import sympy

    space: dict[str, Any] = {}
    exec(text, space)
    formula = space["formula"]
    return [
        bool(formula.subs({sympy.Symbol(name): value for name, value in inputs.items()}))
        for inputs in questions(rule, rows)
    ]


def questions(rule: Rule, rows: list[Row]) -> Iterator[dict[str, bool]]:
    """For every row the answer to each question, by its text."""
    for row in rows:
        yield {name: value for name in map(str, rule.features) for value in of_text(name, rule, [row])}


def of_pla(text: str, rule: Rule, rows: list[Row]) -> list[bool]:
    lines = text.split("\n")
    names = [unquote(name) for name in next(line for line in lines if line.startswith(".ilb ")).split()[1:]]
    cubes = [line.split()[0] for line in lines if line.endswith(" 1") and not line.startswith(".")]
    assert f".p {len(cubes)}" in lines
    return [
        any(
            all(bit in ("-", str(int(inputs[name]))) for bit, name in zip(cube, names, strict=True))
            for cube in cubes
        )
        for inputs in questions(rule, rows)
    ]


def of_blif(text: str, rule: Rule, rows: list[Row]) -> list[bool]:
    lines = [line.split() for line in text.split("\n")]
    output = next(line[1] for line in lines if line[:1] == [".outputs"])
    found = []
    for inputs in questions(rule, rows):
        nets = {name: inputs[unquote(name)] for line in lines if line[:1] == [".inputs"] for name in line[1:]}
        names = list[str]()
        for line in lines:
            if line[:1] == [".names"]:
                names = line[1:]
                nets[names[-1]] = False
            elif names and len(line) == 2 and not line[0].startswith("."):
                held = [bit in ("-", str(int(nets[name]))) for bit, name in zip(line[0], names, strict=False)]
                nets[names[-1]] |= all(held)
        found.append(nets[output])
    return found


def of_verilog(text: str, rule: Rule, rows: list[Row]) -> list[bool]:
    inputs = re.findall(r"input \\(\S+) ", text)
    (formula,) = re.findall(r"assign \\\S+ = (.*);\n", text)
    python = re.sub(r"\\(\S+) ", lambda match: f"inputs[{unquote(match[1])!r}]", formula)
    code = compile(ast.parse(python, mode="eval"), "verilog", "eval")
    found = []
    for answers in questions(rule, rows):
        assert set(map(unquote, inputs)) == set(answers)
        found.append(bool(eval(code, {"inputs": {name: int(bit) for name, bit in answers.items()}}) & 1))
    return found


def of_dot(text: str, rule: Rule, rows: list[Row]) -> list[bool]:
    labels, below, children = dict[str, str](), dict[str, list[str]](), set[str]()
    for line in text.split("\n"):
        if match := re.fullmatch(r'  (n\d+) \[label = "((?:[^"\\]|\\.)*)", .*\];', line):
            labels[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
        elif match := re.fullmatch(r"  (n\d+) -> (n\d+);", line):
            below.setdefault(match[1], []).append(match[2])
            children.add(match[2])
    (root,) = set(labels) - children

    def formula(node: str) -> str:
        sign = {"and": " & ", "or": " | ", "xor": " ^ "}.get(labels[node], "")
        return f"({sign.join(map(formula, below[node]))})" if node in below else labels[node]

    return of_text(formula(root), rule, rows)


SAYS: dict[str, Callable[..., list[bool]]] = {
    "text": of_text,
    "words": of_words,
    "indented": of_indented,
    "json": of_json,
    "python": of_python,
    "sql": of_sql,
    "sympy": of_sympy,
    "pla": of_pla,
    "blif": of_blif,
    "verilog": of_verilog,
    "latex": of_latex,
    "dot": of_dot,
}
