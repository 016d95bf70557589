"""What the exact tools can follow, and what they refuse in one line."""

from __future__ import annotations

from evobool.errors import InputError
from evobool.model.setting import Setting

INSTEAD = "simulate it instead, with evobool run"


def unlisted(setting: Setting) -> tuple[str, object, str] | None:
    """The field, its value and why no exact tool can follow the setting; None if they can.

    Every tool needs the law of one mutation, and a selection rule that goes by the order of errors and
    leaves alone.
    """
    if not setting.operator.listed:
        why = f"what it can do is not listed with probabilities, so nothing exact can be said; {INSTEAD}"
        return "mutation", setting.mutation, why
    if not setting.rule.by_order:
        why = f"it does not go by the order of errors and leaves alone; {INSTEAD}"
        return "selection", setting.selection, why
    return None


def check_listed(setting: Setting) -> None:
    """Refuse what no exact tool can follow."""
    found = unlisted(setting)
    if found is not None:
        raise InputError(*found)


def check_complete(setting: Setting) -> None:
    """Refuse a setting whose trees are judged on anything but the whole truth table."""
    if not setting.judged_on.complete:
        raise InputError("training", setting.training, "must be complete: a sample's error is random")


def check_one_mutation(setting: Setting, why: str) -> None:
    """Refuse several mutations at once."""
    if setting.algorithm != "rls-gp":
        raise InputError("algorithm", setting.algorithm, why)
