"""Sixty plugins that misbehave: each ends in one line that names the file, and status 2."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from evobool import interrupts, plugins
from evobool.cli import main


class Bad(NamedTuple):
    """A file, as what follows its imports, the flags it is run with, and what is said of it."""

    text: str
    flags: str
    told: str


RULE, GOAL = "--selection bad", "--target bad"
MOVE, ROWS = "--mutation bad", "--training bad:8"
BOOL = "accepts must return True or False, not "
TAKES = "must take (offspring, parent, draws), not "
NOTHING = "@selection('bad')\ndef accepts(offspring, parent, draws):\n    "
COLUMN = "@target('bad')\ndef define(x, ones):\n    "
MADE = "@mutation('bad')\ndef mutate(tree, setting, draws):\n    "
LIST = "@mutation('bad', listed=True)\ndef outcomes(tree, setting):\n    "
LIKELY = "@selection('bad', probability=True)\ndef accepts(offspring, parent):\n    "
SHARE = "must return a probability from 0 to 1, not "
SETS = "@training('bad')\ndef sets(goal, rows, draws):\n    "
VALUE, VALUED = "@objective('bad')\ndef value(*wrong):\n    ", "--objective bad"
CHOOSE, CHOSEN = "@parents('bad')\ndef choose(members, draws):\n    ", "--parents bad --population 5"
CROSS, CROSSED = (
    "@crossover('bad')\ndef cross(one, other, setting, draws):\n    ",
    "--crossover bad:0.5 --population 5",
)
KEEP, KEPT = "@survival('bad')\ndef survive(members, brood, draws):\n    ", "--survival bad --population 5"
BEGIN, BEGUN = "@start('bad')\ndef make(setting, draws):\n    ", "--start bad"
RAISED = {
    "ZeroDivisionError": "1 / 0",
    "RecursionError": "(lambda f: f(f))(lambda f: f(f))",
    "SystemExit": "raise SystemExit(3)",
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "GeneratorExit": "raise GeneratorExit",
    "StopIteration": "next(iter(()))",
    "BrokenPipeError": "raise BrokenPipeError",
    "MemoryError": "raise MemoryError",
    "Odd": "raise Odd('worse')",
    "Mute": "raise Mute",
    "tree = 'x1 &': ends": "Tree.parse('x1 &')",
    "ExceptionGroup": "raise ExceptionGroup('both', [ValueError(1), ValueError(2)])",
}
BAD = {
    # rules
    "rule-string": Bad(NOTHING + "return 'yes'", RULE, "line 14: " + BOOL + "'yes'"),
    "rule-none": Bad(NOTHING + "pass", RULE, BOOL + "None"),
    "rule-integer": Bad(NOTHING + "return 1", RULE, BOOL + "1"),
    "rule-list": Bad(NOTHING + "return []", RULE, BOOL + "[]"),
    "rule-array": Bad(NOTHING + "return np.array([True, False])", RULE, BOOL),
    "rule-hostile": Bad(NOTHING + "return Hostile()", RULE, BOOL + "a Hostile"),
    "rule-yields": Bad(NOTHING + "yield True", RULE, BOOL),
    "rule-waits": Bad("@selection('bad')\nasync def accepts(*three): ...", RULE, "must be a plain function"),
    "rule-two": Bad("@selection('bad')\ndef accepts(a, b): return True", RULE, TAKES + "(a, b)"),
    "rule-none-taken": Bad("@selection('bad')\ndef accepts(): return True", RULE, TAKES + "()"),
    "rule-keyword": Bad("@selection('bad')\ndef accepts(a, b, c, *, d): return True", RULE, TAKES),
    "rule-number": Bad("selection('bad')(5)", RULE, "must be a plain function, not 5"),
    "rule-unnamed": Bad(
        "@selection\ndef accepts(a, b, c): return True", RULE, "must be a word of small letters"
    ),
    "rule-below-0": Bad(NOTHING + "return draws.below(0) == 0", RULE, "draws.below(0)"),
    "rule-below-minus": Bad(NOTHING + "return draws.below(-1) == 0", RULE, "draws.below(-1)"),
    "rule-below-half": Bad(NOTHING + "return draws.below(0.5) == 0", RULE, "draws.below(0.5)"),
    "rule-by-chance": Bad(NOTHING + "return random.random() < 0.5", RULE, "does not repeat itself"),
    "rule-counts": Bad(
        "seen = []\n" + NOTHING + "seen.append(1)\n    return len(seen) % 2 == 0", RULE, "does not repeat"
    ),
    "rule-by-order-lie": Bad(
        "@selection('bad', by_order=True)\ndef accepts(o, p, draws): return o.error <= p.error + 1",
        RULE,
        "promises by_order",
    ),
    "rule-by-order-large": Bad(
        "@selection('bad', by_order=True)\ndef accepts(o, p, d): return o.error < p.error or o.leaves > 99",
        RULE,
        "promises by_order",
    ),
    "rule-by-order-chance": Bad(
        "@selection('bad', by_order=True)\ndef accepts(o, p, draws): return draws.below(2) == 0",
        RULE,
        "promises by_order",
    ),
    "rule-by-order-word": Bad(
        "@selection('bad', by_order='no')\ndef accepts(o, p, draws): return True", RULE, "by_order"
    ),
    **{
        f"rule-raises-{name}": Bad(NOTHING + text, RULE, f"line 14: {'OddBase' if name == 'Odd' else name}")
        for name, text in RAISED.items()
    },
    "chance-word": Bad(LIKELY + "return 'likely'", RULE, SHARE + "'likely'"),
    "chance-large": Bad(LIKELY + "return 1.5", RULE, SHARE + "1.5"),
    "chance-negative": Bad(LIKELY + "return -0.1", RULE, SHARE + "-0.1"),
    "chance-nan": Bad(LIKELY + "return float('nan')", RULE, SHARE + "nan"),
    "chance-none": Bad(LIKELY + "pass", RULE, SHARE + "None"),
    "chance-drawn": Bad(LIKELY + "return random.random()", RULE, "does not repeat itself"),
    "chance-draws": Bad(
        "@selection('bad', probability=True)\ndef accepts(o, p, draws): return 1",
        RULE,
        "must take (offspring, parent)",
    ),
    "chance-by-order": Bad(
        "@selection('bad', probability=True, by_order=True)\ndef accepts(o, p): return 1", RULE, "probability"
    ),
    # targets
    "target-string": Bad(COLUMN + "return 'x1'", GOAL, "define must return a column, not 'x1'"),
    "target-none": Bad(COLUMN + "pass", GOAL, "define must return a column, not None"),
    "target-list": Bad(COLUMN + "return x", GOAL, "define must return a column, not ["),
    "target-float": Bad(COLUMN + "return x[0] / 2", GOAL, "define must return a column, not "),
    "target-true": Bad(COLUMN + "return True", GOAL, "define must return a column, not True"),
    "target-inverted": Bad(
        COLUMN + "return ~x[0]", GOAL, "has bits outside the rows; write x[i] ^ ones for NOT"
    ),
    "target-wide": Bad(COLUMN + "return ones + 1", GOAL, "has bits outside the rows"),
    "target-adds": Bad(
        COLUMN + "return (x[0] + x[-1]) & ones", GOAL, "must use &, | and ^ on its columns only"
    ),
    "target-shifts": Bad(COLUMN + "return x[0] >> 1", GOAL, "must use &, | and ^ on its columns only"),
    "target-asks": Bad(
        COLUMN + "return x[0] if x[1] else ones", GOAL, "must use &, | and ^ on its columns only"
    ),
    "target-lies": Bad(
        "@target('bad', symmetric=True)\ndef define(x, ones): return x[0] & (x[-1] ^ ones)",
        GOAL,
        "promises symmetric",
    ),
    "target-by-chance": Bad(COLUMN + "return random.choice(x)", GOAL, "does not repeat itself"),
    "target-one": Bad("@target('bad')\ndef define(x): return x[0]", GOAL, "must take (x, ones), not (x)"),
    "target-beyond": Bad(COLUMN + "return x[99]", GOAL, "line 14: IndexError"),
    "target-exits": Bad(COLUMN + "raise SystemExit", GOAL, "line 14: SystemExit"),
    "target-formula-number": Bad("target('bad', formula=5)", GOAL, "formula"),
    # operators
    "operator-none": Bad(MADE + "pass", MOVE, "mutate must return a Mutation, not None"),
    "operator-tree": Bad(MADE + "return tree", MOVE, "mutate must return a Mutation, not "),
    "operator-text": Bad(MADE + "return Mutation('INS', 'x1')", MOVE, "its tree must be a Tree, not 'x1'"),
    "operator-broken": Bad(
        MADE + "return Mutation('INS', Tree.trusted(('and', 1)))", MOVE, "literals expected at the end"
    ),
    "operator-nonsense": Bad(
        MADE + "return Mutation('INS', Tree.trusted((1, 2)))", MOVE, "not a tree at token"
    ),
    "operator-foreign": Bad(
        MADE + "return Mutation('INS', Tree(('xor', 1, 2)))", MOVE, "xor is not among the functions"
    ),
    "operator-negated": Bad(
        MADE + "return Mutation('INS', Tree((-1,)))", MOVE, "~x1 is not among the literals"
    ),
    "operator-number": Bad(
        MADE + "return Mutation(7, Tree((1,)))", MOVE, "its operation must be a word, not 7"
    ),
    "operator-lines": Bad(
        MADE + "return Mutation('A\\nB', Tree((1,)))", MOVE, "its operation must be a word"
    ),
    "operator-function": Bad(
        MADE + "return Mutation('INS', Tree((1,)), 'xor')", MOVE, "its function must be"
    ),
    "operator-change": Bad(
        MADE + "return Mutation('INS', Tree((1,)), None, 'x')", MOVE, "its change must be"
    ),
    "operator-one": Bad(
        "@mutation('bad')\ndef mutate(tree): ...", MOVE, "must take (tree, setting, draws), not (tree)"
    ),
    "operator-by-chance": Bad(
        MADE + "return Mutation('NEW', Tree((random.choice(setting.literal_list),)))",
        MOVE,
        "does not repeat itself",
    ),
    "operator-exits": Bad(MADE + "raise KeyboardInterrupt", MOVE, "line 14: KeyboardInterrupt"),
    "list-sums": Bad(LIST + "yield Mutation('INS', Tree((1,))), Fraction(1, 2)", MOVE, "that sum to 1/2"),
    "list-empty": Bad(LIST + "return []", MOVE, "that sum to 0"),
    "list-float": Bad(
        LIST + "yield Mutation('INS', Tree((1,))), 1.0", MOVE, "as Fractions from 0 to 1, not 1.0"
    ),
    "list-negative": Bad(LIST + "yield Mutation('INS', Tree((1,))), Fraction(-1)", MOVE, "from 0 to 1, not "),
    "list-alone": Bad(LIST + "yield Mutation('INS', Tree((1,)))", MOVE, "must yield pairs"),
    "list-none": Bad(LIST + "pass", MOVE, "must yield pairs of a Mutation and a probability, not None"),
    "list-foreign": Bad(LIST + "yield Mutation('INS', Tree(('xor', 1, 2))), 1", MOVE, "xor is not among"),
    "list-by-chance": Bad(
        LIST + "yield Mutation('INS', Tree((random.choice(setting.literal_list),))), 1",
        MOVE,
        "does not repeat",
    ),
    "list-draws": Bad(
        "@mutation('bad', listed=True)\ndef outcomes(tree, setting, draws): ...",
        MOVE,
        "must take (tree, setting)",
    ),
    "list-word": Bad("@mutation('bad', listed=1)\ndef outcomes(tree, setting): ...", MOVE, "listed"),
    # regimes
    "regime-integer": Bad(SETS + "yield 5", ROWS, "sets must yield training sets, not 5"),
    "regime-nothing": Bad(SETS + "yield", ROWS, "sets must yield training sets, not None"),
    "regime-returns": Bad(SETS + "return 5", ROWS, "sets must yield training sets for ever, not return 5"),
    "regime-passes": Bad(SETS + "pass", ROWS, "sets must yield training sets for ever, not return None"),
    "regime-ends": Bad(
        SETS + "yield TrainingSet.sample(goal, 8, draws)", ROWS, "must yield training sets for ever"
    ),
    "regime-empty": Bad(SETS + "yield from ()", ROWS, "must yield training sets for ever"),
    "regime-outside": Bad(
        SETS + "while True: yield TrainingSet(goal, [99] * goal.n, 2)", ROWS, "outside the 2 rows"
    ),
    "regime-negative": Bad(
        SETS + "while True: yield TrainingSet(goal, [-1] * goal.n, 2)", ROWS, "outside the 2 rows"
    ),
    "regime-few": Bad(SETS + "while True: yield TrainingSet(goal, [1], 2)", ROWS, "columns"),
    "regime-no-rows": Bad(
        SETS + "while True: yield TrainingSet(goal, [0] * goal.n, 0)", ROWS, "at least 1 row"
    ),
    "regime-floats": Bad(SETS + "while True: yield TrainingSet(goal, [0.5] * goal.n, 2)", ROWS, "line 14"),
    "regime-changes": Bad(
        "@training('bad', fresh=False)\ndef sets(goal, rows, draws):\n"
        "    while True: yield TrainingSet.sample(goal, rows, draws)",
        ROWS,
        "promises fresh=False",
    ),
    "regime-by-chance": Bad(
        SETS + "\n    while True: yield TrainingSet(goal, [random.getrandbits(8) for _ in range(goal.n)], 8)",
        ROWS,
        "does not repeat itself",
    ),
    "regime-exits": Bad(SETS + "raise GeneratorExit\n    yield", ROWS, "line 14: GeneratorExit"),
    "regime-two": Bad(
        "@training('bad')\ndef sets(goal, rows): yield",
        ROWS,
        "must take (goal, rows, draws), not (goal, rows)",
    ),
    # objectives
    "objective-string": Bad(VALUE + "return 'few'", VALUED, "must return a number, not 'few'"),
    "objective-nan": Bad(VALUE + "return float('nan')", VALUED, "must return a number, not nan"),
    "objective-tuple": Bad(VALUE + "return (1, 2)", VALUED, "must return a number, not (1, 2)"),
    "objective-by-chance": Bad(VALUE + "return random.random()", VALUED, "does not repeat itself"),
    "objective-two": Bad(
        "@objective('bad')\ndef value(a, b): return a",
        VALUED,
        "must take (false_positives, false_negatives, ",
    ),
    "objective-lengths": Bad(
        "@objective('bad', trade_off=True)\ndef value(*w): return (1,) * (1 + w[0] % 2)",
        VALUED + " --survival pareto",
        "numbers as at first",
    ),
    # populations
    "parents-outside": Bad(CHOOSE + "return len(members)", CHOSEN, "must return a place from 0 to 7, not 8"),
    "parents-tree": Bad(CHOOSE + "return members[0].tree", CHOSEN, "must return a place from 0 to 7, not "),
    "parents-by-chance": Bad(CHOOSE + "return random.randrange(8)", CHOSEN, "does not repeat itself"),
    "crossover-string": Bad(CROSS + "return 'x1'", CROSSED, "its tree must be a Tree, not 'x1'"),
    "crossover-foreign": Bad(
        CROSS + "return Tree((9,))", CROSSED, "cross made x9: x9 is not among the literals"
    ),
    "crossover-two": Bad("@crossover('bad')\ndef cross(a, b): return a", CROSSED, "must take (one, other, "),
    "survival-few": Bad(KEEP + "return members[1:]", KEPT, "must return 4 members, not 3"),
    "survival-twice": Bad(KEEP + "return [members[0]] * 4", KEPT, "each at most once"),
    "survival-none": Bad(KEEP + "pass", KEPT, "must return a list of members, not None"),
    "start-empty-list": Bad(BEGIN + "return []", BEGUN, "its tree must be a Tree, not []"),
    "start-large": Bad(
        BEGIN + "return Tree(('and',) * 6 + (1,) * 7)", BEGUN, "made a tree of 7 leaves; the limit is 6"
    ),
    # files
    "file-exits": Bad("raise SystemExit", "", "line 12: SystemExit"),
    "file-interrupts": Bad("raise KeyboardInterrupt", "", "line 12: KeyboardInterrupt"),
    "file-odd": Bad("raise Odd", "", "line 12: OddBase"),
    "file-generator-exit": Bad("raise GeneratorExit", "", "line 12: GeneratorExit"),
    "file-broken-pipe": Bad("raise BrokenPipeError", "", "line 12: BrokenPipeError"),
    "file-null": Bad("x = '\0'", "", "null bytes"),
}
HEAD = """import random; import numpy as np
from fractions import Fraction
from evobool import Tree
from evobool.model.mutation import Mutation
from evobool.model.training import TrainingSet
from evobool.plugins import crossover, mutation, objective, parents, selection, start, survival, target
from evobool.plugins import training
class OddBase(BaseException): ...
class Mute(Exception): __str__ = lambda self: 1 / 0
class Hostile: __str__ = __repr__ = lambda self: 1 / 0
Odd = OddBase
"""


@pytest.mark.parametrize("name", BAD)
def test_a_misbehaving_plugin_ends_in_one_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (text, flags, told), file = BAD[name], tmp_path / "f.py"
    file.write_text(HEAD + text + "\n")
    monkeypatch.setattr(interrupts._State, "ours", True)  # as on the command line
    words = ["run", "--n=4", "--seed=1", "--max-iterations=300", "--limit=6", "--quiet", f"--plugin={file}"]
    with plugins.forgotten(), pytest.raises(SystemExit) as ended:
        main([*words, *flags.split()])
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1, printed.err
    assert ended.value.code == 2
    assert printed.err.startswith(f"evobool: plugin {file}")
    assert told in printed.err
