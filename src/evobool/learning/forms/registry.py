"""All written forms, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evobool.checks import check_choice
from evobool.learning.forms import circuits, programs, reading, rulefile
from evobool.learning.rules import Rule


@dataclass(frozen=True)
class Form:
    """A way to write a rule, and how files of it end."""

    name: str
    write: Callable[[Rule], str]
    ending: str


FORMS: dict[str, Form] = {
    form.name: form
    for form in (
        Form("text", reading.text, ".txt"),
        Form("words", reading.words, ".txt"),
        Form("indented", reading.indented, ".txt"),
        Form("json", rulefile.to_json, ".json"),
        Form("python", programs.python, ".py"),
        Form("sql", programs.sql, ".sql"),
        Form("sympy", programs.sympy, ".py"),
        Form("pla", circuits.pla, ".pla"),
        Form("blif", circuits.blif, ".blif"),
        Form("verilog", circuits.verilog, ".v"),
        Form("latex", reading.latex, ".tex"),
        Form("dot", circuits.dot, ".dot"),
    )
}


def written(rule: Rule, form: str = "text") -> str:
    """The rule in a form."""
    check_choice("form", form, FORMS)
    return FORMS[form].write(rule)
