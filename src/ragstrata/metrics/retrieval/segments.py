"""Sums and shares over the items of each question, where all questions lie in one flat array."""

import numpy as np
from numpy.typing import NDArray

from ragstrata.records.names import Undefined
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings


def owners(offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each row the index of its question."""
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


def ranks(offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each row its 1-based rank within its question."""
    return np.arange(offsets[-1]) - np.repeat(offsets[:-1], np.diff(offsets)) + 1


def totals(values: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.float64]:
    """The sum of each question's rows, added in rank order so that equal lists give bit-equal sums."""
    return np.bincount(owners(offsets), weights=values, minlength=len(offsets) - 1).astype(np.float64)


def scores(values: NDArray[np.float64], rankings: Rankings) -> Scores:
    """Values with the rankings' reasons: NaN where relevance has no meaning."""
    gone = np.array([reason is not None for reason in rankings.reasons], dtype=np.bool_)
    return Scores(np.where(gone, np.nan, values), rankings.reasons)


def listed(values: NDArray[np.float64], reasons: tuple[Undefined | None, ...]) -> Scores:
    """Values that only need a list, with reasons of their own."""
    gone = np.array([reason is not None for reason in reasons], dtype=np.bool_)
    return Scores(np.where(gone, np.nan, values), reasons)


def list_reasons(rankings: Rankings) -> tuple[Undefined | None, ...]:
    """Where there is no list at all; what relevance means does not matter."""
    missing = (Undefined.RETRIEVAL_NOT_RECORDED, Undefined.NO_RANKING)
    return tuple(reason if reason in missing else None for reason in rankings.reasons)
