"""Algorithm 2 once more, on nested tuples and by recursion: the oracle for the neighbourhood of a tree."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from evobool import Setting, Tree
from evobool.model.formulas.prefix import Token

Nested = int | tuple[str, "Nested", "Nested"]
Path = tuple[int, ...]  # 1 for the left child, 2 for the right one, from the root down


def nested(tree: Tree) -> Nested:
    """The tree as nested tuples."""
    tokens = iter(tree.prefix)

    def read() -> Nested:
        token = next(tokens)
        return token if isinstance(token, int) else (token, read(), read())

    return read()


def flat(node: Nested) -> Tree:
    """Nested tuples as a tree."""

    def tokens(node: Nested) -> Iterator[Token]:
        if isinstance(node, int):
            yield node
        else:
            yield node[0]
            yield from tokens(node[1])
            yield from tokens(node[2])

    return Tree(tuple(tokens(node)))


def joined(function: str, n: int) -> Tree:
    """x1 ... xn joined by one function."""
    return Tree((*[function] * (n - 1), *range(1, n + 1)))


def paths(node: Nested) -> list[Path]:
    """The way to every node."""
    if isinstance(node, int):
        return [()]
    return [(), *((1, *path) for path in paths(node[1])), *((2, *path) for path in paths(node[2]))]


def at(node: Nested, path: Path) -> Nested:
    """The node at the end of a path."""
    for step in path:
        assert not isinstance(node, int)
        node = node[1] if step == 1 else node[2]
    return node


def replaced(node: Nested, path: Path, new: Nested) -> Nested:
    """The tree with another node at the end of a path."""
    if not path:
        return new
    assert not isinstance(node, int)
    name, left, right = node
    if path[0] == 1:
        return name, replaced(left, path[1:], new), right
    return name, left, replaced(right, path[1:], new)


def neighbourhood(tree: Tree, setting: Setting) -> dict[Tree, Fraction]:
    """Every offspring of one mutation with its probability, straight from the words of Algorithm 2."""
    literals, found = setting.literal_list, dict[Tree, Fraction]()
    ins, delete, sub = (Fraction(weight, sum(setting.odds)) for weight in setting.odds)
    if not tree.prefix:
        planting = ins if setting.first_leaf == "insertion" else Fraction(1)
        shares = {Tree((literal,)): planting / len(literals) for literal in literals if planting}
        return shares if planting == 1 else shares | {Tree(): 1 - planting}
    root = nested(tree)
    everywhere = paths(root)
    leaves = [path for path in everywhere if isinstance(at(root, path), int)]

    def add(node: Nested, chance: Fraction) -> None:
        if chance:
            found[flat(node)] = found.get(flat(node), Fraction(0)) + chance

    for path in everywhere:
        for function in setting.functions:
            for literal in literals:
                for new in ((function, literal, at(root, path)), (function, at(root, path), literal)):
                    add(
                        replaced(root, path, new),
                        ins / (len(everywhere) * len(setting.functions) * len(literals) * 2),
                    )
    deletable = leaves if setting.deletion == "leaf" else everywhere
    for path in deletable:
        if path:
            sibling = (*path[:-1], 3 - path[-1])
            add(replaced(root, path[:-1], at(root, sibling)), delete / len(deletable))
        else:
            add(root, delete / len(deletable))
    for path in leaves:
        for literal in literals:
            add(replaced(root, path, literal), sub / (len(leaves) * len(literals)))
    return found
