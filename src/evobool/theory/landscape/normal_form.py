"""One form for all trees that differ only in the order of children and the names of variables.

The children of a commutative function may swap places, and variables may be renamed within a block of
`Goal.blocks`: such trees are equivalent for the target, HVL-Prime and the limit. Variables that occur once
need no name. The others are coloured by their block and by where their leaves stand (colour refinement); if
two still look alike, one is singled out and the rest refined again. Should two equivalent trees come out
different after all, a set of forms is larger than necessary, but never wrong: a form is itself such a tree.
"""

from __future__ import annotations

from evobool.model.formulas.functions import FUNCTIONS
from evobool.model.formulas.prefix import Token
from evobool.model.formulas.tree import Tree
from evobool.model.settings.setting import Setting
from evobool.model.targets.targets import Goal
from evobool.theory.symmetric import block_numbers

Form = tuple[Token, ...]


def normal_form(tree: Tree, goal: Goal) -> Form:
    """The form of a tree; equal forms mean equal trees up to child order and names.

    >>> from evobool.model.targets.targets import goal_of
    >>> one, other = Tree.parse("(x1 & x2) | x3"), Tree.parse("x2 | (x3 & x1)")
    >>> goals = goal_of("and", 3), goal_of("and:2", 3)
    >>> [normal_form(one, goal) == normal_form(other, goal) for goal in goals]
    [True, False]
    """
    if not tree.prefix:
        return ()
    places: dict[int, list[int]] = {}
    for i, token in enumerate(tree.prefix):
        if isinstance(token, int):
            places.setdefault(abs(token), []).append(i)
    places = {variable: leaves for variable, leaves in places.items() if len(leaves) > 1}
    blocks = block_numbers(goal)
    colours = {variable: blocks[variable] for variable in places}
    while True:
        marks = _refine(tree, places, colours, blocks)
        twins = _twins(colours)
        if not twins:
            return _written(tree, marks, goal, blocks)
        colours[twins[0]] = hash((colours[twins[0]], len(twins)))


def form_in(setting: Setting, tree: Tree) -> Form:
    """The form of trees that a setting's mutation treats alike; another operator may treat none alike."""
    return normal_form(tree, setting.goal) if setting.operator.outcomes is None else tree.prefix


def same_in(setting: Setting, tree: Tree) -> Tree:
    """A tree that stands for those of other child order, if the setting's mutation treats these alike."""
    return unordered(tree) if setting.operator.outcomes is None else tree


def unordered(tree: Tree) -> Tree:
    """The tree with the children of commutative functions sorted: equal for trees differing only in order.

    They are sorted by a hash of all that is below them. Should two hashes be equal by chance, such trees may
    come out different, but never the other way round.

    >>> unordered(Tree.parse("x3 & (x2 | x1)")) == unordered(Tree.parse("(x1 | x2) & x3"))
    True
    >>> unordered(Tree.parse("x3 & x1")), unordered(Tree.parse("x2 > x1"))
    (Tree('x1 & x3'), Tree('x2 > x1'))
    """
    prefix = tree.prefix
    children: list[tuple[int, ...]] = [()] * len(prefix)  # where those of a function begin, last one first
    stack: list[tuple[int, int]] = []  # of each subtree read so far, its hash and where it begins
    for i in range(len(prefix) - 1, -1, -1):
        token = prefix[i]
        if isinstance(token, int):
            stack.append((2 * token if token > 0 else 1 - 2 * token, i))  # -1 and -2 have the same hash
            continue
        left, right = stack.pop(), stack.pop()
        if left[0] > right[0] and FUNCTIONS[token].commutative:
            left, right = right, left
        children[i] = (right[1], left[1])
        stack.append((hash((_code(token), left[0], right[0])), i))
    found: list[Token] = []
    waiting = [0] if prefix else []
    while waiting:
        i = waiting.pop()
        found.append(prefix[i])
        waiting += children[i]
    return Tree.trusted(tuple(found))


def _code(function: str) -> int:
    """A number for a function: hashes of strings vary between processes, hashes of numbers do not."""
    return int("1" + FUNCTIONS[function].table, 2)


def _refine(
    tree: Tree, places: dict[int, list[int]], colours: dict[int, int], blocks: dict[int, int]
) -> list[int]:
    """Distinguish variables by where they stand, for as long as that helps; returns all subtrees' marks."""
    kinds = len(set(colours.values()))
    while True:
        marks = _marks(tree, colours, blocks)
        if kinds == len(places):
            return marks
        above = [0] * len(marks)  # a mark for everything not below
        for i, token in enumerate(tree.prefix):
            if isinstance(token, str):
                left, right = i + 1, tree.ends[i + 1]
                side = 0 if FUNCTIONS[token].commutative else 1  # which child it is may matter
                here = (above[i], _code(token))
                above[left], above[right] = hash((here, 0, marks[right])), hash((here, side, marks[left]))
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


def _marks(tree: Tree, colours: dict[int, int], blocks: dict[int, int]) -> list[int]:
    """A number for each subtree, equal for equivalent subtrees."""
    marks = [0] * tree.nodes
    for i in range(tree.nodes - 1, -1, -1):
        token = tree.prefix[i]
        if isinstance(token, int):
            colour = colours.get(abs(token))
            marks[i] = hash((token > 0, -2 - blocks[abs(token)] if colour is None else colour))
        else:
            left, right = marks[i + 1], marks[tree.ends[i + 1]]
            if FUNCTIONS[token].commutative and left > right:
                left, right = right, left
            marks[i] = hash((_code(token), left, right))
    return marks


def _twins(colours: dict[int, int]) -> list[int]:
    """Variables that share a colour."""
    classes: dict[int, list[int]] = {}
    for variable, colour in colours.items():
        classes.setdefault(colour, []).append(variable)
    return min(((colour, found) for colour, found in classes.items() if len(found) > 1), default=(0, []))[1]


def _written(tree: Tree, marks: list[int], goal: Goal, blocks: dict[int, int]) -> Form:
    """The tree with children ordered by mark and the variables of each block named in order of appearance."""
    form: list[Token] = []
    names: dict[int, int] = {}
    fresh = [iter(block) for block in goal.blocks]
    waiting = [0]
    while waiting:
        i = waiting.pop()
        token = tree.prefix[i]
        if isinstance(token, str):
            form.append(token)
            left, right = i + 1, tree.ends[i + 1]
            swapped = FUNCTIONS[token].commutative and marks[left] > marks[right]
            waiting += (left, right) if swapped else (right, left)
        else:
            variable = abs(token)
            if variable not in names:
                names[variable] = next(fresh[blocks[variable]])
            form.append(names[variable] if token > 0 else -names[variable])
    return tuple(form)
