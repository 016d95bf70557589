"""How large a chain would be, told before it is built."""

from __future__ import annotations

from evobool.engines.base import available_memory, bytes_in_words
from evobool.errors import InputError
from evobool.model.setting import Setting, check_integer
from evobool.theory.chain.forest import sizes
from evobool.theory.chain.symmetry import count_orbits

DEFAULT_STATES = 250_000
MOST_LEAVES = 16  # larger trees are too many in any case, and slow even to count
LEAST_EXCESS = 2
MOST_PAIRS = 60_000_000  # of a state and a tree on the way from it
BYTES_A_TREE = 200  # while trees are told apart by their variables
MOST_TERMS = 100_000


def most_leaves(setting: Setting, max_states: int, lumped: bool) -> tuple[int, int]:
    """The limit, and how many leaves the trees on the way of several mutations may have.

    Raises `InputError` for what would not fit.

    >>> most_leaves(Setting(n=4, limit="8"), DEFAULT_STATES, lumped=True)
    Traceback (most recent call last):
    evobool.errors.InputError: limit = 8: up to 2259481 states, more than max_states = 250000
    """
    check_integer("max_states", max_states, 1)
    limit = setting.leaf_limit
    if limit is None:
        raise InputError("limit", "none", "there are infinitely many trees; give a limit")
    counted = min(limit, MOST_LEAVES)
    states = sum(count_orbits(setting, counted, lumped)[1:])
    if states > max_states or limit > counted:
        about = f"up to {states}" if limit == counted else f"more than {states}"
        raise InputError("limit", setting.limit, f"{about} states, more than max_states = {max_states}")
    _check_sample(setting)
    most = limit
    if setting.algorithm == "1+1-gp":
        most = _with_excess(setting, limit, states, max_states, lumped)
    trees = sum(sizes(len(setting.literal_list), len(setting.function_list), most))
    needed, free = trees * (BYTES_A_TREE + 2**setting.n // 4), available_memory()
    if needed > free:
        what = f"{trees} trees would take {bytes_in_words(needed)}, {bytes_in_words(free)} are free"
        raise InputError("limit", setting.limit, what)
    return limit, most


def _with_excess(setting: Setting, limit: int, states: int, max_states: int, lumped: bool) -> int:
    """The (1+1) GP: as many leaves as the trees on the way may have without becoming too many."""
    most = limit + LEAST_EXCESS
    while True:
        trees = sum(count_orbits(setting, most + 1, lumped)[1:])
        if trees > max_states or (states + 1) * trees > MOST_PAIRS:
            break
        most += 1
    trees = sum(count_orbits(setting, most, lumped)[1:])
    if trees > max_states:
        why = f"{trees} trees of up to {most} leaves on the way of several mutations"
        raise InputError("limit", setting.limit, f"{why}, more than max_states = {max_states}")
    return most


def _check_sample(setting: Setting) -> None:
    """Refuse a sample whose probabilities take too many terms."""
    if setting.samples is not None:
        terms = setting.samples + min(setting.samples, setting.accept_error) ** 2
        if terms > MOST_TERMS:
            why = f"with accept_error = {setting.accept_error} takes {terms} terms a probability"
            raise InputError("training", setting.training, f"{why}, more than {MOST_TERMS}")
