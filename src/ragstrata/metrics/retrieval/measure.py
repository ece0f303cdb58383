"""All rank measures of a batch of questions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ragstrata.metrics.registry import Metric, metrics
from ragstrata.metrics.retrieval.unjudged import bounds, condense, open_questions
from ragstrata.records.names import Layer, UnjudgedPolicy
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
    columns = {}
    for name, metric, measure in _measures(cutoffs, names):
        if metric.name in _OF_THE_LIST or not doubtful:
            columns[name + suffix] = Column(metric.layer, measure(rankings))
        elif policy == "condensed":
            columns[name + suffix] = Column(metric.layer, measure(without))
        else:
            low, high = bounds(measure, rankings)
            columns[name + suffix] = Column(metric.layer, measure(rankings), low, high, measure(without))
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
