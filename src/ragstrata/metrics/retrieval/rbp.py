"""RBP."""

import numpy as np

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.segments import ranks, scores, totals
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("RBP", layer="retrieval")
def rbp(rankings: Rankings, p: float = 0.8) -> Scores:
    """Rank-biased precision: `(1 − p) Σ_i relevant(i) · p^(i − 1)` for a reader who goes on with probability p.

    Source: Moffat and Zobel, 2008.

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> rbp(rankings_from_lists([["a", "x", "b"]], [{"a": 1, "b": 1}]), 0.5).values.tolist()
    [0.625]
    """
    weight = (1.0 - p) * p ** (ranks(rankings.offsets) - 1)
    return scores(totals(np.where(rankings.relevant, weight, 0.0), rankings.offsets), rankings)
