"""Scores of one question that need no ranked list, worked out by hand: values, reasons, and bounds."""

from collections.abc import Sequence
from typing import Any

import pytest

from ragstrata.metrics.answer.citation_precision import citation_precision
from ragstrata.metrics.answer.citation_recall import citation_recall
from ragstrata.metrics.answer.citation_validity import citation_validity
from ragstrata.metrics.answer.completeness import completeness
from ragstrata.metrics.answer.condition_completeness import condition_completeness
from ragstrata.metrics.answer.correctness import correctness
from ragstrata.metrics.answer.faithfulness import faithfulness
from ragstrata.metrics.behavior.accuracy import behavior_accuracy
from ragstrata.metrics.behavior.false_answer_rate import false_answer_rate
from ragstrata.metrics.behavior.over_refusal_rate import over_refusal_rate
from ragstrata.metrics.behavior.refusal import refusal_precision, refusal_recall
from ragstrata.metrics.context.completeness import context_completeness
from ragstrata.metrics.context.density import evidence_density
from ragstrata.metrics.context.position import evidence_position
from ragstrata.metrics.context.precision import context_precision
from ragstrata.metrics.context.recall import context_recall
from ragstrata.metrics.hops.gain import hop_gain, redundant_hop_rate
from ragstrata.metrics.hops.over_budget_rate import over_budget_rate
from ragstrata.metrics.hops.stop import early_stop_rate, late_stop_rate
from ragstrata.metrics.measure import measure_views
from ragstrata.metrics.registry import metrics
from ragstrata.records.claim import Citation, Claim, JudgedClaimView, Span, Verdict
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import (
    Behavior,
    Claims,
    ContextView,
    Exposure,
    Facts,
    FactView,
    Hops,
    HopView,
    QuestionViews,
    Survival,
)

pytestmark = pytest.mark.unit

Cited = Sequence[tuple[str, str | None]]


def _claims(*labels: str, cited: Sequence[Cited] = (), **more: Any) -> Claims:
    views = []
    for i, label in enumerate(labels):
        citations = tuple(
            Citation(marker="[1]", id=None, structural=structural, semantic=semantic)  # type: ignore[arg-type]
            for structural, semantic in (cited[i] if i < len(cited) else ())
        )
        verdict = Verdict(label=label, judge="test")  # type: ignore[arg-type]
        views.append(JudgedClaimView(claim=Claim(claim_id=f"c{i}", text=""), verdict=verdict, citations=citations))
    return Claims(claims=tuple(views), **more)


def _facts(*labels: str, vital: str = "", conditions: int = 0, **more: Any) -> Facts:
    """vital: a letter a fact, `n` for one that is only nice to have."""
    views = tuple(
        FactView(fact_id=str(i), vital=vital[i : i + 1] != "n", label=label, conditions=conditions)  # type: ignore[arg-type]
        for i, label in enumerate(labels)
    )
    return Facts(facts=views, **more)


def _context(
    intact: Sequence[bool | None] = (True,), sets: Sequence[Sequence[int]] = ((0,),), **more: Any
) -> ContextView:
    return ContextView(intact=tuple(intact), sets=tuple(tuple(s) for s in sets), **more)


def _hops(*new: Sequence[str], needed: int = 2, **more: Any) -> Hops:
    views = tuple(HopView(hop=i + 1, new_evidence=tuple(e), redundant=not e) for i, e in enumerate(new))
    return Hops(hops=views, needed=needed, **more)


def _open(low: float, high: float) -> Score:
    return Score(None, Undefined.JUDGE_UNDECIDED, (low, high))


def _none(reason: Undefined) -> Score:
    """A reason that says that there is no number."""
    return Score(None, reason)


def _hidden(reason: Undefined) -> Score:
    """A reason that hides a number which exists."""
    return Score(None, reason, (0.0, 1.0))


# The text that was sent


def test_context_recall_takes_the_best_alternative_set() -> None:
    assert context_recall(_context([True, False, False], [[0, 1], [2]])) == Score(0.5)
    assert context_recall(_context([True, False, True], [[0, 1], [2]])) == Score(1.0)


def test_context_recall_of_unknown_text_has_bounds_where_they_matter() -> None:
    unknown = Undefined.TEXT_NOT_RECORDED
    assert context_recall(_context([True, None], [[0, 1]])) == Score(None, unknown, (0.5, 1.0))
    assert context_recall(_context([True, None], [[0], [1]])) == Score(1.0)
    assert context_recall(_context([None, False], [[0, 1]])) == Score(None, unknown, (0.0, 0.5))


def test_context_completeness_wants_one_whole_set() -> None:
    assert context_completeness(_context([True, True, False], [[0, 1], [2]])) == Score(1.0)
    assert context_completeness(_context([True, False, False], [[0, 1], [2]])) == Score(0.0)
    assert context_completeness(_context([None, False], [[0, 1]])) == Score(0.0)
    assert context_completeness(_context([None, True], [[0, 1]])) == _hidden(Undefined.TEXT_NOT_RECORDED)


def test_context_precision_counts_items_that_bring_evidence() -> None:
    assert context_precision(_context(useful=(True, False, False, True))) == Score(0.5)
    assert context_precision(_context(useful=(True, True, True))) == Score(1.0)
    assert context_precision(_context(useful=())) == _none(Undefined.EMPTY_CONTEXT)
    assert context_precision(_context(useful=None)) == _hidden(Undefined.CONTEXT_NOT_RECORDED)


def test_evidence_density_counts_overlaps_once() -> None:
    spans = (Span(30, 40), Span(0, 10), Span(5, 15), Span(6, 8))
    assert evidence_density(_context(spans=spans, length=100)) == Score(0.25)
    assert evidence_density(_context(spans=(), length=100)) == Score(0.0)
    assert evidence_density(_context(spans=(), length=0)) == _none(Undefined.EMPTY_CONTEXT)


def test_evidence_position_is_the_mean_of_the_middles() -> None:
    assert evidence_position(_context(spans=(Span(0, 20), Span(80, 100)), length=100)) == Score(0.5)
    assert evidence_position(_context(spans=(Span(0, 100),), length=100)) == Score(0.5)
    assert evidence_position(_context(spans=(), length=100)) == _none(Undefined.EVIDENCE_NOT_SENT)
    assert evidence_position(_context(spans=(), length=0)) == _none(Undefined.EMPTY_CONTEXT)


@pytest.mark.parametrize(
    "metric", [context_recall, context_completeness, context_precision, evidence_density, evidence_position]
)
def test_a_context_without_meaning_passes_its_reason_on(metric: Any) -> None:
    assert metric(_context((), (), reason=Undefined.NO_EVIDENCE)) == _none(Undefined.NO_EVIDENCE)
    missing = Undefined.CONTEXT_NOT_RECORDED
    assert metric(_context((), (), reason=missing)) == _hidden(missing)


# The answer


def test_faithfulness_counts_supported_and_weaker_claims() -> None:
    labels = ("supported", "weaker", "overgeneralised", "contradicted", "unsupported")
    assert faithfulness(_claims(*labels)) == Score(0.4)


def test_an_undecided_claim_leaves_no_faithfulness_but_bounds() -> None:
    assert faithfulness(_claims("supported", "unsupported", "undecided", "undecided")) == _open(0.25, 0.75)
    assert faithfulness(_claims("undecided")) == _open(0.0, 1.0)


def test_an_ungrounded_fact_takes_the_best_case_from_undecided_claims() -> None:
    assert faithfulness(_claims("supported", "undecided", "undecided", "undecided", ungrounded=True)) == _open(
        0.25, 0.75
    )
    assert faithfulness(_claims("undecided", "undecided", ungrounded=True)) == _open(0.0, 0.5)
    assert faithfulness(_claims("supported", ungrounded=True)) == Score(1.0)


def test_the_only_claim_that_can_state_an_ungrounded_fact_is_not_faithful() -> None:
    assert faithfulness(_claims("undecided", ungrounded=True)) == Score(0.0)
    assert faithfulness(_claims("supported", "undecided", ungrounded=True)) == Score(0.5)


def test_an_ungrounded_fact_that_an_unfaithful_claim_may_state_says_nothing_of_the_undecided_ones() -> None:
    assert faithfulness(_claims("unsupported", "undecided", ungrounded=True)) == _open(0.0, 0.5)


def test_completeness_wants_vital_facts_with_their_conditions() -> None:
    labels = ("covered", "covered_without_condition", "contradicted", "missing")
    assert completeness(_facts(*labels)) == Score(0.25)
    assert completeness(_facts("covered", "missing", vital="vn")) == Score(1.0)
    assert completeness(_facts("covered", "undecided", "missing", "missing")) == _open(0.25, 0.5)
    assert completeness(_facts("covered", "undecided", vital="vn")) == Score(1.0)
    assert completeness(_facts("covered", vital="n")) == _none(Undefined.NO_FACTS)
    assert completeness(_facts("missing", answered=False)) == Score(0.0), "a refusal states none of them"


def test_correctness_leaves_missing_facts_to_completeness() -> None:
    assert correctness(_facts("covered", "missing", "missing")) == Score(1.0)
    assert correctness(_facts("covered", "covered", "contradicted", "covered_without_condition")) == Score(0.5)
    assert correctness(_facts("covered", "undecided", "missing")) == _open(0.5, 1.0)
    assert correctness(_facts("missing")) == _none(Undefined.NOTHING_STATED)
    assert correctness(_facts("missing", answered=False)) == _none(Undefined.NOT_AN_ANSWER)


def test_condition_completeness_counts_stated_conditional_facts() -> None:
    labels = ("covered", "covered", "covered", "covered_without_condition", "missing", "contradicted", "undecided")
    assert condition_completeness(_facts(*labels, conditions=1)) == Score(0.75)
    assert condition_completeness(_facts("covered")) == _none(Undefined.NO_CONDITIONS)
    assert condition_completeness(_facts("missing", conditions=1)) == _none(Undefined.NO_CONDITIONS)


VALID = ("valid", "supports")
UNKNOWN: tuple[str, str | None] = ("unknown_id", None)


def test_unknown_markers_lower_validity_and_precision() -> None:
    """One claim cites [1]; the next [2] and [3], which is unknown; the last [4], unknown too."""
    claims = _claims("supported", "supported", "supported", cited=[[VALID], [VALID, UNKNOWN], [UNKNOWN]])
    assert citation_validity(claims) == Score(0.5)
    assert citation_precision(claims) == Score(0.5)
    assert citation_recall(claims) == Score(2 / 3)


def test_every_kind_of_broken_citation_is_invalid() -> None:
    kinds = [("valid", "irrelevant"), ("unknown_id", None), ("not_in_context", None), ("malformed", None)]
    assert citation_validity(_claims("supported", cited=[kinds])) == Score(0.25)


def test_an_answer_without_citations_has_recall_0_and_nothing_to_be_precise_about() -> None:
    claims = _claims("supported", "supported")
    assert citation_recall(claims) == Score(0.0)
    assert citation_precision(claims) == _none(Undefined.NO_CITATIONS)
    assert citation_validity(claims) == _none(Undefined.NO_CITATIONS)


def test_partial_support_is_no_support() -> None:
    claims = _claims(
        "supported", cited=[[("valid", "partial"), ("valid", "contradicts"), ("valid", "irrelevant"), VALID]]
    )
    assert citation_precision(claims) == Score(0.25)
    assert citation_recall(claims) == Score(1.0)
    assert citation_recall(_claims("supported", cited=[[("valid", "partial")]])) == Score(0.0)


def test_undecided_citations_leave_bounds() -> None:
    claims = _claims("supported", "supported", cited=[[VALID, ("valid", "undecided")], [("valid", None), UNKNOWN]])
    assert citation_precision(claims) == _open(0.25, 0.75)
    assert citation_recall(claims) == _open(0.5, 1.0)
    assert citation_validity(claims) == Score(0.75)


@pytest.mark.parametrize("metric", [faithfulness, citation_recall])
def test_an_answer_without_claims_has_no_share_of_them(metric: Any) -> None:
    assert metric(Claims()) == _none(Undefined.NO_CLAIMS)


@pytest.mark.parametrize("metric", [faithfulness, citation_recall, citation_precision, citation_validity])
def test_claims_pass_their_reason_on(metric: Any) -> None:
    assert metric(Claims(reason=Undefined.NOT_AN_ANSWER)) == _none(Undefined.NOT_AN_ANSWER)
    assert metric(Claims(reason=Undefined.JUDGE_TIMEOUT)) == _hidden(Undefined.JUDGE_TIMEOUT)


@pytest.mark.parametrize("metric", [correctness, completeness, condition_completeness])
def test_facts_pass_their_reason_on(metric: Any) -> None:
    assert metric(Facts(reason=Undefined.NO_FACTS)) == _none(Undefined.NO_FACTS)
    assert metric(Facts(reason=Undefined.ANSWER_NOT_RECORDED)) == _hidden(Undefined.ANSWER_NOT_RECORDED)


# What the reply does


def _behavior(expected: str, observed: str | None, **more: Any) -> Behavior:
    return Behavior(expected=expected, observed=observed, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("expected", "met"),
    [
        ("answer", {"answer", "partial"}),
        ("partial", {"partial"}),
        ("refuse", {"refuse"}),
        ("clarify", {"clarify"}),
        ("chat", {"answer", "partial", "clarify"}),
    ],
)
def test_behavior_accuracy_is_whether_the_reply_does_what_was_expected(expected: str, met: set[str]) -> None:
    for observed in ("answer", "partial", "refuse", "clarify", "empty", "error"):
        assert behavior_accuracy(_behavior(expected, observed)) == Score(float(observed in met)), observed


def test_false_answers_are_counted_where_none_was_due() -> None:
    assert false_answer_rate(_behavior("refuse", "answer")) == Score(1.0)
    assert false_answer_rate(_behavior("clarify", "partial")) == Score(1.0)
    assert false_answer_rate(_behavior("refuse", "clarify")) == Score(0.0)
    assert false_answer_rate(_behavior("clarify", "empty")) == Score(0.0)
    for expected in ("answer", "partial", "chat"):
        assert false_answer_rate(_behavior(expected, "answer")) == _none(Undefined.NOT_APPLICABLE)


def test_refusal_recall_is_over_expected_refusals() -> None:
    assert refusal_recall(_behavior("refuse", "refuse")) == Score(1.0)
    assert refusal_recall(_behavior("refuse", "answer")) == Score(0.0)
    assert refusal_recall(_behavior("clarify", "refuse")) == _none(Undefined.NOT_APPLICABLE)


def test_refusal_precision_is_over_observed_refusals() -> None:
    assert refusal_precision(_behavior("refuse", "refuse", context_sufficient=True)) == Score(1.0)
    assert refusal_precision(_behavior("answer", "refuse", context_sufficient=False)) == Score(1.0)
    assert refusal_precision(_behavior("answer", "refuse", context_sufficient=True)) == Score(0.0)
    assert refusal_precision(_behavior("answer", "refuse")) == _hidden(Undefined.CONTEXT_NOT_RECORDED)
    assert refusal_precision(_behavior("chat", "refuse", answerable=False)) == Score(0.0)
    assert refusal_precision(_behavior("refuse", "answer")) == _none(Undefined.NOT_APPLICABLE)


def test_over_refusal_is_over_questions_whose_context_sufficed() -> None:
    assert over_refusal_rate(_behavior("answer", "refuse", context_sufficient=True)) == Score(1.0)
    assert over_refusal_rate(_behavior("answer", "answer", context_sufficient=True)) == Score(0.0)
    assert over_refusal_rate(_behavior("answer", "refuse", context_sufficient=False)) == _none(Undefined.NOT_APPLICABLE)
    assert over_refusal_rate(_behavior("answer", "refuse", context_sufficient=None)).value is None
    assert over_refusal_rate(_behavior("refuse", "refuse", answerable=False)) == _none(Undefined.NOT_APPLICABLE)


@pytest.mark.parametrize("metric", [behavior_accuracy, false_answer_rate, refusal_recall, refusal_precision])
def test_a_reply_that_was_not_recorded_is_unknown(metric: Any) -> None:
    assert metric(_behavior("refuse", None, answerable=False)) == _hidden(Undefined.ANSWER_NOT_RECORDED)
    missing = Undefined.MISSING_FROM_RUN
    assert metric(_behavior("refuse", None, answerable=False, reason=missing)) == _hidden(missing)


# The chain of searches


def test_hop_gain_is_new_evidence_a_hop() -> None:
    assert hop_gain(_hops(["e1", "e2", "e3"], [])) == Score(1.5)
    assert hop_gain(_hops([], [])) == Score(0.0)
    assert hop_gain(_hops()) == _none(Undefined.NO_HOPS)
    assert hop_gain(_hops([], needed=0)) == _none(Undefined.NO_EVIDENCE)
    assert hop_gain(Hops(hops=None, needed=1)) == _none(Undefined.RETRIEVAL_NOT_RECORDED), "it has no upper bound"


def test_redundant_hops_brought_nothing_unseen() -> None:
    assert redundant_hop_rate(_hops(["e1"], [], [], ["e2"])) == Score(0.5)
    assert redundant_hop_rate(_hops()) == _none(Undefined.NO_HOPS)
    assert redundant_hop_rate(Hops(hops=None, needed=1)) == _hidden(Undefined.RETRIEVAL_NOT_RECORDED)


def test_a_stop_is_early_or_late_or_neither() -> None:
    for stop, early, late in (("early", 1.0, 0.0), ("right", 0.0, 0.0), ("late", 0.0, 1.0)):
        assert early_stop_rate(_hops([], stop=stop)) == Score(early)
        assert late_stop_rate(_hops([], stop=stop)) == Score(late)
    assert early_stop_rate(_hops([])) == _none(Undefined.NOT_APPLICABLE)
    assert late_stop_rate(Hops(hops=None, needed=1)) == _hidden(Undefined.RETRIEVAL_NOT_RECORDED)


def test_a_budget_is_kept_or_not_and_needs_one_to_be_kept() -> None:
    assert over_budget_rate(_hops([], has_budget=True, exceeded=("tokens", "cost"))) == Score(1.0)
    assert over_budget_rate(_hops([], has_budget=True)) == Score(0.0)
    assert over_budget_rate(_hops([])) == _none(Undefined.NO_BUDGET)


def test_all_of_them_are_measured_in_the_order_of_the_registry() -> None:
    views = QuestionViews(
        survival=Survival(units=(), sets=(), stages=(), sufficient={}),
        context=_context(useful=(True,), spans=(Span(0, 1),), length=2),
        claims=_claims("supported"),
        facts=_facts("covered"),
        behavior=_behavior("answer", "answer", context_sufficient=True),
        hops=_hops(["e1"]),
        exposure=Exposure(),
    )
    made = measure_views(views)
    assert list(made) == [m.name for m in metrics() if m.layer != "retrieval"]
    assert made["faithfulness"] == made["context_recall"] == made["hop_gain"] == Score(1.0)
