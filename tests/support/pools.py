"""Values to draw cases from: those that may well be right, by name, and odd ones."""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from typing import Any

import evobool
from evobool import Setting, Tree
from evobool.engines import ENGINES
from evobool.learning.forms.registry import FORMS
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.mutation import OPERATORS
from evobool.model.selection import SELECTIONS
from evobool.model.settings.setting import DEFINITIONS, FIELDS
from evobool.model.systems.filling import SYSTEMS
from evobool.model.targets.families import TARGETS
from evobool.paper.parts import PARTS
from evobool.studies.analysis.listing import FORMATS
from evobool.studies.analysis.sample import VALUES
from evobool.studies.store.shard import WHOLE
from evobool.theory.claims.registry import CLAIMS
from tests.support.choices import CHOICES

FORMULAS = ["x1", "~x2", "x1 & x2", "x1 | (x2 & ~x3)", "~(x1 ^ x2) > x3", "(empty)", " x1&x1 ", "empty"]
HOSTILE_TEXT = [
    *("", " ", "-", "--", "=", ",", ":", "0", "-1", "1.5", "1e9", "nan", "inf", "0x10", "007", "+3", "None"),
    *(str(2**63), str(2**64), "9" * 400, "1" * 5000, "x" * 5000, "(" * 3000, "~" * 3000 + "x1", "&" * 300),
    *("\x1b[31mred", "a\nb", "\r", "\t", "\u202e", "é", "٣", "１", "𝟚", "%s", "{0}", "[red]", "\udcff", "*"),
    *("x0", "x1 &", "x1 x2", "x99999999999", "(x1", "x1)", "and:0", "and:-1", "and:9", "mux:2", "fixed:0"),
    *(
        "n^99",
        "1/0",
        "log2(0)",
        "n/log2(n)",
        "2n+",
        "0:0:0",
        "1:1",
        "-1:1:1",
        "__class__",
        "id",
        "../..",
        "/",
    ),
    *(
        "n=4",
        "n=",
        "=4",
        "n=4,x",
        "foo=1",
        "1/0",
        "0/3",
        "4/3",
        "http://x",
        "/dev/null",
        "/proc/self/mem",
        "~",
    ),
]
HOSTILE = [
    *HOSTILE_TEXT,
    *(None, True, False, 0, -1, 2**63, 2**64, -(2**63), 10**400, 10**5000, 1.5, float("nan"), float("inf")),
    *(
        b"x1",
        [],
        {},
        (),
        [[]],
        [None],
        ["n", 4],
        {"n": 4},
        {"n": "\x1b"},
        {1: 2},
        object(),
        len,
        Ellipsis,
        int,
    ),
]
Pool = list[Any]


def setting_fields() -> dict[str, Pool]:
    """Values of a setting's fields that may well be right; of one that is not named here, the usual ones."""
    usual = {
        each.name: [each.default, DEFINITIONS[each.name].takes.unusual(each.default)]
        for each in fields(Setting)
        if each.default is not MISSING
    }
    return usual | {
        "n": [1, 2, 3, 4, 5, 6],
        "target": [*TARGETS, *(f"{name}:2" for name in TARGETS), *FORMULAS, "table:6", "table:e8", "table:"],
        "functions": [*((name,) for name in FUNCTIONS), ("and", "or"), ("xor", "and"), "and,or"],
        "limit": ["none", "n", "n+1", "2n", "3", 4, "1.5n", "n + log2 n", None],
        "selection": list(SELECTIONS),
        "training": ["complete", 1, 16, "64", "fixed:8"],
        "accept_error": [0, 0, 1, 5],
        "max_iterations": [1, 5, 40],
        "weights": ["1:1:1", "2:1:0", "0:1:1"],
        "offspring": [1, 1, 2, 4],
        "start": ["empty", "empty", "x1", "x1 & x2"],
        "mutation": list(OPERATORS),
        **{name: list(words) for name, words in CHOICES.items()},
    }


@cache
def good_values(folder: Path) -> dict[str, Pool]:
    """Values by the name of a parameter or an option, or by `call.parameter`, that may well be right."""
    trees = [Tree.parse(text) for text in FORMULAS[:6]]
    settings = setting_fields()
    columns = [[True, False, True], [5, 3, 1, 0], (1, 2, 3)]
    stores = [folder / "a.db", str(folder / "a.db")]
    pictures = [folder / "new" / f"a{ending}" for ending in (".svg", ".pdf", ".png")]
    where = [None, {"n": 3}, {"limit": "n"}, {"n": 9}, {"foo": 1}]
    return settings | {
        "setting": [None, Setting(n=3), Setting(n=2, training=4)],
        "settings": [[Setting(n=2)], evobool.grid(n=[2, 3]), []],
        "seed": [None, 0, 1, 2**64 - 1],
        "label": ["y", "x1"],
        "like": [*SYSTEMS, "koza-1991"],
        "like.name": [*SYSTEMS, "koza-1991"],
        "test": [None, folder / "text"],
        "index": [0, 1, 5, 2**63 - 1],
        "engine": list(ENGINES),
        "trajectory": [False, True, "all"],
        "max_branches": [None, 1, 50],
        "runs": [1, 2, 3],
        "race": [1, 3],
        "text": FORMULAS,
        "prefix": [(), (1,), ("and", 1, -2), ["or", 1, 2], ("and", 1), (1, 2), ("foo",), (0,)],
        "tree": trees,
        "style": ["symbols", "words", "python", "latex", "verilog"],
        "Tree.evaluate.columns": columns,
        "ones": [True, 7],
        "iterations": [0, 5],
        "shard": [WHOLE],
        "path": stores,
        "store": stores,
        "workers": [None, 1, 2],
        "progress": [False],
        "carry": [None],
        "ax": [None],
        "where": where,
        "x": [*FIELDS[:6], "training"],
        "y": ["T", "S", "B", "median", "generalisation_error", "ors_final"],
        "value": [*VALUES, "B"],
        "rows": list(FIELDS),
        "columns": list(FIELDS),
        "intervals": [False, True],
        "interval": [False, True],
        "values": ["T", "S", "B", "ert", ["T", "B"], ("median",)],
        "constant": [False, True],
        "chosen": [None, []],
        "Results.to_pandas.runs": [False, True],
        # commands only
        "out": pictures,
        "atlas.out": [folder / "new" / "atlas"],
        "plot": pictures,
        "svg": pictures,
        "dot": [folder / "new" / "a.dot"],
        "tikz": [folder / "new" / "a.tex"],
        "html": [folder / "new" / "a.html"],
        "animate": [folder / "new" / f"a{ending}" for ending in (".gif", ".webp", ".svg")],
        "records": [folder / "new" / f"a{ending}" for ending in (".csv", ".jsonl", ".parquet")],
        "certificate": [folder / "new" / "a.json"],
        "check": [folder / "proof.json", folder / "plan.toml"],
        "plan": [folder / "plan.toml", folder / "text"],
        "stores": stores,
        "first": stores,
        "second": stores,
        "into": [folder / "new" / "b.db"],
        "plugin": [folder / "plugin.py", folder / "text"],
        "grid": ["n=2,3", "limit=n,2n", "max-iterations=20", "target=or"],
        "group": ["limit", "n,limit", "deletion"],
        "law": ["n log n", "n^2"],
        "divide": ["n log n", "n"],
        "x_scale": ["log", "linear"],
        "y_scale": ["log", "linear"],
        "title": ["A title", "[bold]"],
        "format": ["csv", "parquet"],
        "study.show.format": list(FORMATS),
        "study.fit.format": list(FORMATS),
        "study.compare.format": list(FORMATS),
        "by": ["limit", "n", "selection"],
        "other": [None],
        "laws": [None, ["n log n"], []],
        "censored": [False, True],
        "most": [1, 2],
        "cap": [1, 50],
        "seconds": [1],
        "simulate": [1, 5],
        "formula": FORMULAS,
        "simplify.rows": [folder / "rows.csv", folder / "text"],
        "learn.label": ["ill", "ill", "ill", "thal"],
        "learn.test": [folder / "table.csv", folder / "rows.csv"],
        "learn.out": [folder / "new" / f"a{ending}" for ending in (".json", ".sql", ".py", ".pla", ".txt")],
        "learn.seconds": [0.5, 5],
        "positive": ["yes", "no", "fixed"],
        "leaves": [1, 3],
        "max_leaves": [3, 6],
        "hold_out": ["0", "0.2", "1/3", "50 %"],
        "thresholds": [1, 8],
        "leave_out": ["age", "thal"],
        "read_as": ["age=category", "thal=category", "age=number"],
        "folds": [0, 2, 5],
        "effort": [1, 1000, 20_000],
        "form": list(FORMS),
        "rule": [folder / "rule.json", folder / "rule.json", folder / "proof.json"],
        "table": [
            *(folder / name for name in ("table.csv", "table.csv", "longer.csv", "rows.csv", "text")),
        ],
        "max_states": [1, 200],
        "parts": [*list(PARTS)[:2], "nothing"],
        "names": ["m-k", "nothing", *list(CLAIMS)[:1]],
        "exact.n": [1, 2],
        "exact.training": ["complete", 2],
        "exact.limit": ["1", "2", "n"],
        "study.run.shard": ["1/2", "2/2"],
        "study.run.progress": ["bar", "json"],
    }
