"""Which settings the paper's theorems are about."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from evobool.errors import InputError
from evobool.model.settings.refused import unread
from evobool.model.settings.setting import Setting

TARGETS = ("and", "or")  # on all n variables
FUNCTIONS = ("and", "or")
SMALLEST_N = 2  # for lemma 2, which takes logarithms to base n
# Section 3 is about the defaults of all other fields.
SECTION_3 = frozenset(
    ("n", "target", "functions", "literals", "limit", "deletion", "selection", "first_leaf", "max_iterations")
)
LEMMA_2 = SECTION_3 - {"literals", "selection", "functions"}


def beyond_section_3(setting: Setting, claim: str, reads: AbstractSet[str] = SECTION_3) -> InputError | None:
    """Why a claim about RLS-GP on AND_n and OR_n with the complete truth table does not cover a setting."""
    if setting.target not in TARGETS:
        return InputError("target", setting.target, f"{claim} is about AND_n and OR_n")
    field = unread(setting, SECTION_3) or unread(setting, reads)
    if field is None:
        return None
    value, usual = (
        ",".join(each) if isinstance(each, tuple) else each
        for each in (getattr(setting, field), setting.__dataclass_fields__[field].default)
    )
    return InputError(field, value, f"{claim} is about {usual}")


def beyond_lemma_2(setting: Setting) -> InputError | None:
    """Why lemma 2 does not cover a setting; None if it does.

    >>> print(beyond_lemma_2(Setting(n=4, limit="n")), beyond_lemma_2(Setting(n=4, limit="3")), sep=" / ")
    None / limit = 3: lemma 2 is about limits of at least n = 4
    """
    found = beyond_section_3(setting, "lemma 2", LEMMA_2)
    if found is not None:
        return found
    if setting.leaf_limit is None:
        return InputError("limit", setting.limit, "lemma 2 needs one: try n or 2n")
    if setting.n < SMALLEST_N:
        return InputError("n", setting.n, f"lemma 2 is about n of at least {SMALLEST_N}")
    if setting.leaf_limit < setting.n:
        return InputError("limit", setting.limit, f"lemma 2 is about limits of at least n = {setting.n}")
    return None
