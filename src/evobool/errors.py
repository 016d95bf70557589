"""What can go wrong, as a user sees it.

EvoboolError
├── InputError          a value that cannot be used: names the field, the value and why
│   └── DamagedError    a store whose content is not what was written (studies/damage.py)
├── BranchLimitError    counting a tree would take too many case distinctions (model/counting.py)
├── DriftConditionError a process that breaks a drift theorem's condition (theory/bounds/drift_theorems.py)
└── StoreError          a store that cannot be read or written (studies/damage.py)
"""

from __future__ import annotations


class EvoboolError(Exception):
    """Base of all errors this package raises on purpose."""


class InputError(EvoboolError, ValueError):
    """A value that cannot be used.

    >>> print(InputError("n", 0, "must be at least 1"))
    n = 0: must be at least 1
    """

    def __init__(self, field: str, value: object, why: str) -> None:
        super().__init__(f"{field} = {value}: {why}")
        self.field = field
        self.value = value
        self.why = why

    def __reduce__(self) -> tuple[type[InputError], tuple[str, object, str]]:
        return InputError, (self.field, self.value, self.why)
