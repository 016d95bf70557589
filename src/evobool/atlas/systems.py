"""The GP systems of the atlas, and which runs each of them needs."""

from __future__ import annotations

from dataclasses import dataclass

from evobool.atlas.classes import NpnClass, npn_classes, output_symmetric
from evobool.atlas.fewest import fewest
from evobool.atlas.numbered import target_of
from evobool.model.algorithms import ALGORITHMS
from evobool.model.settings.completion import Algorithm
from evobool.model.settings.setting import Setting

MAX_ITERATIONS = 100_000


@dataclass(frozen=True)
class System:
    """A function set and an algorithm; trees have all literals, and are judged on the whole truth table.

    >>> SYSTEMS["nand"].title, len(SYSTEMS["nand"].tables(3)), len(SYSTEMS["and-or"].tables(3))
    ('RLS-GP, F = {nand}', 22, 14)
    """

    name: str
    functions: tuple[str, ...]
    algorithm: Algorithm = "rls-gp"

    @property
    def title(self) -> str:
        """What tables and figures call it."""
        algorithm = "(1+1) GP" if ALGORITHMS[self.algorithm].several else "RLS-GP"
        return f"{algorithm}, F = {{{', '.join(self.functions)}}}"

    @property
    def output_symmetric(self) -> bool:
        """Whether f and its negation are equally hard."""
        return output_symmetric(self.functions)

    def polarities(self, each: NpnClass) -> tuple[int, ...]:
        """The functions to run for a class: one if all of the class are alike to this system, else two."""
        return (each.table,) if self.output_symmetric else each.polarities

    def tables(self, n: int) -> list[int]:
        """All functions to run."""
        return [table for each in npn_classes(n) for table in self.polarities(each)]

    def setting(
        self, table: int, n: int, limit: str = "none", max_iterations: int = MAX_ITERATIONS
    ) -> Setting:
        """What is run for a function."""
        return Setting(
            n=n,
            target=target_of(table, n),
            functions=self.functions,
            literals="all",
            limit=limit,
            algorithm=self.algorithm,
            max_iterations=max_iterations,
        )

    def fewest(self, table: int, n: int) -> int:
        """The fewest leaves of a tree that computes the function."""
        return int(fewest(n, self.functions).leaves[table])


SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        System("and-or", ("and", "or")),
        System("and-or-xor", ("and", "or", "xor")),
        System("nand", ("nand",)),
        System("1+1", ("and", "or"), "1+1-gp"),
    )
}
