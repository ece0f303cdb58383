"""AP, whose mean is MAP."""

import numpy as np

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.segments import ranks, scores, totals
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("AP", layer="retrieval")
def average_precision(rankings: Rankings, k: int | None = None) -> Scores:
    """Mean of the precision at the rank of each item that brings evidence, those never found counting 0.

    `(1 / R) Σ_i relevant(i) · (relevant items among the first i) / i`, with R the relevant items known to exist.
    Source: trec_eval `map`.

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> average_precision(rankings_from_lists([["a", "x", "b"]], [{"a": 1, "b": 1}])).values.round(4).tolist()
    [0.8333]
    """
    rank = ranks(rankings.offsets)
    inside = rankings.relevant if k is None else rankings.relevant & (rank <= k)
    seen = np.cumsum(inside)
    before = np.repeat(np.concatenate(([0], seen))[rankings.offsets[:-1]], np.diff(rankings.offsets))
    found = totals(inside.astype(np.float64), rankings.offsets)
    known = np.maximum(np.maximum(rankings.relevant_total, found), 1)
    return scores(totals(np.where(inside, (seen - before) / rank, 0.0), rankings.offsets) / known, rankings)
