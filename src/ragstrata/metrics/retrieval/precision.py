"""Precision@k."""

import numpy as np

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.segments import ranks, scores, totals
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("Precision@k", layer="retrieval")
def precision(rankings: Rankings, k: int) -> Scores:
    """Items among the first k that bring evidence not already covered, divided by k.

    A list shorter than k does not shrink the divisor; an item that covers several units counts once.

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> precision(rankings_from_lists([["a", "a", "x"]], [{"a": 1}]), 3).values.round(4).tolist()
    [0.3333]
    """
    inside = rankings.relevant & (ranks(rankings.offsets) <= k)
    return scores(totals(inside.astype(np.float64), rankings.offsets) / k, rankings)
