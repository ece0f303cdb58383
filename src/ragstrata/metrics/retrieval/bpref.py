"""bpref."""

import numpy as np

from ragstrata.metrics.registry import metric
from ragstrata.metrics.retrieval.segments import scores, totals
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


@metric("bpref", layer="retrieval")
def bpref(rankings: Rankings) -> Scores:
    """How often judged non-relevant items stand above relevant ones; what nobody judged is passed over.

    `(1 / R) Σ_r (1 − min(n_above(r), R) / min(R, N))` with N the judged non-relevant items; where N is 0 each
    retrieved relevant item counts 1. Source: trec_eval 10.

    >>> from ragstrata.metrics.retrieval.build import rankings_from_lists
    >>> bpref(rankings_from_lists([["n", "a", "u", "b"]], [{"a": 1, "b": 1, "n": 0}])).values.tolist()
    [0.0]
    """
    against = rankings.judged & ~rankings.relevant & ~rankings.duplicate
    seen = np.cumsum(against)
    sizes = np.diff(rankings.offsets)
    above = seen - np.repeat(np.concatenate(([0], seen))[rankings.offsets[:-1]], sizes)
    relevant_total = np.repeat(rankings.relevant_total, sizes)
    divisor = np.minimum(relevant_total, np.repeat(rankings.nonrelevant_total, sizes))
    lost = np.divide(np.minimum(above, relevant_total), divisor, out=np.zeros(len(above)), where=divisor > 0)
    value = totals(np.where(rankings.relevant, 1.0 - lost, 0.0), rankings.offsets)
    return scores(np.maximum(value, 0.0) / np.maximum(rankings.relevant_total, 1), rankings)
