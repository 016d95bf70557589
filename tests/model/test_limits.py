"""Limits as expressions: what is read, the one way each is written, and rounding up."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import InputError, Setting
from evobool.model.settings.leaf_limit import LONGEST, leaves_allowed, read_limit, written_limit
from tests.support.examples import examples


def normalised(text: object) -> str:
    return written_limit(read_limit(text))


def evaluated(text: str, n: int) -> int | None:
    return leaves_allowed(read_limit(text), n)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("none", "none"),
        (None, "none"),
        (" None ", "none"),
        (7, "7"),
        ("+7", "7"),
        ("007", "7"),
        ("n", "n"),
        ("1n", "n"),
        ("N + 1", "n+1"),
        ("1 + n", "n+1"),
        ("2*n + 0", "2n"),
        ("n + n", "2n"),
        ("n*2", "2n"),
        ("3n-2", "3n-2"),
        ("-2+3n", "3n-2"),
        ("20-n", "-n+20"),
        ("1.5n", "1.5n"),
        ("3n/2", "1.5n"),
        ("n*3/2", "1.5n"),
        ("1.50 n", "1.5n"),
        ("n/3", "n/3"),
        ("2n/6", "n/3"),
        ("2n/3", "2n/3"),
        ("n+log2 n", "n+log2(n)"),
        ("log2(n) + n", "n+log2(n)"),
        ("n log2 n", "n*log2(n)"),
        ("log2 n * n", "n*log2(n)"),
        ("n log2 n log2 n", "n*log2(n)^2"),
        ("2 sqrt(n)", "2sqrt(n)"),
        ("sqrt(4n)", "2sqrt(n)"),
        ("sqrt n + 1", "sqrt(n)+1"),
        ("n^0.5", "sqrt(n)"),
        ("n^(1/2)", "sqrt(n)"),
        ("sqrt(log2 n)", "sqrt(log2(n))"),
        ("n^(1/3)", "n^(1/3)"),
        ("n sqrt n", "n^(3/2)"),
        ("n^2", "n^2"),
        ("n*n", "n^2"),
        ("n n", "n^2"),
        ("(n+1)^2", "n^2+2n+1"),
        ("(n+1)(n-1)", "n^2-1"),
        ("n^2/n", "n"),
        ("n/log2 n", "n*log2(n)^(-1)"),
        ("n - n", "0"),
        ("n^0", "1"),
    ],
)
def test_the_shortest_way_to_write_it(text: object, short: str) -> None:
    assert normalised(text) == short
    assert normalised(short) == short


POWERS = (
    "n",
    "n^2",
    "sqrt(n)",
    "log2 n",
    "n log2 n",
    "n^(1/3)",
    "n sqrt n",
    "(n+1)^2",
    "n^8",
    "1",
    "log2(n)^2",
)
NUMBERS = ("", "2", "1.5", "0.25", "10", "3/7 *", "2/3 *")


@examples(300)
@given(
    st.lists(st.tuples(st.sampled_from("+-"), st.sampled_from(NUMBERS), st.sampled_from(POWERS)), min_size=1),
    st.sampled_from([" ", ""]),
    st.integers(1, 2000),
)
def test_normal_forms_stay_as_they_are(terms: list[tuple[str, str, str]], space: str, n: int) -> None:
    """Whatever is accepted is written so that it can be read again, and then means the same."""
    text = space.join(
        sign + number + (" * " if number and power == "1" else "") + power for sign, number, power in terms
    )
    text = text.replace("* *", "*")
    try:
        short = normalised(text)
    except InputError:
        with pytest.raises(InputError, match=r"^limit = .*longer than 40 characters"):
            normalised(text)
        return
    assert normalised(short) == short
    assert len(short) <= LONGEST
    assert evaluated(short, n) == evaluated(normalised(short), n)


@examples(300)
@given(st.integers(0, 999), st.integers(1, 99), st.integers(0, 99), st.integers(1, 9), st.integers(1, 2**20))
def test_fractions_are_rounded_up_exactly(a: int, b: int, c: int, d: int, n: int) -> None:
    exact = Fraction(a, b) * n + Fraction(c, d)
    assert evaluated(normalised(f"{a}n/{b} + {c}/{d}"), n) == -(-exact.numerator // exact.denominator)


@examples(200)
@given(st.integers(1, 2**20), st.integers(1, 50))
def test_roots_are_rounded_up_exactly(n: int, c: int) -> None:
    square = c * c * n
    root = isqrt(square)
    assert evaluated(normalised(f"{c} sqrt(n)"), n) == root + (root * root < square)
    cube = round((n**1.0) ** (1 / 3))
    ceiling = next(x for x in range(max(0, cube - 2), cube + 3) if x**3 >= n)
    assert evaluated(normalised("n^(1/3)"), n) == ceiling


@examples(200)
@given(st.integers(1, 2**20))
def test_logarithms_are_rounded_up_exactly(n: int) -> None:
    assert evaluated(normalised("log2 n"), n) == (n - 1).bit_length()
    assert evaluated(normalised("n + log2 n"), n) == n + (n - 1).bit_length()
    assert evaluated(normalised("n + 3 log2 n"), n) == n + (n**3 - 1).bit_length()


@pytest.mark.parametrize(
    ("text", "n", "leaves"),
    [
        ("1.5n", 5, 8),
        ("1.5n", 4, 6),
        ("2 sqrt(n)", 16, 8),
        ("2 sqrt(n)", 17, 9),
        ("n + log2 n", 8, 11),
        ("n + log2 n", 9, 13),
        ("n + log2 n", 1000, 1010),
        ("n^2", 7, 49),
        ("n log2 n", 16, 64),
        ("n log2 n", 1, 0),
        ("n/3", 9, 3),
        ("n/3", 10, 4),
        ("n/7*7", 5, 5),
        ("n/log2 n", 16, 4),
        ("n^8", 2**20, 2**160),
        ("n^8 + 1/3", 2**20, 2**160 + 1),
        ("n^7.5", 2**20, 2**150),
        ("n+0.000000000000000000000000000000000001", 8, 9),
        ("n-0.000000000000000000000000000000000001", 8, 8),
        ("1000000000000000000000000000001/2", 8, 500000000000000000000000000001),
        ("0.5", 3, 1),
    ],
)
def test_known_limits(text: str, n: int, leaves: int) -> None:
    assert evaluated(normalised(text), n) == leaves


REFUSED: list[tuple[object, str]] = [
    ("", "must be none, a number"),
    ("   ", "must be none, a number"),
    ("m", "cannot read 'm'"),
    ("2m", "cannot read 'm'"),
    ("n+", "ends too soon"),
    ("n^", "ends too soon"),
    ("n**2", "'\\*' is out of place"),
    ("(n", "without its"),
    ("n)", "'\\)' is out of place"),
    ("n2", "'2' is out of place"),
    ("n 2", "'2' is out of place"),
    ("2 3", "'3' is out of place"),
    ("n^n", "an exponent must be a number"),
    ("2^n", "an exponent must be a number"),
    ("n^9", "at most 8"),
    ("n^8*n", "at most 8"),
    ("((n^8)^8)^8", "at most 8"),
    ("n^2^2", "out of place"),
    ("((((9^8)^8)^8)^8)^8", "more than 40 digits"),
    ("((((n+1)^8)^8)^8)^8", "at most 8"),
    ("n(n+1)(n+2)(n+3)(n+4)(n+5)(n+6)(n+7)", "multiplied out it is longer than 40"),
    ("1/0", "divides by 0"),
    ("n/(n-n)", "divides by 0"),
    ("1/(n+1)", "only products can be divided by"),
    ("sqrt(n+1)", "only products can be divided by, or have roots"),
    ("sqrt 2", "is not a fraction"),
    ("log2 8", "only the logarithm of n"),
    ("log2(n+1)", "only the logarithm of n"),
    ("log n", "cannot read 'log n'"),
    ("1e3", "cannot read 'e3'"),
    ("1.", r"cannot read '\.'"),
    (".5n", r"cannot read '\.5n'"),
    ("n" + "+1" * 20, "longer than 40"),
    ("9" * 5000, "longer than 40"),
    (10**5000, "more than 40 digits"),
    (1.5, "must be none, a number"),
    (True, "must be none, a number"),
    ([2], "must be none, a number"),
]


@pytest.mark.parametrize(
    ("text", "why"), REFUSED, ids=lambda value: str(value)[:15] if not isinstance(value, int) else ""
)
def test_what_is_no_limit(text: object, why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        normalised(text)
    assert caught.value.field == "limit"
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("text", ["0", "-1", "n-4", "n-n", "log2 n - 2", "-n"])
def test_a_limit_below_one_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^limit = .* leaves, must be at least 1"):
        Setting(n=4, limit=text)


def test_a_logarithm_of_one_divides_nothing() -> None:
    with pytest.raises(InputError, match=r"^limit = .*divides by log2 n, which is 0 for n = 1"):
        Setting(n=1, limit="5 + n/log2 n")
    assert Setting(n=1, limit="1 + log2 n").leaf_limit == 1
