"""All rank measures of a batch of questions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ragstrata.metrics.registry import Metric, metrics
from ragstrata.metrics.retrieval.bounds import bounds_of
from ragstrata.metrics.retrieval.unjudged import condense, open_questions
from ragstrata.records.names import Layer, Undefined, UnjudgedPolicy
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings

_OF_THE_LIST = ("Judged@k", "DuplicateRate@k")
"""Measures of the list as it is: no policy for unjudged items applies."""


@dataclass(slots=True, frozen=True)
class Column:
    """One measure of every question of a batch. low, high and condensed stand beside it where anything was unjudged."""

    layer: Layer
    scores: Scores
    low: NDArray[np.float64] | None = None
    high: NDArray[np.float64] | None = None
    condensed: Scores | None = None


def measure_rankings(
    rankings: Rankings,
    cutoffs: Sequence[int],
    policy: UnjudgedPolicy,
    *,
    suffix: str = "",
    names: Sequence[str] | None = None,
) -> dict[str, Column]:
    """Columns by name (`Recall@3`, `Recall@3[reranked]`). names: only these measures, `@k` unresolved."""
    doubtful = policy != "nonrelevant" and len(open_questions(rankings)) > 0
    without = condense(rankings) if doubtful else rankings
    asked = list(_measures(cutoffs, names))
    reach = {}
    if doubtful and policy == "bounds":
        bounded = [(name, metric, measure) for name, metric, measure in asked if metric.name not in _OF_THE_LIST]
        made = bounds_of([(measure, metric.graded) for _, metric, measure in bounded], rankings)
        reach = dict(zip((name for name, _, _ in bounded), made, strict=True))
    columns = {}
    for name, metric, measure in asked:
        if metric.name in _OF_THE_LIST or not doubtful:
            columns[name + suffix] = Column(metric.layer, measure(rankings))
        elif policy == "condensed":
            columns[name + suffix] = Column(metric.layer, measure(without))
        else:
            columns[name + suffix] = Column(metric.layer, measure(rankings), *reach[name], measure(without))
    return columns


def _measures(
    cutoffs: Sequence[int], names: Sequence[str] | None
) -> Iterator[tuple[str, Metric, Callable[[Rankings], Scores]]]:
    for metric in metrics():
        if metric.layer != "retrieval" or (names is not None and metric.name not in names):
            continue
        if not metric.takes_cutoff:
            yield metric.name, metric, metric.function
            continue
        for k in cutoffs:
            yield metric.name.replace("@k", f"@{k}"), metric, _at(metric.function, k)


def _at(function: Callable[[Rankings, int], Scores], k: int) -> Callable[[Rankings], Scores]:
    return lambda rankings: function(rankings, k)


@dataclass(slots=True, frozen=True)
class QuestionScores:
    """One question's rank measures, as a result line holds them: values, reasons of those without, what is open."""

    values: dict[str, float | None]
    undefined: dict[str, Undefined]
    bounds: dict[str, tuple[float, float]]
    condensed: dict[str, float | None]


def by_question(columns: Mapping[str, Column], count: int) -> list[QuestionScores]:
    """The columns of a batch turned into one row a question."""
    names = list(columns)
    rows = []
    values = list(zip(*(column.scores.values.tolist() for column in columns.values()), strict=True))
    reasons = list(zip(*(column.scores.reasons for column in columns.values()), strict=True))
    open_columns = [(name, column) for name, column in columns.items() if column.low is not None]
    for i in range(count):
        row: dict[str, float | None] = dict(zip(names, values[i], strict=True))
        undefined: dict[str, Undefined] = {}
        if any(reasons[i]):
            for name, reason in zip(names, reasons[i], strict=True):
                if reason is not None:
                    row[name] = None
                    undefined[name] = reason
        bounds: dict[str, tuple[float, float]] = {}
        condensed: dict[str, float | None] = {}
        for name, column in open_columns:
            value = row[name]
            if column.low is None or column.high is None or value is None:
                continue
            low, high = float(column.low[i]), float(column.high[i])
            if low < value or high > value:
                bounds[name] = (low, high)
                condensed[name] = column.condensed[i].value if column.condensed is not None else None
        rows.append(QuestionScores(row, undefined, bounds, condensed))
    return rows
