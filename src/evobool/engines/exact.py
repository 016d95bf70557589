"""The exact engine: no rows at all.

On the complete truth table it compares exact counts of the inputs that parent and offspring get wrong, at
a cost of about the size of the tree instead of 2^n. On sampled rows it draws how many of them only the
parent, only the offspring and both get wrong, from their exact multinomial law, at a cost that does not
depend on their number. OR_n is run as its dual AND_n: the target's own function has code 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from evobool.engines import compiled as c
from evobool.engines.base import check_bytes
from evobool.engines.counts import complete as _complete
from evobool.engines.counts import sampled as _sampled
from evobool.engines.counts.binomial import draw_errors
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.frames import new_scratch
from evobool.engines.counts.judge import Judge
from evobool.engines.counts.units import Units, mask_bytes, new_units, refresh_all
from evobool.engines.kernels import arena
from evobool.engines.kernels.mutate import Rules
from evobool.model.counting import MAX_BRANCHES, BranchLimitError, dual, error_rate, satisfied_share
from evobool.model.setting import Setting
from evobool.model.tree import Tree

WIDEST = 63
NO_ERROR = Fraction(0)


class ExactEngine(c.CompiledEngine):
    """F within {and, or}, targets AND_n and OR_n, everything else free."""

    name: ClassVar[str] = "exact"
    units: Units | None = None
    widest = WIDEST  # bits a count may take before it is left to exact fractions; tests lower it

    def __init__(self, setting: Setting, max_branches: int | None = None) -> None:
        self.max_branches = MAX_BRANCHES if max_branches is None else max_branches
        self.codes = {name: int(name != setting.goal.first) for name in ("and", "or")}
        super().__init__(setting)

    @staticmethod
    def applies(setting: Setting) -> bool:
        """Whether the setting is one this engine can run."""
        return setting.target in ("and", "or") and set(setting.functions) <= {"and", "or"}

    def _fit(self) -> None:
        setting = self.setting
        slots = len(self.arena.free)
        check_bytes(setting, mask_bytes(setting.n, setting.literals == "all", slots), "the tree's units")
        self.units = new_units(setting.n, setting.literals == "all", slots, self.units)
        self.judge = Judge(
            scratch=new_scratch(setting.n, slots, self.max_branches),
            units=self.units,
            n=setting.n,
            rows=setting.samples or 0,
            widest=self.widest,
        )

    def _kernel(self, rules: Rules, seed: int, first: int, results: Any, cursor: Any) -> int:
        batch = _complete.batch if self.setting.samples is None else _sampled.batch
        return batch(
            self.arena,
            self.rng,
            rules,
            self.judge,
            self.tally,
            np.uint64(seed),
            first,
            results,
            self.trees,
            cursor,
        )

    def _error(self, tally: Any, tree: Tree) -> int:
        if self.setting.samples is not None:
            return int(tally[c.ERROR])
        return self._wrong(tally, tree)

    def _generalisation_error(self, tally: Any, tree: Tree, error: int | None) -> Fraction | None:
        if error is None:
            return None
        wrong = error if self.setting.samples is None else self._wrong(tally, tree)
        return Fraction(wrong, 2**self.setting.n) if wrong else NO_ERROR

    def _wrong(self, tally: Any, tree: Tree) -> int:
        """The inputs the tree gets wrong, from its count or, if that is too wide, counted again."""
        n, exponent = self.setting.n, int(tally[c.EXPONENT])
        if exponent == WIDE:
            return int(self._wrong_share(tree) * 2**n)
        return (int(tally[c.MANTISSA]) << (n - exponent)) + 1 - 2 * int(tally[c.TOP])

    def _decide(self, rules: Rules) -> bool:
        """Take a decision that needs counts of more than one word, with exact fractions."""
        tally, offspring = self.tally, self._current_tree()
        arena.undo(self.arena)
        parent = self._current_tree()
        limit = self.setting.leaf_limit
        eligible = limit is None or offspring.leaves <= limit
        try:
            before, error = self.fresh_errors(parent, offspring if eligible else parent)
            accepted = eligible and (
                not parent.prefix or (error < before if rules.strict else error <= before)
            )
            if accepted:
                self._hold(offspring)
        except BranchLimitError:
            tally[c.GAVE_UP] = 1
            return False
        survivor = error if accepted else before
        if self.setting.samples is not None:
            tally[c.ERROR] = survivor
        tally[c.SOLVED] = survivor <= rules.accept_error
        return accepted

    def fresh_errors(self, parent: Tree, offspring: Tree) -> tuple[int, int]:
        """The errors of parent and offspring on the same training set, drawn if it is sampled."""
        n, rows = self.setting.n, self.setting.samples
        wrong = [self._wrong_share(tree) if tree.prefix else Fraction(1) for tree in (parent, offspring)]
        if rows is None:
            return int(wrong[0] * 2**n), int(wrong[1] * 2**n)
        both = wrong[0]
        if parent.prefix and parent != offspring:
            trees = [self._as_and(tree) for tree in (parent, offspring)]
            joint = Tree.trusted(("and", *trees[0].prefix, *trees[1].prefix))
            tops = sum(tree.evaluate([True] * n) for tree in trees)
            both = satisfied_share(joint, self.max_branches) + Fraction(1 - tops, 2**n)
        only = [float(share - both) for share in wrong]
        if not parent.prefix:
            only, both = [0.0, 0.0], wrong[1]
        before, error = draw_errors(self.rng, rows, only[0], only[1], float(both))
        return int(before), int(error)

    def _hold(self, tree: Tree) -> None:
        """Make the tree the current one."""
        kinds = [self._kind(token) for token in tree.prefix]
        arena.load_prefix(self.arena, np.array(kinds, dtype=np.int32))
        refresh_all(self.arena, self.judge.units, self.tally[c.STAMP])
        tally, mirrored = self.tally, self._as_and(tree)
        satisfied = satisfied_share(mirrored, self.max_branches)
        narrow = satisfied.numerator.bit_length() <= self.widest
        tally[c.MANTISSA] = satisfied.numerator if narrow else 0
        tally[c.EXPONENT] = satisfied.denominator.bit_length() - 1 if narrow else WIDE
        tally[c.TOP] = mirrored.evaluate([True] * self.setting.n)
        tally[c.ACCEPTED :] += tally[c.PENDING : c.ACCEPTED]

    def _as_and(self, tree: Tree) -> Tree:
        """The tree as one for AND_n."""
        return dual(tree) if self.setting.target == "or" else tree

    def _wrong_share(self, tree: Tree) -> Fraction:
        return error_rate(tree, self.setting.target, self.setting.n, self.max_branches)
