"""Completeness@k."""

import numpy as np

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.recall import best_set, shares
from ragstrata.metrics.retrieval.segments import scores
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("Completeness@k", layer="retrieval")
def completeness_at(rankings: Rankings, k: int) -> Scores:
    """1 if the first k hold a whole evidence set, else 0.

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> lists, qrels = [["a", "x", "b"]], [{"a": 1, "b": 1}]
    >>> [completeness_at(rankings_from_lists(lists, qrels), k).values.tolist() for k in (1, 3)]
    [[0.0], [1.0]]
    """
    return scores(best_set(rankings, np.floor(shares(rankings, k))), rankings)
