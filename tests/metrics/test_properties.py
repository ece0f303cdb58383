"""Laws that every rank measure keeps, over the whole registry."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstrata.metrics.registry import metrics
from ragstrata.metrics.retrieval.bounds import bounds, bounds_of
from ragstrata.metrics.retrieval.build import rankings_from_lists
from ragstrata.metrics.retrieval.unjudged import condense
from ragstrata.records.names import Undefined
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings

pytestmark = pytest.mark.unit

LAW = settings(deadline=None, max_examples=60)
"""One example asks every measure at every cutoff: how long that takes says nothing."""

CUTOFFS = (1, 2, 3, 5, 10)
DEEPEST = max(CUTOFFS)
OF_THE_LIST = ("Judged@k", "DuplicateRate@k")
"""These look at the list as it is, not at relevance: no bounds, and a list is all that they need."""

Ask = Callable[[Rankings], Scores]
Labels = dict[str, float]


def _asks(*, relevance_only: bool = False, cutoff_only: bool = False) -> dict[str, Ask]:
    asks: dict[str, Ask] = {}
    for m in metrics():
        if m.layer != "retrieval" or (relevance_only and m.name in OF_THE_LIST):
            continue
        if m.takes_cutoff:
            asks |= {m.name.replace("@k", f"@{k}"): partial(m.function, k=k) for k in CUTOFFS}
        elif not cutoff_only:
            asks[m.name] = m.function
    return asks


ALL = _asks()
RELEVANCE = _asks(relevance_only=True)
AT_CUTOFFS = _asks(cutoff_only=True)
BETTER = {
    name: ask
    for name, ask in ALL.items()
    if next(m for m in metrics() if m.name.partition("@")[0] == name.partition("@")[0]).higher_is_better
}

IDS = [f"d{i}" for i in range(14)]
GRADES = st.sampled_from([-1.0, 0.0, 1.0, 2.0, 3.0])
LISTS = st.lists(st.sampled_from(IDS), max_size=14)
LABELS = st.dictionaries(st.sampled_from(IDS), GRADES, max_size=10)
ANSWERABLE = LABELS.filter(lambda grades: any(g > 0 for g in grades.values()))
BATCH = st.lists(st.tuples(LISTS, LABELS), min_size=1, max_size=6)


def _rankings(batch: list[tuple[list[str], Labels]]) -> Rankings:
    return rankings_from_lists([ids for ids, _ in batch], [grades for _, grades in batch])


def _values(ask: Ask, ids: list[str], grades: Labels) -> float:
    return float(ask(_rankings([(ids, grades)])).values[0])


@LAW
@given(BATCH)
def test_a_value_is_a_share_or_has_a_reason(batch: list[tuple[list[str], Labels]]) -> None:
    rankings = _rankings(batch)
    for name, ask in ALL.items():
        scores = ask(rankings)
        defined = np.array([reason is None for reason in scores.reasons])
        assert (np.isnan(scores.values) == ~defined).all(), name
        assert ((scores.values[defined] >= 0) & (scores.values[defined] <= 1)).all(), name


@LAW
@given(LISTS.filter(bool), ANSWERABLE, st.data())
def test_an_item_that_comes_again_never_raises_a_score(ids: list[str], grades: Labels, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(ids) - 1))
    again = data.draw(st.integers(first + 1, len(ids)))
    repeated = [*ids[:again], ids[first], *ids[again:]]
    for name, ask in BETTER.items():
        assert _values(ask, repeated, grades) <= _values(ask, ids, grades), name


@LAW
@given(BATCH, st.randoms(use_true_random=False))
def test_questions_in_another_order_have_the_same_scores_to_the_bit(
    batch: list[tuple[list[str], Labels]], random: object
) -> None:
    order = list(range(len(batch)))
    getattr(random, "shuffle")(order)  # noqa: B009 (the type of Hypothesis' generator is not public)
    before, after = _rankings(batch), _rankings([batch[i] for i in order])
    for name, ask in ALL.items():
        assert ask(before).values[order].tobytes() == ask(after).values.tobytes(), name


@LAW
@given(BATCH)
def test_one_question_is_a_batch_of_one_to_the_bit(batch: list[tuple[list[str], Labels]]) -> None:
    together = _rankings(batch)
    for name, ask in ALL.items():
        alone = np.concatenate([ask(_rankings([one])).values for one in batch])
        assert ask(together).values.tobytes() == alone.tobytes(), name


def test_long_lists_of_a_batch_have_the_scores_of_single_ones_to_the_bit() -> None:
    rng = np.random.default_rng(7)
    batch = []
    for size in (1000, 1, 37, 256, 999):
        ids = [f"x{i}" for i in rng.permutation(1200)[:size]]
        batch.append((ids, {f"x{i}": float(i % 4) for i in range(0, 1200, 3)}))
    together = _rankings(batch)
    for name, ask in ALL.items():
        alone = np.concatenate([ask(_rankings([one])).values for one in batch])
        assert ask(together).values.tobytes() == alone.tobytes(), name


@LAW
@given(ANSWERABLE)
def test_nothing_retrieved_is_0_and_not_undefined(grades: Labels) -> None:
    rankings = _rankings([([], grades)])
    for name, ask in ALL.items():
        scores = ask(rankings)
        if name.startswith("Judged"):
            assert scores.reasons == (Undefined.NO_RANKING,), "no share can be taken of an empty list"
        else:
            assert (scores.values.tolist(), scores.reasons) == ([0.0], (None,)), name


@LAW
@given(LISTS, st.dictionaries(st.sampled_from(IDS), st.sampled_from([-2.0, 0.0]), max_size=5))
def test_without_a_relevant_judgement_relevance_has_no_meaning(ids: list[str], grades: Labels) -> None:
    rankings = _rankings([(ids, grades)])
    for name, ask in RELEVANCE.items():
        assert ask(rankings).reasons == (Undefined.NO_EVIDENCE,), name
        assert ask(rankings)[0].value is None, name


def test_a_batch_of_no_questions_has_no_scores() -> None:
    for name, ask in ALL.items():
        assert len(ask(_rankings([]))) == 0, name


@LAW
@given(st.integers(1, 40), st.integers(1, 12), st.sampled_from(["exponential", "linear"]))
def test_more_relevant_items_than_the_cutoff_never_lift_ndcg_over_1(relevant: int, listed: int, gain: str) -> None:
    grades = {f"r{i}": float(1 + i % 3) for i in range(relevant)}
    best = sorted(grades, key=lambda item: -grades[item])
    ids = [*best, *(f"n{i}" for i in range(listed))]
    rankings = rankings_from_lists([ids], [grades], gain)  # type: ignore[arg-type]
    for name, ask in ALL.items():
        if name.startswith("nDCG"):
            assert ask(rankings).values.tolist() == [1.0], name


@LAW
@given(st.lists(st.sampled_from(IDS), min_size=DEEPEST, max_size=14), ANSWERABLE, st.integers(1, 8))
def test_an_unjudged_tail_below_every_cutoff_changes_nothing(ids: list[str], grades: Labels, tail: int) -> None:
    longer = [*ids, *(f"u{i}" for i in range(tail))]
    for name, ask in AT_CUTOFFS.items():
        assert _values(ask, longer, grades) == _values(ask, ids, grades), name


@LAW
@given(LISTS, ANSWERABLE, st.integers(1, 8))
def test_an_unjudged_tail_changes_no_measure_of_relevance(ids: list[str], grades: Labels, tail: int) -> None:
    longer = [*ids, *(f"u{i}" for i in range(tail))]
    for name, ask in RELEVANCE.items():
        assert _values(ask, longer, grades) == _values(ask, ids, grades), name


@LAW
@given(LISTS, ANSWERABLE)
def test_condensing_drops_the_unjudged_and_nothing_else(ids: list[str], grades: Labels) -> None:
    condensed = condense(_rankings([(ids, grades)]))
    without = _rankings([([i for i in ids if i in grades], grades)])
    for field in Rankings.__dataclass_fields__:
        assert np.array_equal(getattr(condensed, field), getattr(without, field)), field


def test_condensing_keeps_each_question_of_a_batch_apart() -> None:
    batch = [
        (["u", "a"], {"a": 1.0}),
        (["u"], {"b": 1.0}),
        ([], {"c": 1.0}),
        (["v", "n", "w", "d"], {"d": 2.0, "n": 0.0}),
    ]
    condensed = condense(_rankings(batch))
    assert condensed.offsets.tolist() == [0, 1, 1, 1, 3]
    assert condensed.need_rank.tolist() == [1, 0, 0, 2]


def _judged(ids: list[str], grades: Labels, levels: Sequence[float]) -> Rankings:
    """The list as it stands, and every way to judge the rest with these grades."""
    unjudged = sorted(set(ids) - set(grades))
    ways = [grades | dict(zip(unjudged, way, strict=True)) for way in product(levels, repeat=len(unjudged))]
    return rankings_from_lists([ids] * (len(ways) + 1), [grades, *ways])


FEW_UNJUDGED = st.lists(st.sampled_from([*IDS[:5], "u1", "u2", "u3", "u4"]), max_size=8)
JUDGED = st.dictionaries(st.sampled_from(IDS[:7]), GRADES, min_size=1, max_size=7)


@LAW
@given(FEW_UNJUDGED, JUDGED)
def test_bounds_are_the_lowest_and_highest_value_that_judging_the_rest_can_reach(
    ids: list[str], grades: Labels
) -> None:
    grades = dict.fromkeys(IDS[:5], 0.0) | grades
    if all(grade <= 0 for grade in grades.values()):
        grades["d0"] = 1.0
    known = {grade for grade in grades.values() if grade > 0}
    reachable = _judged(ids, grades, [0.0, *known])
    for name, ask in RELEVANCE.items():
        low, high = bounds(ask, _rankings([(ids, grades)]))
        values = ask(reachable).values
        assert low[0] == pytest.approx(values.min(), abs=1e-12), name
        assert high[0] == pytest.approx(values.max(), abs=1e-12), name


@LAW
@given(FEW_UNJUDGED, JUDGED)
def test_no_grade_between_those_known_leaves_the_bounds(ids: list[str], grades: Labels) -> None:
    grades = grades | {"d13": 3.0}
    judged = _judged(ids, grades, [0.0, 0.7, 1.5, 2.5, 3.0])
    for name, ask in RELEVANCE.items():
        low, high = bounds(ask, _rankings([(ids, grades)]))
        values = ask(judged).values
        assert low[0] - 1e-12 <= values.min(), name
        assert values.max() <= high[0] + 1e-12, name


@LAW
@given(BATCH)
def test_bounds_of_one_question_are_those_of_a_batch_of_one_to_the_bit(batch: list[tuple[list[str], Labels]]) -> None:
    asks = [(ask, True) for ask in RELEVANCE.values()]
    together = bounds_of(asks, _rankings(batch))
    alone = [bounds_of(asks, _rankings([one])) for one in batch]
    for i, (low, high) in enumerate(together):
        assert low.tobytes() == np.concatenate([one[i][0] for one in alone]).tobytes()
        assert high.tobytes() == np.concatenate([one[i][1] for one in alone]).tobytes()


@LAW
@given(BATCH, st.integers(0, 2**32 - 1))
def test_only_a_graded_measure_reads_how_much_an_item_earns(batch: list[tuple[list[str], Labels]], seed: int) -> None:
    rng, rankings = np.random.default_rng(seed), _rankings(batch)
    gain = np.where(rankings.relevant, rng.uniform(0.5, 9, len(rankings.gain)), 0.0)
    other = replace(rankings, gain=gain, ideal=rng.uniform(0.5, 9, len(rankings.ideal)))
    graded = {m.name.partition("@")[0] for m in metrics() if m.graded}
    for name, ask in ALL.items():
        if name.partition("@")[0] not in graded:
            assert ask(rankings).values.tobytes() == ask(other).values.tobytes(), name


@LAW
@given(BATCH)
def test_bounds_hold_the_value_and_are_undefined_where_it_is(batch: list[tuple[list[str], Labels]]) -> None:
    rankings = _rankings(batch)
    for name, ask in RELEVANCE.items():
        values = ask(rankings).values
        low, high = bounds(ask, rankings)
        gone = np.isnan(values)
        assert (np.isnan(low) == gone).all(), name
        assert (np.isnan(high) == gone).all(), name
        assert ((low <= values) & (values <= high))[~gone].all(), name
