"""Plans that are no plans: any bytes in a file end in one line, and nothing is written."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from evobool.cli import main
from evobool.errors import InputError
from evobool.studies.plan.plan import LARGEST_PLAN, read_plan

GOOD = 'runs = 3\nseed = 1\n\n[grid]\nn = [2, 3]\nlimit = ["n", "2n"]\nfunctions = [["and"], ["and", "or"]]\n'
BAD = {
    "not UTF-8": (b"[grid]\nn = [4]\n# \xff\xfe\n", "is not UTF-8"),
    "UTF-16": (GOOD.encode("utf-16"), "is not UTF-8"),
    "nested lists": (b"[grid]\nn = " + b"[" * 100_000, "is nested too deeply"),
    "nested tables": (b"grid = " + b"{a = " * 100_000, "is nested too deeply"),
    "dotted": (b"[grid" + b".a" * 100_000 + b"]\n", ""),
    "long number": (b"runs = " + b"7" * 500_000, "a number of more than 400 digits"),
    "too long": (b"#" * (LARGEST_PLAN + 1), "is larger than"),
    "a table of runs": (b"[runs]\na = 1\n[grid]\nn = 4\n", "runs = "),
    "a date": (b"runs = 1979-05-27\n[grid]\nn = 4\n", "runs = "),
    "a float": (b"runs = 1e3\n[grid]\nn = 4\n", "runs = "),
    "seed as text": (b'seed = "1"\n[grid]\nn = 4\n', "seed = "),
    "engine as list": (b"engine = [1]\n[grid]\nn = 4\n", "engine = "),
    "branches as text": (b'max_branches = "9"\n[grid]\nn = 4\n', "max_branches = "),
    "a table in the grid": (b"[grid]\nn = {a = 1}\n", "n = "),
    "lists in lists": (b"[grid]\nn = [[4]]\n", "n = "),
    "infinity": (b"[grid]\nn = inf\n", "n = "),
    "truth": (b"[grid]\nn = true\n", "n = "),
    "functions of numbers": (b"[grid]\nn = 4\nfunctions = [1, 2]\n", "functions = "),
    "an unknown field": (b'[grid]\nn = 4\n"\\u001b[31m" = 4\n', "unknown field"),
    "no grid": (b"runs = 5\n", "the grid is empty"),
}


@pytest.mark.parametrize(("content", "why"), BAD.values(), ids=list(BAD))
def test_bad_plans_end_in_one_line(
    content: bytes, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, store = tmp_path / "plan.toml", tmp_path / "a.db"
    plan.write_bytes(content)
    with pytest.raises(SystemExit) as stop:
        main(["study", "run", str(plan), "--store", str(store)])
    message = capsys.readouterr().err
    assert stop.value.code == 2
    assert message.count("\n") == 1
    assert why in message
    assert list(tmp_path.iterdir()) == [plan]


def test_files_without_an_end_are_not_read_to_the_end(tmp_path: Path) -> None:
    for device in ("/dev/zero", "/dev/urandom"):
        with pytest.raises(InputError, match=r"plan = /dev/.*: is larger than"):
            read_plan(Path(device))
    with pytest.raises(InputError, match=r"plan = .*: Is a directory"):
        read_plan(tmp_path)


def test_damaged_plans_are_read_or_refused(tmp_path: Path) -> None:
    rng, plan = random.Random(1), tmp_path / "plan.toml"
    for _ in range(500):
        content = bytearray(GOOD.encode())
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(content))
            if rng.random() < 0.5:
                content[place] = rng.randrange(256)
            else:
                content[place:place] = rng.choice(
                    [b"[", b"]", b"\n", b"=", b"n", b'"', b"9" * 30, b"{", b"\0"]
                )
        plan.write_bytes(content)
        with suppress(InputError):
            read_plan(plan).study()
