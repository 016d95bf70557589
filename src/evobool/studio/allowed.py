"""What one visitor may ask for, so that nobody can take the whole machine.

The command line has no such limits; a refusal says so.
"""

from __future__ import annotations

from evobool.engines import chosen
from evobool.errors import InputError
from evobool.model.settings.setting import Setting

MOST = {"n": 1_000, "max_iterations": 1_000_000, "offspring": 5_000, "population": 2_000}
MOST_LEAVES = 5_000
MOST_LISTED = 2**16  # rows, where an engine holds them
MOST_ROWS = 2**40  # where it only counts them
MOST_RUNS = 10_000
MOST_OFFSPRING = 10_000  # of a tree whose neighbourhood is listed
LONGEST_FORMULA = 2_000  # characters
RUN_SECONDS, MANY_SECONDS, EXPLORE_SECONDS, LEARN_SECONDS = 60.0, 300.0, 3.0, 120.0
MOST_TABLE_BYTES, MOST_RULE_BYTES = 2**25, 2**20
MOST_TABLE_ROWS, MOST_TABLE_COLUMNS = 200_000, 1_000
MOST_TABLE_BITS = 10**9  # rows times yes-or-no questions
MOST_LEARNT_LEAVES = 64
MOST_EFFORT = 400_000_000
MOST_EXPLORED = 5_000  # trees
MOST_STATES = 3_000  # of a chain computed along with the runs
INSTEAD = "use the command line for more"


def check_limits(setting: Setting, engine: str = "auto") -> Setting:
    """Refuse a setting that is too large for the studio, or that the engine cannot run.

    >>> check_limits(Setting(n=1001))
    Traceback (most recent call last):
    evobool.errors.InputError: n = 1001: at most 1,000 in the studio; use the command line for more
    """
    for field, most in MOST.items():
        check_most(field, getattr(setting, field), most)
    if setting.leaf_limit is not None and setting.leaf_limit > MOST_LEAVES:
        raise InputError("limit", setting.limit, f"at most {MOST_LEAVES:,} leaves in the studio; {INSTEAD}")
    most = MOST_LISTED if chosen(setting, engine).lists_rows else MOST_ROWS
    if not setting.judged_on.complete:
        if setting.rows > most:
            raise InputError("training", setting.training, f"at most {most:,} rows in the studio; {INSTEAD}")
    elif most == MOST_LISTED and setting.rows > most:
        largest = MOST_LISTED.bit_length() - 1
        why = f"at most {largest} in the studio where the truth table must be listed; {INSTEAD}"
        raise InputError("n", setting.n, why)
    return setting


def check_most(field: str, value: int, most: int) -> int:
    """Refuse a number that is too large for the studio."""
    if value > most:
        raise InputError(field, value, f"at most {most:,} in the studio; {INSTEAD}")
    return value
