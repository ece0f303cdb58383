"""nDCG@k."""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.segments import owners, ranks, scores
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("nDCG@k", layer="retrieval", graded=True)
def ndcg(rankings: Rankings, k: int | None = None) -> Scores:
    """Discounted gain of the first k, divided by that of the best ordering of items known to exist.

    `DCG@k = Σ_{i <= k} gain(i) / log2(i + 1)`; the gain is `2^grade - 1`, or the grade where the suite says linear.
    A repeated item earns nothing, so that the value never passes 1. Without k over the whole list.

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> ndcg(rankings_from_lists([["x", "a", "b"]], [{"a": 2, "b": 1}]), 3).values.round(3).tolist()
    [0.659]
    """
    dcg = discounted(rankings.gain, rankings.offsets, k)
    ideal = discounted(rankings.ideal, rankings.ideal_offsets, k)
    values = np.divide(dcg, ideal, out=np.zeros_like(dcg), where=ideal > 0)
    return scores(np.minimum(values, 1.0), rankings)


def discounted(gain: NDArray[np.float64], offsets: NDArray[np.int64], k: int | None) -> NDArray[np.float64]:
    """Per question `Σ gain(i) / log2(i + 1)`, added in rank order."""
    rank = ranks(offsets)
    value = gain / discounts(int(rank.max(initial=0)))[rank]
    if k is not None:
        value = np.where(rank <= k, value, 0.0)
    return np.bincount(owners(offsets), weights=value, minlength=len(offsets) - 1).astype(np.float64)


@lru_cache(maxsize=64)
def discounts(longest: int) -> NDArray[np.float64]:
    """`log2(rank + 1)` by rank, from the C library: NumPy's own log2 differs in the last bit on some machines."""
    return np.array([1.0, *(math.log2(rank + 1) for rank in range(1, longest + 1))])
