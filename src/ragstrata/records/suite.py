"""A suite: its settings and its tables."""

from typing import Literal

import msgspec

from ragstrata.records.corpus import Chunk, Document
from ragstrata.records.names import Gain, Granularity, NoteCode, UnjudgedPolicy
from ragstrata.records.question import Question


class SuiteSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The `[suite]` table."""

    name: str = "suite"
    language: str = "auto"
    granularity: Granularity = "evidence"
    cutoffs: tuple[int, ...] = (1, 3, 5, 10)
    gain: Gain = "exponential"
    unjudged: UnjudgedPolicy = "bounds"


class QrelsSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The `[qrels]` table: what the ids of the judgements name."""

    granularity: Literal["chunk", "document"] | None = None


class JudgeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The `[judge]` table."""

    kind: str = "rules"
    base_url: str | None = None
    model: str | None = None
    api_key_env: str | None = None
    temperature: float | None = None
    max_concurrency: int | None = None
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None


class PipelineSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The `[pipeline]` table."""

    target: str | None = None


class PassRule(msgspec.Struct, frozen=True, kw_only=True):
    """The `[pass]` table: what a question must meet. None switches a criterion off."""

    behavior: bool = True
    correctness: float | None = 1.0
    completeness: float | None = 1.0
    faithfulness: float | None = 1.0
    citations: Literal["off", "when_present", "required"] = "when_present"
    leaks: int | None = 0
    stale: int | None = 0
    within_budget: bool = True


class Settings(msgspec.Struct, frozen=True, kw_only=True, rename={"passing": "pass"}):
    """`ragstrata.toml` without its `[data]` table."""

    suite: SuiteSettings = SuiteSettings()
    qrels: QrelsSettings = QrelsSettings()
    judge: JudgeSettings = JudgeSettings()
    pipeline: PipelineSettings = PipelineSettings()
    passing: PassRule = PassRule()


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """Something noticed that did not stop the work: how often, where, and what it means."""

    code: NoteCode
    count: int
    examples: tuple[str, ...] = ()
    message: str = ""


class Qrels(msgspec.Struct, frozen=True, kw_only=True):
    """Relevance judgements by question: `{question_id: {id: grade}}`."""

    granularity: Literal["chunk", "document"]
    grades: dict[str, dict[str, float]]


class Suite(msgspec.Struct, frozen=True, kw_only=True):
    """Everything of a suite but its traces, which are streamed."""

    settings: Settings
    documents: dict[str, Document]
    chunks: dict[str, Chunk]
    questions: dict[str, Question]
    qrels: Qrels | None = None
    notes: tuple[Note, ...] = ()
