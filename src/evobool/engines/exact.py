"""The exact engine: no rows at all.

On the complete truth table it compares exact counts of the inputs that parent and offspring get wrong, at a
cost of about the size of the tree instead of 2^n. On fresh rows it draws how many of them only the parent,
only the offspring, and both get wrong from their exact multinomial law, at a cost that does not depend on the
number of rows. Targets are conjunctions of literals; a disjunction is run as its dual: the function that
joins the target's literals has code 0.
"""

from __future__ import annotations

from itertools import repeat
from typing import Any, ClassVar

import numpy as np

import evobool.engines.counts.complete
import evobool.engines.counts.sampled  # noqa: F401 (how the loop judges by counts)
from evobool.engines import compiled
from evobool.engines.base import ONE_PARENT
from evobool.engines.compiling.flat import flat
from evobool.engines.counts.at_point import some_variable_lost
from evobool.engines.counts.costs import LARGEST_BITS, class_costs, scale_of
from evobool.engines.counts.dyadic import WIDE
from evobool.engines.counts.judge import Counts, SampledCounts
from evobool.engines.counts.structure import Structure, enter_tree, new_structure
from evobool.engines.counts.truth import LARGEST_TABLE, LARGEST_TABLE_IF_WIDE
from evobool.engines.decoding import digits
from evobool.engines.kernels import loop, state
from evobool.engines.kernels.saved import BEFORE
from evobool.engines.kernels.state import Measured
from evobool.engines.plain_counts import AgainstParent, as_conjunction, counted
from evobool.engines.reference import OnRows
from evobool.model.formulas.counting import BranchLimitError, satisfied_share
from evobool.model.formulas.tree import Tree
from evobool.model.generator import Generator
from evobool.model.objective import Wrong
from evobool.model.outcome.runs import IntColumn
from evobool.model.outcome.tree_column import TreeColumn
from evobool.model.populations.member import Member
from evobool.model.settings.setting import Setting
from evobool.model.targets.wrong import CountedTable, wrong_if_countable

WIDEST = 63
COUNTED_FUNCTIONS = {"and", "or"}


class ExactEngine(compiled.CompiledEngine):
    """F within {and, or}, targets that join literals by one of them, complete or fresh rows."""

    name: ClassVar[str] = "exact"
    reads = ONE_PARENT | {"objective"}
    lists_rows = False
    parts: Structure | None = None
    # Tests lower these: bits a count may take before exact fractions take over, variables of a small table,
    # and whether anything is decided without a count.
    widest = WIDEST
    largest_table: int | None = None
    by_structure = True

    def __init__(self, setting: Setting, max_branches: int | None = None) -> None:
        self.codes = {name: int(name != setting.goal.joins) for name in ("and", "or")}
        self.cube = {abs(x): x > 0 for x in setting.goal.literals}
        self.scale = scale_of(setting)
        super().__init__(setting, max_branches)

    @classmethod
    def rank(cls, setting: Setting) -> int:
        """As `Engine.rank`; `PackedEngine.rank` says where it comes second."""
        return 1

    @classmethod
    def refuses_value(cls, setting: Setting) -> str | None:
        """As `Engine.refuses_value`."""
        if setting.goal.joins is None:
            return "a target that is not a conjunction or disjunction of literals"
        foreign = [name for name in setting.functions if name not in COUNTED_FUNCTIONS]
        if foreign:
            return f"the function {foreign[0]}"
        if not setting.judged_on.complete and setting.training != setting.judged_on.rows:
            return f"training {setting.training}"
        if setting.judged_on.fresh and setting.offspring > 1:
            return "several offspring on fresh rows"
        if not setting.operator.listed:
            return f"the mutation operator {setting.mutation}"
        if not setting.rule.by_order:
            return f"the selection rule {setting.selection}"
        if setting.aim.costs is None:
            return f"the objective {setting.objective}"
        if max(scale_of(setting)[:2]).bit_length() > LARGEST_BITS:
            return f"the costs of objective = {setting.objective}"
        return None

    def _fit(self) -> None:
        setting, n, slots = self.setting, self.setting.n, len(self.arena.node)
        self.parts = new_structure(n, len(setting.literal_list), self.cube, slots, self.parts)
        monotone = setting.literals == "positive" and all(self.cube.values())
        fields: dict[str, Any] = {
            "parts": self.parts,
            "n": n,
            "k": len(self.cube),
            "monotone": monotone,
            "widest": self.widest,
            "largest_table": self._largest_table(),
            "start": flat(np.array([self._measured(setting.start_tree)], dtype=state.MEASURE)),
        }
        if setting.judged_on.complete:
            by_structure = self.by_structure and self.scale.whole > 0
            at_point = self.scale.nearest and len(self.cube) == n and len(setting.literal_list) == 2 * n
            self.judge: Counts | SampledCounts = Counts(
                **fields,
                scale=self.scale,
                by_structure=by_structure,
                at_point=by_structure and at_point and not any(setting.rule.table[6:]),
                start_solved=self._start_solved(),
            )
        else:
            false_positive, false_negative = class_costs(setting, 1, 1)
            self.judge = SampledCounts(
                **fields,
                start_solved=False,
                rows=setting.judged_on.rows,
                split=setting.aim.splits,
                by_rate=setting.aim.by_rate,
                false_positive=false_positive,
                false_negative=false_negative,
                classes=flat(np.zeros(2, dtype=np.int64)),
            )

    def _largest_table(self) -> int:
        """Beyond, values are tried, which is quicker unless the counts are wide."""
        if self.largest_table is not None:
            return self.largest_table
        return LARGEST_TABLE if self.setting.n <= WIDEST else LARGEST_TABLE_IF_WIDE

    def _start_solved(self) -> bool:
        """Whether the start tree is already a solution."""
        start, table = self.setting.start_tree, CountedTable(self.setting.goal, self.max_branches)
        return bool(start.prefix) and table.error(start) <= self.setting.accept_error

    def _error(self, measure: Measured, tree: Tree) -> int | None:
        return measure.error if self.fresh else self._counted(measure, tree)

    def _errors(self, results: Any, trees: TreeColumn) -> IntColumn:
        return super()._errors(results, trees) if self.fresh else self._wrong(results, trees)

    def _wrong(self, results: Any, trees: TreeColumn) -> IntColumn:
        n, k, measures = self.setting.n, len(self.cube), results[:, loop.ERROR : loop.FUNCTIONS]
        _, mantissa, exponent, cube, cube_exponent, _ = measures.T
        narrow = exponent != WIDE
        found: IntColumn = [0] * len(trees)
        if n < WIDEST - 1:
            true, on_cube = mantissa << (n - exponent), cube << (n - k - cube_exponent)
            found = np.where(narrow, true + (1 << (n - k)) - 2 * on_cube, 0).tolist()
            left = ~narrow
        elif self.complete and self.setting.accept_error == 0:
            left = results[:, loop.SOLVED] == 0
        else:
            left = np.ones(len(trees), dtype=np.bool_)
        for place in np.flatnonzero(left & (trees.nodes > 0)).tolist():
            found[place] = self._counted(Measured(*measures[place].tolist()), trees[place])
        return found

    def _counted(self, measure: Measured, tree: Tree) -> int | None:
        """How many inputs the tree gets wrong, from its counts or, if those are too wide, counted again.

        None if that takes too many case distinctions: a tree that a rule accepted need not be countable.
        """
        if measure.exponent == WIDE:
            return wrong_if_countable(tree, self.setting.goal, self.max_branches)
        n, k = self.setting.n, len(self.cube)
        true, on_cube = (
            measure.mantissa << (n - measure.exponent),
            measure.cube << (n - k - measure.cube_exponent),
        )
        return true + (1 << (n - k)) - 2 * on_cube

    def _settle(self) -> bool:
        """Repeat an iteration in plain Python, with exact fractions as counts."""
        parent = Member(self._current_tree())
        if self._at_point():
            try:
                return self._settle_at_point(parent)
            except BranchLimitError:
                pass  # whole trees may be easier
        generator = self._generator_before()
        try:
            seen = counted(self.setting, generator, self.max_branches).next((parent,))
            if seen.entered:
                self._hold(seen.best)
                self._note_counts(seen.best)
        except BranchLimitError:
            self.state.run[0].gave_up = 1
            return False
        self.rng[:4] = generator.state
        self.state.measure[state.PARENT].error = seen.best.error if self.fresh else 0
        self.state.run[0].solved = seen.solves(self.setting)
        return bool(seen.entered)

    def _generator_before(self) -> Generator:
        """The generator as the iteration found it."""
        return Generator.resumed(self.rng[4 * BEFORE : 4 * BEFORE + 4].tolist())

    def _at_point(self) -> bool:
        """Whether every tree to come is true on the only positive row, and on few others if it is good."""
        judge, setting = self.judge, self.setting
        at_point = isinstance(judge, Counts) and judge.at_point and self.state.run[0].right
        return bool(at_point) and setting.offspring == 1 and setting.accept_error == 0

    def _settle_at_point(self, parent: Member) -> bool:
        """The same from where parent and offspring differ, so that nothing they share is counted."""
        generator = self._generator_before()
        table = AgainstParent(self.setting, parent.tree, self.max_branches)
        seen = OnRows(self.setting, generator, repeat(table)).next((parent,))
        if seen.entered:
            self._hold(seen.best)
            run = self.state.run[0]
            run.known = 0
            self.state.measure[state.PARENT] = Measured(exponent=WIDE)
            assert self.parts is not None
            if not some_variable_lost(self.arena, self.parts):
                self._check_solved()
        self.rng[:4] = generator.state
        return bool(seen.entered)

    def _check_solved(self) -> None:
        """Count a tree that a rule accepted with exact fractions; the run ends if that is too hard."""
        run, table = self.state.run[0], CountedTable(self.setting.goal, self.max_branches)
        try:
            run.solved = table.error(self._current_tree()) <= self.setting.accept_error
        except BranchLimitError:
            run.gave_up = 1

    def _hold(self, made: Member) -> None:
        """Make an offspring the current tree."""
        self._load(made.tree)
        for name, count in made.functions.items():
            self.state.inserted.kept[self.codes[name]] += count
        self.state.run[0].operations = digits(made.operations)

    def _note_counts(self, made: Member) -> None:
        """Keep the counts of the current tree."""
        run = self.state.run[0]
        self.state.measure[state.PARENT] = self._measured(made.tree)
        run.known = 1
        run.right = run.right or self._is_right(made.wrong)

    def _is_right(self, wrong: Wrong | None) -> bool:
        """As `complete.is_right`, of a tree that was counted with exact fractions."""
        if wrong is None or not wrong.leaves:
            return False
        inside, outside = wrong.false_negatives, wrong.false_positives
        if self.setting.goal.joins == "or":
            inside, outside = outside, inside
        return inside == 0 and outside < 2**self.setting.n - 2 ** (self.setting.n - len(self.cube))

    def _load(self, tree: Tree) -> None:
        """Load the tree, and what is kept of it."""
        super()._load(tree)
        enter_tree(self.arena, self.judge.parts)

    def _measured(self, tree: Tree) -> Measured:
        """The measure that the kernel keeps of a tree, from exact fractions."""
        if not tree.prefix:
            return Measured(error=state.EMPTY_ERROR, exponent=WIDE)
        prefix = as_conjunction(tree, self.setting)
        true, on_cube = (satisfied_share(prefix, self.max_branches, fixed) for fixed in ({}, self.cube))
        if max(true.numerator.bit_length(), on_cube.numerator.bit_length()) > self.widest:
            return Measured(exponent=WIDE)
        exponents = [share.denominator.bit_length() - 1 for share in (true, on_cube)]
        return Measured(0, true.numerator, exponents[0], on_cube.numerator, exponents[1])
