"""Targets as programs for the compiled engines: a definition, followed once."""

from __future__ import annotations

from dataclasses import dataclass

from evobool.errors import InputError
from evobool.model.targets.targets import Goal


@dataclass(frozen=True)
class Program:
    """A target as straight-line code: register n holds all ones, step k writes register n + 1 + k.

    A step is (operation, register, register), the operation 0 for AND, 1 for OR, 2 for XOR.
    """

    steps: tuple[tuple[int, int, int], ...]
    result: int


@dataclass(frozen=True)
class _Wire:
    """A column that remembers what is done to it."""

    steps: list[tuple[int, int, int]]
    register: int
    inputs: int

    def _with(self, operation: int, other: _Wire) -> _Wire:
        self.steps.append((operation, self.register, other.register))
        return _Wire(self.steps, self.inputs + len(self.steps), self.inputs)

    def __and__(self, other: _Wire) -> _Wire:
        return self._with(0, other)

    def __or__(self, other: _Wire) -> _Wire:
        return self._with(1, other)

    def __xor__(self, other: _Wire) -> _Wire:
        return self._with(2, other)


def traced(goal: Goal) -> Program:
    """The target's definition as a program: what it does to columns, written down once.

    >>> from evobool.model.targets.targets import goal_of
    >>> traced(goal_of("x1 & ~x2", 2))
    Program(steps=((2, 1, 2), (0, 0, 3)), result=4)
    """
    steps: list[tuple[int, int, int]] = []
    wires = [_Wire(steps, register, goal.n) for register in range(goal.n + 1)]
    try:
        result = goal.value(wires[:-1], wires[-1])
    except (TypeError, AttributeError):
        result = None  # something but &, | and ^ on columns
    if not isinstance(result, _Wire):
        raise InputError("target", goal.name, "its definition must use &, | and ^ on its columns only")
    return Program(tuple(steps), result.register)
