"""Which settings the paper's theorems are about."""

from __future__ import annotations

from evobool.errors import InputError
from evobool.model.settings.setting import Setting

TARGETS = ("and", "or")  # on all n variables
FUNCTIONS = ("and", "or")
SMALLEST_N = 2  # for lemma 2, which takes logarithms to base n
# What section 3 assumes and a setting may change.
PLAIN = {
    "algorithm": "rls-gp",
    "training": "complete",
    "accept_error": 0,
    "weights": "1:1:1",
    "offspring": 1,
    "start": "empty",
    "mutation": "hvl-prime",
}


def beyond_section_3(setting: Setting, claim: str) -> InputError | None:
    """Why a claim about RLS-GP on AND_n and OR_n with the complete truth table does not cover a setting."""
    if setting.target not in TARGETS:
        return InputError("target", setting.target, f"{claim} is about AND_n and OR_n")
    for field, value in PLAIN.items():
        if getattr(setting, field) != value:
            return InputError(field, getattr(setting, field), f"{claim} is about {value}")
    return None


def beyond_lemma_2(setting: Setting) -> InputError | None:
    """Why lemma 2 does not cover a setting; None if it does.

    >>> print(beyond_lemma_2(Setting(n=4, limit="n")), beyond_lemma_2(Setting(n=4, limit="3")), sep=" / ")
    None / limit = 3: lemma 2 is about limits of at least n = 4
    """
    found = beyond_section_3(setting, "lemma 2")
    if found is not None:
        return found
    for field, value in {"literals": "positive", "selection": "nonstrict"}.items():
        if getattr(setting, field) != value:
            return InputError(field, getattr(setting, field), f"lemma 2 is about {value}")
    if setting.functions != FUNCTIONS:
        return InputError("functions", ",".join(setting.functions), "lemma 2 is about and,or")
    if setting.leaf_limit is None:
        return InputError("limit", setting.limit, "lemma 2 needs one: try n or 2n")
    if setting.n < SMALLEST_N:
        return InputError("n", setting.n, f"lemma 2 is about n of at least {SMALLEST_N}")
    if setting.leaf_limit < setting.n:
        return InputError("limit", setting.limit, f"lemma 2 is about limits of at least n = {setting.n}")
    return None
