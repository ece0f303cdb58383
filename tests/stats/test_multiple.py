"""Holm's correction."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragstrata.stats.multiple import holm

pytestmark = pytest.mark.unit


def test_steps_down_and_never_decreases() -> None:
    # sorted 0.01, 0.02, 0.03, 0.04 times 4, 3, 2, 1 = 0.04, 0.06, 0.06, 0.04, then the running maximum
    assert holm(np.array([0.04, 0.01, 0.03, 0.02])).tolist() == pytest.approx([0.06, 0.04, 0.06, 0.06])


def test_never_above_one_and_no_test_is_not_counted() -> None:
    adjusted = holm(np.array([0.9, np.nan, 0.8]))
    assert adjusted[[0, 2]].tolist() == [1.0, 1.0]
    assert np.isnan(adjusted[1])
    assert holm(np.array([0.02, np.nan])).tolist()[0] == 0.02


def test_no_tests() -> None:
    assert holm(np.array([])).tolist() == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_lies_between_the_p_and_bonferroni(p: list[float]) -> None:
    values = np.array(p)
    adjusted = holm(values)
    assert (adjusted >= values).all()
    assert (adjusted <= np.minimum(1, values * len(p)) + 1e-15).all()
