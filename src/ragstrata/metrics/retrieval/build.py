"""Rankings from plain lists and judgements: what `score` and the examples use."""

from collections.abc import Mapping, Sequence

import numpy as np

from ragstrata.records.names import Gain, Undefined
from ragstrata.records.views import Rankings

HIGHEST_GRADE = 1000.0


def rankings_from_lists(
    lists: Sequence[Sequence[str]], qrels: Sequence[Mapping[str, float]], gain: Gain = "exponential"
) -> Rankings:
    """Ranked ids and judgements (id → grade) of several questions, side by side.

    An id that comes again keeps its rank and earns nothing. A question whose judgements are all at most 0 has no
    evidence; one without any judgement too.
    """
    sizes, gains, relevant, judged, duplicate, ideals, needs = [], [], [], [], [], [], []
    for ids, grades in zip(lists, qrels, strict=True):
        first: dict[str, int] = {}
        for rank, item in enumerate(ids, 1):
            repeated = item in first
            first.setdefault(item, rank)
            grade = 0.0 if repeated else grades.get(item, 0.0)
            gains.append(gain_of(grade, gain))
            relevant.append(grade > 0)
            judged.append(item in grades)
            duplicate.append(repeated)
        sizes.append(len(ids))
        ideals.append(sorted((gain_of(g, gain) for g in grades.values() if g > 0), reverse=True))
        needs.append([first.get(item, 0) for item, grade in grades.items() if grade > 0])
    return Rankings(
        offsets=_offsets(sizes),
        gain=np.array(gains, dtype=np.float64),
        relevant=np.array(relevant, dtype=np.bool_),
        judged=np.array(judged, dtype=np.bool_),
        duplicate=np.array(duplicate, dtype=np.bool_),
        ideal_offsets=_offsets([len(ideal) for ideal in ideals]),
        ideal=np.array([g for ideal in ideals for g in ideal], dtype=np.float64),
        relevant_total=np.array([len(ideal) for ideal in ideals], dtype=np.int64),
        nonrelevant_total=np.array([sum(g <= 0 for g in grades.values()) for grades in qrels], dtype=np.int64),
        set_offsets=_offsets([1 if need else 0 for need in needs]),
        need_offsets=_offsets([len(need) for need in needs if need]),
        need_rank=np.array([rank for need in needs for rank in need], dtype=np.int64),
        reasons=tuple(None if need else Undefined.NO_EVIDENCE for need in needs),
        pooled=np.ones(len(sizes), dtype=np.bool_),
    )


def gain_of(grade: float, gain: Gain) -> float:
    """What a grade earns: `2^grade - 1` or the grade itself; nothing at 0 and below.

    Doubles end near 2^1024: a grade over 1000 earns what 1000 does.

    >>> gain_of(2, "exponential"), gain_of(2, "linear"), gain_of(-1, "linear")
    (3.0, 2.0, 0.0)
    """
    if grade <= 0:
        return 0.0
    return 2.0 ** min(grade, HIGHEST_GRADE) - 1.0 if gain == "exponential" else float(min(grade, 2.0**HIGHEST_GRADE))


def _offsets(sizes: Sequence[int]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.concatenate(([0], np.cumsum(sizes, dtype=np.int64))).astype(np.int64)
