"""Messages: one line of at most 300 characters, whatever the text they quote."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from evobool import EvoboolError, InputError, Setting, Tree
from evobool.cli import main
from evobool.errors import LONGEST, one_line

ESCAPES = "\x1b[31mred\x1b[0m\r\n\x07\x9b1m‮\udcff\x00"


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as stop:
        main(words)
    printed = capsys.readouterr()
    assert (stop.value.code, printed.out) == (2, "")
    message = printed.err
    assert message.startswith("evobool: ")
    assert message.endswith("\n")
    assert message.count("\n") == 1
    assert message[:-1].isprintable(), repr(message)
    assert len(message) <= LONGEST + len("evobool: \n")
    return message


def test_control_characters_are_made_visible() -> None:
    assert one_line("a\x1b[31m\nb\tc") == r"a\x1b[31m\nb\tc"
    assert one_line("n² → ∞, x") == "n² → ∞, x"
    assert one_line(ESCAPES).isprintable()


def test_a_long_text_keeps_its_beginning_and_its_end() -> None:
    text = one_line("begin" + 10**6 * "x" + "end")
    assert len(text) == LONGEST
    assert text.startswith("begin")
    assert text.endswith("end")
    assert one_line("\x1b" * 300) == one_line(r"\x1b" * 300)


@pytest.mark.parametrize(
    "option", ["--target", "--limit", "--weights", "--start", "--engine", "--deletion", "--n"]
)
@pytest.mark.parametrize("text", [f"z{ESCAPES}".replace("\0", ""), 9000 * "z", "a b\n\nc"])
def test_what_a_user_typed_cannot_reach_the_terminal(
    capsys: pytest.CaptureFixture[str], option: str, text: str
) -> None:
    size = () if option == "--n" else ("--n", "4")
    refused(capsys, "run", *size, option, text)


def test_names_of_options_and_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    refused(capsys, "run", "--fo\x1b[31mo\n", "4")
    refused(capsys, "zz\x1b[31m\n")
    refused(capsys, "run", "--n", "4", "--records", f"{tmp_path}/{ESCAPES[:-1]}/a.csv")
    refused(capsys, "study", "show", f"{tmp_path}/{5000 * 'z'}")
    refused(capsys, "landscape", "--check", f"{tmp_path}/\x1b[31m\n")


def test_messages_in_python_are_one_line_too() -> None:
    for value in (ESCAPES, 10**5000, -(10**5000), 9000 * "z", [10**5000], object(), {"a": 10**6 * "b"}):
        message = str(InputError("field", value, "why"))
        assert message.isprintable()
        assert len(message) <= LONGEST
        assert message.endswith(": why")
    assert str(EvoboolError(ESCAPES)).isprintable()
    assert str(InputError("n", 10**5000, "x")) == "n = about 2^16609: x"
    assert pickle.loads(pickle.dumps(InputError("n", "\x1b", "x"))).value == "\x1b"


def test_numbers_too_large_to_print() -> None:
    with pytest.raises(InputError, match=r"n = about 2\^16609: must be at most 1048576"):
        Setting(n=10**5000)
    with pytest.raises(InputError, match=r"tree = \(about 2\^16609,\): not a tree at token 0, about 2"):
        Tree((10**5000,))


def test_a_value_that_cannot_even_be_shown() -> None:
    class Bad:
        def __str__(self) -> str:
            raise RuntimeError("no")

    assert str(InputError("n", Bad(), "x")) == "n = a Bad: x"


def test_warnings_are_one_line_too(capsys: pytest.CaptureFixture[str]) -> None:
    target = " & ".join(f"x{k}" for k in range(1, 150))
    main(["run", "--n", "150", "--target", target, "--limit", "2", "--max-iterations", "1", "--json"])
    lines = capsys.readouterr().err.splitlines()
    assert any("warning: limit = 2" in line for line in lines)
    assert all(len(line) <= LONGEST + len("evobool: ") for line in lines)


def test_a_terminal_of_bytes_gets_them_too() -> None:
    """The whole way: bytes that are not UTF-8 as an argument, and the bytes that come out."""
    words = [sys.executable, "-m", "evobool", "run", "--n", "4", "--target"]
    done = subprocess.run(
        [*words, b"z\xff\x1b[31m"], capture_output=True, env={**os.environ, "PYTHONUTF8": "1"}
    )
    assert done.returncode == 2
    assert done.stderr.startswith(rb"evobool: target = 'z\udcff\x1b[31m': cannot read")
    assert io.BytesIO(done.stderr).readlines() == [done.stderr]
