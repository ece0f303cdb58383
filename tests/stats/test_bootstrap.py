"""Percentile intervals by resampling clusters."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstrata.stats.bootstrap import cluster_bootstrap_ci, paired_delta_ci

pytestmark = pytest.mark.unit
nan = float("nan")


def interval(
    values: list[list[float]], clusters: list[int] | None = None, seed: int = 0, **how: float
) -> list[tuple[float, float]]:
    matrix = np.array(values, dtype=np.float64)
    numbers = np.arange(len(matrix)) if clusters is None else np.array(clusters)
    low, high = cluster_bootstrap_ci(matrix, numbers, rng=np.random.default_rng(seed), **how)  # type: ignore[arg-type]
    return list(zip(low.tolist(), high.tolist(), strict=True))


def test_two_clusters_give_the_three_possible_means() -> None:
    # Two clusters, drawn twice: means 0 (1/4), 1/2 (1/2), 1 (1/4). The middle 95 % reaches from 0 to 1.
    assert interval([[0.0], [1.0]]) == [(0.0, 1.0)]


def test_the_middle_of_the_resamples_is_kept() -> None:
    # The same three means: a quarter lies on each side of the middle half, whose ends are 0 or 1/2 and 1/2 or 1;
    # the middle 20 % is 1/2 alone.
    assert interval([[0.0], [1.0]], level=0.2) == [(0.5, 0.5)]


def test_a_cluster_is_drawn_whole() -> None:
    # Means of whole clusters are 0 or 1 or, both drawn, 3/4: the cluster of three weighs as three questions.
    assert interval([[0.0], [1.0], [1.0], [1.0]], [0, 1, 1, 1], level=0.2) == [(0.75, 0.75)]


@pytest.mark.parametrize(
    ("values", "clusters"),
    [([[0.5]], [0]), ([[0.0], [1.0]], [3, 3]), ([[nan], [nan]], [0, 1]), ([[1.0], [nan]], [0, 1])],
    ids=["one question", "one cluster", "no value", "values in one cluster only"],
)
def test_fewer_than_two_clusters_with_a_value_have_no_interval(values: list[list[float]], clusters: list[int]) -> None:
    ((low, high),) = interval(values, clusters)
    assert np.isnan([low, high]).all()


def test_nothing_has_no_interval() -> None:
    low, high = cluster_bootstrap_ci(np.zeros((0, 2)), np.zeros(0, dtype=np.int64), rng=np.random.default_rng(0))
    assert np.isnan(low).all()
    assert np.isnan(high).all()


def test_a_metric_keeps_its_interval_whatever_stands_beside_it() -> None:
    values = np.random.default_rng(7).random((40, 3))
    values[::3, 1] = nan
    alone = interval(values[:, 1:2].tolist(), seed=5)
    assert interval(values.tolist(), seed=5)[1] == pytest.approx(alone[0], rel=1e-12)


def test_the_seed_decides() -> None:
    values = np.random.default_rng(1).random((30, 1)).tolist()
    assert interval(values, seed=1) == interval(values, seed=1)
    assert interval(values, seed=1) != interval(values, seed=2)


def test_the_interval_agrees_with_the_normal_one_on_many_questions() -> None:
    # 10,000 coin flips: 0.5 ± 1.96 · 0.5 / 100.
    ((low, high),) = interval([[float(i % 2)] for i in range(10_000)])
    assert (low, high) == pytest.approx((0.4902, 0.5098), abs=0.0012)


def test_correlated_questions_widen_the_interval_when_clustered() -> None:
    # 100 conversations of 10 equal questions are 100 observations: 0.5 ± 1.96 · 0.5 / 10, not / √1000.
    values = [[float(i // 10 % 2)] for i in range(1000)]
    ((low, high),) = interval(values, [i // 10 for i in range(1000)])
    assert (low, high) == pytest.approx((0.402, 0.598), abs=0.015)


def test_intervals_cover_the_true_mean_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(2026)
    covered = 0
    for _ in range(400):
        low, high = cluster_bootstrap_ci(rng.random((60, 1)), np.arange(60), rng=rng, resamples=400)
        covered += bool(low[0] <= 0.5 <= high[0])
    # 95 % of 400 is 380; three standard errors are 13, and the percentile interval covers a little less.
    assert 360 <= covered <= 393


def test_paired_rows_with_a_value_missing_are_left_out() -> None:
    a, b = np.array([[0.0], [0.0], [nan]]), np.array([[1.0], [1.0], [0.0]])
    low, high = paired_delta_ci(a, b, np.arange(3), rng=np.random.default_rng(0))
    assert (low.tolist(), high.tolist()) == ([1.0], [1.0])


@given(
    st.lists(st.tuples(st.floats(0, 1) | st.just(nan), st.integers(0, 5)), min_size=2, max_size=30),
    st.randoms(use_true_random=False),
)
def test_the_order_of_rows_does_not_matter_and_the_ends_lie_among_the_values(
    rows: list[tuple[float, int]], random: object
) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    (first,) = interval([[v] for v, _ in rows], [c for _, c in rows], resamples=50)
    (second,) = interval([[v] for v, _ in shuffled], [c for _, c in shuffled], resamples=50)
    assert first == pytest.approx(second, nan_ok=True, abs=1e-12)
    if not np.isnan(first[0]):
        defined = [v for v, _ in rows if not np.isnan(v)]
        assert min(defined) - 1e-12 <= first[0] <= first[1] <= max(defined) + 1e-12
