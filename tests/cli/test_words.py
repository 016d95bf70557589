from __future__ import annotations

import shlex

import pytest

from evobool import InputError, Setting, evolve
from evobool.cli import main
from evobool.theory.chain.chain import Chain
from tests.support.commands import COMMANDS

Capture = pytest.CaptureFixture[str]


def refused(capsys: Capture, line: str) -> str:
    with pytest.raises(SystemExit) as stop:
        main(shlex.split(line))
    printed = capsys.readouterr()
    assert (stop.value.code, printed.out, printed.err.count("\n")) == (2, "", 1)
    return printed.err.removeprefix("evobool: ").rstrip("\n")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["--frobnicate 0.5", "--frobnicate=0.5", "--frobnicate"])
def test_an_unknown_option_is_called_unknown(capsys: Capture, command: str, option: str) -> None:
    assert refused(capsys, f"{command} {option}").startswith("unknown option --frobnicate; ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("run --p-insert 0.5", "unknown option --p-insert; see evobool run --help"),
        ("run --n 8 --lmit n", "unknown option --lmit; did you mean --limit?"),
        ("run -n 8", "unknown option -n; did you mean --n?"),
        ("study run --stroe x", "unknown option --stroe; did you mean --store?"),
        ("exact --n 4 --simulat 3", "unknown option --simulat; did you mean --simulate?"),
        ("--n 8", "unknown option --n: a command comes first; see evobool --help"),
        ("plot m.db", "unknown command plot; did you mean evobool study plot?"),
        ("studio run", "unexpected argument run; see evobool studio --help"),
        ("study polt m.db", "unknown command study polt; did you mean evobool study plot?"),
        ("reproduse", "unknown command reproduse; did you mean evobool reproduce?"),
        ("study frobnicate", "unknown command study frobnicate; see evobool study --help"),
        ("frobnicate", "unknown command frobnicate; see evobool --help"),
        ("run 8", "unexpected argument 8; did you mean --n 8?"),
        ("exact 4 --limit n", "unexpected argument 4; did you mean --n 4?"),
        ("drift n=8", "unexpected argument n=8; did you mean --n 8?"),
        ("run --n 8 seed 3", "unexpected argument seed; did you mean --seed?"),
        ("run --n 8 9", "unexpected argument 9; see evobool run --help"),
        ("run -- 8", "unexpected argument 8; did you mean --n 8?"),
        ("landscape x1 x2 --n 3", "unexpected argument x2; see evobool landscape --help"),
        ("run", "run needs --n; see evobool run --help"),
        ("run --n", "--n needs a value; see evobool run --help"),
        ("run --n --limit n", "--n needs a value; see evobool run --help"),
        ("study show", "study show needs STORE; see evobool study show --help"),
        (
            "study compare a.db",
            "second = (none): give another store, or a field to compare by with --by",
        ),
        ("study run --grid n=4", "study run needs --store; see evobool study run --help"),
        ("run --n x", "n = x: must be an integer"),
        ("run --n 4 --max-iterations 1e4", "max_iterations = 1e4: must be an integer"),
        (
            "run --n 4 --limit 2m",
            "limit = 2m: cannot read 'm'; must be none, a number, or an expression in n such as n+1, 2n, "
            "1.5n, n + log2 n or n^2",
        ),
        (
            "run --n 4 --training 1e3",
            "training = 1e3: must be complete, a number of rows (fresh each iteration) or fixed:S",
        ),
        ("run --n 4 --records 1.5", "records = 1.5: must end in .csv, .jsonl or .parquet"),
    ],
)
def test_what_is_wrong_is_what_is_said(capsys: Capture, line: str, message: str) -> None:
    assert refused(capsys, line) == message


def test_underscores_do_for_hyphens(capsys: Capture) -> None:
    main(shlex.split("run --n 2 --max_iterations 0x10 --seed 007 --engine packed --json --quiet"))
    assert '"max_iterations": 16' in capsys.readouterr().out


def test_python_is_not_told_of_flags() -> None:
    refusals = []
    for call in (
        lambda: evolve(n=60, engine="packed"),
        lambda: Chain(Setting(n=4, limit="8")),
        lambda: Chain(Setting(n=4, limit="6", algorithm="1+1-gp"), max_states=3_000),
    ):
        with pytest.raises(InputError) as refusal:
            call()
        refusals.append(str(refusal.value))
    assert not [words for words in refusals if "--" in words]
