"""A study cut into shards, each made into a store of its own, without a scheduler between them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from evobool.errors import InputError
from evobool.model.settings.setting import Setting


@dataclass(frozen=True)
class Shard:
    """Shard `number` of `count`, counted from 1: every count-th run of each setting.

    Where a setting's stripe begins depends on the setting alone, so that shards differ by at most one run of
    each setting, and more runs asked for later leave every run with the shard it had.

    >>> [list(Shard(number, 3).indices(Setting(n=4), 10)) for number in (1, 2, 3)]
    [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]]
    """

    number: int
    count: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.count:
            raise InputError("shard", self, "must be i/N with i from 1 to N, such as 1/3")

    def indices(self, setting: Setting, runs: int) -> range:
        """Which of the first so many runs of a setting are this shard's."""
        return range((self.number - 1 + int(setting.id, 16)) % self.count, runs, self.count)

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


WHOLE = Shard(1, 1)


def parse_shard(text: str) -> Shard:
    """Read i/N.

    >>> parse_shard("2/3")
    Shard(number=2, count=3)
    """
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text.strip())
    if found is None:
        raise InputError("shard", text, "must be i/N with i from 1 to N, such as 1/3")
    return Shard(int(found[1]), int(found[2]))
