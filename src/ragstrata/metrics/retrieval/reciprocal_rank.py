"""RR, whose mean is MRR."""

import numpy as np

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.segments import owners, ranks, scores
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("RR", layer="retrieval")
def reciprocal_rank(rankings: Rankings, k: int | None = None) -> Scores:
    """1 divided by the rank of the first item that brings evidence; 0 if none does (within the first k, if given).

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> reciprocal_rank(rankings_from_lists([["x", "a"], ["x"]], [{"a": 1}, {"a": 1}])).values.tolist()
    [0.5, 0.0]
    """
    rank = ranks(rankings.offsets)
    inside = rankings.relevant if k is None else rankings.relevant & (rank <= k)
    best = np.zeros(len(rankings))
    np.maximum.at(best, owners(rankings.offsets)[inside], 1.0 / rank[inside])
    return scores(best, rankings)
