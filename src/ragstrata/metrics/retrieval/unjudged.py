"""What nobody judged: rankings without it, and what it could still make of a value."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ragstrata.metrics.retrieval.segments import owners
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings

_STEPS = 64
"""How many numbers of relevant items are tried at once, where a list has very many unjudged ones."""


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


def bounds(
    measure: Callable[[Rankings], Scores], rankings: Rankings
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The lowest and the highest value that judging the rest of a list could still make, per question.

    Each unjudged item is judged: relevant, at the highest grade known for the question, or not relevant, which bpref
    alone tells from unjudged. However many turn relevant, the value is highest if they are the first and lowest if
    they are the last; so each number is tried both ways, with the very measure that is asked about. NaN where the
    value is undefined.
    """
    values = measure(rankings).values
    low, high = values.copy(), values.copy()
    for question in open_questions(rankings):
        lowest, highest = _reach(measure, rankings, int(question))
        low[question] = min(low[question], lowest)
        high[question] = max(high[question], highest)
    return low, high


def _reach(measure: Callable[[Rankings], Scores], rankings: Rankings, question: int) -> tuple[float, float]:
    """Lowest and highest value of the question's list once it is judged.

    A repeat is judged with its first and earns nothing, so it is not open. Of more than `_STEPS` numbers of relevant
    items, some are tried, then those around the best: the values rise to it and fall behind it.
    """
    rows = slice(rankings.offsets[question], rankings.offsets[question + 1])
    open_rows = np.flatnonzero(~rankings.judged[rows] & ~rankings.duplicate[rows])
    size = len(open_rows)
    first = last = _spread(0, size)
    while True:
        chosen = [*(open_rows[:j] for j in first), *(open_rows[size - j :] for j in last)]
        values = measure(_judged(rankings, question, chosen, size)).values
        tops, bottoms = values[: len(first)], values[len(first) :]
        if _complete(first) and _complete(last):
            return float(bottoms.min()), float(tops.max())
        first, last = _around(first, int(tops.argmax())), _around(last, int(bottoms.argmin()))


def _spread(start: int, end: int) -> NDArray[np.int64]:
    """Whole numbers from start to end, at most `_STEPS` of them."""
    return np.unique(np.linspace(start, end, min(end - start + 1, _STEPS)).astype(np.int64))


def _complete(counts: NDArray[np.int64]) -> bool:
    return bool(len(counts) == counts[-1] - counts[0] + 1)


def _around(counts: NDArray[np.int64], best: int) -> NDArray[np.int64]:
    return _spread(int(counts[max(best - 1, 0)]), int(counts[min(best + 1, len(counts) - 1)]))


def _judged(rankings: Rankings, question: int, chosen: list[NDArray[np.int64]], size: int) -> Rankings:
    """One question's list wholly judged, once for each choice of relevant rows out of its `size` open ones."""
    start, end = rankings.offsets[question], rankings.offsets[question + 1]
    length, many = int(end - start), len(chosen)
    relevant = np.tile(rankings.relevant[start:end], (many, 1))
    gain = np.tile(rankings.gain[start:end], (many, 1))
    ideal = rankings.ideal[rankings.ideal_offsets[question] : rankings.ideal_offsets[question + 1]]
    top = float(ideal.max(initial=1.0))
    sets = slice(rankings.set_offsets[question], rankings.set_offsets[question + 1])
    need_sizes = np.diff(rankings.need_offsets)[sets]
    needs = rankings.need_rank[rankings.need_offsets[sets.start] : rankings.need_offsets[sets.stop]]
    ideals, all_needs, need_counts = [], [], []
    for i, rows in enumerate(chosen):
        relevant[i, rows] = True
        gain[i, rows] = top
        ideals.append(np.sort(np.concatenate((ideal, np.full(len(rows), top))))[::-1])
        at = 0
        for need_size in need_sizes:
            all_needs.append(np.concatenate((needs[at : at + need_size], rows + 1)))
            need_counts.append(len(all_needs[-1]))
            at += int(need_size)
    extra = np.array([len(rows) for rows in chosen], dtype=np.int64)
    return Rankings(
        offsets=np.arange(many + 1, dtype=np.int64) * length,
        gain=gain.ravel(),
        relevant=relevant.ravel(),
        judged=np.ones(many * length, dtype=np.bool_),
        duplicate=np.tile(rankings.duplicate[start:end], many),
        ideal_offsets=np.concatenate(([0], np.cumsum([len(i) for i in ideals]))).astype(np.int64),
        ideal=np.concatenate(ideals) if ideals else np.zeros(0),
        relevant_total=rankings.relevant_total[question] + extra,
        nonrelevant_total=rankings.nonrelevant_total[question] + size - extra,
        set_offsets=np.arange(many + 1, dtype=np.int64) * len(need_sizes),
        need_offsets=np.concatenate(([0], np.cumsum(need_counts))).astype(np.int64),
        need_rank=np.concatenate(all_needs).astype(np.int64) if all_needs else np.zeros(0, dtype=np.int64),
        reasons=(None,) * many,
        pooled=np.ones(many, dtype=np.bool_),
    )
