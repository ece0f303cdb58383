"""Paired test by flipping signs: could a difference this large come from which run was called which?"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_SIGNS_PER_BLOCK = 1_600_000
_ROUNDING = 1e-12
"""A flipped sum that equals the observed one up to rounding, relative to Σ|d|, counts as equal."""


def paired_permutation_p(
    deltas: Floats, clusters: NDArray[np.int64] | None = None, *, rng: np.random.Generator, rounds: int = 10_000
) -> Floats:
    """Two-sided p of each column's mean difference under sign flips: float64[m].

    deltas    float64[n, m]  differences of n paired questions on m metrics; NaN is not paired
    clusters  int64[n]       questions that flip together; None: each flips alone

    The statistic is |Σ d|; clusters whose differences cancel flip to themselves and are left out. Where all 2^C
    flips are at most `rounds` they are enumerated, and p is the share that reaches the observed sum; otherwise
    p = (1 + reached) / (1 + rounds), never 0. No pair: NaN. Pairs, but no difference anywhere: 1.
    Source: Phipson and Smyth, Permutation P-values should never be zero (2010).

    >>> paired_permutation_p(np.array([[1.0], [2.0], [3.0]]), rng=np.random.default_rng(0)).tolist()
    [0.25]
    """
    rows, columns = deltas.shape
    numbers = np.arange(rows) if clusters is None else np.unique(clusters, return_inverse=True)[1]
    total = int(numbers.max()) + 1 if rows else 0
    p = np.full(columns, np.nan)
    sampled: list[int] = []
    sums = np.empty((total, columns))
    for column in range(columns):
        paired = ~np.isnan(deltas[:, column])
        if not paired.any():
            continue
        sums[:, column] = np.bincount(numbers, weights=np.where(paired, deltas[:, column], 0.0), minlength=total)
        moving = sums[sums[:, column] != 0, column]
        if not len(moving):
            p[column] = 1.0
        elif len(moving) < 63 and 2 ** len(moving) <= rounds:
            p[column] = _enumerated(moving)
        else:
            sampled.append(column)
    if sampled:
        p[sampled] = _sampled(sums[:, sampled], rng, rounds)
    return p


def _reached(flipped: Floats, sums: Floats) -> NDArray[np.bool_]:
    """Whether flipped sums [rounds, m] are at least as far from 0 as the observed sums of [C, m]."""
    limit = np.abs(sums.sum(axis=0)) - _ROUNDING * np.abs(sums).sum(axis=0)
    reached: NDArray[np.bool_] = np.abs(flipped) >= limit
    return reached


def _enumerated(sums: Floats) -> float:
    """All sign flips of a few cluster sums. Half of them suffice: flipping every sign changes no |sum|."""
    flips = np.arange(2 ** (len(sums) - 1))[:, np.newaxis] >> np.arange(len(sums)) & 1
    return float(_reached((1.0 - 2.0 * flips) @ sums[:, np.newaxis], sums[:, np.newaxis]).mean())


def _sampled(sums: Floats, rng: np.random.Generator, rounds: int) -> Floats:
    total = len(sums)
    observed = sums.sum(axis=0)
    reached = np.zeros(sums.shape[1])
    block = max(1, _SIGNS_PER_BLOCK // total)
    for start in range(0, rounds, block):
        size = min(block, rounds - start)
        bits = np.frombuffer(rng.bytes(size * ((total + 7) // 8)), dtype=np.uint8).reshape(size, -1)
        negative = np.unpackbits(bits, axis=1, count=total).astype(np.float64)
        reached += _reached(observed - 2.0 * (negative @ sums), sums).sum(axis=0)
    result: Floats = (1 + reached) / (1 + rounds)
    return result
