from __future__ import annotations

import re

import pytest
from hypothesis import given

from evobool import InputError, Tree
from tests.support.naive import joined
from tests.support.strategies import trees

DOT_NODE = re.compile(r'  n(\d+) \[label = "([^"]+)".*\];')
TIKZ_NODE = re.compile(r"  \\node(?:\[(and|or)\])? \(n(\d+)\) at \(([\d.]+), (-?\d+)\) \{\$(.+)\$\};")


@given(trees(least=1))
def test_dot_names_every_node_and_edge(tree: Tree) -> None:
    text = tree.dot()
    nodes: dict[int, str] = {int(number): label for number, label in DOT_NODE.findall(text)}
    children: dict[int, list[int]] = {}
    for parent, child in re.findall(r"  n(\d+) -> n(\d+);", text):
        children.setdefault(int(parent), []).append(int(child))

    def read(node: int) -> str:
        if node not in children:
            return nodes[node]
        left, right = map(read, children[node])
        return f"({left} {'&' if nodes[node] == 'and' else '|'} {right})"

    assert len(nodes) == tree.nodes
    assert Tree.parse(read(0)) == tree  # the order of children kept
    assert text.startswith("digraph tree {\n")
    assert text.endswith("}\n")


@given(trees(least=1))
def test_tikz_places_every_node_and_draws_every_edge(tree: Tree) -> None:
    text = tree.tikz()
    nodes = TIKZ_NODE.findall(text)
    assert [int(node[1]) for node in nodes] == list(range(tree.nodes))
    assert len({(x, y) for _, _, x, y, _ in nodes}) == tree.nodes
    for (style, _, _, _, label), token in zip(nodes, tree.prefix, strict=True):
        if isinstance(token, str):
            assert (style, label) == (token, {"and": r"\wedge", "or": r"\vee"}[token])
        else:
            assert (style, label) == ("", (r"\neg " if token < 0 else "") + f"x_{{{abs(token)}}}")
    edges = re.findall(r"\\draw \(n(\d+)\) -- \(n(\d+)\);", text)
    assert [(int(a), int(b)) for a, b in edges] == [(p, c) for c, p in enumerate(tree.parents) if p >= 0]
    assert text.count("{") == text.count("}")
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == 1
    assert all(line.endswith(";") for line in text.splitlines()[6:-1])


def test_the_empty_tree_says_so() -> None:
    for text in (Tree().dot(), Tree().tikz()):
        assert "(empty)" in text


def test_tex_has_no_room_for_a_tree_of_many_leaves() -> None:
    with pytest.raises(InputError, match="too large for TeX"):
        joined("and", 2000).tikz()
