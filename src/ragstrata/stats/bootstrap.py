"""Percentile intervals of means by resampling clusters, for many metrics at once."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_DRAWS_PER_BLOCK = 1_600_000
"""Cluster draws held at a time: about 13 MB an array, whatever the number of clusters."""


def cluster_bootstrap_ci(
    values: Floats,
    clusters: NDArray[np.int64],
    *,
    rng: np.random.Generator,
    resamples: int = 1000,
    level: float = 0.95,
) -> tuple[Floats, Floats]:
    """Bootstrap interval of the mean of each column, with whole clusters drawn with replacement.

    values    float64[n, m]  n questions, m metrics; NaN is not counted
    clusters  int64[n]       questions with the same number are drawn together
    returns   (low[m], high[m]), each float64; NaN where fewer than two clusters have a value

    One resample draws as many clusters as there are, C, with replacement (multinomial weights w), and the mean
    is the ratio `Σ_c w_c · sum_c / Σ_c w_c · count_c`, so that a large cluster weighs as its questions do. The
    same draws serve all columns. The interval holds the middle `level` of the resampled means (linear
    interpolation); with a handful of clusters it is too narrow, as every percentile interval is.

    Clusters are taken in ascending order of their numbers, so the order of rows does not matter beyond the
    rounding of the sums within a cluster.
    Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.

    >>> low, high = cluster_bootstrap_ci(np.full((9, 1), 0.5), np.arange(9), rng=np.random.default_rng(0))
    >>> float(low[0]), float(high[0])
    (0.5, 0.5)
    """
    columns = values.shape[1]
    low, high = np.full(columns, np.nan), np.full(columns, np.nan)
    _, numbers = np.unique(clusters, return_inverse=True)
    total = int(numbers.max()) + 1 if len(numbers) else 0
    if total < 2 or not columns:
        return low, high
    sums, counts, pattern = _per_cluster(values, numbers, total)
    several = (counts > 0).sum(axis=0)[pattern] > 1
    block = max(1, _DRAWS_PER_BLOCK // total)
    means = np.empty((resamples, columns))
    for start in range(0, resamples, block):
        weights = _weights(rng, min(block, resamples - start), total)
        drawn = (weights @ counts)[:, pattern]
        with np.errstate(invalid="ignore", divide="ignore"):
            means[start : start + len(weights)] = (weights @ sums) / drawn
    for column in np.flatnonzero(several):
        # A resample that drew no cluster with a value has no mean: 0 / 0, left out.
        defined = means[:, column][np.isfinite(means[:, column])]
        low[column], high[column] = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return low, high


def paired_delta_ci(
    a: Floats,
    b: Floats,
    clusters: NDArray[np.int64],
    *,
    rng: np.random.Generator,
    resamples: int = 1000,
    level: float = 0.95,
) -> tuple[Floats, Floats]:
    """Bootstrap interval of mean(b − a) over the rows where both are defined: each float64[m]. See above."""
    return cluster_bootstrap_ci(b - a, clusters, rng=rng, resamples=resamples, level=level)


def _weights(rng: np.random.Generator, rows: int, total: int) -> Floats:
    """How often each of `total` clusters is drawn in `rows` resamples: float64[rows, total]."""
    drawn = rng.integers(0, total, size=(rows, total))
    drawn += np.arange(rows)[:, np.newaxis] * total
    return np.bincount(drawn.ravel(), minlength=rows * total).reshape(rows, total).astype(np.float64)


def _per_cluster(values: Floats, numbers: NDArray[np.int64], total: int) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Sums float64[total, m], counts float64[total, patterns], and each column's pattern int64[m].

    Columns that are defined on the same rows (most are) share one column of counts: half the memory and work.
    """
    columns = values.shape[1]
    sums = np.empty((total, columns))
    counts: list[Floats] = []
    pattern = np.empty(columns, dtype=np.int64)
    known: dict[bytes, int] = {}
    for column in range(columns):
        defined = ~np.isnan(values[:, column])
        sums[:, column] = np.bincount(numbers, weights=np.where(defined, values[:, column], 0.0), minlength=total)
        key = np.packbits(defined).tobytes()
        if key not in known:
            known[key] = len(counts)
            counts.append(np.bincount(numbers[defined], minlength=total).astype(np.float64))
        pattern[column] = known[key]
    return sums, np.column_stack(counts), pattern
