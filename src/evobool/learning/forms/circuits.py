"""Forms that tools for circuits read: PLA, BLIF, Verilog; and a graph for Graphviz.

Inputs are the questions, by how they read. What a name must not hold is written as in addresses: a blank is
%20.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from evobool.errors import InputError
from evobool.learning.forms.terms import folded
from evobool.learning.rules import Rule
from evobool.learning.tables.features import name_text
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix

MOST_CASES = 20_000  # of a formula as a list of products
_SAFE = "<>=!+-*()[]{}'$@^&?:;,./"  # characters, besides letters and digits, that names may hold everywhere
_BLIF_SAFE = "<>!+-*()[]{}'$@^&?:;,./"  # not the sign between a pin and its net
_OPERATORS = {"and": " & ", "or": " | ", "xor": " ^ "}
_FILL = {"and": "#3b6ea8", "or": "#b4532a", "xor": "#5d7a3a"}


def encoded(name: str, safe: str = _SAFE) -> str:
    """A name without blanks and signs that mean something.

    >>> encoded("age <= 42"), encoded('"a b" = c#')
    ('age%20<=%2042', '%22a%20b%22%20=%20c%23')
    """
    return quote(name, safe=safe)


def _inputs(rule: Rule, safe: str = _SAFE) -> list[str]:
    return [encoded(str(feature), safe) for feature in rule.features]


def _output(rule: Rule, safe: str = _SAFE) -> str:
    return encoded(name_text(rule.label.column), safe)


def pla(rule: Rule) -> str:
    """The products on which the rule holds, none of them overlapping, for espresso."""
    k = len(rule.features)
    cubes = [
        "".join("-01"[0 if value is None else 1 + value] for value in cube)
        for cube in _cases(rule.tree.prefix, k)
    ]
    head = [f".i {k}", ".o 1", f".ilb {' '.join(_inputs(rule))}", f".ob {_output(rule)}", f".p {len(cubes)}"]
    return "\n".join([*head, *(f"{cube} 1" for cube in cubes), ".e"]) + "\n"


def _cases(prefix: Prefix, k: int) -> Iterator[list[int | None]]:
    """Values of some variables that make the formula true whatever the others are, case by case."""
    cases, waiting = 0, [[None] * k]  # type: tuple[int, list[list[int | None]]]
    order = list(dict.fromkeys(abs(token) - 1 for token in prefix if isinstance(token, int)))
    while waiting:
        known = waiting.pop()
        cases += 1
        if cases > MOST_CASES:
            raise InputError("form", "pla", f"needs more than {MOST_CASES:,} case distinctions")
        value = _value(prefix, known)
        if value:
            yield known
        elif value is None:
            place = next(each for each in order if known[each] is None)
            waiting += [[*known[:place], bit, *known[place + 1 :]] for bit in (1, 0)]


def _value(prefix: Prefix, known: Sequence[int | None]) -> int | None:
    """The formula's value where some variables are known; None if the others seem to decide."""
    stack: list[int | None] = []
    for token in reversed(prefix):
        if isinstance(token, int):
            value = known[abs(token) - 1]
            stack.append(value if value is None or token > 0 else 1 - value)
        else:
            sides = [(0, 1) if each is None else (each,) for each in (stack.pop(), stack.pop())]
            found = {FUNCTIONS[token].value(x, y) for x in sides[0] for y in sides[1]}
            stack.append(found.pop() if len(found) == 1 else None)
    return stack[0]


def blif(rule: Rule) -> str:
    """A network of gates in Berkeley's format, one a group."""
    inputs, output = _inputs(rule, _BLIF_SAFE), _output(rule, _BLIF_SAFE)
    lines, gates = list[str](), 0

    def leaf(literal: int) -> tuple[str, str]:
        return inputs[abs(literal) - 1], "1" if literal > 0 else "0"

    def group(name: str, parts: Sequence[tuple[str, str]], whole: bool) -> tuple[str, str]:
        nonlocal gates
        if name == "xor":
            first = parts[0]
            for second in parts[1:]:
                gates += 1
                last = output if whole and second is parts[-1] else f"gate%{gates}"
                signs = first[1] + second[1]
                swapped = "".join("10"[int(sign)] for sign in signs)
                rows = [signs[0] + swapped[1], swapped[0] + signs[1]]
                lines.extend([f".names {first[0]} {second[0]} {last}", *(f"{row} 1" for row in rows)])
                first = last, "1"
            return first
        gates += 1
        made, signs = output if whole else f"gate%{gates}", "".join(sign for _, sign in parts)
        lines.append(f".names {' '.join(part for part, _ in parts)} {made}")
        if name == "and":
            lines.append(f"{signs} 1")
        else:
            dashes = "-" * len(parts)
            lines.extend(f"{dashes[:i]}{sign}{dashes[i + 1 :]} 1" for i, sign in enumerate(signs))
        return made, "1"

    made, sign = folded(rule.term, leaf, group)
    if made != output:  # a literal alone
        lines += [f".names {made} {output}", f"{sign} 1"]
    head = [".model rule", f".inputs {' '.join(inputs)}", f".outputs {output}"]
    return "\n".join([*head, *lines, ".end"]) + "\n"


def verilog(rule: Rule) -> str:
    """A module with an input a question; names are escaped, so a blank ends them."""
    inputs = [f"\\{name} " for name in _inputs(rule)]
    output = f"\\{_output(rule)} "

    def group(name: str, parts: Sequence[str], whole: bool) -> str:
        joined = _OPERATORS[name].join(parts)
        return joined if whole else f"({joined})"

    formula = folded(rule.term, lambda each: ("" if each > 0 else "~") + inputs[abs(each) - 1], group)
    ports = ",\n".join([*(f"  input {name}" for name in inputs), f"  output {output}"])
    return f"module rule(\n{ports}\n);\n  assign {output}= {formula};\nendmodule\n"


def dot(rule: Rule) -> str:
    """A graph with a node a group and a leaf a question."""
    lines, count = list[str](), 0

    def node(label: str, style: str) -> str:
        nonlocal count
        name = f"n{count}"
        count += 1
        escaped = label.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'  {name} [label = "{escaped}", {style}];')
        return name

    def group(name: str, parts: Sequence[str], whole: bool) -> str:
        made = node(name, f'shape = circle, style = filled, fillcolor = "{_FILL[name]}", fontcolor = white')
        lines.extend(f"  {made} -> {part};" for part in parts)
        return made

    folded(rule.term, lambda literal: node(rule.literal(literal), "shape = box"), group)
    head = [
        "digraph rule {",
        "  ordering = out;",
        '  node [fontname = "Helvetica"];',
        "  edge [arrowhead = none];",
    ]
    return "\n".join([*head, *lines, "}"]) + "\n"
