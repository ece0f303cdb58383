"""The criteria of `[pass]`: met, not met, or not to be told."""

from collections.abc import Mapping
from typing import Literal

from ragstrata.records.names import MEETS, UNKNOWN_REASONS, Undefined
from ragstrata.records.score import Score
from ragstrata.records.suite import PassRule
from ragstrata.records.views import QuestionViews

Met = bool | Literal["not_applicable"] | None


def weigh(rule: PassRule, scores: Mapping[str, Score], views: QuestionViews) -> dict[str, bool | None]:
    """Each criterion that applies to this question; None where it cannot be told.

    A criterion that does not apply by nature (faithfulness of a refusal, correctness without facts, leaks where no
    passage says who may read it) is left out.
    """
    criteria: dict[str, bool | None] = {}
    if rule.behavior:
        observed = views.behavior.observed
        criteria["behavior"] = None if observed is None else observed in MEETS[views.behavior.expected]
    for name, least in (("correctness", rule.correctness), ("completeness", rule.completeness)):
        if least is not None:
            _put(criteria, name, _at_least(scores.get(name), least))
    if rule.faithfulness is not None:
        _put(criteria, "faithfulness", _faithful(scores.get("faithfulness"), rule.faithfulness, views))
    if rule.citations != "off":
        _put(criteria, "citations", _citations(rule, scores, views))
    if rule.leaks is not None and views.exposure.checked:
        criteria["leaks"] = _shown(views, "leak") <= rule.leaks
    if rule.stale is not None and views.exposure.dated:
        criteria["stale"] = _shown(views, "stale") <= rule.stale
    if rule.within_budget and views.hops.has_budget:
        criteria["within_budget"] = not views.hops.exceeded
    return criteria


def passes(criteria: Mapping[str, bool | None]) -> bool | None:
    """False if any criterion fails, None if none fails but one cannot be told, else True.

    >>> passes({"behavior": True, "faithfulness": None}), passes({"behavior": False, "faithfulness": None})
    (None, False)
    """
    if any(met is False for met in criteria.values()):
        return False
    return None if any(met is None for met in criteria.values()) or not criteria else True


def _put(criteria: dict[str, bool | None], name: str, met: Met) -> None:
    if met != "not_applicable":
        criteria[name] = met


def _at_least(score: Score | None, least: float) -> Met:
    if score is None:
        return "not_applicable"
    if score.value is not None:
        return score.value >= least
    if score.bounds is not None and score.bounds[1] < least:
        return False
    if score.bounds is not None and score.bounds[0] >= least:
        return True
    return None if score.reason in UNKNOWN_REASONS else "not_applicable"


def _faithful(score: Score | None, least: float, views: QuestionViews) -> Met:
    """A covered fact that stands on nothing sent fails whatever the judge; undecided claims that only state
    grounded facts meet it."""
    if views.claims.ungrounded:
        return False
    met = _at_least(score, least)
    if met is None and score is not None and score.reason == Undefined.JUDGE_UNDECIDED:
        open_claims = [c for c in views.claims.claims if c.verdict.label == "undecided"]
        if open_claims and all(c.states for c in open_claims) and score.bounds is not None and score.bounds[1] >= least:
            return True
    return met


def _citations(rule: PassRule, scores: Mapping[str, Score], views: QuestionViews) -> Met:
    """Validity 1, and precision 1 where it is decided."""
    validity = scores.get("citation_validity")
    if validity is None or validity.reason == Undefined.NOT_AN_ANSWER:
        return "not_applicable"
    if validity.reason == Undefined.NO_CITATIONS:
        return False if rule.citations == "required" else "not_applicable"
    if validity.value is not None and validity.value < 1:
        return False
    semantic = [c.semantic for claim in views.claims.claims for c in claim.citations if c.structural == "valid"]
    if any(s in ("partial", "irrelevant", "contradicts") for s in semantic):
        return False
    if validity.value is None:
        return None if validity.reason in UNKNOWN_REASONS else "not_applicable"
    return True


def _shown(views: QuestionViews, kind: str) -> int:
    return sum(1 for item in views.exposure.items if item.kind == kind and item.place != "retrieved")
