"""Means with their denominators, bounds and reasons, worked out by hand."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from results_to_count import make_result

from ragstrata.aggregate.tally import Tally, summarise
from ragstrata.records.names import NoteCode
from ragstrata.records.result import QuestionResult, StageCount, Summary
from ragstrata.records.suite import Note, Settings
from ragstrata.records.views import ExposedItem, Exposure

pytestmark = pytest.mark.unit
NOTHING_SHOWN = Exposure()
FAILED: dict[str, Any] = {
    "passed": False,
    "cause": {"primary": "retrieval", "secondary": ["generation"], "status": "suspected"},
}
UNDECIDED: dict[str, Any] = {"passed": None, "cause": {"primary": "evaluation", "status": "unknown"}}


def sum_up(results: Iterable[QuestionResult], exposures: Iterable[Exposure] = (), seed: int = 0) -> Summary:
    tally = Tally()
    shown = list(exposures)
    for number, result in enumerate(results):
        tally.add(result, shown[number] if number < len(shown) else NOTHING_SHOWN)
    return summarise(
        tally,
        suite="returns",
        run="base",
        settings=Settings(),
        judge={"id": "rules"},
        notes=[],
        rng=np.random.default_rng(seed),
    )


def behaving(expected: str, observed: str | None) -> dict[str, Any]:
    return {"behavior": {"expected": expected, "observed": observed, "proof": ""}}


def unit(needed: bool = True, **stages: str) -> dict[str, Any]:
    return {
        "evidence_id": "e",
        "doc_id": None,
        "text": "",
        "needed": needed,
        "stages": stages,
        "shares": {},
        "lost_at": None,
        "conditions_lost": [],
        "rank": None,
        "approximate": False,
        "loss": None,
        "proof": "",
    }


def test_undecided_questions_are_counted_beside_the_mean_and_widen_the_bounds() -> None:
    results = [make_result(f"q{i}", {"faithfulness": 1.0}) for i in range(6)]
    results += [make_result(f"q{i}", {"faithfulness": 0.0}) for i in (6, 7)]
    results += [make_result(f"q{i}", {"faithfulness": "judge_undecided"}) for i in (8, 9)]
    mean = sum_up(results).metrics["faithfulness"]
    assert (mean.layer, mean.value, mean.n, mean.undefined) == ("answer", 0.75, 8, {"judge_undecided": 2})
    assert mean.bounds == pytest.approx((0.6, 0.8))
    assert mean.ci is not None
    assert mean.ci[0] < 0.75 < mean.ci[1]


def test_bounds_of_a_question_are_used_where_it_has_them() -> None:
    first = make_result("q1", {"RR": 1 / 3}, bounds={"RR": [1 / 3, 1.0]}, condensed={"RR": 1.0})
    second = make_result("q2", {"RR": 0.5})
    third = make_result("q3", {"RR": "judge_undecided"}, bounds={"RR": [0.25, 0.5]})
    mean = sum_up([first, second, third]).metrics["RR"]
    assert mean.value == pytest.approx((1 / 3 + 1 / 2) / 2)
    assert mean.bounds == pytest.approx(((1 / 3 + 1 / 2 + 1 / 4) / 3, (1 + 1 / 2 + 1 / 2) / 3))
    assert mean.condensed == pytest.approx((1 + 1 / 2) / 2)


def test_a_metric_without_a_value_is_null_with_its_reasons() -> None:
    mean = sum_up([make_result("q1", {"Recall@3": "no_evidence"})]).metrics["Recall@3"]
    assert (mean.value, mean.ci, mean.bounds, mean.n, mean.condensed) == (None, None, None, 0, None)
    assert mean.undefined == {"no_evidence": 1}


def test_only_an_unknown_number_has_bounds_and_only_where_its_range_is_finite() -> None:
    reasons = {"faithfulness": "judge_timeout", "completeness": "no_facts", "hop_gain": "missing_from_run"}
    metrics = sum_up([make_result("q1", reasons)]).metrics
    assert [metrics[name].bounds for name in reasons] == [(0.0, 1.0), None, None]


def test_one_question_or_one_cluster_has_no_interval() -> None:
    assert sum_up([make_result("q1", {"RR": 0.5})]).metrics["RR"].ci is None
    pair = [make_result(q, {"RR": v}, cluster="talk") for q, v in (("q1", 0.0), ("q2", 1.0))]
    assert sum_up(pair).metrics["RR"].ci is None
    assert sum_up([make_result("q1", {"RR": 0.0}), make_result("q2", {"RR": 1.0})]).metrics["RR"].ci == (0.0, 1.0)


def test_a_column_that_a_trace_lacks_is_counted_as_no_ranking() -> None:
    results = [make_result("q1", {"RR": 1.0}), make_result("q2", {"RR": 1.0, "RR[reranked]": 0.5}), make_result("q3")]
    mean = sum_up(results).metrics["RR[reranked]"]
    assert (mean.value, mean.n, mean.undefined) == (0.5, 1, {"no_ranking": 2})


def test_metrics_stand_in_the_order_of_the_registry() -> None:
    scores = {"faithfulness": 1.0, "RR": 1.0, "Recall@10": 1.0, "Recall@3[reranked]": 1.0, "Recall@3": 1.0}
    order = ["Recall@3", "Recall@10", "Recall@3[reranked]", "RR", "faithfulness"]
    assert list(sum_up([make_result("q1", scores)]).metrics) == order


def test_the_numbers_of_questions() -> None:
    results = [
        make_result("q1"),
        make_result("q2", **behaving("partial", "answer"), **FAILED),
        make_result("q3", **behaving("refuse", "refuse")),
        make_result("q4", **behaving("clarify", "error"), **FAILED),
        make_result("q5", **behaving("chat", "answer"), **UNDECIDED),
        make_result("q6", {"RR": 0.0, "faithfulness": "missing_from_run"}, **behaving("answer", None), **FAILED),
    ]
    assert sum_up(results).n == {
        "questions": 6,
        "evaluated": 5,
        "answerable": 3,
        "no_answer": 2,
        "chat": 1,
        "errors": 1,
        "passed": 2,
        "failed": 3,
        "undecided": 1,
    }


def test_the_pass_rate_is_bounded_by_the_undecided() -> None:
    summary = sum_up(
        [make_result("q1"), make_result("q2", **FAILED), make_result("q3"), make_result("q4", **UNDECIDED)]
    )
    rate = summary.pass_rate
    assert rate.value == pytest.approx(2 / 3)
    assert (rate.n, rate.undefined) == (3, {"judge_undecided": 1})
    assert rate.bounds == (0.5, 0.75)
    assert summary.causes == {"evaluation": 1, "retrieval": 1}
    assert summary.secondary_causes == {"generation": 1}


def test_repeats_are_averaged_into_one_question() -> None:
    results = [
        make_result("q1", {"RR": 1.0}, repeat=0),
        make_result("q1", {"RR": 0.5}, repeat=1, **FAILED),
        make_result("q1", {"RR": "judge_failed"}, repeat=2),
        make_result("q2", {"RR": 0.0}),
    ]
    summary = sum_up(results)
    assert summary.n["questions"] == 2
    assert summary.n["repeats"] == 2
    assert (summary.n["passed"], summary.n["failed"]) == (1, 1)
    mean = summary.metrics["RR"]
    assert (mean.value, mean.n, mean.undefined) == (0.375, 2, {})  # (3/4 + 0) / 2
    assert mean.bounds == pytest.approx((0.25, 0.25 + 1 / 6))  # ((1 + 1/2 + 0|1) / 3 + 0) / 2
    assert summary.pass_rate.value == pytest.approx((2 / 3 + 1) / 2)
    assert summary.causes == {"retrieval": 1}


def test_the_cause_of_a_question_is_that_of_its_first_failed_repeat() -> None:
    results = [
        make_result("q1", repeat=0, **UNDECIDED),
        make_result("q1", repeat=2, passed=False, cause={"primary": "budget"}),
        make_result("q1", repeat=1, **FAILED),
    ]
    assert sum_up(results).causes == {"retrieval": 1}


def test_survival_counts_needed_units_of_questions_with_an_answer() -> None:
    results = [
        make_result("q1", evidence=[unit(exists="intact", retrieved="absent"), unit(False, exists="partial")]),
        make_result("q2", evidence=[unit(retrieved="split", exists="intact")]),
        make_result("q3", evidence=[unit(exists="unknown")], **behaving("refuse", "refuse")),
    ]
    assert sum_up(results).survival == (
        StageCount(stage="exists", intact=2),
        StageCount(stage="retrieved", absent=1, split=1),
    )


def test_behaviour_is_a_table_of_expected_and_observed() -> None:
    pairs = [("answer", "answer"), ("answer", "refuse"), ("answer", "answer"), ("refuse", "answer"), ("answer", None)]
    results = [make_result(f"q{i}", **behaving(*pair)) for i, pair in enumerate(pairs)]
    assert sum_up(results).behavior == {"answer": {"answer": 2, "refuse": 1}, "refuse": {"answer": 1}}


def test_governance_counts_items_by_place() -> None:
    items = [("retrieved", "leak"), ("retrieved", "leak"), ("context", "leak"), ("answer", "stale")]
    shown = tuple(ExposedItem(place=p, id="c", doc_id="d", kind=k) for p, k in items)  # type: ignore[arg-type]
    exposures = [Exposure(items=shown, checked=4, unknown=1), Exposure(unknown=2)]
    governance = sum_up([make_result("q1"), make_result("q2")], exposures).governance
    assert (governance.questions, governance.checked, governance.unknown) == (1, 4, 3)
    assert governance.leaks == {"retrieved": 2, "context": 1, "answer": 0}
    assert governance.stale == {"retrieved": 0, "context": 0, "answer": 1}
    assert governance.superseded == {"retrieved": 0, "context": 0, "answer": 0}


def test_cost_sums_what_was_recorded_and_says_of_how_many() -> None:
    costs = [(100, 0.1, 10.0), (None, 0.2, 20.0), (50, None, 30.0)]
    results = [
        make_result(f"q{i}", cost={"tokens": t, "cost_usd": c, "latency_ms": ms}) for i, (t, c, ms) in enumerate(costs)
    ]
    cost = sum_up(results).cost
    assert cost.tokens == 150
    assert cost.cost_usd == pytest.approx(0.3)
    assert cost.n == {"tokens": 2, "cost_usd": 2, "latency_ms": 3}
    # linear interpolation: rank 0.95 · 2 = 1.9 between 20 and 30
    assert (cost.latency_ms.p50, cost.latency_ms.n) == (20.0, 3)
    assert cost.latency_ms.p95 == pytest.approx(29.0)
    nothing = sum_up([make_result("q1")]).cost
    assert (nothing.tokens, nothing.cost_usd, nothing.latency_ms.p50) == (None, None, None)


def test_nothing_counted_is_a_summary_without_numbers() -> None:
    summary = sum_up([])
    assert summary.n["questions"] == 0
    assert summary.pass_rate.value is None
    assert summary.metrics == {}


def test_what_is_given_is_passed_on() -> None:
    tally = Tally()
    tally.add(make_result("q1"), NOTHING_SHOWN)
    note = Note(code=NoteCode.DUPLICATE_HITS, count=1)
    rng = np.random.default_rng(0)
    summary = summarise(tally, suite="s", run="r", settings=Settings(), judge={"id": "x"}, notes=[note], rng=rng)
    assert (summary.suite, summary.run, summary.judge, summary.notes) == ("s", "r", {"id": "x"}, (note,))
    assert summary.settings["suite"]["granularity"] == "evidence"


@given(data=st.data())
def test_the_order_of_traces_does_not_matter(data: st.DataObject) -> None:
    score = st.floats(0, 1) | st.sampled_from(["judge_undecided", "no_evidence", "missing_from_run"])
    question = st.tuples(st.integers(0, 4), st.integers(0, 2), score, st.sampled_from([True, False, None]))
    rows = data.draw(st.lists(question, min_size=1, max_size=12, unique_by=lambda row: row[:2]))
    results = [
        make_result(
            f"q{number}",
            {"RR": value} if number % 2 else {"RR": value, "faithfulness": value},
            repeat=repeat,
            cluster=f"c{number // 2}",
            passed=passed,
            cause={"primary": None if passed else "unknown" if passed is None else "budget"},
            cost={"tokens": repeat, "cost_usd": 0.1 * repeat, "latency_ms": None},
        )
        for number, repeat, value, passed in rows
    ]
    summary = sum_up(results)
    assert sum_up(data.draw(st.permutations(results))) == summary
    for mean in (summary.pass_rate, *summary.metrics.values()):
        assert mean.n + sum(mean.undefined.values()) == summary.n["questions"]
        if mean.value is not None and mean.bounds is not None and mean.n == summary.n["questions"]:
            assert mean.bounds[0] - 1e-9 <= mean.value <= mean.bounds[1] + 1e-9
    assert sum(summary.causes.values()) == summary.n["failed"] + summary.n["undecided"]
