"""Recall@k."""

import numpy as np
from numpy.typing import NDArray

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.segments import owners, scores, totals
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("Recall@k", layer="retrieval")
def recall(rankings: Rankings, k: int) -> Scores:
    """Share of the needed evidence among the first k, over the best alternative set.

    `max over sets of |{unit : 0 < rank(unit) <= k}| / |set|`. A unit that several pieces hold together counts from
    the rank of the last piece. Undefined without evidence.

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> recall(rankings_from_lists([["d1", "d4", "d3"]], [{"d1": 1, "d2": 1}]), 3).values.tolist()
    [0.5]
    """
    return scores(best_set(rankings, shares(rankings, k)), rankings)


def shares(rankings: Rankings, k: int) -> NDArray[np.float64]:
    """Per alternative set, the share of its units within the first k."""
    found = (rankings.need_rank > 0) & (rankings.need_rank <= k)
    sizes = np.diff(rankings.need_offsets)
    return totals(found.astype(np.float64), rankings.need_offsets) / np.maximum(sizes, 1)


def best_set(rankings: Rankings, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Per question the largest value of its sets; 0 where it has none."""
    best = np.zeros(len(rankings))
    np.maximum.at(best, owners(rankings.set_offsets), values)
    return best
