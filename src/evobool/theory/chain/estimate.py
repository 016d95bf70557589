"""How large a chain would be, before it is built."""

from __future__ import annotations

from evobool.checks import check_integer
from evobool.errors import InputError
from evobool.memory import available_memory, bytes_in_words
from evobool.model.settings.setting import Setting
from evobool.theory.chain.forest import in_order, sizes
from evobool.theory.chain.symmetry import count_orbits, orbits_of

DEFAULT_STATES = 250_000
MOST_LEAVES = 16  # there are too many larger trees in any case, and they are slow even to count
LEAST_EXCESS = 2
MOST_PAIRS = 60_000_000  # of a state and an intermediate tree
BYTES_A_TREE = 200  # while trees are distinguished by their variables
MOST_LISTED = 20_000  # states whose outcomes an operator of a user's own lists one by one
MOST_TERMS = 100_000
TOO_MANY = 100  # times the states allowed: beyond this the exact number does not matter


def most_leaves(setting: Setting, max_states: int, lumped: bool) -> tuple[int, int]:
    """The limit, and how many leaves the intermediate trees of several mutations may have.

    Raises `InputError` for a chain that would not fit.

    >>> most_leaves(Setting(n=4, limit="8"), DEFAULT_STATES, lumped=True)
    Traceback (most recent call last):
    evobool.errors.InputError: limit = 8: up to 2,259,481 states, more than max_states = 250,000
    """
    max_states = check_integer("max_states", max_states, 1)
    if in_order(setting):
        max_states, lumped = min(max_states, MOST_LISTED), False
    limit = setting.leaf_limit
    if limit is None:
        raise InputError("limit", "none", "there are infinitely many trees; give a limit")
    states = counted = 0
    while counted < min(limit, MOST_LEAVES) and states <= TOO_MANY * max_states:
        counted += 1
        states += orbits_of(setting, counted, lumped)
    if states > max_states or limit > counted:
        about = f"{'up to' if limit == counted else 'at least'} {states:,} states"
        raise InputError("limit", setting.limit, f"{about}, more than max_states = {max_states:,}")
    _check_sample(setting)
    most = limit
    if setting.scheme.several:
        most = _with_excess(setting, limit, states, max_states, lumped)
    trees = sum(sizes(len(setting.literal_list), setting.function_list, most, in_order(setting)))
    needed, free = trees * (BYTES_A_TREE + 2**setting.n // 4), available_memory()
    if needed > free:
        what = f"{trees:,} trees would take {bytes_in_words(needed)}, but {bytes_in_words(free)} are free"
        raise InputError("limit", setting.limit, what)
    return limit, most


def _with_excess(setting: Setting, limit: int, states: int, max_states: int, lumped: bool) -> int:
    """For the (1+1) GP: the most leaves that intermediate trees may have before there are too many trees."""
    most = limit + LEAST_EXCESS
    trees = sum(count_orbits(setting, most, lumped)[1:])
    if trees > max_states:
        why = f"{trees:,} trees of up to {most} leaves between several mutations"
        raise InputError("limit", setting.limit, f"{why}, more than max_states = {max_states:,}")
    while True:
        trees += orbits_of(setting, most + 1, lumped)
        if trees > max_states or (states + 1) * trees > MOST_PAIRS:
            return most
        most += 1


def _check_sample(setting: Setting) -> None:
    """Refuse a sample whose probabilities take too many terms."""
    if not setting.judged_on.complete:
        rows = setting.judged_on.rows
        terms = rows + min(rows, setting.accept_error) ** 2
        if terms > MOST_TERMS:
            why = f"with accept_error = {setting.accept_error} takes {terms} terms per probability"
            raise InputError("training", setting.training, f"{why}, more than {MOST_TERMS}")
