"""What a run says: one line a question, and the summary. These are the shapes of the output files."""

from typing import Any

import msgspec

from ragstrata.records.names import (
    BehaviorLabel,
    Cause,
    CauseStatus,
    ClaimLabel,
    EvidenceLabel,
    EvidenceStage,
    Expect,
    FactLabel,
    Flag,
    Layer,
    Semantic,
    Stop,
    Structural,
    Undefined,
)
from ragstrata.records.suite import Note

SUMMARY_SCHEMA = "ragstrata.summary/1"


class CauseOfFailure(msgspec.Struct, frozen=True, kw_only=True):
    """The first layer to blame, the others, how sure that is, and one sentence with the proof."""

    primary: Cause | None
    secondary: tuple[Cause, ...] = ()
    status: CauseStatus | None = None
    why: str = ""
    detail: str | None = None


class EvidenceResult(msgspec.Struct, frozen=True, kw_only=True):
    evidence_id: str
    doc_id: str | None
    text: str
    needed: bool
    stages: dict[EvidenceStage, EvidenceLabel]
    shares: dict[EvidenceStage, float]
    lost_at: EvidenceStage | None
    conditions_lost: tuple[str, ...]
    rank: int | None
    approximate: bool
    loss: str | None
    proof: str
    conditions: tuple[str, ...] = ()


class FactResult(msgspec.Struct, frozen=True, kw_only=True):
    fact_id: str
    label: FactLabel
    importance: str
    conditions_missing: tuple[str, ...]
    grounded: bool | None
    judge: str
    proof: str
    text: str = ""


class CitationResult(msgspec.Struct, frozen=True, kw_only=True):
    marker: str | None
    id: str | None
    structural: Structural
    semantic: Semantic | None


class ClaimResult(msgspec.Struct, frozen=True, kw_only=True):
    claim_id: str
    text: str
    label: ClaimLabel
    judge: str
    triggers: tuple[str, ...]
    proof: str
    proof_id: str | None
    citations: tuple[CitationResult, ...]


class HopResult(msgspec.Struct, frozen=True, kw_only=True):
    hop: int
    query: str | None
    new_evidence: tuple[str, ...]
    redundant: bool


class BehaviorResult(msgspec.Struct, frozen=True, kw_only=True):
    expected: Expect
    observed: BehaviorLabel | None
    proof: str


class CostResult(msgspec.Struct, frozen=True, kw_only=True):
    tokens: int | None
    cost_usd: float | None
    latency_ms: float | None


class QuestionResult(msgspec.Struct, frozen=True, kw_only=True):
    """One line of `questions.jsonl`."""

    question_id: str
    run: str
    repeat: int
    question: str
    answer: str | None
    language: str
    tags: tuple[str, ...]
    cluster: str
    passed: bool | None
    criteria: dict[str, bool | None]
    scores: dict[str, float | None]
    undefined: dict[str, Undefined]
    bounds: dict[str, tuple[float, float]]
    condensed: dict[str, float | None]
    evidence: tuple[EvidenceResult, ...]
    behavior: BehaviorResult
    facts: tuple[FactResult, ...]
    claims: tuple[ClaimResult, ...]
    hops: tuple[HopResult, ...]
    stop: Stop | None
    cause: CauseOfFailure
    flags: tuple[Flag, ...]
    cost: CostResult


class MetricSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A mean with its denominator. `n` questions have a value; `undefined` counts the others by reason."""

    layer: Layer
    value: float | None
    ci: tuple[float, float] | None
    bounds: tuple[float, float] | None
    n: int
    undefined: dict[str, int]
    condensed: float | None = None


class StageCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many needed units are in which state at one stage."""

    stage: str
    intact: int = 0
    split: int = 0
    partial: int = 0
    absent: int = 0
    unknown: int = 0


class GovernanceSummary(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of items, by place, with the number of questions that could be checked beside them."""

    questions: int
    checked: int
    unknown: int
    leaks: dict[str, int]
    stale: dict[str, int]
    superseded: dict[str, int]


class Quantiles(msgspec.Struct, frozen=True, kw_only=True):
    p50: float | None
    p95: float | None
    n: int = 0


class CostSummary(msgspec.Struct, frozen=True, kw_only=True):
    tokens: int | None
    cost_usd: float | None
    latency_ms: Quantiles
    n: dict[str, int]


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """`summary.json`."""

    schema: str
    suite: str
    run: str
    settings: dict[str, Any]
    judge: dict[str, Any]
    n: dict[str, int]
    pass_rate: MetricSummary
    notes: tuple[Note, ...]
    metrics: dict[str, MetricSummary]
    survival: tuple[StageCount, ...]
    causes: dict[str, int]
    secondary_causes: dict[str, int]
    behavior: dict[str, dict[str, int]]
    governance: GovernanceSummary
    cost: CostSummary
