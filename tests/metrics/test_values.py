"""Rank measures worked out by hand. d1 … are judged, u1 … nobody judged, n1 … are judged not relevant."""

from collections.abc import Callable
from functools import partial
from math import log2

import numpy as np
import pytest

from ragstrata.align.ranking import RankedList, pack
from ragstrata.metrics.registry import find_metric, parse_measure
from ragstrata.metrics.retrieval.bounds import bounds
from ragstrata.metrics.retrieval.build import rankings_from_lists
from ragstrata.metrics.retrieval.measure import by_question, measure_rankings
from ragstrata.metrics.retrieval.unjudged import condense
from ragstrata.records.names import Gain, Undefined
from ragstrata.records.score import Scores
from ragstrata.records.views import Rankings

pytestmark = pytest.mark.unit

Labels = dict[str, float]


def _ask(text: str) -> Callable[[Rankings], Scores]:
    measure = parse_measure(text)
    function: Callable[..., Scores] = find_metric(measure.metric).function
    if measure.p is not None:
        function = partial(function, p=measure.p)
    return function if measure.cutoff is None else partial(function, k=measure.cutoff)


def _value(text: str, ids: str, grades: Labels, gain: Gain = "exponential") -> float | None:
    return _ask(text)(rankings_from_lists([ids.split()], [grades], gain))[0].value


def _expect(ids: str, grades: Labels, values: dict[str, float]) -> None:
    made = {name: _value(name, ids, grades) for name in values}
    assert made == pytest.approx(values, abs=1e-12)


def test_every_measure_of_one_list() -> None:
    """Relevant at ranks 2 and 5, one more never found; judged not relevant at rank 1, unjudged at 3 and 4."""
    grades = {"d1": 1.0, "d2": 1.0, "d3": 1.0, "n1": 0.0, "n2": 0.0}
    ideal = 1 + 1 / log2(3) + 1 / 2
    _expect(
        "n1 d1 u1 u2 d2",
        grades,
        {
            "Recall@1": 0,
            "Recall@3": 1 / 3,
            "Recall@5": 2 / 3,
            "Recall@10": 2 / 3,
            "Completeness@5": 0,
            "HitRate@1": 0,
            "HitRate@3": 1,
            "Precision@1": 0,
            "Precision@3": 1 / 3,
            "Precision@5": 2 / 5,
            "Precision@10": 2 / 10,
            "RR": 1 / 2,
            "RR@1": 0,
            "RR@2": 1 / 2,
            "AP": (1 / 2 + 2 / 5) / 3,
            "AP@3": (1 / 2) / 3,
            "RPrecision": 1 / 3,
            "nDCG@3": (1 / log2(3)) / ideal,
            "nDCG@5": (1 / log2(3) + 1 / log2(6)) / ideal,
            "nDCG": (1 / log2(3) + 1 / log2(6)) / ideal,
            "bpref": (1 - 1 / 2 + 1 - 1 / 2) / 3,
            "RBP": 0.2 * (0.8 + 0.8**4),
            "RBP(p=0.5)": 0.5 * (0.5 + 0.5**4),
            "Judged@1": 1,
            "Judged@3": 2 / 3,
            "Judged@5": 3 / 5,
            "Judged@10": 3 / 5,
            "DuplicateRate@5": 0,
        },
    )


def test_ndcg_of_grades_0_2_1_by_rank() -> None:
    grades = {"a": 0.0, "b": 2.0, "c": 1.0}
    dcg, ideal = 3 / log2(3) + 1 / 2, 3 + 1 / log2(3)
    assert (round(dcg, 3), round(ideal, 3), round(dcg / ideal, 3)) == (2.393, 3.631, 0.659)
    assert _value("nDCG@3", "a b c", grades) == pytest.approx(dcg / ideal, abs=1e-12)


def test_ndcg_with_linear_gain_earns_the_grade() -> None:
    grades = {"a": 0.0, "b": 2.0, "c": 1.0}
    linear = (2 / log2(3) + 1 / 2) / (2 + 1 / log2(3))
    assert _value("nDCG@3", "a b c", grades, "linear") == pytest.approx(linear, abs=1e-12)
    assert round(linear, 4) == 0.6697


def test_a_perfect_list_is_exactly_1() -> None:
    grades = {"d1": 3.0, "d2": 1.0, "d3": 1.0}
    for name in ("AP", "nDCG@3", "Precision@3", "Recall@3", "Completeness@3", "RPrecision", "RR", "bpref"):
        assert _value(name, "d1 d2 d3", grades) == 1.0, name


def test_a_relevant_id_again_keeps_its_rank_and_earns_nothing() -> None:
    once = {"Recall@3": 1, "nDCG@3": 1, "AP": 1, "RR": 1, "Precision@3": 1 / 3, "HitRate@3": 1, "RBP": 0.2}
    _expect("g1 g1 x", {"g1": 1.0}, {**once, "DuplicateRate@3": 1 / 3, "DuplicateRate@1": 0})
    _expect("g1 x y", {"g1": 1.0}, {**once, "DuplicateRate@3": 0})
    _expect("g1 g1 g2", {"g1": 1.0, "g2": 1.0}, {"Recall@2": 1 / 2, "Recall@3": 1, "AP": (1 + 2 / 3) / 2})


def test_a_judged_irrelevant_id_again_is_no_second_mistake_for_bpref() -> None:
    grades = {"a": 1.0, "b": 1.0, "n": 0.0, "m": 0.0}
    assert _value("bpref", "n n a", grades) == (1 - 1 / 2) / 2


def test_bpref_bounds_what_stands_above_by_the_relevant_and_the_judged() -> None:
    one = {"a": 1.0, "n": 0.0, "m": 0.0, "o": 0.0}
    assert _value("bpref", "n m o a", one) == 0.0
    assert _value("bpref", "a n m o", one) == 1.0
    assert _value("bpref", "u v a", {"a": 1.0}) == 1.0, "nothing is judged against it"
    assert _value("bpref", "n a b", {"a": 1.0, "b": 1.0, "c": 1.0, "n": 0.0}) == 0.0, "min(R, N) is 1"


@pytest.mark.parametrize("gold", ["a_2", "a#2", "a-1", "a.1", "a_1"])
def test_telling_duplicates_apart_never_makes_up_a_gold_id(gold: str) -> None:
    names = ("Recall@3", "nDCG@3", "AP", "RR", "HitRate@3", "Precision@3", "RPrecision", "bpref", "RBP")
    _expect("a a z", {gold: 1.0}, dict.fromkeys(names, 0))


def test_a_list_shorter_than_the_cutoff_shrinks_neither_ideal_nor_divisor() -> None:
    grades = {str(i): 1.0 for i in range(1, 6)}
    ideal = sum(1 / log2(rank + 1) for rank in range(1, 6))
    _expect(
        "1",
        grades,
        {
            "nDCG@5": 1 / ideal,
            "Precision@5": 1 / 5,
            "Recall@5": 1 / 5,
            "HitRate@5": 1,
            "AP": 1 / 5,
            "RPrecision": 1 / 5,
        },
    )
    assert round(1 / ideal, 5) == 0.33916


def test_more_relevant_ids_than_the_cutoff() -> None:
    grades = {f"g{i}": 1.0 for i in range(1, 12)}
    listed = " ".join(f"g{i}" for i in range(1, 11))
    _expect(listed, grades, {"nDCG@10": 1, "Recall@10": 10 / 11, "Precision@10": 1, "Recall@5": 5 / 11, "AP": 10 / 11})


def test_a_negative_grade_is_judged_and_earns_nothing() -> None:
    grades = {"D1": -1.0, "D2": 1.0}
    values = {"Precision@1": 0, "RR": 1 / 2, "nDCG@2": 1 / log2(3), "Recall@2": 1, "Judged@2": 1, "bpref": 0}
    _expect("D1 D2", grades, values)
    assert _value("nDCG@2", "D1 D2", grades, "linear") == pytest.approx(1 / log2(3), abs=1e-12)


def test_a_graded_label_may_be_fractional() -> None:
    assert _value("nDCG@2", "x a", {"a": 0.5}) == pytest.approx(1 / log2(3), abs=1e-12)


@pytest.mark.parametrize("grades", [{}, {"d9": 0.0}, {"d9": -2.0}])
def test_nothing_relevant_is_undefined_and_what_needs_only_a_list_is_not(grades: Labels) -> None:
    rankings = rankings_from_lists([["d1", "d9", "d1"]], [grades])
    for name in ("Recall@3", "nDCG@3", "nDCG", "AP", "RR", "bpref", "RBP", "RPrecision", "HitRate@1", "Completeness@1"):
        score = _ask(name)(rankings)[0]
        assert (score.value, score.reason) == (None, Undefined.NO_EVIDENCE), name
    assert _ask("DuplicateRate@3")(rankings)[0].value == 1 / 3
    assert _ask("Judged@3")(rankings)[0].value == (1 / 3 if grades else 0.0)


def test_an_empty_list_is_0_and_has_no_judged_share() -> None:
    names = ("HitRate@3", "RR", "Recall@3", "nDCG@3", "AP", "bpref", "RBP", "RPrecision", "DuplicateRate@3")
    _expect("", {"n1": 1.0}, dict.fromkeys(names, 0))
    assert _ask("Judged@3")(rankings_from_lists([[]], [{"n1": 1.0}]))[0].reason is Undefined.NO_RANKING


def _listed(size: int, relevant: list[int], needs: list[list[int]], total: int, **changed: object) -> Rankings:
    fields: dict[str, object] = {
        "gain": [1.0 if i + 1 in relevant else 0.0 for i in range(size)],
        "relevant": [i + 1 in relevant for i in range(size)],
        "judged": [True] * size,
        "duplicate": [False] * size,
        "ideal": [1.0] * total,
        "relevant_total": total,
        "nonrelevant_total": 0,
        "need_rank": needs,
        "reason": None,
        "pooled": True,
    }
    return pack([RankedList(**(fields | changed))])  # type: ignore[arg-type]


def test_the_best_alternative_set_counts() -> None:
    """{e1, e2} or {e3}: e1 at rank 1, e2 never, e3 at rank 3."""
    rankings = _listed(3, [1, 3], [[1, 0], [3]], 3)
    assert [_ask(f"Recall@{k}")(rankings)[0].value for k in (1, 2, 3)] == [1 / 2, 1 / 2, 1.0]
    assert [_ask(f"Completeness@{k}")(rankings)[0].value for k in (1, 2, 3)] == [0.0, 0.0, 1.0]


def test_one_item_that_covers_two_units_is_relevant_once_and_covers_both() -> None:
    rankings = _listed(3, [2], [[2, 2]], 1)
    made = {name: _ask(name)(rankings)[0].value for name in ("Recall@1", "Recall@3", "Precision@3", "AP", "nDCG@3")}
    assert made == pytest.approx(
        {"Recall@1": 0, "Recall@3": 1, "Precision@3": 1 / 3, "AP": 1 / 2, "nDCG@3": 1 / log2(3)}
    )


def test_reasons_of_a_list_and_of_its_relevance_are_told_apart() -> None:
    missing = _listed(0, [], [[0]], 1, reason=Undefined.RETRIEVAL_NOT_RECORDED)
    illegal = _listed(1, [], [], 0, reason=Undefined.NO_LEGAL_EVIDENCE)
    unpooled = _listed(1, [1], [[1]], 1, pooled=False)
    for name in ("Recall@1", "AP", "DuplicateRate@1", "Judged@1"):
        assert _ask(name)(missing)[0].reason is Undefined.RETRIEVAL_NOT_RECORDED, name
    assert _ask("Recall@1")(illegal)[0].reason is Undefined.NO_LEGAL_EVIDENCE
    assert _ask("DuplicateRate@1")(illegal)[0].value == 0.0
    assert _ask("Judged@1")(unpooled)[0].reason is Undefined.NO_JUDGEMENTS


UNJUDGED = rankings_from_lists([["u1", "u2", "g1"]], [{"g1": 1.0}])
"""Two hits that nobody judged stand above the relevant one."""


@pytest.mark.parametrize(
    ("name", "value", "low", "high"),
    [
        ("RR", 1 / 3, 1 / 3, 1),
        ("AP", 1 / 3, 1 / 3, 1),
        ("nDCG@3", 1 / 2, 1 / 2, 1),
        ("Precision@3", 1 / 3, 1 / 3, 1),
        ("Recall@1", 0, 0, 1 / 2),  # u1 alone: one of two
        ("Recall@2", 0, 0, 2 / 3),  # both: two of three
        ("Recall@3", 1, 1, 1),
        ("HitRate@1", 0, 0, 1),
        ("Completeness@2", 0, 0, 0),  # g1 stays third
        ("RPrecision", 0, 0, 1),
        ("bpref", 1, 0, 1),  # judged not relevant, they stand above it
        ("RBP", 0.2 * 0.64, 0.2 * 0.64, 0.2 * (1 + 0.8 + 0.64)),
    ],
)
def test_what_the_unjudged_could_still_make(name: str, value: float, low: float, high: float) -> None:
    assert _ask(name)(UNJUDGED).values == pytest.approx([value], abs=1e-12)
    made = bounds(_ask(name), UNJUDGED)
    assert (made[0][0], made[1][0]) == pytest.approx((low, high), abs=1e-12)


def test_an_unjudged_item_may_also_lower_a_value() -> None:
    """The list is [d1, u1]; if u1 is relevant too, half of what is needed stands below rank 1."""
    low, high = bounds(_ask("Recall@1"), rankings_from_lists([["d1", "u1"]], [{"d1": 1.0}]))
    assert (low.tolist(), high.tolist()) == ([0.5], [1.0])


def test_an_unjudged_item_of_a_lower_grade_may_make_the_highest_value() -> None:
    """[3, 1, u] with another 1 never found: u of grade 1 completes the best list, u of grade 3 stands too low."""
    rankings = rankings_from_lists([["a", "b", "u"]], [{"a": 3.0, "b": 1.0, "c": 1.0}])
    low, high = bounds(_ask("nDCG@3"), rankings)
    found, best = 7 + 1 / log2(3) + 7 / 2, 7 + 7 / log2(3) + 1 / 2
    assert low.tolist() == pytest.approx([found / best], abs=1e-12)
    assert high.tolist() == [1.0]


def test_an_unjudged_item_comes_before_what_only_several_items_hold_together() -> None:
    """A unit held by ranks 1 and 3 together, and u between them: the best order is u and then the two pieces."""
    split = {"gain": [0.0, 0.0, 1.0], "judged": [True, False, True], "ideal": [0.0, 1.0]}
    low, high = bounds(_ask("nDCG@3"), _listed(3, [3], [[3]], 1, **split))
    together = (1 / log2(3) + 1 / 2) / (1 + 1 / 2)
    alone = (1 / 2) / (1 / log2(3))
    assert (low[0], high[0]) == pytest.approx((together, alone), abs=1e-12)


def test_an_unjudged_item_that_repeats_is_one_item() -> None:
    rankings = rankings_from_lists([["u1", "u1", "g1"]], [{"g1": 1.0}])
    low, high = bounds(_ask("Precision@2"), rankings)
    assert (low.tolist(), high.tolist()) == ([0.0], [0.5])
    low, high = bounds(_ask("Recall@2"), rankings)
    assert (low.tolist(), high.tolist()) == ([0.0], [0.5])


def test_where_all_is_judged_or_nothing_is_meant_bounds_say_nothing_new() -> None:
    rankings = rankings_from_lists([["d1", "n1"], ["u1"], []], [{"d1": 1.0, "n1": 0.0}, {}, {"d1": 1.0}])
    low, high = bounds(_ask("AP"), rankings)
    assert low.tolist()[::2] == high.tolist()[::2] == [1.0, 0.0]
    assert np.isnan([low[1], high[1]]).all()


@pytest.mark.parametrize("size", [63, 64, 65, 150, 400])
@pytest.mark.parametrize(
    "name", ["Recall@10", "Recall@100", "nDCG@10", "nDCG", "AP", "RPrecision", "Precision@10", "RBP"]
)
def test_bounds_of_a_long_list_are_those_of_trying_every_number(name: str, size: int) -> None:
    known = {f"d{i}": 1.0 + i % 3 for i in range(12)} | {"n1": 0.0}
    order = np.random.default_rng(size).permutation([*(f"u{i}" for i in range(size)), *list(known)[3:]]).tolist()
    unjudged = [item for item in order if item not in known]
    ways = [chosen for j in range(size + 1) for chosen in (unjudged[:j], unjudged[size - j :])]
    labels = [known | dict.fromkeys(unjudged, 0.0) | dict.fromkeys(chosen, 3.0) for chosen in ways]
    tried = _ask(name)(rankings_from_lists([order] * len(ways), labels)).values
    low, high = bounds(_ask(name), rankings_from_lists([order], [known]))
    assert (low[0], high[0]) == pytest.approx((tried.min(), tried.max()), abs=1e-12)


def test_condensed_lists_close_the_gaps() -> None:
    condensed = condense(UNJUDGED)
    assert {n: _ask(n)(condensed)[0].value for n in ("nDCG@3", "RR", "AP", "Recall@1")} == dict.fromkeys(
        ("nDCG@3", "RR", "AP", "Recall@1"), 1.0
    )


def test_the_policy_decides_between_value_condensed_value_and_bounds() -> None:
    named = ["RR", "Judged@k"]
    plain = by_question(measure_rankings(UNJUDGED, [3], "nonrelevant", names=named), 1)[0]
    without = by_question(measure_rankings(UNJUDGED, [3], "condensed", names=named), 1)[0]
    both = by_question(measure_rankings(UNJUDGED, [3], "bounds", names=named, suffix="[fused]"), 1)[0]
    assert (plain.values, plain.bounds, plain.condensed) == ({"RR": 1 / 3, "Judged@3": 1 / 3}, {}, {})
    assert (without.values, without.bounds) == ({"RR": 1.0, "Judged@3": 1 / 3}, {})
    assert both.values == {"RR[fused]": 1 / 3, "Judged@3[fused]": 1 / 3}
    assert (both.bounds, both.condensed) == ({"RR[fused]": (1 / 3, 1.0)}, {"RR[fused]": 1.0})


def test_an_undefined_row_holds_its_reason_and_no_bounds() -> None:
    rankings = rankings_from_lists([["u1"], ["u1", "d1"]], [{"d1": 0.0}, {"d1": 1.0}])
    first, second = by_question(measure_rankings(rankings, [1], "bounds", names=["RR"]), 2)
    assert (first.values, first.undefined, first.bounds) == ({"RR": None}, {"RR": Undefined.NO_EVIDENCE}, {})
    assert (second.values, second.undefined, second.bounds) == ({"RR": 0.5}, {}, {"RR": (0.5, 1.0)})
