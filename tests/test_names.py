"""Names: of modules, each with one meaning, and of entries, which nobody outside of them compares."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import evobool
from evobool.engines import ENGINES
from evobool.model.algorithms import ALGORITHMS
from evobool.model.mutation import OPERATORS
from evobool.model.objective import OBJECTIVES
from evobool.model.populations.crossover import CROSSOVERS
from evobool.model.populations.parents import PARENTS
from evobool.model.populations.survival import SURVIVALS
from evobool.model.selection import SELECTIONS
from evobool.model.training import REGIMES

ROOT = Path(evobool.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
# What modules of one name have in common.
MEANING = {
    "a command, and what it does": "atlas drift landscape law reproduce simplify stuck",
    "an entry, and how a plugin makes one": "crossover mutation objective parents selection training",
    "compiled code, and the plain code that it repeats": "growing lexicase prefix",
    "a kind of training": "complete sampled",
    "two engines' way to do the same": "judge judging loop room state",
    "a thing, and its picture or page": "fronts populations runs studies theory trees",
    "of a command: words, files, tables": "command figures files progress tables",
    "a column of a table": "columns",
    "a folder of files": "folder",
    "rows with labels": "labelled",
    "truth tables": "truth",
    "all that one mutation makes": "offspring",
    "entries by name": "registry",
    "one file to read": "report",
    "evaluations spent": "effort",
    "Koza's system, and what was published of it": "koza",
}
# Modules that have not been told apart yet: to be renamed when their rooms are at rest.
TWO_MEANINGS = "choosing errors exact order parts reading rules survival table values"
REGISTRIES = (
    *(ALGORITHMS, ENGINES, SELECTIONS, OPERATORS, REGIMES),
    *(OBJECTIVES, SURVIVALS, PARENTS, CROSSOVERS),
)
SAY_OTHER_THINGS = {"auto", "none", "subtree"}
NAMED = {name for registry in REGISTRIES for name in registry} - SAY_OTHER_THINGS


def test_modules_of_one_name_have_one_meaning() -> None:
    places = defaultdict(list)
    for path in MODULES:
        if path.stem != "__init__":
            places[path.stem].append(str(path.relative_to(ROOT)))
    shared = {name for name, paths in places.items() if len(paths) > 1}
    told = {name for names in (*MEANING.values(), TWO_MEANINGS) for name in names.split()}
    assert shared <= told, {name: places[name] for name in shared - told}


def compared(tree: ast.AST) -> Iterator[tuple[int, object]]:
    """Constants in comparisons and patterns, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            sides = [node.value]
        else:
            continue
        for side in sides:
            each = side.elts if isinstance(side, (ast.Tuple, ast.Set, ast.List)) else [side]
            yield from ((node.lineno, one.value) for one in each if isinstance(one, ast.Constant))


def test_nobody_compares_the_names_of_entries() -> None:
    """Engines, theory, pages and commands ask entries for traits."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {value}"
        for path in MODULES
        for line, value in compared(ast.parse(path.read_text(encoding="utf-8")))
        if value in NAMED
    ]
    assert not found


def test_a_name_that_is_compared_is_found() -> None:
    for code in (
        "x.algorithm == 'rls-gp'",
        "'plus' in y",
        "y in ('strict', 1)",
        "match y:\n case 'exact': ...",
    ):
        assert [value for _, value in compared(ast.parse(code)) if value in NAMED]
