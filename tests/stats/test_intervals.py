"""Exact binomial intervals against published and closed-form values."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstrata.stats.intervals import clopper_pearson, exact_upper_bound, regularised_beta

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.3085),  # tables of the exact interval (Zar, Biostatistical Analysis; R's binom.test)
        (1, 10, 0.0025, 0.4450),
        (2, 10, 0.0252, 0.5561),
        (5, 10, 0.1871, 0.8129),
        (10, 10, 0.6915, 1.0),
        (15, 100, 0.0865, 0.2353),
    ],
)
def test_published_two_sided_intervals(k: int, n: int, low: float, high: float) -> None:
    assert clopper_pearson(k, n) == pytest.approx((low, high), abs=0.0001)


@pytest.mark.parametrize("n", [1, 10, 300, 10_000, 1_000_000])
def test_none_of_n_has_the_closed_form_that_the_rule_of_three_rounds(n: int) -> None:
    assert exact_upper_bound(0, n) == pytest.approx(1 - 0.05 ** (1 / n), rel=1e-9)
    if n >= 300:
        assert exact_upper_bound(0, n) == pytest.approx(3 / n, rel=0.01)


def test_nothing_observed_says_nothing() -> None:
    assert clopper_pearson(0, 0) == (0.0, 1.0)
    assert exact_upper_bound(0, 0) == 1.0


@pytest.mark.parametrize(("k", "n"), [(-1, 3), (4, 3)])
def test_an_impossible_share_is_refused(k: int, n: int) -> None:
    with pytest.raises(ValueError, match="is not a share"):
        clopper_pearson(k, n)


@given(st.integers(1, 40), st.integers(1, 40), st.floats(0.001, 0.999))
def test_the_incomplete_beta_is_the_binomial_tail(a: int, b: int, x: float) -> None:
    n = a + b - 1
    tail = sum(comb(n, i) * x**i * (1 - x) ** (n - i) for i in range(a, n + 1))
    assert regularised_beta(a, b, x) == pytest.approx(tail, rel=1e-9, abs=1e-13)


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_interval_holds_the_share_and_mirrors(k: int, more: int) -> None:
    n = k + more
    low, high = clopper_pearson(k, n)
    assert 0 <= low <= (k / n if n else 0.5) <= high <= 1
    assert clopper_pearson(more, n) == pytest.approx((1 - high, 1 - low), abs=1e-9)
