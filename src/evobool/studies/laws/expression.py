"""A law as a user writes it: an expression in n with named constants, such as a*n^2*log(n) + b*n."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from evobool.errors import InputError

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "log": np.log,
    "ln": np.log,
    "log2": lambda x: np.log(x) / np.log(2.0),  # np.log2 takes no complex numbers everywhere
    "sqrt": np.sqrt,
    "exp": np.exp,
}
OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: np.divide,
    ast.Pow: np.power,
    ast.USub: np.negative,
    ast.UAdd: lambda x: x,
}
CONSTANT = re.compile(r"[a-z][0-9]?")
LONGEST, DEEPEST, LARGEST = 200, 40, 1e300


@dataclass(frozen=True)
class Expression:
    """A checked expression: its constants in order, and whether it is a sum of terms with one each.

    >>> found = parse("a*n^2*log(n) + b*n")
    >>> found.constants, found.linear, float(found({"a": 1.0, "b": 2.0}, np.float64(1.0)))
    (('a', 'b'), True, 2.0)
    """

    text: str
    tree: ast.expr
    constants: tuple[str, ...]
    linear: bool

    def __call__(self, constants: Mapping[str, Any], n: Any) -> Any:
        """The value at n; infinite or nan where it is not defined."""
        with np.errstate(all="ignore"):
            return _value(self.tree, {"n": n, **constants})


def parse(text: str, field: str = "law") -> Expression:
    """Read an expression: + - * / ^, log (or ln), log2, sqrt, exp, n, and constants of one letter.

    >>> parse("a*n + drop(n)")
    Traceback (most recent call last):
    evobool.errors.InputError: law = a*n + drop(n): unknown function drop; known are log, ln, log2, sqrt, exp
    """
    if len(text) > LONGEST:
        raise InputError(field, f"{text[:20]}...", f"has more than {LONGEST} characters")
    try:
        tree = ast.parse(text.replace("^", "**").strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError(field, text, "is not an expression such as a*n^2*log(n) + b*n") from None
    names: dict[str, None] = {}
    _check(tree, names, text, field)
    if not names:
        raise InputError(field, text, "has no constants to fit; write them as letters, such as a*n^2 + b")
    return Expression(text, tree, tuple(names), _degree(tree) == 1)


def _check(node: ast.expr, names: dict[str, None], text: str, field: str, depth: int = 0) -> None:
    """Refuse everything but arithmetic; collect the constants."""

    def refuse(why: str) -> InputError:
        return InputError(field, text, why)

    if depth > DEEPEST:
        raise refuse(f"is nested more than {DEEPEST} deep")
    inside: list[ast.expr] = []
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            if abs(value) > LARGEST:
                raise refuse(f"has a number beyond {LARGEST:g}")
        case ast.Name(id=name):
            if name != "n" and (name == "e" or not CONSTANT.fullmatch(name)):
                raise refuse(
                    f"unknown name {name}; n is what the value grows with, a constant is one letter but e"
                )
            if name != "n":
                names[name] = None
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            inside = [left, right]
        case ast.UnaryOp(op=op, operand=operand) if type(op) in OPERATORS:
            inside = [operand]
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]):
            if name not in FUNCTIONS:
                raise refuse(f"unknown function {name}; known are {', '.join(FUNCTIONS)}")
            inside = [argument]
        case _:
            raise refuse("may hold only numbers, n, constants, + - * / ^ and functions of one value")
    for each in inside:
        _check(each, names, text, field, depth + 1)


def _degree(node: ast.expr) -> int:
    """In the constants: 0 without any, 1 if linear, 2 for everything else."""
    match node:
        case ast.Name(id=name):
            return int(name != "n")
        case ast.BinOp(left=left, op=op, right=right):
            first, second = _degree(left), _degree(right)
            if isinstance(op, ast.Add | ast.Sub):
                return max(first, second)
            if isinstance(op, ast.Mult):
                return min(first + second, 2)
            return 0 if first == second == 0 else first if isinstance(op, ast.Div) and second == 0 else 2
        case ast.UnaryOp(operand=operand):
            return _degree(operand)
        case ast.Call(args=[argument]):
            return 2 if _degree(argument) else 0
    return 0


def _value(node: ast.expr, known: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=int() | float() as value):
            return np.float64(value)
        case ast.Name(id=name):
            return known[name]
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATORS[type(op)](_value(left, known), _value(right, known))
        case ast.UnaryOp(op=op, operand=operand):
            return OPERATORS[type(op)](_value(operand, known))
        case ast.Call(func=ast.Name(id=name), args=[argument]):
            return FUNCTIONS[name](_value(argument, known))
    raise AssertionError(node)  # checked before
