"""HitRate@k."""

import numpy as np

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.segments import ranks, scores, totals
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("HitRate@k", layer="retrieval")
def hit_rate(rankings: Rankings, k: int) -> Scores:
    """1 if some item among the first k brings evidence, else 0.

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> [hit_rate(rankings_from_lists([["x", "a"]], [{"a": 1}]), k).values.tolist() for k in (1, 2)]
    [[0.0], [1.0]]
    """
    inside = rankings.relevant & (ranks(rankings.offsets) <= k)
    return scores((totals(inside.astype(np.float64), rankings.offsets) > 0).astype(np.float64), rankings)
