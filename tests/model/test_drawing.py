from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given

from evobool import Tree
from evobool.model.formulas.prefix import literal_name
from tests.support.strategies import trees

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = """\
or
├── and
│   ├── x1
│   └── or
│       ├── ~x2
│       └── x3
└── x10"""


def test_a_known_tree_as_text() -> None:
    assert Tree.parse("(x1 & (~x2 | x3)) | x10").draw() == DRAWN


def test_the_empty_tree() -> None:
    assert Tree().draw() == "(empty)"
    picture = ElementTree.fromstring(Tree().svg())
    assert not picture.findall(f"{SVG}circle")
    assert picture.findtext(f"{SVG}title") == picture.findtext(f"{SVG}text") == "(empty)"


@given(trees(least=1))
def test_text_has_a_line_for_every_node_in_prefix_order(tree: Tree) -> None:
    names = [token if isinstance(token, str) else literal_name(token) for token in tree.prefix]
    assert [line.split(" ")[-1] for line in tree.draw().splitlines()] == names


@given(trees(least=1))
def test_svg_is_well_formed_and_complete(tree: Tree) -> None:
    picture = ElementTree.fromstring(tree.svg())
    assert picture.findtext(f"{SVG}title") == str(tree)
    assert len(picture.findall(f"{SVG}circle")) == tree.nodes
    assert len(picture.findall(f"{SVG}line")) == tree.nodes - 1
    labels = ["".join(label.itertext()) for label in picture.findall(f"{SVG}text")]
    glyphs = {"and": "∧", "or": "∨"}
    names = [glyphs[t] if isinstance(t, str) else literal_name(t).replace("~", "¬") for t in tree.prefix]
    assert labels == names


@given(trees(least=1))
def test_no_two_nodes_overlap_and_all_lie_inside(tree: Tree) -> None:
    picture = ElementTree.fromstring(tree.svg())
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    circles = [[float(c.attrib[key]) for key in ("cx", "cy", "r")] for c in picture.findall(f"{SVG}circle")]
    for number, (x, y, r) in enumerate(circles):
        assert r <= x <= width - r
        assert r <= y <= height - r
        for x2, y2, r2 in circles[:number]:
            assert (x - x2) ** 2 + (y - y2) ** 2 >= (r + r2) ** 2


def test_notebooks_show_the_svg() -> None:
    tree = Tree.parse("x1 & x2")
    assert tree._repr_svg_() == tree.svg()
