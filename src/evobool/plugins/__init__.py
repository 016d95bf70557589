"""Your own targets, selection rules, mutation operators and training regimes, as plain functions in a file.

    # mine.py
    from evobool.plugins import selection

    @selection("threshold")
    def threshold(offspring, parent, draws):
        return offspring.error <= parent.error + 1

`load("mine.py")`, or `--plugin mine.py` on the command line, makes them known by their names. What runs they
are part of is noted with a hash of the file, so that a study is not continued with another version of it.
"""

from evobool.model.mutation import Mutation as Mutation
from evobool.model.mutation import changes as changes
from evobool.model.mutation import hvl_prime as hvl_prime
from evobool.model.mutation import leaf_positions as leaf_positions
from evobool.model.training import TrainingSet as TrainingSet
from evobool.plugins.blame import PluginError as PluginError
from evobool.plugins.blame import blamed as blamed
from evobool.plugins.crossover import crossover as crossover
from evobool.plugins.lost import stand_in as stand_in
from evobool.plugins.mutation import mutation as mutation
from evobool.plugins.objective import objective as objective
from evobool.plugins.parents import parents as parents
from evobool.plugins.selection import selection as selection
from evobool.plugins.sources import KINDS as KINDS
from evobool.plugins.sources import REGISTRIES as REGISTRIES
from evobool.plugins.sources import SOURCES as SOURCES
from evobool.plugins.sources import Source as Source
from evobool.plugins.sources import ensure as ensure
from evobool.plugins.sources import forgotten as forgotten
from evobool.plugins.sources import is_known as is_known
from evobool.plugins.sources import load as load
from evobool.plugins.sources import used_by as used_by
from evobool.plugins.start import start as start
from evobool.plugins.survival import survival as survival
from evobool.plugins.target import target as target
from evobool.plugins.training import training as training

__all__ = [
    "Mutation",
    "PluginError",
    "TrainingSet",
    "changes",
    "crossover",
    "hvl_prime",
    "leaf_positions",
    "load",
    "mutation",
    "objective",
    "parents",
    "selection",
    "start",
    "survival",
    "target",
    "training",
]
