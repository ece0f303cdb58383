"""A run of the made-up returns policy, written by hand, in Chinese and in English: what the report is tested on."""

# ruff: noqa: E501  (the sentences and tables of a sample read better unbroken)

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ragstrata.records.names import EvidenceStage, NoteCode, Undefined
from ragstrata.records.result import (
    SUMMARY_SCHEMA,
    BehaviorResult,
    CauseOfFailure,
    CitationResult,
    ClaimResult,
    CostResult,
    CostSummary,
    EvidenceResult,
    FactResult,
    GovernanceSummary,
    HopResult,
    MetricSummary,
    Quantiles,
    QuestionResult,
    StageCount,
    Summary,
)
from ragstrata.records.suite import Note

ZH = {
    "question": "收到货已经十天，商品有质量问题，退货运费由谁承担？",
    "e1": "经核实存在质量问题的商品，可按质量售后处理",
    "e3": "经核实的质量问题，退货运费由商家承担",
    "verified": "经核实",
    "cut": "退货运费由商家承担",
    "twin": "经核实的质量问题，换货运费由商家承担。",
    "wrong": "超过七天都不能退。",
    "short": "商家承担运费。",
    "full": "经核实存在质量问题的商品，可按质量售后处理。经核实的质量问题，退货运费由商家承担。[1]",
    "free": "这种情况一般不用您掏运费，先把照片发给客服。",
    "other": "会员积分可以转让给家人吗？",
    "invented": "可以，积分可在家庭成员间自由转让。",
    "declined": "资料中没有关于积分转让的规定，无法回答。",
    "query2": "质量问题 退货运费 承担方",
    "fact": "质量问题经核实",
    "budget": "“经核实的质量问题，退货运费由商家承担”已被检索到（排第 2 名），因 token 预算（600 o200k_base）被截掉。",
    "retrieval": "“经核实的质量问题，退货运费由商家承担”没有被检索到。",
    "generation": "答案丢掉了条件或例外：“商家承担运费” (f1: 质量问题经核实)。",
    "rerank": "“经核实的质量问题，退货运费由商家承担”已被检索到（排第 4 名），被重排序截掉。",
    "dedup": "“经核实的质量问题，退货运费由商家承担”已被检索到（排第 3 名），在去重时被删除，它被误认为与“经核实的质量问题，换货运费由商家承担。”重复。",
    "chunking": "没有一个分块完整包含“经核实的质量问题，退货运费由商家承担”，它被切块截断，只剩“退货运费由商家承担”，条件“经核实”丢失。",
    "access": "上下文中出现了提问者无权阅读的 t2/d9。",
    "validity": "上下文中出现了在所问日期未生效或已失效的 d3-v2。",
    "abstention": "这个问题应当拒答，回复却给出了答案：“可以，积分可在家庭成员间自由转让。”。",
    "agent_stop": "第 1 跳后就停止了，“经核实的质量问题，退货运费由商家承担”仍未找到，而跳数还有剩余。",
    "evaluation": "没有不合格项，但faithfulness无法判定：评判器无法判定“这种情况一般不用您掏运费”。",
}
EN = {
    "question": "I received the goods ten days ago and they have a quality fault. Who bears the return freight?",
    "e1": "Goods with a verified quality fault are handled as quality after-sales",
    "e3": "For a verified quality fault, the merchant bears the return freight",
    "verified": "verified",
    "cut": "the merchant bears the return freight",
    "twin": "For a verified quality fault, the merchant bears the exchange freight.",
    "wrong": "Nothing can be returned after seven days.",
    "short": "The merchant bears the freight.",
    "full": "Goods with a verified quality fault are handled as quality after-sales. For a verified quality fault, the merchant bears the return freight.[1]",
    "free": "You would normally not pay for this; send the help desk a photo first.",
    "other": "May I give my member points to my family?",
    "invented": "Yes, points may be passed on freely within a family.",
    "declined": "The documents hold no rule on passing points on, so I cannot answer.",
    "query2": "quality fault return freight who pays",
    "fact": "the quality fault is verified",
    "budget": "“For a verified quality fault, the merchant bears the return freight” was retrieved at rank 2 and cut by the token budget.",
    "retrieval": "“For a verified quality fault, the merchant bears the return freight” was never retrieved.",
    "generation": "The answer drops a condition or an exception: “The merchant bears the freight.” (f1: the quality fault is verified).",
    "rerank": "“For a verified quality fault, the merchant bears the return freight” was retrieved at rank 4 and cut by the reranker.",
    "dedup": "“For a verified quality fault, the merchant bears the return freight” was retrieved at rank 3 and removed by dedup, which took it for a twin of “For a verified quality fault, the merchant bears the exchange freight.”.",
    "chunking": "No chunk holds “For a verified quality fault, the merchant bears the return freight” whole; chunking cut it, which keeps only “the merchant bears the return freight”; the condition “verified” is lost.",
    "access": "The context held t2/d9, which this asker may not read.",
    "validity": "The context held d3-v2, which is not in force on the date asked about.",
    "abstention": "The question should have been met with a refusal, but the reply answers: “Yes, points may be passed on freely within a family.”.",
    "agent_stop": "The chain stopped after hop 1 with “For a verified quality fault, the merchant bears the return freight” still missing and hops left to spend.",
    "evaluation": "Nothing failed, but faithfulness cannot be decided: the judge is undecided on “You would normally not pay for this”.",
}
TEXTS = {"zh": ZH, "en": EN}
STAGES: tuple[EvidenceStage, ...] = (
    "exists",
    "authorised",
    "in_force",
    "chunked",
    "retrieved",
    "reranked",
    "deduplicated",
    "packed",
    "context",
)
METRICS = (
    "Recall@1",
    "Recall@3",
    "Completeness@3",
    "nDCG@3",
    "RR",
    "Recall@3[reranked]",
    "context_recall",
    "context_completeness",
    "faithfulness",
    "correctness",
    "completeness",
    "citation_validity",
    "behavior_accuracy",
    "false_answer_rate",
    "hop_gain",
)


def unit(
    name: str, text: str, words: dict[str, str], lost_at: str | None = None, label: str = "absent", **given: Any
) -> EvidenceResult:
    """A needed unit, intact until `lost_at` and `label` from there on."""
    at = len(STAGES) if lost_at is None else STAGES.index(lost_at)
    fields: dict[str, Any] = {
        "evidence_id": name,
        "doc_id": f"d{name[1:]}",
        "text": text,
        "needed": True,
        "stages": {stage: "intact" if i < at else label for i, stage in enumerate(STAGES)},
        "shares": {stage: 0.5 for i, stage in enumerate(STAGES) if i >= at and label == "partial"},
        "lost_at": lost_at,
        "conditions_lost": (),
        "rank": None,
        "approximate": False,
        "loss": None,
        "proof": "",
        "conditions": (words["verified"],),
    }
    return EvidenceResult(**{**fields, **given})


def fact(name: str, label: str, words: dict[str, str], **given: Any) -> FactResult:
    fields: dict[str, Any] = {
        "fact_id": name,
        "label": label,
        "importance": "vital",
        "conditions_missing": (words["fact"],) if label == "covered_without_condition" else (),
        "grounded": True if label == "covered" else None,
        "judge": "rules",
        "proof": "",
        "text": words["cut"],
    }
    return FactResult(**{**fields, **given})


def claim(text: str, label: str, **given: Any) -> ClaimResult:
    fields: dict[str, Any] = {
        "claim_id": "c1",
        "text": text,
        "label": label,
        "judge": "rules",
        "triggers": (),
        "proof": "",
        "proof_id": None,
        "citations": (),
    }
    return ClaimResult(**{**fields, **given})


def question(
    name: str, words: dict[str, str], because: str | None, *, passed: bool | None, **given: Any
) -> QuestionResult:
    """A result; what is not given is that of an answered question with both units whole."""
    whole = (unit("e1", words["e1"], words, rank=1), unit("e3", words["e3"], words, rank=2))
    scores = {
        "Recall@1": 0.5,
        "Recall@3": 1.0,
        "Completeness@3": 1.0,
        "nDCG@3": 1.0,
        "RR": 1.0,
        "behavior_accuracy": 1.0,
    }
    status = None if because is None else "suspected"
    fields: dict[str, Any] = {
        "question_id": name,
        "run": "base",
        "repeat": 0,
        "question": words["question"],
        "answer": words["full"],
        "language": "zh" if words is ZH else "en",
        "tags": ("freight",),
        "cluster": name,
        "passed": passed,
        "criteria": {
            "behavior": True,
            "correctness": passed,
            "completeness": passed,
            "faithfulness": passed,
            "leaks": True,
        },
        "scores": {**scores, "completeness": 1.0 if passed else 0.0, "false_answer_rate": None, "faithfulness": None},
        "undefined": {
            "false_answer_rate": Undefined.NOT_APPLICABLE,
            "faithfulness": Undefined.JUDGE_UNDECIDED,
        },
        "bounds": {"faithfulness": (0.0, 1.0)},
        "condensed": {},
        "evidence": whole,
        "behavior": BehaviorResult(expected="answer", observed="answer", proof=""),
        "facts": (fact("f1", "covered", words), fact("f2", "covered", words)),
        "claims": (),
        "hops": (HopResult(hop=1, query=words["question"], new_evidence=("e1", "e3"), redundant=False),),
        "stop": None,
        "cause": CauseOfFailure(primary=because, status=status, why=words[because] if because else ""),  # type: ignore[arg-type]
        "flags": (),
        "cost": CostResult(tokens=812, cost_usd=0.0013, latency_ms=840.0),
    }
    return QuestionResult(**{**fields, **given})


def questions(lang: str) -> list[QuestionResult]:
    """Fifteen questions; ten fail, one is undecided, four pass."""
    w = TEXTS[lang]
    e1 = unit("e1", w["e1"], w, rank=1)
    missed = (fact("f1", "missing", w), fact("f2", "covered", w))
    refused = BehaviorResult(expected="refuse", observed="refuse", proof=w["declined"])
    no_evidence: dict[str, Any] = {
        "question": w["other"],
        "evidence": (),
        "facts": (),
        "tags": ("points",),
        "scores": {"Recall@3": None, "false_answer_rate": 0.0, "behavior_accuracy": 1.0},
        "undefined": {"Recall@3": Undefined.NO_EVIDENCE},
        "bounds": {},
        "criteria": {"behavior": True, "leaks": True},
    }
    return [
        question("q-good", w, None, passed=True, claims=(
            claim(w["e3"], "supported", triggers=("near_verbatim",), proof=w["e3"], proof_id="d3",
                  citations=(CitationResult(marker="[1]", id="d3", structural="valid", semantic="supports"),)),)),
        question("q-budget", w, "budget", passed=False, facts=missed, answer=w["e1"],
                 evidence=(e1, unit("e3", w["e3"], w, "packed", rank=2, loss="cut_whole", proof=w["e3"])),
                 cause=CauseOfFailure(primary="budget", secondary=("generation",), status="suspected", why=w["budget"])),
        question("q-budget-half", w, "budget", passed=False, facts=missed,
                 evidence=(e1, unit("e3", w["e3"], w, "packed", "partial", rank=2, loss="cut_mid_sentence",
                                    proof=w["cut"], conditions_lost=(w["verified"],)))),
        question("q-miss", w, "retrieval", passed=False, answer=w["wrong"],
                 facts=(fact("f1", "missing", w), fact("f2", "contradicted", w, proof=w["wrong"])),
                 evidence=(e1, unit("e3", w["e3"], w, "retrieved", loss="not_retrieved")),
                 scores={"Recall@1": 0.5, "Recall@3": 0.5, "RR": 1.0, "completeness": 0.0}, undefined={}, bounds={},
                 claims=(claim(w["wrong"], "contradicted", triggers=("negation",), proof=w["e1"], proof_id="d1"),)),
        question("q-dropped-condition", w, "generation", passed=False, answer=w["short"],
                 facts=(fact("f1", "covered_without_condition", w, proof=w["short"]), fact("f2", "missing", w)),
                 claims=(claim(w["short"], "overgeneralised", triggers=("condition_not_echoed",), proof=w["e3"], proof_id="d3",
                               citations=(CitationResult(marker="[7]", id=None, structural="unknown_id", semantic=None),)),),
                 cause=CauseOfFailure(primary="generation", status="suspected", why=w["generation"], detail="overgeneralisation")),
        question("q-rerank", w, "rerank", passed=False, facts=missed,
                 evidence=(e1, unit("e3", w["e3"], w, "reranked", rank=4, loss="dropped", proof=w["e3"]))),
        question("q-dedup", w, "dedup", passed=False, facts=missed,
                 evidence=(e1, unit("e3", w["e3"], w, "deduplicated", rank=3, loss="false_twin", proof=w["twin"]))),
        question("q-chunk", w, "chunking", passed=False, facts=(fact("f1", "covered_without_condition", w), fact("f2", "covered", w)),
                 evidence=(e1, unit("e3", w["e3"], w, "chunked", "split", rank=5, loss="split_by_chunking", proof=w["cut"],
                                    conditions_lost=(w["verified"],)))),
        question("q-leak", w, "access", passed=False, flags=("leak:retrieved", "leak:context"), tags=("freight", "tenant"),
                 criteria={"behavior": True, "correctness": True, "leaks": False}),
        question("q-stale", w, "validity", passed=False, flags=("stale:context", "superseded:context")),
        question("q-graded", w, None, passed=True, repeat=1),
        question("q-lucky", w, None, passed=True, flags=("non_gold_evidence",)),
        question("q-false-answer", w, "abstention", passed=False, answer=w["invented"],
                 **{**no_evidence, "behavior": BehaviorResult(expected="refuse", observed="answer", proof=w["invented"])}),
        question("q-declined", w, None, passed=True, answer=w["declined"], behavior=refused, **no_evidence),
        question("q-free-text", w, "evaluation", passed=None, answer=w["free"],
                 facts=(fact("f1", "undecided", w), fact("f2", "undecided", w)),
                 evidence=(e1, replace(unit("e3", w["e3"], w, "context", "unknown", rank=2), lost_at=None)), stop="early",
                 hops=(HopResult(hop=1, query=w["question"], new_evidence=("e1",), redundant=False),
                       HopResult(hop=2, query=w["query2"], new_evidence=(), redundant=True)),
                 claims=(claim(w["free"], "undecided"),)),
    ]  # fmt: skip


def survival(results: Sequence[QuestionResult]) -> tuple[StageCount, ...]:
    """The needed units of the results, counted."""
    counted = []
    for stage in STAGES:
        labels = [u.stages[stage] for r in results for u in r.evidence]
        counted.append(StageCount(stage=stage, **{label: labels.count(label) for label in sorted(set(labels))}))
    return tuple(counted)


def mean(layer: str, value: float | None, n: int, ci: tuple[float, float] | None = None, **given: Any) -> MetricSummary:
    fields: dict[str, Any] = {"layer": layer, "value": value, "ci": ci, "bounds": None, "n": n, "undefined": {}}
    return MetricSummary(**{**fields, **given})


def summary(lang: str) -> Summary:
    """The summary that belongs to `questions`."""
    none = {"no_evidence": 2}
    return Summary(
        schema=SUMMARY_SCHEMA,
        suite="returns",
        run="base",
        settings={
            "suite": {"granularity": "evidence", "cutoffs": [1, 3, 5], "gain": "exponential", "unjudged": "bounds"},
            "pass": {"behavior": True, "correctness": 1.0, "completeness": 1.0, "faithfulness": None, "citations": "when_present", "leaks": 0},
            "seed": 0,
        },
        judge={"id": "rules", "version": "1"},
        n={"questions": 15, "evaluated": 15, "answerable": 13, "no_answer": 2, "errors": 0, "passed": 4, "failed": 10, "undecided": 1},
        pass_rate=mean("behavior", 4 / 14, 14, (0.071, 0.5), bounds=(4 / 15, 5 / 15), undefined={"judge_undecided": 1}),
        notes=(
            Note(code=NoteCode.DUPLICATE_HITS, count=3, examples=("q-dedup", "q-miss"), message="the same passage"),
            Note(code=NoteCode.CONTEXT_FROM_ITEMS, count=15, message="token counts are estimated"),
        ),
        metrics={
            "Recall@1": mean("retrieval", 0.5, 13, (0.5, 0.5), undefined=none),
            "Recall@3": mean("retrieval", 0.808, 13, (0.654, 0.923), undefined=none, bounds=(0.7, 0.95), condensed=0.84),
            "Completeness@3": mean("retrieval", 0.692, 13, (0.462, 0.923), undefined=none),
            "nDCG@3": mean("retrieval", 0.871, 13, (0.77, 0.96), undefined=none),
            "RR": mean("retrieval", 1.0, 13, (1.0, 1.0), undefined=none),
            "Recall@3[reranked]": mean("retrieval", 0.769, 13, (0.615, 0.885), undefined=none),
            "context_recall": mean("context", 0.708, 12, (0.583, 0.833), undefined={"no_evidence": 2, "text_not_recorded": 1}, bounds=(0.692, 0.731)),
            "context_completeness": mean("context", 0.417, 12, (0.167, 0.667), undefined={"no_evidence": 2, "text_not_recorded": 1}),
            "faithfulness": mean("answer", 0.333, 3, (0.0, 1.0), undefined={"judge_undecided": 11, "not_an_answer": 1}, bounds=(0.071, 0.857)),
            "correctness": mean("answer", 0.85, 12, (0.65, 1.0), undefined={"no_facts": 2, "judge_undecided": 1}),
            "completeness": mean("answer", 0.625, 12, (0.458, 0.792), undefined={"no_facts": 2, "judge_undecided": 1}, bounds=(0.577, 0.654)),
            "citation_validity": mean("citations", 0.917, 12, (0.75, 1.0), undefined={"no_citations": 3}),
            "behavior_accuracy": mean("behavior", 0.933, 15, (0.8, 1.0)),
            "false_answer_rate": mean("behavior", 0.5, 2, None, undefined={"not_applicable": 13}),
            "hop_gain": mean("hops", 1.731, 13, (1.5, 1.923), undefined=none),
            "over_budget_rate": mean("hops", None, 0, undefined={"no_budget": 15}),
        },
        survival=survival(questions(lang)),
        causes={"abstention": 1, "access": 1, "validity": 1, "chunking": 1, "retrieval": 1, "rerank": 1, "dedup": 1, "budget": 2, "generation": 1, "evaluation": 1},
        secondary_causes={"generation": 3, "citation": 1},
        behavior={"answer": {"answer": 13}, "refuse": {"answer": 1, "refuse": 1}},
        governance=GovernanceSummary(
            questions=15, checked=61, unknown=4,
            leaks={"retrieved": 1, "context": 1, "answer": 0},
            stale={"retrieved": 2, "context": 1, "answer": 0},
            superseded={"retrieved": 2, "context": 1, "answer": 0},
        ),
        cost=CostSummary(
            tokens=12_180, cost_usd=0.0195, latency_ms=Quantiles(p50=840.0, p95=1210.0, n=15),
            n={"tokens": 15, "cost_usd": 15, "latency_ms": 15},
        ),
    )  # fmt: skip


HOSTILE = "</script><img src=x onerror=alert(1)>\u202egnp\u2028\x1b[31m[red]bold[/red]\x00"


def hostile_questions(lang: str) -> list[QuestionResult]:
    """The questions with hostile text in every field that others write."""
    return [_spoil(result) for result in questions(lang)]


def _spoil(result: QuestionResult) -> QuestionResult:
    long = "长" * 10_000
    return replace(
        result,
        question_id=HOSTILE + long,
        run=HOSTILE,
        question=HOSTILE,
        answer=HOSTILE,
        tags=(HOSTILE, long),
        cluster=HOSTILE,
        evidence=tuple(
            replace(u, evidence_id=HOSTILE + long, doc_id=long, text=HOSTILE, conditions_lost=(HOSTILE, ""),
                    conditions=("", "[red]"), proof=HOSTILE, loss=u.loss or "dropped")
            for u in result.evidence
        ),
        facts=tuple(replace(f, fact_id=HOSTILE, judge=HOSTILE, proof=HOSTILE, conditions_missing=(HOSTILE,)) for f in result.facts),
        claims=tuple(
            replace(c, claim_id=HOSTILE, text=HOSTILE, judge=HOSTILE, triggers=(HOSTILE, "constructor"), proof=HOSTILE, proof_id=long,
                    citations=(CitationResult(marker=HOSTILE, id=long, structural="malformed", semantic="contradicts"),))
            for c in result.claims or (claim("", "undecided"),)
        ),
        hops=tuple(HopResult(hop=i, query=HOSTILE, new_evidence=(HOSTILE, long), redundant=True) for i in (1, 2)),
        behavior=replace(result.behavior, proof=HOSTILE),
        cause=replace(result.cause, why=HOSTILE, detail=HOSTILE if result.cause.primary else None),
        criteria={**result.criteria, HOSTILE: None},
        scores={**result.scores, HOSTILE: 0.5},
    )  # fmt: skip


def hostile_summary(lang: str) -> Summary:
    """The summary with hostile names."""
    plain = summary(lang)
    return replace(
        plain,
        suite=HOSTILE,
        run=HOSTILE + "长" * 10_000,
        judge={"id": HOSTILE, "version": HOSTILE},
        settings={
            "suite": {"gain": HOSTILE, "cutoffs": [HOSTILE]},
            "pass": {"behavior": HOSTILE, HOSTILE: True},
            "seed": HOSTILE,
        },
        metrics={**plain.metrics, HOSTILE: mean("answer", 0.5, 3, undefined={HOSTILE: 2})},
        notes=(Note(code=NoteCode.DUPLICATE_HITS, count=1, examples=(HOSTILE, "长" * 10_000), message=HOSTILE),),
        survival=(*plain.survival, StageCount(stage=HOSTILE, intact=1)),
        causes={**plain.causes, HOSTILE: 1},
    )
