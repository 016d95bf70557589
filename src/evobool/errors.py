"""What can go wrong, as a user sees it.

EvoboolError
├── InputError          a value that cannot be used: names the field, the value and why
│   └── DamagedError    a store whose content is not what was written (studies/store/damage.py)
├── BranchLimitError    counting a tree would take too many case distinctions (model/formulas/counting.py)
├── DriftConditionError a process that breaks a drift theorem's condition (theory/bounds/drift_theorems.py)
└── StoreError          a store that cannot be read or written (studies/store/damage.py)

A message is one line. It may quote text from anywhere, so it shows itself through `one_line`.
"""

from __future__ import annotations

LONGEST = 300  # characters of a message
LONGEST_VALUE = 120  # characters of the value it quotes
LARGEST_PRINTED = 256  # bits; a larger number is shown as a power of two


def one_line(text: str, longest: int = LONGEST) -> str:
    r"""Text from anywhere, fit for a message: control characters visible, the middle of a long one left out.

    >>> print(one_line("a name\nwith \x1b[31mcolour"))
    a name\nwith \x1b[31mcolour
    >>> one_line("abcdefghijklmnopqrstuvwxyz", 9)
    'abcde…xyz'
    """
    text = text if len(text) <= 2 * longest else text[:longest] + text[-longest:]  # all that could be shown
    if not text.isprintable():
        text = "".join(each if each.isprintable() else _escaped(each) for each in text)
    if len(text) <= longest:
        return text
    end = (longest - 1) // 3 + 1
    return f"{text[: longest - 1 - end]}…{text[-end:]}"


def _escaped(character: str) -> str:
    r"""A character that does not print, as Python writes it: `\n`, `\x1b`."""
    return character.encode("unicode_escape").decode("ascii")


def shown(value: object) -> str:
    """A value as a message quotes it, whatever it is.

    >>> shown("x1"), shown(10**100), shown((1, 10**100))
    ('x1', 'about 2^332', '(1, about 2^332)')
    """
    if isinstance(value, int) and value.bit_length() > LARGEST_PRINTED:
        return f"{'-' if value < 0 else ''}about 2^{value.bit_length() - 1}"
    try:
        if type(value) in (tuple, list):
            return _sequence(value)  # type: ignore[arg-type]
        return one_line(str(value), LONGEST_VALUE)
    except Exception:  # a foreign object's own method, or a number too long for Python to print
        return f"a {type(value).__name__}"


def _sequence(values: tuple[object, ...] | list[object]) -> str:
    """The first values of a sequence, each as it would be shown alone."""
    listed = [repr(each) if isinstance(each, str) else shown(each) for each in values[:LONGEST_VALUE]]
    if isinstance(values, tuple):
        return one_line(f"({', '.join(listed)}{',' if len(values) == 1 else ''})", LONGEST_VALUE)
    return one_line(f"[{', '.join(listed)}]", LONGEST_VALUE)


class EvoboolError(Exception):
    """Base of all errors this package raises on purpose.

    >>> import evobool
    >>> try:
    ...     evobool.Setting(n=0)
    ... except evobool.EvoboolError as problem:
    ...     print(problem)
    n = 0: must be at least 1

    See Also
    --------
    InputError : a value that cannot be used
    """

    def __str__(self) -> str:
        return one_line(super().__str__())


class InputError(EvoboolError, ValueError):
    """A value that cannot be used.

    >>> print(InputError("n", 0, "must be at least 1"))
    n = 0: must be at least 1

    See Also
    --------
    EvoboolError : the base of all errors
    """

    def __init__(self, field: str, value: object, why: str) -> None:
        super().__init__(f"{field} = {shown(value)}: {why}")
        self.field = field
        self.value = value
        self.why = why

    def __reduce__(self) -> tuple[type[InputError], tuple[str, object, str]]:
        return InputError, (self.field, self.value, self.why)
