"""A question with what its answer needs: evidence, facts, asker, date and budget."""

from typing import Any, Literal

import msgspec

from ragstrata.records.names import Expect


class Principal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who asks."""

    tenant: str | None = None
    user: str | None = None
    groups: tuple[str, ...] | None = None
    metadata: dict[str, Any] | None = None


class Evidence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A passage that the answer needs: by quote, by offsets, or a whole chunk or document by id."""

    evidence_id: str
    doc_id: str | None = None
    chunk_id: str | None = None
    quote: str | None = None
    start: int | None = None
    end: int | None = None
    grade: float | None = None
    conditions: tuple[str, ...] | None = None
    metadata: dict[str, Any] | None = None


class FactCondition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition without which its fact may not be stated."""

    text: str
    accept: tuple[str, ...] | None = None
    metadata: dict[str, Any] | None = None


class Fact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that a right answer says. `accept` and `reject` hold phrases, or `/regular expressions/`."""

    fact_id: str
    text: str
    importance: Literal["vital", "okay"] | None = None
    accept: tuple[str, ...] | None = None
    reject: tuple[str, ...] | None = None
    conditions: tuple[FactCondition, ...] | None = None
    evidence: tuple[str, ...] | None = None
    metadata: dict[str, Any] | None = None


class Budget(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What answering may cost at most."""

    max_hops: int | None = None
    max_tokens: int | None = None
    max_cost_usd: float | None = None
    max_latency_ms: float | None = None
    metadata: dict[str, Any] | None = None


class Turn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An earlier turn of the conversation."""

    role: str
    content: str
    metadata: dict[str, Any] | None = None


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question of the suite and its labels."""

    question_id: str
    question: str
    language: str | None = None
    expect: Expect | None = None
    evidence: tuple[Evidence, ...] | None = None
    evidence_sets: tuple[tuple[str, ...], ...] | None = None
    facts: tuple[Fact, ...] | None = None
    reference_answer: str | None = None
    principal: Principal | None = None
    as_of: str | None = None
    budget: Budget | None = None
    history: tuple[Turn, ...] | None = None
    tags: tuple[str, ...] | None = None
    cluster: str | None = None
    metadata: dict[str, Any] | None = None


class Qrel(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A relevance judgement; a negative grade is judged and not relevant."""

    question_id: str
    id: str
    grade: float
    metadata: dict[str, Any] | None = None
