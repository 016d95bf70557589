"""One form for trees that differ only in the order of children and the names of variables.

AND_n and OR_n, HVL-Prime and the limit do not tell such trees apart. Variables that occur once need no
name. The others get colours from where their leaves stand (colour refinement); where that leaves two
alike, one is singled out and the rest refined again. Should two like trees come out different after all,
a set of forms is larger than need be, never wrong: a form is itself such a tree.
"""

from __future__ import annotations

from evobool.model.tree import Token, Tree

Form = tuple[Token, ...]
CODES = {"and": 1, "or": 2}  # hashes of strings differ from process to process, those of numbers do not


def normal_form(tree: Tree) -> Form:
    """The form of a tree; equal forms mean equal trees up to child order and names.

    >>> normal_form(Tree.parse("(x1 & x2) | x3")) == normal_form(Tree.parse("x2 | (x3 & x1)"))
    True
    >>> normal_form(Tree.parse("(x1 & x2) | x1")) == normal_form(Tree.parse("x2 | (x3 & x1)"))
    False
    """
    if not tree.prefix:
        return ()
    places: dict[int, list[int]] = {}
    for i, token in enumerate(tree.prefix):
        if isinstance(token, int):
            places.setdefault(abs(token), []).append(i)
    places = {variable: leaves for variable, leaves in places.items() if len(leaves) > 1}
    colours = dict.fromkeys(places, 1)
    while True:
        marks = _refine(tree, places, colours)
        twins = _twins(colours)
        if not twins:
            return _written(tree, marks)
        colours[twins[0]] = hash((colours[twins[0]], len(twins)))


def unordered(tree: Tree) -> Tree:
    """The tree with each pair of children sorted: equal for trees that differ only in child order.

    >>> unordered(Tree.parse("x3 & (x2 | x1)"))
    Tree('(x1 | x2) & x3')
    """
    stack: list[Form] = []
    for token in reversed(tree.prefix):
        if isinstance(token, int):
            stack.append((token,))
        else:
            left, right = stack.pop(), stack.pop()
            stack.append((token, *left, *right) if str(left) < str(right) else (token, *right, *left))
    return Tree.trusted(stack[0]) if stack else tree


def _refine(tree: Tree, places: dict[int, list[int]], colours: dict[int, int]) -> list[int]:
    """Tell variables apart by where they stand, as long as that helps; the marks of all subtrees."""
    kinds = len(set(colours.values()))
    while True:
        marks = _marks(tree, colours)
        if kinds == len(places):
            return marks
        above = [0] * len(marks)  # a mark of all that is not below
        for i, token in enumerate(tree.prefix):
            if isinstance(token, str):
                left, right = i + 1, tree.ends[i + 1]
                here = (above[i], CODES[token])
                above[left], above[right] = hash((here, marks[right])), hash((here, marks[left]))
            else:
                above[i] = hash((above[i], token > 0))
        finer = {
            variable: hash((colours[variable], *sorted([above[i] for i in leaves])))
            for variable, leaves in places.items()
        }
        if len(set(finer.values())) == kinds:
            return marks
        colours |= finer
        kinds = len(set(finer.values()))


def _marks(tree: Tree, colours: dict[int, int]) -> list[int]:
    """A number for each subtree, the same for subtrees alike."""
    marks = [0] * tree.nodes
    for i in range(tree.nodes - 1, -1, -1):
        token = tree.prefix[i]
        if isinstance(token, int):
            marks[i] = hash((token > 0, colours.get(abs(token), 0)))
        else:
            left, right = marks[i + 1], marks[tree.ends[i + 1]]
            marks[i] = hash((CODES[token], min(left, right), max(left, right)))
    return marks


def _twins(colours: dict[int, int]) -> list[int]:
    """Variables that share a colour."""
    classes: dict[int, list[int]] = {}
    for variable, colour in colours.items():
        classes.setdefault(colour, []).append(variable)
    return min(((colour, found) for colour, found in classes.items() if len(found) > 1), default=(0, []))[1]


def _written(tree: Tree, marks: list[int]) -> Form:
    """The tree with children ordered by their marks and variables numbered as they come."""
    form: list[Token] = []
    names: dict[int, int] = {}
    waiting = [0]
    while waiting:
        i = waiting.pop()
        token = tree.prefix[i]
        if isinstance(token, str):
            form.append(token)
            left, right = i + 1, tree.ends[i + 1]
            waiting += (left, right) if marks[left] > marks[right] else (right, left)
        else:
            name = names.setdefault(abs(token), len(names) + 1)
            form.append(name if token > 0 else -name)
    return tuple(form)
