"""The fields of a setting as keywords; written by `docs/scripts/keywords.py`, not by hand."""

from __future__ import annotations

from typing import TypedDict

from evobool.model.settings.completion import (
    Algorithm,
    CrossoverName,
    Deletion,
    Depth,
    Distinct,
    FirstLeaf,
    FunctionNames,
    IslandsName,
    Limit,
    Literals,
    MutationName,
    MutationRate,
    ObjectiveName,
    Parents,
    SelectionName,
    Start,
    SurvivalName,
    TargetName,
    TrainingName,
    Variation,
    Weights,
)


class Fields(TypedDict, total=False):
    """Some fields, each with a value."""

    n: int
    target: TargetName
    functions: FunctionNames
    literals: Literals
    limit: Limit
    deletion: Deletion
    algorithm: Algorithm
    selection: SelectionName
    training: TrainingName
    accept_error: int
    max_iterations: int
    first_leaf: FirstLeaf
    weights: Weights
    offspring: int
    start: Start
    mutation: MutationName
    objective: ObjectiveName
    survival: SurvivalName
    population: int
    parents: Parents
    crossover: CrossoverName
    variation: Variation
    mutation_rate: MutationRate
    distinct: Distinct
    depth: Depth
    islands: IslandsName


class Grid(TypedDict, total=False):
    """Some fields, each with a value or a list of them."""

    n: int | list[int]
    target: TargetName | list[TargetName] | list[str]
    functions: FunctionNames | list[FunctionNames]
    literals: Literals | list[Literals]
    limit: Limit | list[Limit] | list[str]
    deletion: Deletion | list[Deletion]
    algorithm: Algorithm | list[Algorithm]
    selection: SelectionName | list[SelectionName] | list[str]
    training: TrainingName | list[TrainingName] | list[str] | list[int]
    accept_error: int | list[int]
    max_iterations: int | list[int]
    first_leaf: FirstLeaf | list[FirstLeaf]
    weights: Weights | list[Weights] | list[str]
    offspring: int | list[int]
    start: Start | list[Start] | list[str]
    mutation: MutationName | list[MutationName] | list[str]
    objective: ObjectiveName | list[ObjectiveName] | list[str]
    survival: SurvivalName | list[SurvivalName] | list[str]
    population: int | list[int]
    parents: Parents | list[Parents] | list[str]
    crossover: CrossoverName | list[CrossoverName] | list[str]
    variation: Variation | list[Variation]
    mutation_rate: MutationRate | list[MutationRate] | list[str] | list[float]
    distinct: Distinct | list[Distinct]
    depth: Depth | list[Depth] | list[str] | list[int]
    islands: IslandsName | list[IslandsName] | list[str]
