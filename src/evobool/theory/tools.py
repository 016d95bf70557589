"""The exact tools by name, each with the fields of a setting that it reads.

A claim takes no setting: it makes its own. One test crosses all tools with all fields of `Setting`, so that a
new field is refused by each tool until somebody reads it there.

>>> TOOLS["theorem 2"].apply(Setting(n=4, offspring=5))
Traceback (most recent call last):
evobool.errors.InputError: offspring = 5: theorem 2 is about 1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evobool.model.formulas.tree import Tree
from evobool.model.settings.refused import check_read
from evobool.model.settings.setting import Setting
from evobool.theory import expectation
from evobool.theory.bounds import covered
from evobool.theory.bounds.lemmas import lower_bound
from evobool.theory.chain import populations, transitions
from evobool.theory.chain.chain import Chain
from evobool.theory.drift import drift, offspring
from evobool.theory.landscape import certificate, explore, failed
from evobool.theory.landscape.landscape import classify, locally_optimal

LEAF = Tree.trusted((1,))
SMALL = Setting(n=2, limit="2")


@dataclass(frozen=True)
class Tool:
    """An exact tool: a field is among those it `reads` also if it makes no difference to the answer.

    `apply` applies it to a setting, or refuses that with an `InputError`. `example` is a setting for which it
    has an answer, quickly.
    """

    name: str
    reads: frozenset[str]
    apply: Callable[[Setting], object]
    example: Setting = SMALL


def _or_silent(
    name: str, reads: frozenset[str], answer: Callable[[Setting], object], example: Setting = SMALL
) -> Tool:
    """A tool that has no answer, None or False, to what it does not cover; here that is refused."""

    def apply(setting: Setting) -> object:
        found = answer(setting)
        if not found:
            check_read(setting, reads, name)
        return found

    return Tool(name, reads, apply, example)


def _lemma_2(setting: Setting) -> None:
    beyond = covered.beyond_lemma_2(setting)
    if beyond is not None:
        raise beyond


TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool("chain", transitions.READS, Chain),
        Tool("populations", populations.READS, populations.PopulationChain),
        Tool("offspring", offspring.READS, lambda setting: offspring.offspring(LEAF, setting)),
        Tool("drift", drift.READS, lambda setting: drift.exact_drift(LEAF, setting)),
        Tool("landscape", explore.READS, lambda setting: classify(LEAF, setting)),
        Tool("local optima", offspring.READS, lambda setting: locally_optimal(LEAF, setting)),
        Tool("certificate", certificate.READS, certificate.check_provable),
        _or_silent("stuck runs", explore.READS, failed.has_landscape),
        _or_silent("never stuck", explore.READS, failed.never_stuck, Setting(n=2, literals="all")),
        Tool("theorem 2", covered.SECTION_3, lower_bound),
        Tool("lemma 2", covered.LEMMA_2, _lemma_2),
        _or_silent("expected time", expectation.READS, expectation.expected_time, Setting(n=8)),
    )
}
