"""DuplicateRate@k."""

import numpy as np

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.segments import list_reasons, listed, ranks, totals
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("DuplicateRate@k", layer="retrieval", higher_is_better=False)
def duplicate_rate(rankings: Rankings, k: int) -> Scores:
    """Share of the first k (or of the list, if shorter) that repeats an id, a text or evidence from above; 0 if empty.

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> duplicate_rate(rankings_from_lists([["a", "a", "x"]], [{"a": 1}]), 3).values.round(4).tolist()
    [0.3333]
    """
    inside = ranks(rankings.offsets) <= k
    shown = np.minimum(np.diff(rankings.offsets), k)
    value = totals((rankings.duplicate & inside).astype(np.float64), rankings.offsets) / np.maximum(shown, 1)
    return listed(value, list_reasons(rankings))
