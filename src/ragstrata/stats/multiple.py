"""Corrections for asking several questions of the same data."""

import numpy as np
from numpy.typing import NDArray


def holm(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Holm's step-down adjusted p values: float64[m]. NaN (no test) stays NaN and is not counted as a test.

    Sorted ascending, the i-th of m (from 0) becomes max over j ≤ i of min(1, (m − j) · p_j).
    Source: Holm, A simple sequentially rejective multiple test procedure (1979).

    >>> holm(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    adjusted = np.full(len(p), np.nan)
    tests = np.flatnonzero(~np.isnan(p))
    order = tests[np.argsort(p[tests], kind="stable")]
    factors = len(order) - np.arange(len(order))
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(factors * p[order]))
    return adjusted
