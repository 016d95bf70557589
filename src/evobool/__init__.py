"""evobool: a laboratory for evolving Boolean functions with simple genetic programming."""

from evobool.errors import EvoboolError, InputError
from evobool.run import Race, Run, Step, evolve, race
from evobool.setting import Setting
from evobool.tree import Tree

__version__ = "0.1.0"
__all__ = ["EvoboolError", "InputError", "Race", "Run", "Setting", "Step", "Tree", "evolve", "race"]
