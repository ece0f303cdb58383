"""All scores of one question that do not need a ranked list."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from ragstrata.metrics.registry import metrics
from ragstrata.records.names import Layer
from ragstrata.records.score import Score
from ragstrata.records.views import Behavior, Claims, ContextView, Facts, Hops, QuestionViews

_FIELD: Mapping[type, str] = {
    ContextView: "context",
    Claims: "claims",
    Facts: "facts",
    Behavior: "behavior",
    Hops: "hops",
}


def measure_views(views: QuestionViews) -> dict[str, Score]:
    """Scores by name, in the order of the registry."""
    return {name: function(getattr(views, field)) for name, field, function in _calls()}


@cache
def _calls() -> tuple[tuple[str, str, Callable[[Any], Score]], ...]:
    return tuple((m.name, _FIELD[m.view], m.function) for m in metrics() if m.view in _FIELD)


def layer_of(name: str) -> Layer:
    """The layer of a measured column such as `Recall@3` or `Recall@3[reranked]`."""
    return _layers()[name.partition("[")[0].partition("@")[0]]


@cache
def _layers() -> dict[str, Layer]:
    return {m.name.removesuffix("@k"): m.layer for m in metrics()}
