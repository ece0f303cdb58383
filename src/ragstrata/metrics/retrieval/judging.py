"""Rankings in which what nobody judged has been judged after all, one way or another."""

import numpy as np
from numpy.typing import NDArray

from ragstrata.metrics.retrieval.segments import owners, ranks
from ragstrata.records.views import Rankings

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def open_rows(rankings: Rankings) -> NDArray[np.bool_]:
    """bool[rows]: nobody judged the item. A repeat is judged with its first and earns nothing, so it is not open."""
    return ~rankings.judged & ~rankings.duplicate


def rows_of(offsets: Ints, chosen: Ints) -> Ints:
    """The rows of the chosen segments, one segment after the other; a segment may be chosen several times."""
    sizes = np.diff(offsets)[chosen]
    return np.repeat(offsets[chosen] - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())


def judge_open(rankings: Rankings, question: Ints, gain: Floats) -> Rankings:
    """Lists judged from end to end: list i is that of question[i], its open rows now earning what `gain` says.

    question: int64[ways]; gain: float64[open rows of all the ways], 0 for not relevant. An item that turns relevant
    is one more item known to exist, and one more that every evidence set needs.
    """
    ways = len(question)
    rows = rows_of(rankings.offsets, question)
    sizes = np.diff(rankings.offsets)[question]
    offsets = _offsets(sizes)
    is_open = open_rows(rankings)[rows]
    gains, relevant = rankings.gain[rows], rankings.relevant[rows]
    gains[is_open] = gain
    relevant[is_open] = gain > 0
    found = is_open & relevant
    way = owners(offsets)
    extra = np.bincount(way[found], minlength=ways)
    opened = np.bincount(way[is_open], minlength=ways)
    ideal_offsets, ideal = _ideal(rankings, question, gains[found], extra)
    need_offsets, need_rank = _needs(rankings, question, ranks(offsets)[found], extra)
    return Rankings(
        offsets=offsets,
        gain=gains,
        relevant=relevant,
        judged=np.ones(len(rows), dtype=np.bool_),
        duplicate=rankings.duplicate[rows],
        ideal_offsets=ideal_offsets,
        ideal=ideal,
        relevant_total=rankings.relevant_total[question] + extra,
        nonrelevant_total=rankings.nonrelevant_total[question] + opened - extra,
        set_offsets=_offsets(np.diff(rankings.set_offsets)[question]),
        need_offsets=need_offsets,
        need_rank=need_rank,
        reasons=(None,) * ways,
        pooled=np.ones(ways, dtype=np.bool_),
    )


def _ideal(rankings: Rankings, question: Ints, gain: Floats, extra: Ints) -> tuple[Ints, Floats]:
    """The best ordering with the new items in it. Units that only several items hold together stay behind the rest:
    they begin with the 0 that the first of their items earns."""
    known = rows_of(rankings.ideal_offsets, question)
    sizes = np.diff(rankings.ideal_offsets)[question]
    zeros = np.cumsum(np.concatenate(([0], rankings.ideal == 0)))
    behind = zeros[known + 1] > np.repeat(zeros[rankings.ideal_offsets[question]], sizes)
    values = np.concatenate((rankings.ideal[known], gain))
    order_by = np.concatenate((np.where(behind, np.inf, -rankings.ideal[known]), -gain))
    owner = np.concatenate((_owners(sizes), _owners(extra)))
    return _offsets(sizes + extra), values[np.lexsort((order_by, owner))]


def _needs(rankings: Rankings, question: Ints, rank: Ints, extra: Ints) -> tuple[Ints, Ints]:
    """Every set with the new items, found at these ranks, among its needs."""
    sets = rows_of(rankings.set_offsets, question)
    way = _owners(np.diff(rankings.set_offsets)[question])
    sizes, more = np.diff(rankings.need_offsets)[sets], extra[way]
    values = np.concatenate(
        (rankings.need_rank[rows_of(rankings.need_offsets, sets)], rank[rows_of(_offsets(extra), way)])
    )
    order = np.argsort(np.concatenate((_owners(sizes), _owners(more))), kind="stable")
    return _offsets(sizes + more), values[order]


def _owners(sizes: Ints) -> Ints:
    return np.repeat(np.arange(len(sizes)), sizes)


def _offsets(sizes: Ints) -> Ints:
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
