"""Claims with their logic, and the verdicts on them."""

from typing import Literal

import msgspec

from ragstrata.records.names import ClaimLabel, Semantic, Structural

Act = Literal["fact", "obligation", "permission", "prohibition", "promise"]
Logic = Literal["atom", "and", "or", "not", "if", "only_if", "unless", "attributed"]


class Span(msgspec.Struct, frozen=True, gc=False):
    """Characters `start` to `end` of a text, half-open."""

    start: int
    end: int


class Quantity(msgspec.Struct, frozen=True, gc=False):
    """A number with its unit and direction: "at most 7 days" is (7, "day", "max")."""

    value: float
    unit: str = ""
    bound: Literal["exact", "min", "max", "approx"] = "exact"


class Claim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that an answer asserts, judged as one unit. `span` points into the answer's text."""

    claim_id: str
    text: str
    span: Span | None = None
    act: Act = "fact"
    logic: Logic = "atom"
    condition: str | None = None
    polarity: Literal["positive", "negative"] = "positive"
    modality: str | None = None
    quantifier: str | None = None
    quantities: tuple[Quantity, ...] = ()
    added_context: str | None = None


class Proof(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a verdict rests on: a span of a passage that was sent."""

    id: str | None = None
    quote: str = ""
    span: Span | None = None


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A judge's word on one claim."""

    label: ClaimLabel
    judge: str
    triggers: tuple[str, ...] = ()
    proof: Proof | None = None
    failure: str | None = None


class Citation(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A citation of an answer: is it well formed and known, and does the passage say what it is cited for."""

    marker: str | None
    id: str | None
    structural: Structural
    semantic: Semantic | None
    span: Span | None = None


class JudgedClaimView(msgspec.Struct, frozen=True, kw_only=True):
    """A claim, its verdict and the citations that serve it. states: gold facts that it states and that are grounded."""

    claim: Claim
    verdict: Verdict
    citations: tuple[Citation, ...] = ()
    states: tuple[str, ...] = ()
