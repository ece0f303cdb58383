"""The cause of a failure: the first layer, in a fixed order, that did not do its part (docs: causes).

The order: labels, pipeline, no-answer questions, corpus, access, validity, chunking, retrieval, the stages after
it, generation, citations, post-processing. What comes later in the order is secondary.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ragstrata.attribution.why import Teller
from ragstrata.records.names import Cause, CauseStatus, EvidenceStage
from ragstrata.records.result import CauseOfFailure
from ragstrata.records.views import QuestionViews, UnitJourney

CAUSE_OF_STAGE: dict[EvidenceStage, Cause] = {
    "exists": "knowledge_gap",
    "authorised": "access",
    "in_force": "validity",
    "chunked": "chunking",
    "retrieved": "retrieval",
    "fused": "fusion",
    "filtered": "filter",
    "reranked": "rerank",
    "deduplicated": "dedup",
    "expanded": "expansion",
    "packed": "budget",
}
_ANSWERED = ("answer", "partial")


@dataclass(slots=True, frozen=True)
class Circumstances:
    """What attribution needs beside the views.

    missing: the run has no trace; error: the pipeline's own error; repaired: the model's text before
    post-processing met what the final text does not; budget: the recorded token budget of the context, in words.
    """

    language: str
    missing: bool = False
    error: str | None = None
    repaired: bool = False
    budget: str | None = None


def find_cause(
    passed: bool | None, criteria: Mapping[str, bool | None], views: QuestionViews, around: Circumstances
) -> CauseOfFailure:
    """The primary cause, the secondary ones, and one sentence with the proof. A pass has no cause."""
    if passed is True:
        return CauseOfFailure(primary=None)
    tell = Teller(around.language)
    found = _causes(passed, criteria, views, around, tell)
    if not found:
        found = [("unknown", tell.undecided(criteria, views), None)]
    primary, sentence, detail = found[0]
    secondary = tuple(dict.fromkeys(cause for cause, _, _ in found[1:] if cause != primary))
    status: CauseStatus = "unknown" if primary == "unknown" else "suspected"
    return CauseOfFailure(primary=primary, secondary=secondary, status=status, why=sentence, detail=detail)


Found = tuple[Cause, str, str | None]


def _causes(
    passed: bool | None, criteria: Mapping[str, bool | None], views: QuestionViews, around: Circumstances, tell: Teller
) -> list[Found]:
    if around.missing:
        return [("unknown", tell.missing(), None)]
    found: list[Found] = []
    survival, behavior = views.survival, views.behavior
    failed = {name for name, met in criteria.items() if met is False}
    open_ones = {name for name, met in criteria.items() if met is None}
    content = failed & _CONTENT
    if survival.broken and _broken_decides(views):
        found.append(("evaluation", tell.broken(survival.broken), "labels"))
    if around.error is not None or behavior.observed == "error":
        found.append(("pipeline_error", tell.error(around.error), None))
    if not behavior.answerable and behavior.observed in _ANSWERED and "behavior" in failed:
        found.append(("abstention", tell.false_answer(views), "false_answer"))
    upstream = _upstream(views, around, tell) if content or open_ones & _CONTENT else []
    found.extend(cause for cause in upstream if not (found and cause[0] == "unknown"))
    found.extend(_generation(content, views, around, tell, upstream=bool(upstream), known=bool(found)))
    if "leaks" in failed:
        found.append(("access", tell.exposure(views, "leak"), "leak"))
    if "stale" in failed:
        found.append(("validity", tell.exposure(views, "stale"), "stale"))
    if "within_budget" in failed:
        found.append(("over_budget", tell.over_budget(views.hops.exceeded), "exceeded"))
    elif upstream and views.hops.stop == "early" and views.hops.voluntary is False:
        found.append(("over_budget", tell.say("out_of_hops"), "spent"))
    if "citations" in failed:
        found.append(("citation", tell.citation(views), None))
    if not found and _undecided_by_judge(views):
        found.append(("evaluation", tell.undecided(criteria, views), "judge_undecided"))
    return found


_CONTENT = frozenset({"behavior", "correctness", "completeness", "faithfulness"})
"""Criteria that the evidence decides; the others say nothing about where it was lost."""


def _broken_decides(views: QuestionViews) -> bool:
    """No alternative set is free of broken units."""
    units, sets = views.survival.units, views.survival.sets
    broken = {i for i, unit in enumerate(units) if unit.stages.get("exists") == "unknown"}
    return not sets or all(any(i in broken for i in members) for members in sets)


def _upstream(views: QuestionViews, around: Circumstances, tell: Teller) -> list[Found]:
    """Where the evidence was lost on its way, if the sent text held no whole set."""
    survival = views.survival
    sufficient = survival.sufficient
    if not survival.sets or sufficient.get("context") is True or (survival.broken and _broken_decides(views)):
        return []
    stage = _first_loss(sufficient)
    if stage is None:
        return [("unknown", tell.unseen(views), "context_not_recorded")]
    lost = _lost_units(views, stage)
    if stage == "context":
        found = _context_loss(views, around, lost, tell)
    elif stage == "retrieved" and views.hops.stop == "early" and views.hops.voluntary:
        found = [("agent_stop", tell.early_stop(views, lost), "early"), ("retrieval", tell.stage(stage, lost), None)]
    else:
        found = [(CAUSE_OF_STAGE[stage], tell.stage(stage, lost), _detail(lost))]
    for unit in survival.units:
        if unit.needed and unit.lost_at in CAUSE_OF_STAGE and unit.lost_at != stage:
            found.append((CAUSE_OF_STAGE[unit.lost_at], tell.stage(unit.lost_at, [unit]), _detail([unit])))
    return found


def _first_loss(sufficient: Mapping[EvidenceStage, bool | None]) -> EvidenceStage | None:
    """The gate that no set passes; chunking that left no set whole; else the first stage after the last whole one."""
    for gate in _GATES:
        if sufficient.get(gate) is False:
            return gate
    stages = list(sufficient)
    last_whole = max((i for i, stage in enumerate(stages) if sufficient[stage] is True), default=-1)
    return next((stage for stage in stages[last_whole + 1 :] if sufficient[stage] is False), None)


_GATES: tuple[EvidenceStage, ...] = ("exists", "authorised", "in_force", "chunked")


def _lost_units(views: QuestionViews, stage: EvidenceStage) -> list[UnitJourney]:
    needed = [unit for unit in views.survival.units if unit.needed]
    here = [unit for unit in needed if unit.lost_at == stage]
    return here or [unit for unit in needed if unit.stages.get(stage) != "intact"] or needed


def _detail(lost: list[UnitJourney]) -> str | None:
    return next((unit.loss.kind for unit in lost if unit.loss is not None), None)


def _context_loss(views: QuestionViews, around: Circumstances, lost: list[UnitJourney], tell: Teller) -> list[Found]:
    """A loss that no stage shows: the budget where one was recorded or the text is visibly cut, else unknown."""
    detail = _detail(lost)
    if around.budget is not None or detail == "cut_mid_sentence":
        return [("budget", tell.budget(lost, around.budget), detail)]
    return [("unknown", tell.between(views, lost), detail)]


def _generation(
    content: set[str], views: QuestionViews, around: Circumstances, tell: Teller, *, upstream: bool, known: bool
) -> list[Found]:
    """The answer's own fault. With an insufficient context only what it added or contradicted counts."""
    if upstream:
        added = _added(views)
        return [("generation", tell.generation(added, views), added)] if added is not None else []
    if not content or known or views.behavior.observed is None:
        return []
    detail = _fault(content, views)
    if around.repaired:
        return [("post_processing", tell.say("post_processing"), detail)]
    return [("generation", tell.generation(detail, views), detail)]


def _added(views: QuestionViews) -> str | None:
    """What the answer says against the gold or beyond what it was sent."""
    labels = {claim.verdict.label for claim in views.claims.claims}
    if "contradicted" in labels or any(fact.label == "contradicted" for fact in views.facts.facts):
        return "contradiction"
    if "unsupported" in labels or views.claims.ungrounded:
        return "unsupported"
    return "overgeneralisation" if "overgeneralised" in labels else None


def _fault(content: set[str], views: QuestionViews) -> str:
    behavior = views.behavior
    if "behavior" in content:
        return "over_refusal" if behavior.answerable and behavior.observed in ("refuse", "empty") else "behavior"
    added = _added(views)
    if added is not None:
        return added
    if any(fact.label == "covered_without_condition" for fact in views.facts.facts):
        return "overgeneralisation"
    return "omission" if content & {"completeness", "correctness"} else "unsupported"


def _undecided_by_judge(views: QuestionViews) -> bool:
    """The judge's doubt, not a missing record, is what leaves the verdict open."""
    if views.behavior.observed is None or views.claims.reason is not None:
        return False
    undecided = any(claim.verdict.label == "undecided" for claim in views.claims.claims)
    return undecided or any(fact.label == "undecided" for fact in views.facts.facts)
