"""The closed vocabularies of the outside contract: labels, stages, causes, reasons and note codes.

Everything that is written to an output under a fixed name is named here and nowhere else.
"""

from enum import StrEnum
from typing import Final, Literal, get_args

EvidenceLabel = Literal["intact", "split", "partial", "absent", "unknown"]
ClaimLabel = Literal["supported", "overgeneralised", "weaker", "contradicted", "unsupported", "undecided"]
FactLabel = Literal["covered", "covered_without_condition", "contradicted", "missing", "undecided"]
Structural = Literal["valid", "unknown_id", "not_in_context", "malformed"]
Semantic = Literal["supports", "partial", "irrelevant", "contradicts", "undecided"]
Expect = Literal["answer", "partial", "refuse", "clarify", "chat"]
BehaviorLabel = Literal["answer", "partial", "refuse", "clarify", "empty", "error"]
MEETS: Final[dict[Expect, frozenset[BehaviorLabel]]] = {
    "answer": frozenset({"answer", "partial"}),
    "partial": frozenset({"partial"}),
    "refuse": frozenset({"refuse"}),
    "clarify": frozenset({"clarify"}),
    "chat": frozenset({"answer", "partial", "clarify"}),
}
"""Which observed behaviour meets which expected one."""
StageKind = Literal["retrieve", "fuse", "filter", "rerank", "dedup", "expand", "pack"]
Granularity = Literal["evidence", "chunk", "document"]
Gain = Literal["exponential", "linear"]
UnjudgedPolicy = Literal["bounds", "nonrelevant", "condensed"]
Layer = Literal["retrieval", "context", "answer", "citations", "behavior", "hops", "governance"]
Place = Literal["retrieved", "context", "answer"]
Stop = Literal["early", "right", "late"]
CauseStatus = Literal["suspected", "confirmed", "joint", "unconfirmed", "unknown"]

EvidenceStage = Literal[
    "exists",
    "authorised",
    "in_force",
    "chunked",
    "retrieved",
    "fused",
    "filtered",
    "reranked",
    "deduplicated",
    "expanded",
    "packed",
    "context",
]
STAGES: Final[tuple[EvidenceStage, ...]] = get_args(EvidenceStage)
"""Every place on the way of a unit of evidence, in order."""

STAGE_OF_KIND: Final[dict[StageKind, EvidenceStage]] = {
    "retrieve": "retrieved",
    "fuse": "fused",
    "filter": "filtered",
    "rerank": "reranked",
    "dedup": "deduplicated",
    "expand": "expanded",
    "pack": "packed",
}

Cause = Literal[
    "evaluation",
    "abstention",
    "knowledge_gap",
    "access",
    "validity",
    "chunking",
    "retrieval",
    "fusion",
    "filter",
    "rerank",
    "dedup",
    "expansion",
    "budget",
    "generation",
    "citation",
    "post_processing",
    "agent_stop",
    "over_budget",
    "pipeline_error",
    "unknown",
]
CAUSES: Final[tuple[Cause, ...]] = get_args(Cause)

Flag = Literal[
    "leak:retrieved",
    "leak:context",
    "leak:answer",
    "stale:retrieved",
    "stale:context",
    "stale:answer",
    "superseded:retrieved",
    "superseded:context",
    "superseded:answer",
    "lucky_answer",
    "non_gold_evidence",
    "over_budget",
    "context_mismatch",
]


class Undefined(StrEnum):
    """Why a score has no number. Never stands for 0 and never enters a mean."""

    NO_EVIDENCE = "no_evidence"
    """No evidence is needed (refuse, clarify, chat), or all judgements are at most 0."""
    NO_EVIDENCE_LABELLED = "no_evidence_labelled"
    """An answer is expected, but nobody said which evidence it needs."""
    NO_LEGAL_EVIDENCE = "no_legal_evidence"
    """Nothing in the gold may be read by this asker, or is in force on this date."""
    BROKEN_LABELS = "broken_labels"
    """The labels name a document or a quote that does not exist."""
    NO_JUDGEMENTS = "no_judgements"
    """The metric needs qrels, and there are none for this question."""
    NO_RANKING = "no_ranking"
    """The stage that this column reads is not part of this trace."""
    RETRIEVAL_NOT_RECORDED = "retrieval_not_recorded"
    CONTEXT_NOT_RECORDED = "context_not_recorded"
    ANSWER_NOT_RECORDED = "answer_not_recorded"
    TEXT_NOT_RECORDED = "text_not_recorded"
    """Items are listed, but what they said is not known."""
    MISSING_FROM_RUN = "missing_from_run"
    """The run holds no trace of this question."""
    PIPELINE_ERROR = "pipeline_error"
    """The pipeline failed before this layer was reached."""
    NOT_AN_ANSWER = "not_an_answer"
    """A refusal, a question back or an empty reply: there is nothing to be faithful or correct about."""
    NO_CLAIMS = "no_claims"
    NO_FACTS = "no_facts"
    NOTHING_STATED = "nothing_stated"
    """The answer states none of the gold facts: there is nothing to be right or wrong about."""
    NO_CONDITIONS = "no_conditions"
    NO_CITATIONS = "no_citations"
    EVIDENCE_NOT_SENT = "evidence_not_sent"
    """No evidence stands in the sent text: there is no position to tell."""
    EMPTY_CONTEXT = "empty_context"
    """No item was sent: a share of items has nothing to count."""
    NO_BUDGET = "no_budget"
    NO_HOPS = "no_hops"
    NOT_APPLICABLE = "not_applicable"
    """The question is outside of what this rate counts (an answerable question in false_answer_rate, ...)."""
    JUDGE_UNDECIDED = "judge_undecided"
    JUDGE_FAILED = "judge_failed"
    JUDGE_TIMEOUT = "judge_timeout"
    JUDGE_TRUNCATED = "judge_truncated"
    JUDGE_INVALID = "judge_invalid"


UNKNOWN_REASONS: Final[frozenset[Undefined]] = frozenset(
    {
        Undefined.RETRIEVAL_NOT_RECORDED,
        Undefined.CONTEXT_NOT_RECORDED,
        Undefined.ANSWER_NOT_RECORDED,
        Undefined.TEXT_NOT_RECORDED,
        Undefined.MISSING_FROM_RUN,
        Undefined.JUDGE_UNDECIDED,
        Undefined.JUDGE_FAILED,
        Undefined.JUDGE_TIMEOUT,
        Undefined.JUDGE_TRUNCATED,
        Undefined.JUDGE_INVALID,
    }
)
"""Reasons that hide a number which exists: these widen a mean's bounds. The others mean that there is none."""


class NoteCode(StrEnum):
    """What was noticed and did not stop the run. Counted, with examples, in the summary and on stderr."""

    DUPLICATE_HITS = "duplicate_hits"
    INTEGER_IDS = "integer_ids"
    UNKNOWN_FIELDS = "unknown_fields"
    REPEATED_JUDGEMENTS = "repeated_judgements"
    ORPHAN_JUDGEMENTS = "orphan_judgements"
    UNKNOWN_QUESTIONS = "unknown_questions"
    MISSING_QUESTIONS = "missing_questions"
    UNKNOWN_ITEM_IDS = "unknown_item_ids"
    BROKEN_LABELS = "broken_labels"
    APPROXIMATE_EVIDENCE = "approximate_evidence"
    CONTEXT_FROM_ITEMS = "context_from_items"
    CONTEXT_MISMATCH = "context_mismatch"
    ITEM_TEXT_UNKNOWN = "item_text_unknown"
    RECORDED_JUDGEMENTS = "recorded_judgements"
    SCORE_ORDER = "score_order"
    MORE_THAN_K = "more_than_k"
    UNKNOWN_SCORES = "unknown_scores"
    SKIPPED_ROWS = "skipped_rows"
    TRACE_REPEATED = "trace_repeated"
    REPEATED_ROWS = "repeated_rows"
    ITEMS_WITHOUT_ID = "items_without_id"
