"""RPrecision."""

import numpy as np

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.segments import ranks, scores, totals
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("RPrecision", layer="retrieval")
def r_precision(rankings: Rankings) -> Scores:
    """Precision at R, the number of relevant items known to exist. Source: trec_eval `Rprec`.

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> r_precision(rankings_from_lists([["a", "x", "b"]], [{"a": 1, "b": 1}])).values.tolist()
    [0.5]
    """
    cutoff = np.repeat(rankings.relevant_total, np.diff(rankings.offsets))
    inside = rankings.relevant & (ranks(rankings.offsets) <= cutoff)
    return scores(
        totals(inside.astype(np.float64), rankings.offsets) / np.maximum(rankings.relevant_total, 1), rankings
    )
