"""Formulas read and written: every function, every precedence, and where an error is."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evobool import InputError, Tree
from evobool.model.formulas import reading as module
from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Prefix, ends_of, evaluated, literal_name
from evobool.model.formulas.reading import SPELLINGS, parsed
from evobool.model.formulas.writing import STYLES, written
from tests.support.examples import examples
from tests.support.naive import Nested, nested
from tests.support.strategies import trees

EVERY = tuple(FUNCTIONS)
# How tightly symbols bind, by what the documentation says; the tightest first.
TIERS = [("&", "~&"), ("^", "~^"), ("|", "~|"), ("<", ">", "<=", ">=")]
NAMES = {function.symbol: name for name, function in FUNCTIONS.items()}


@examples(300)
@given(trees(variables=12, functions=EVERY, most=20))
def test_what_is_written_is_read(tree: Tree) -> None:
    assert parsed(written(tree.prefix)) == tree.prefix


@examples(300)
@given(trees(variables=12, functions=EVERY, most=20), st.sampled_from(sorted(STYLES)))
def test_what_is_written_in_any_style_is_read(tree: Tree, style: str) -> None:
    assert Tree.parse(tree.text(style)) == tree


@examples(300)
@given(trees(variables=4, least=1, functions=EVERY, most=12))
def test_python_executes_what_is_written_for_it(tree: Tree) -> None:
    for row in range(16):
        bits = [bool(row >> i & 1) for i in range(4)]
        names = {f"x{i}": bit for i, bit in enumerate(bits, start=1)}
        assert bool(eval(tree.text("python"), {}, names)) == bool(tree.evaluate(bits))


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_all_spellings_of_a_function_bind_alike(spelling: str) -> None:
    function = SPELLINGS[spelling]
    for other in NAMES:
        wanted = parsed(f"x1 {other} x2 {function.symbol} x3 {other} x4")
        assert parsed(f"x1 {other} x2 {spelling} x3 {other} x4") == wanted


def test_styles() -> None:
    tree = Tree.parse("(x1 ~& ~x2) ^ (x3 >= x12)")
    assert {style: tree.text(style) for style in STYLES} == {
        "symbols": "(x1 ~& ~x2) ^ (x3 >= x12)",
        "words": "(x1 nand not x2) xor (x3 ge x12)",
        "python": "(not (x1 and not x2)) ^ (x3 >= x12)",
        "latex": r"(x_{1} \uparrow \neg x_{2}) \oplus (x_{3} \geq x_{12})",
        "verilog": "~(x1 & ~x2) ^ (x3 >= x12)",
    }
    assert [Tree().text(style) for style in STYLES] == ["(empty)"] * 5
    with pytest.raises(InputError, match="style = perl: must be one of symbols, words"):
        tree.text("perl")


def test_every_symbol_has_its_tier() -> None:
    assert sorted(symbol for tier in TIERS for symbol in tier) == sorted(NAMES)


@pytest.mark.parametrize(("one", "other"), list(product(NAMES, repeat=2)))
def test_precedence(one: str, other: str) -> None:
    """Without parentheses, the tighter symbol takes its neighbours first, equals from the left."""
    tier = {symbol: place for place, tier in enumerate(TIERS) for symbol in tier}
    first, second = NAMES[one], NAMES[other]
    left: Prefix = (second, first, 1, 2, 3)
    right: Prefix = (first, 1, second, 2, 3)
    wanted = left if tier[one] <= tier[other] else right
    for space in ("", " ", "\n\t "):
        assert parsed(f"x1{space}{one}{space}x2{space}{other}{space}x3") == wanted
    assert parsed(f"x1 {one} (x2 {other} x3)") == right
    assert parsed(f"(x1 {one} x2) {other} x3") == left


def bare(node: Nested, binding: int = 0) -> str:
    """A formula with as few parentheses as precedence allows."""
    if isinstance(node, int):
        return literal_name(node)
    f = FUNCTIONS[node[0]]
    text = f"{bare(node[1], f.binding)}{f.symbol}{bare(node[2], f.binding + 1)}"
    return f"({text})" if f.binding < binding else text


@examples(300)
@given(trees(variables=9, least=1, most=20, functions=EVERY))
def test_only_the_parentheses_that_are_needed(tree: Tree) -> None:
    assert parsed(bare(nested(tree))) == tree.prefix


@examples(200)
@given(trees(variables=4, least=1, functions=EVERY), st.integers(1, 3))
def test_a_complement_before_parentheses(tree: Tree, times: int) -> None:
    text = written(tree.prefix)
    prefix = parsed("~" * times + f"({text})")
    columns = [sum(1 << row for row in range(16) if row >> i & 1) for i in range(4)]
    value = evaluated(tree.prefix, columns, 0xFFFF)
    assert evaluated(prefix, columns, 0xFFFF) == (value ^ 0xFFFF if times % 2 else value)
    assert len(prefix) == len(tree.prefix)  # no node for NOT


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("~x1", (-1,)),
        ("~~x1", (1,)),
        ("~(x1)", (-1,)),
        ("~(~x1)", (1,)),
        ("~(x1 & x2)", ("nand", 1, 2)),
        ("~(x1 & x2) & x3", ("and", "nand", 1, 2, 3)),
        ("~x1 & x2", ("and", -1, 2)),
        ("x1 ~& x2", ("nand", 1, 2)),
        ("x1 & ~x2", ("and", 1, -2)),
        ("x1 &~x2", ("and", 1, -2)),
        ("x1 ~& ~x2", ("nand", 1, -2)),
        ("x1~|~(x2<=x3)", ("nor", 1, "gt", 2, 3)),
        ("x1 & (x2 | ~x3) ^ x4", ("xor", "and", 1, "or", 2, -3, 4)),
        ("x1 < x2 <= x3", ("le", "lt", 1, 2, 3)),
        ("x1 and not x2 or x3", ("or", "and", 1, -2, 3)),
        ("X".lower() + "1 AND NOT(x2 Or x3)", ("and", 1, "nor", 2, 3)),
        ("!x1*!x2+x3", ("or", "and", -1, -2, 3)),
        ("x1 ∧ ¬(x2 ∨ x3) ⊕ x4", ("xor", "and", 1, "nor", 2, 3, 4)),
        ("x_1 \\land \\lnot x_{12} \\oplus x3", ("xor", "and", 1, -12, 3)),
        ("x1 && !x2 || x3", ("or", "and", 1, -2, 3)),
        ("x₁ ∧ x₁₂ ∨ x₃", ("or", "and", 1, 12, 3)),
        ("x1' * (x2 + x3)'", ("and", -1, "nor", 2, 3)),
        ("~x1''", (-1,)),
        ("x1 nand x2 xnor x3 ≥ x4", ("ge", "xnor", "nand", 1, 2, 3, 4)),
        ("((((x1))))", (1,)),
        ("", ()),
        ("  ", ()),
        ("(empty)", ()),
        ("x999999999", (999_999_999,)),
    ],
)
def test_known_formulas(text: str, prefix: Prefix) -> None:
    assert parsed(text) == prefix


@pytest.mark.parametrize(
    ("text", "why", "character"),
    [
        ("x1 &", "ends too soon", 5),
        ("x1 & ", "ends too soon", 6),
        ("(x1 & x2", "ends too soon", 9),
        ("~", "ends too soon", 2),
        ("& x1", "'&' is out of place", 1),
        ("x1 x2", "'x2' is out of place", 4),
        ("x1 (x2)", "'(' is out of place", 4),
        ("x1 ~ x2", "'~' is out of place", 4),
        ("()", "')' is out of place", 2),
        ("x1)", "a ) without its (", 3),
        ("x1 & x2) | x3", "a ) without its (", 8),
        ("x1 # x2", "cannot read '# x2'", 4),
        ("x1 & y", "cannot read 'y'", 6),
        ("x0", "cannot read 'x0'", 1),
        ("x1 & x01", "cannot read 'x01'", 6),
        ("x1 = x2", "cannot read '= x2'", 4),
        ("x1 & & x2", "'&' is out of place", 6),
        ("x1 >> x2", "'>' is out of place", 5),
        ("x1 andx2", "cannot read 'andx2'", 4),
        ("x1 and and x2", "'and' is out of place", 8),
        ("x1 ! x2", "'!' is out of place", 4),
        ("x_{0}", "cannot read 'x_{0}'", 1),
        ("x1234567890", "cannot read 'x123456789'", 1),
        ("x１", "cannot read", 1),
    ],
)
def test_errors_say_where(text: str, why: str, character: int) -> None:
    for field in ("target", "start"):
        with pytest.raises(InputError) as caught:
            parsed(text, field)
        assert caught.value.field == field
        assert why in caught.value.why
        assert caught.value.why.endswith(f"(character {character})")


def test_an_error_is_one_short_line() -> None:
    with pytest.raises(InputError) as caught:
        parsed("x1\n& " * 1000 + "?")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 150
    assert str(caught.value).endswith("(character 5001)")
    with pytest.raises(InputError, match="must be text"):
        parsed(5)  # type: ignore[arg-type]


@examples(300)
@given(st.text("x12~&|^<>=() ", max_size=14))
def test_a_formula_or_our_error(text: str) -> None:
    try:
        prefix = parsed(text)
    except InputError:
        return
    assert Tree(prefix).prefix == prefix
    assert parsed(written(prefix)) == prefix


def deep(leaves: int, shape: str) -> str:
    if shape == "left":
        return "(" * (leaves - 1) + "x1" + " & x2)" * (leaves - 1)
    if shape == "right":
        return "x1 | (" * (leaves - 1) + "x2" + ")" * (leaves - 1)
    if shape == "bare":
        return " ^ ".join(["x1"] * leaves)
    if shape == "negated":
        return "~(x1 ~| " * (leaves - 1) + "x2" + ")" * (leaves - 1)
    return "~" * (leaves - 1) + "x1"


@pytest.mark.long
@pytest.mark.parametrize("shape", ["left", "right", "bare", "negated", "not"])
def test_long_and_deep_formulas(shape: str) -> None:
    leaves = 100_000
    prefix = parsed(deep(leaves, shape))
    if shape == "not":
        assert prefix == (-1,)
        return
    assert len(prefix) == 2 * leaves - 1
    assert parsed(written(prefix)) == prefix
    assert ends_of(prefix)[0] == len(prefix)
    assert evaluated(prefix, [0b01, 0b11], 0b11) in range(4)


@pytest.mark.parametrize("shape", ["left", "right", "bare", "negated"])
def test_the_work_grows_with_the_length(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Operations, not seconds: twice the leaves take twice the calls of the parser's parts."""
    calls = [0]

    class Counting(module._Parser):
        def join(self, binding: int) -> None:
            calls[0] += 1 + len(self.operands)  # what it joins is taken off again
            super().join(binding)
            calls[0] -= len(self.operands)

        def negate(self) -> None:
            calls[0] += 1 + len(self.pending)
            super().negate()
            calls[0] -= len(self.pending)

    monkeypatch.setattr(module, "_Parser", Counting)
    work = []
    for leaves in (1_000, 2_000, 4_000):
        calls[0] = 0
        parsed(deep(leaves, shape))
        work.append(calls[0])
    assert work[2] < 8 * 4_000
    assert work[2] - work[1] == pytest.approx(2 * (work[1] - work[0]), rel=0.01)
