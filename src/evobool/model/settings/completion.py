"""The words a setting is written in, as types, so that editors and notebooks can complete them.

What a setting accepts is decided by the registries and the definitions of its fields; a test keeps these
types equal to them. A type that ends in `| str` belongs to a field that takes more than the words listed,
such as any limit an+b.
"""

from __future__ import annotations

from typing import Literal

TargetName = Literal["and", "or", "xor", "majority", "mux"] | str
FunctionName = Literal["and", "or", "xor", "nand", "nor", "xnor", "gt", "lt", "ge", "le"]
FunctionNames = tuple[FunctionName | str, ...]
Literals = Literal["positive", "all"]
Limit = Literal["none", "n", "n+1", "2n", "1.5n", "n + log2 n", "n^2"] | str
Deletion = Literal["subtree", "leaf"]
Algorithm = Literal["rls-gp", "1+1-gp"]
SelectionName = Literal["nonstrict", "strict", "parsimony", "coin"] | str
TrainingName = Literal["complete"] | str | int
Weights = Literal["1:1:1"] | str
Start = Literal["empty", "leaf", "ramped:2-6", "grow:4", "full:4"] | str
Distinct = Literal["none", "trees", "functions"]
Parents = Literal["uniform", "tournament:7", "lexicase", "proportionate", "over-selection", "sharing"] | str
CrossoverName = Literal["none", "subtree:0.5", "koza:0.9", "one-point:0.9", "join:0.5"] | str
Variation = Literal["either", "both"]
MutationRate = str | float
Depth = Literal["none"] | str | int
IslandsName = Literal["none"] | str
ObjectiveName = Literal["errors", "balanced", "weights:1:2", "classes", "size", "classes+size"] | str
MutationName = Literal["hvl-prime", "subtree", "point"] | str
SurvivalName = Literal["plus", "comma", "pareto", "crowding"] | str
FirstLeaf = Literal["any", "insertion"]
EngineName = Literal["auto", "exact", "packed", "population", "reference"] | str
