"""Exact binomial intervals, without SciPy (whose import alone costs seconds)."""

from math import exp, lgamma, log, log1p

_STEPS = 200


def clopper_pearson(k: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """Exact two-sided interval of a share of which k of n were seen; (0, 1) where n is 0.

    With α = 1 − level: the low end is the p with P(X ≥ k | n, p) = α / 2 (0 for k = 0), the high end the p with
    P(X ≤ k | n, p) = α / 2 (1 for k = n). Source: Clopper and Pearson (1934), Biometrika 26.

    >>> [round(end, 4) for end in clopper_pearson(1, 10)]
    [0.0025, 0.445]
    """
    if not 0 <= k <= n:
        raise ValueError(f"{k} of {n} is not a share")
    tail = (1.0 - level) / 2.0
    low = 0.0 if k == 0 else _solve(k, n - k + 1, tail)
    high = 1.0 if k == n else _solve(k + 1, n - k, 1.0 - tail)
    return low, high


def exact_upper_bound(k: int, n: int, level: float = 0.95) -> float:
    """One-sided exact upper bound: the p with P(X ≤ k | n, p) = 1 − level; 1 where n is 0 or k is n.

    For k = 0 it is 1 − (1 − level)^(1/n), which the "rule of three" rounds to 3 / n.

    >>> round(exact_upper_bound(0, 100), 4)
    0.0295
    """
    return clopper_pearson(k, n, 2.0 * level - 1.0)[1]


def regularised_beta(a: float, b: float, x: float) -> float:
    """I_x(a, b) for a, b > 0 and 0 ≤ x ≤ 1; for whole a and n = a + b − 1 it is P(X ≥ a | n, x).

    Continued fraction, on the side of the mean where it converges fast.
    Source: Abramowitz and Stegun (1964), 26.5.8.

    >>> round(regularised_beta(2, 3, 0.5), 6)
    0.6875
    """
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - regularised_beta(b, a, 1.0 - x)
    front = exp(a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b)) / a
    return front * _fraction(a, b, x)


def _fraction(a: float, b: float, x: float) -> float:
    """1 / (1 + d₁ / (1 + d₂ / …)) with the d of 26.5.8, summed forward; about √max(a, b) terms are needed."""
    total = term = ratio = 1.0
    for step in range(1, int(200 + 20 * max(a, b) ** 0.5)):
        m = step // 2
        if step % 2:
            d = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            d = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        ratio = 1.0 / (1.0 + d * ratio)
        term *= ratio - 1.0
        total += term
        if abs(term) <= 1e-16 * abs(total):
            break
    return total


def _solve(a: float, b: float, share: float) -> float:
    """The x with I_x(a, b) = share, by bisection: I rises with x from 0 to 1."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2.0
        if middle in {low, high}:
            break
        if regularised_beta(a, b, middle) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0
