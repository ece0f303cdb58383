"""Sign-flip test on cases that can be enumerated by hand."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstrata.stats.permutation import paired_permutation_p

pytestmark = pytest.mark.unit
nan = float("nan")


def p_of(deltas: list[float], clusters: list[int] | None = None, rounds: int = 10_000, seed: int = 0) -> float:
    numbers = None if clusters is None else np.array(clusters)
    column = np.array(deltas, dtype=np.float64).reshape(-1, 1)
    return float(paired_permutation_p(column, numbers, rng=np.random.default_rng(seed), rounds=rounds)[0])


@pytest.mark.parametrize(
    ("deltas", "p"),
    [
        ([1.0], 1.0),  # +1 and −1 are equally far
        ([1.0, 1.0], 0.5),  # 2 of 4 flips reach 2
        ([1.0] * 8, 2 / 256),  # all plus or all minus
        ([1.0, 2.0, 3.0], 0.25),
        ([1.0, 1.0, -1.0], 1.0),  # every flip reaches 1
        ([3.0, 1.0, -1.0], 0.75),  # |±3 ± 1 ± 1| ≥ 3: 5, 3, 3, 1 on either side
        ([0.1, 0.2, -0.3], 1.0),  # the sum is 0 up to rounding: reached by all
        ([0.0, 0.0], 1.0),
        ([nan, 1.0, 1.0], 0.5),
        ([0.0, 1.0, 1.0], 0.5),  # a pair without a difference adds nothing
    ],
)
def test_small_cases_are_exact(deltas: list[float], p: float) -> None:
    assert p_of(deltas) == pytest.approx(p, abs=1e-15)


def test_no_pair_has_no_p() -> None:
    assert np.isnan(p_of([]))
    assert np.isnan(p_of([nan, nan]))


def test_a_cluster_flips_as_one() -> None:
    assert p_of([1.0, 1.0, 1.0, 1.0], [0, 0, 1, 1]) == 0.5


def test_a_sampled_p_is_never_zero_and_close_to_the_exact_one() -> None:
    # 20 differences of 1: exact p is 2 / 2^20; with 999 rounds the least that can be said is 1 / 1000.
    assert p_of([1.0] * 20, rounds=999) == pytest.approx(0.001)
    # 6 of 16 negative: P(|S| ≥ 4) for 16 fair signs = 2 · P(at most 6 heads of 16) = 29786 / 65536.
    assert p_of([1.0] * 10 + [-1.0] * 6, rounds=20_000) == pytest.approx(29786 / 65536, abs=0.011)


def test_columns_are_tested_each_for_itself() -> None:
    deltas = np.array([[1.0, nan, 0.0], [1.0, nan, 0.0], [1.0, 1.0, 0.0]])
    assert paired_permutation_p(deltas, rng=np.random.default_rng(0)).tolist() == [0.25, 1.0, 1.0]


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=9))
def test_the_p_is_the_share_of_all_flips_that_reach_the_sum(deltas: list[int]) -> None:
    sums = [
        abs(sum(s * d for s, d in zip(signs, deltas, strict=True))) for signs in product((1, -1), repeat=len(deltas))
    ]
    share = sum(s >= abs(sum(deltas)) for s in sums) / len(sums)
    assert p_of([float(d) for d in deltas]) == pytest.approx(share, abs=1e-15)
