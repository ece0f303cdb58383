"""Judged@k."""

import numpy as np

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.segments import list_reasons, listed, ranks, totals
from ragstrata.records.names import Undefined
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("Judged@k", layer="retrieval", higher_is_better=None)
def judged(rankings: Rankings, k: int) -> Scores:
    """Share of the first k (or of the list, if shorter) that somebody judged.

    Undefined without qrels, and for an empty list, of which no share can be taken.

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> judged(rankings_from_lists([["a", "u", "n"]], [{"a": 1, "n": 0}]), 3).values.round(4).tolist()
    [0.6667]
    """
    inside = ranks(rankings.offsets) <= k
    shown = np.minimum(np.diff(rankings.offsets), k)
    value = totals((rankings.judged & inside).astype(np.float64), rankings.offsets) / np.maximum(shown, 1)
    reasons = tuple(
        reason or (None if pooled and size else Undefined.NO_JUDGEMENTS if not pooled else Undefined.NO_RANKING)
        for reason, pooled, size in zip(list_reasons(rankings), rankings.pooled, shown, strict=True)
    )
    return listed(value, reasons)
