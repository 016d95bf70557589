"""Forms for people: one line, words, indented lines, LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evobool.learning.forms.terms import Term, folded
from evobool.learning.rules import Rule
from evobool.learning.tables.features import TESTS, Feature, name_text, value_text

_SYMBOLS = {"and": " & ", "or": " | ", "xor": " ^ "}
_HEADS = {"and": "all of", "or": "any of", "xor": "an odd number of"}
_TEX = {"and": r" \wedge ", "or": r" \vee ", "xor": r" \oplus "}
_TEX_WORDS = {
    "not ": r"\neg ",
    "<=": r"\leq",
    "!=": r"\neq",
    " is missing": r"\text{ is missing}",
    " is false": r"\text{ is false}",
}
_ESCAPES = {character: f"\\{character}" for character in "{}$&#_%"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def text(rule: Rule) -> str:
    """One line: `age <= 42 & (thal = normal | smoker)`."""
    return line_of(rule.term, rule.literal)


def words(rule: Rule) -> str:
    """A sentence: `disease if thal = reversible and (age > 42 or smoker)`."""
    return f"{claim(rule)} if {line_of(rule.term, rule.literal, words=True)}"


def claim(rule: Rule) -> str:
    """What the rule predicts where it holds: `disease`, or `disease = yes`."""
    name, value = name_text(rule.label.column), rule.label.positive
    return (
        name
        if value is True or value == 1 or str(value).lower() == "true"
        else f"{name} = {value_text(value)}"
    )


def line_of(term: Term, literal: Callable[[int], str], words: bool = False) -> str:
    """A term on one line, with signs or words between its parts."""

    def group(name: str, parts: Sequence[str], whole: bool) -> str:
        joined = (f" {name} " if words else _SYMBOLS[name]).join(parts)
        return joined if whole else f"({joined})"

    return folded(term, literal, group)


def indented(rule: Rule) -> str:
    """A line a question, below the word that joins it."""

    def group(name: str, parts: Sequence[list[str]], whole: bool) -> list[str]:
        return [_HEADS[name], *(f"  {line}" for part in parts for line in part)]

    def leaf(literal: int) -> list[str]:
        return [rule.literal(literal)]

    lines: list[str] = folded(rule.term, leaf, group)
    return "\n".join(lines)


def latex(rule: Rule) -> str:
    r"""For a formula between dollars; it needs amsmath."""

    def group(name: str, parts: Sequence[str], whole: bool) -> str:
        joined = _TEX[name].join(parts)
        return joined if whole else rf"\left({joined}\right)"

    return folded(rule.term, lambda each: _tex(rule.features[abs(each) - 1], each > 0), group)


def _tex(feature: Feature, positive: bool) -> str:
    kind = TESTS[feature.test]
    form = kind.text if positive else kind.denied if feature.gaps else kind.opposite
    for plain, tex in _TEX_WORDS.items():
        form = form.replace(plain, tex.replace("{", "{{").replace("}", "}}"))
    value = value_text(feature.value)
    shown = value if isinstance(feature.value, int | float) else _escaped(value)
    return form.format(column=_escaped(name_text(feature.column)), value=shown)


def _escaped(name: str) -> str:
    return rf"\text{{{''.join(_ESCAPES.get(character, character) for character in name)}}}"
