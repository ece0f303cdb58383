"""What nobody judged: rankings without it, and the questions that have it."""

import numpy as np
from numpy.typing import NDArray

from ragstrata.metrics.retrieval.segments import owners
from ragstrata.records.views import Rankings


def condense(rankings: Rankings) -> Rankings:
    """The lists without unjudged items; needed units move up with them."""
    keep = rankings.judged
    sizes = np.bincount(owners(rankings.offsets)[keep], minlength=len(rankings)).astype(np.int64)
    kept_before = np.concatenate(([0], np.cumsum(keep)))
    question = np.repeat(owners(rankings.set_offsets), np.diff(rankings.need_offsets))
    first = rankings.offsets[question]
    moved = kept_before[first + rankings.need_rank] - kept_before[first]
    return Rankings(
        offsets=np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
        gain=rankings.gain[keep],
        relevant=rankings.relevant[keep],
        judged=rankings.judged[keep],
        duplicate=rankings.duplicate[keep],
        ideal_offsets=rankings.ideal_offsets,
        ideal=rankings.ideal,
        relevant_total=rankings.relevant_total,
        nonrelevant_total=rankings.nonrelevant_total,
        set_offsets=rankings.set_offsets,
        need_offsets=rankings.need_offsets,
        need_rank=np.where(rankings.need_rank > 0, moved, 0).astype(np.int64),
        reasons=rankings.reasons,
        pooled=rankings.pooled,
    )


def open_questions(rankings: Rankings) -> NDArray[np.int64]:
    """Questions that have judgements, a meaning, and unjudged items in their list."""
    unjudged = np.bincount(owners(rankings.offsets)[~rankings.judged], minlength=len(rankings)) > 0
    meant = np.array([reason is None for reason in rankings.reasons], dtype=np.bool_)
    return np.flatnonzero(unjudged & rankings.pooled & meant)
