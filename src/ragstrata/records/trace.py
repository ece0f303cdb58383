"""What a pipeline did for one question. `None` means not recorded; an empty tuple means recorded and empty."""

from typing import Any

import msgspec

from ragstrata.records.names import BehaviorLabel, ClaimLabel, FactLabel, Semantic, StageKind


class Item(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A passage in a list. Its own `text` is what that stage output, cut or not."""

    id: str
    doc_id: str | None = None
    score: float | None = None
    text: str | None = None
    metadata: dict[str, Any] | None = None


class Stage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A step of the pipeline; `items` are what it output, in order."""

    kind: StageKind
    name: str | None = None
    k: int | None = None
    latency_ms: float | None = None
    items: tuple[Item, ...] | None = None
    metadata: dict[str, Any] | None = None


class Hop(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One search with the stages that followed it."""

    query: str | None = None
    stages: tuple[Stage, ...] | None = None
    metadata: dict[str, Any] | None = None


class Context(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What was sent to the model. `text` is authoritative; `items` say which pieces it was built from."""

    text: str | None = None
    items: tuple[Item, ...] | None = None
    tokens: int | None = None
    budget: int | None = None
    tokenizer: str | None = None
    metadata: dict[str, Any] | None = None


class RecordedCitation(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A citation as the pipeline recorded it."""

    marker: str | None = None
    id: str | None = None
    semantic: Semantic | None = None
    metadata: dict[str, Any] | None = None


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The reply. `citations` None: to be parsed out of the text; empty: recorded as none.

    model_text: the model's own words, where something changed them into `text` afterwards.
    """

    text: str | None = None
    citations: tuple[RecordedCitation, ...] | None = None
    citation_base: int | None = None
    model_text: str | None = None
    metadata: dict[str, Any] | None = None


class Usage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What the reply cost."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost_usd: float | None = None
    metadata: dict[str, Any] | None = None


class JudgedClaim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A claim with a recorded verdict."""

    text: str
    label: ClaimLabel
    citations: tuple[RecordedCitation, ...] | None = None
    metadata: dict[str, Any] | None = None


class JudgedFact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A fact with a recorded verdict."""

    fact_id: str
    label: FactLabel
    metadata: dict[str, Any] | None = None


class Judgements(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Human or earlier verdicts. They outrank any judge."""

    claims: tuple[JudgedClaim, ...] | None = None
    facts: tuple[JudgedFact, ...] | None = None
    behavior: BehaviorLabel | None = None
    metadata: dict[str, Any] | None = None


class Trace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One question answered once by one run."""

    question_id: str
    run: str = "run"
    repeat: int = 0
    arm: str | None = None
    hops: tuple[Hop, ...] | None = None
    context: Context | None = None
    answer: Answer | None = None
    usage: Usage | None = None
    latency_ms: float | None = None
    stop_reason: str | None = None
    error: str | None = None
    judgements: Judgements | None = None
    metadata: dict[str, Any] | None = None
