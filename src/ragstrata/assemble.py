"""One line of `questions.jsonl`: the views, scores and cause of one question put into the output's shape."""

from ragstrata.align.question import Aligned
from ragstrata.attribution.cause import Circumstances, find_cause
from ragstrata.attribution.passing import passes, weigh
from ragstrata.metrics.measure import measure_views
from ragstrata.metrics.retrieval.measure import QuestionScores
from ragstrata.records.names import Flag, Undefined
from ragstrata.records.result import (
    BehaviorResult,
    CauseOfFailure,
    CitationResult,
    ClaimResult,
    CostResult,
    EvidenceResult,
    FactResult,
    HopResult,
    QuestionResult,
)
from ragstrata.records.score import Score
from ragstrata.records.suite import Settings
from ragstrata.records.trace import Trace
from ragstrata.records.views import QuestionViews


def assemble_result(
    aligned: Aligned, ranked: QuestionScores, settings: Settings, *, missing: bool = False
) -> QuestionResult:
    """The result of one question. ranked: its rank measures. missing: the run has no trace of it."""
    views, trace, question = aligned.views, aligned.trace, aligned.gold.question
    own = measure_views(views)
    if missing:
        own = {name: _not_in_run(score) for name, score in own.items()}
    criteria = weigh(settings.passing, own, views)
    passed = passes(criteria)
    cause = _cause(aligned, criteria, passed, settings, missing=missing)
    scores, undefined, bounds = ranked.values, ranked.undefined, ranked.bounds
    for name, score in own.items():
        scores[name] = score.value
        if score.reason is not None:
            undefined[name] = score.reason
        if score.bounds is not None:
            bounds[name] = score.bounds
    return QuestionResult(
        question_id=trace.question_id,
        run=trace.run,
        repeat=trace.repeat,
        question=question.question,
        answer=trace.answer.text if trace.answer is not None else None,
        language=aligned.language,
        tags=question.tags or (),
        cluster=question.cluster or question.question_id,
        passed=passed,
        criteria=criteria,
        scores=scores,
        undefined=undefined,
        bounds=bounds,
        condensed=ranked.condensed,
        evidence=_evidence(views),
        behavior=BehaviorResult(
            expected=views.behavior.expected, observed=views.behavior.observed, proof=views.behavior.proof
        ),
        facts=_facts(views),
        claims=_claims(views),
        hops=tuple(
            HopResult(hop=h.hop, query=h.query, new_evidence=h.new_evidence, redundant=h.redundant)
            for h in views.hops.hops or ()
        ),
        stop=views.hops.stop,
        cause=cause,
        flags=_flags(views),
        cost=_cost(trace),
    )


def _not_in_run(score: Score) -> Score:
    """Nothing but the ranking can be scored without a trace."""
    unrecorded = (Undefined.ANSWER_NOT_RECORDED, Undefined.CONTEXT_NOT_RECORDED, Undefined.NO_HOPS)
    return Score(None, Undefined.MISSING_FROM_RUN) if score.reason in unrecorded or score.value is not None else score


def _cause(
    aligned: Aligned, criteria: dict[str, bool | None], passed: bool | None, settings: Settings, *, missing: bool
) -> CauseOfFailure:
    repaired = False
    before = aligned.before_editing
    if passed is False and before is not None:
        repaired = passes(weigh(settings.passing, measure_views(before), before)) is True
    context = aligned.trace.context
    budget = None
    if context is not None and context.budget is not None:
        budget = f"{context.budget} {context.tokenizer or 'tokens'}"
    around = Circumstances(
        language=aligned.language, missing=missing, error=aligned.trace.error, repaired=repaired, budget=budget
    )
    return find_cause(passed, criteria, aligned.views, around)


def _evidence(views: QuestionViews) -> tuple[EvidenceResult, ...]:
    return tuple(
        EvidenceResult(
            evidence_id=unit.evidence_id,
            doc_id=unit.doc_id,
            text=unit.text,
            needed=unit.needed,
            stages=unit.stages,
            shares=unit.shares,
            lost_at=unit.lost_at,
            conditions=unit.conditions,
            conditions_lost=unit.conditions_lost,
            rank=unit.rank,
            approximate=unit.approximate,
            loss=unit.loss.kind if unit.loss is not None else None,
            proof=unit.loss.proof if unit.loss is not None else "",
        )
        for unit in views.survival.units
    )


def _facts(views: QuestionViews) -> tuple[FactResult, ...]:
    return tuple(
        FactResult(
            fact_id=fact.fact_id,
            label=fact.label,
            importance="vital" if fact.vital else "okay",
            conditions_missing=fact.conditions_missing,
            grounded=fact.grounded,
            judge=fact.judge,
            proof=fact.proof,
            text=fact.text,
        )
        for fact in views.facts.facts
    )


def _claims(views: QuestionViews) -> tuple[ClaimResult, ...]:
    results = []
    for view in views.claims.claims:
        proof = view.verdict.proof
        results.append(
            ClaimResult(
                claim_id=view.claim.claim_id,
                text=view.claim.text,
                label=view.verdict.label,
                judge=view.verdict.judge,
                triggers=view.verdict.triggers,
                proof=proof.quote if proof is not None else "",
                proof_id=proof.id if proof is not None else None,
                citations=tuple(
                    CitationResult(marker=c.marker, id=c.id, structural=c.structural, semantic=c.semantic)
                    for c in view.citations
                ),
            )
        )
    return tuple(results)


def _flags(views: QuestionViews) -> tuple[Flag, ...]:
    flags: dict[str, None] = {f"{item.kind}:{item.place}": None for item in views.exposure.items}
    if views.claims.ungrounded:
        flags["lucky_answer"] = None
    if any(fact.by == "non_gold" for fact in views.facts.facts):
        flags["non_gold_evidence"] = None
    if views.hops.exceeded:
        flags["over_budget"] = None
    if views.context.mismatch:
        flags["context_mismatch"] = None
    return tuple(flags)  # type: ignore[arg-type]


def _cost(trace: Trace) -> CostResult:
    usage = trace.usage
    tokens = None
    if usage is not None and (usage.prompt_tokens is not None or usage.completion_tokens is not None):
        tokens = (usage.prompt_tokens or 0) + (usage.completion_tokens or 0)
    return CostResult(
        tokens=tokens, cost_usd=usage.cost_usd if usage is not None else None, latency_ms=trace.latency_ms
    )
