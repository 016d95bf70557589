"""Certificates from anywhere: refused by size, or checked within bounds; never a traceback."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from evobool import EvoboolError, InputError, Setting, Tree
from evobool.cli import main
from evobool.model.mutation import changes
from evobool.model.targets.targets import goal_of
from evobool.theory.landscape.certificate import Certificate, renamed
from evobool.theory.support import count_offspring
from tests.support.reliability import tried

SETTING = Setting(n=4, limit="4", deletion="leaf")
STUCK = Tree.parse("(x1 & x2) | (x1 & x2)")
PROOF = Certificate(SETTING, STUCK, (STUCK,)).to_dict()


def checked(content: object, folder: Path) -> int:
    """The exit status of checking a file with this content."""
    path = folder / "proof.json"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(json.dumps(content))
    with pytest.raises(SystemExit) as stop:
        main(["landscape", "--check", str(path)])
    return int(stop.value.code or 0)


def changed(**fields: Any) -> dict[str, Any]:
    return PROOF | {"setting": PROOF["setting"] | fields}


LARGE = {
    "a million variables": changed(n=1_000_000, limit="none"),
    "many variables and functions": changed(n=2**20, limit="none", literals="all"),
    "the largest table": changed(n=20, target="xor", limit="none", functions=["and", "or", "xor", "gt"])
    | {"closed": [" & ".join(f"x{k % 20 + 1}" for k in range(200))] * 5},
    "a long tree": changed(limit="none") | {"closed": [" | ".join(["x1"] * 100_000)]},
    "many trees": changed(n=16, limit="none") | {"closed": ["(x1 | x2) & x3"] * 100_000},
}


@pytest.mark.parametrize("content", LARGE.values(), ids=list(LARGE))
def test_what_would_take_minutes_is_refused_beforehand(
    content: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(content, tmp_path) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "evaluations of a node to check, more than 500,000,000" in message


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe",
        b"",
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b"7" * 100_000,
        b"null",
        b"[[]]",
        b'{"claim": "no optimum can be reached", "setting": [], "tree": 5, "closed": {}}',
        changed(n=10**400),
        changed(target=5),
        changed(functions={"a": 1}),
        PROOF | {"tree": "~" * 100_000},
        PROOF | {"closed": ["\x1b[31m"]},
    ],
    ids=range(13),
)
def test_what_is_no_certificate_is_refused_in_one_line(
    content: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(content, tmp_path) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert message[:-1].isprintable()
    assert len(message) < 320


def test_a_file_without_an_end_is_not_read_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["landscape", "--check", "/dev/zero"])
    assert "is larger than 67,108,864 bytes" in capsys.readouterr().err


def test_the_bound_can_be_moved() -> None:
    with pytest.raises(InputError, match="certificate = closed: would take 711 evaluations of a node"):
        Certificate(SETTING, STUCK, (STUCK,)).check(most_work=10)
    assert Certificate(SETTING, STUCK, (STUCK,)).check()


def test_comparing_trees_is_bounded() -> None:
    """Thirty-two variables that may be matched in any order, and a part that fits in none."""
    free = [f"x{k}" for k in range(5, 37)]
    while len(free) > 1:
        free = [f"({left} & {right})" for left, right in zip(free[::2], free[1::2], strict=True)]
    pairs = "((x1 | x2) & (x1 | x2)) & ((x3 | x4) & (x3 | x4))"
    ring = "((x1 | x2) & (x2 | x3)) & ((x3 | x4) & (x4 | x1))"
    one, other = (Tree.parse(f"{free[0]} | ({rest})") for rest in (pairs, ring))
    with pytest.raises(InputError, match="takes more than 1,000,000 steps to compare with"):
        renamed(one, other, goal_of("and", 36))


def test_offspring_are_counted_before_they_are_listed() -> None:
    for setting in (Setting(n=3), Setting(n=5, functions=("and", "gt", "xor"), literals="all")):
        for text in ("x1", "x1 & (x2 & x3)", "x1 & x2 & x3 & x1"):
            tree = Tree.parse(text)
            assert count_offspring(tree, setting) == sum(1 for _ in changes(tree, setting))


def damage(rng: random.Random, content: dict[str, Any]) -> object:
    """The certificate with something about it wrong, as JSON or as bytes."""
    odd: list[Any] = [None, 0, -1, 2**70, 1.5, True, "", "x1", "~", "x9 & (", "none", [], {}, "\x1b[2J"]
    fields = json.loads(json.dumps(content))
    place = rng.choice(["claim", "setting", "tree", "closed", "field", "field", "field", "trees", "bytes"])
    if place == "bytes":
        data = bytearray(json.dumps(fields).encode())
        for _ in range(rng.randint(1, 5)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        return bytes(data)
    if place == "field":
        fields["setting"][rng.choice(list(fields["setting"]))] = rng.choice(odd)
    elif place == "trees":
        fields["closed"] = [rng.choice([*fields["closed"], *odd]) for _ in range(rng.randint(0, 4))]
    else:
        fields[place] = rng.choice(odd)
    return fields


def survived(times: int, seed: int) -> int:
    """How many of so many damaged certificates were anything but checked or refused by us."""
    rng, failed = random.Random(seed), 0
    for _ in range(times):
        made = damage(rng, PROOF)
        data = made if isinstance(made, bytes) else json.dumps(made).encode()
        try:
            content = json.loads(data)
        except ValueError:
            continue
        try:
            Certificate.from_dict(content).flaw()
        except EvoboolError as problem:
            failed += not str(problem).isprintable()
        except Exception:
            failed += 1
    return failed


def test_damaged_certificates() -> None:
    assert survived(300, seed=1) == 0


@pytest.mark.slow
def test_many_damaged_certificates() -> None:
    failed = survived(20_000, seed=2)
    tried("certificates", "damaged certificates checked: refused, or found flawed, or sound", 20_000, failed)
    assert failed == 0
