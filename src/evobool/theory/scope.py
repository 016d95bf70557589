"""What the exact tools can handle, and one-line refusals for the rest."""

from __future__ import annotations

from evobool.errors import InputError
from evobool.model.setting import Setting

INSTEAD = "simulate it instead, with evobool run"


def unlisted(setting: Setting) -> tuple[str, object, str] | None:
    """The field, its value and why no exact tool can handle the setting; None if they can.

    Every tool needs the law of one mutation, and a selection rule that depends only on the order of errors
    and leaves.
    """
    if not setting.operator.listed:
        why = f"it does not list its outcomes with probabilities, so nothing exact can be computed; {INSTEAD}"
        return "mutation", setting.mutation, why
    if not setting.rule.by_order:
        why = f"it does not depend only on the order of errors and leaves; {INSTEAD}"
        return "selection", setting.selection, why
    return None


def check_listed(setting: Setting) -> None:
    """Refuse settings that no exact tool can handle."""
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
