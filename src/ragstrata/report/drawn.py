"""What a page shows, worded and formatted: the renderer only draws it."""

from typing import Literal

import msgspec

from ragstrata.report.words import Language

Verdict = Literal["failed", "undecided", "passed"]
ScoreCell = str | int | tuple[int, str] | None
"""A value; the place of its reason in `QuestionList.reasons`, with bounds where there are any; None: no such score."""


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One large number with its label and what qualifies it."""

    kind: str
    label: str
    value: str
    note: str = ""


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a bar: `label` is an evidence label, `share` its part of the whole."""

    label: str
    count: int
    share: float
    text: str


class StageBar(msgspec.Struct, frozen=True, kw_only=True):
    """The needed evidence at one stage."""

    stage: str
    title: str
    text: str
    segments: tuple[Segment, ...]
    rest: str = ""
    lost: str = ""


class Waterfall(msgspec.Struct, frozen=True, kw_only=True):
    """The way of the needed evidence, stage by stage."""

    title: str
    about: str
    bars: tuple[StageBar, ...]
    legend: tuple[tuple[str, str], ...]
    footnote: str = ""


class CauseBar(msgspec.Struct, frozen=True, kw_only=True):
    """A cause with the number of questions that it is primary for; `share` is that of the longest bar."""

    cause: str
    title: str
    about: str
    count: int
    share: float
    also: str = ""


class Causes(msgspec.Struct, frozen=True, kw_only=True):
    """Why questions fail."""

    title: str
    about: str
    bars: tuple[CauseBar, ...]


class Range(msgspec.Struct, frozen=True, kw_only=True):
    """Where a value lies between 0 and 1."""

    value: float | None
    interval: tuple[float, float] | None
    bounds: tuple[float, float] | None


class MetricRow(msgspec.Struct, frozen=True, kw_only=True):
    """One metric."""

    name: str
    about: str
    direction: str
    value: str
    interval: str
    n: str
    undefined: tuple[str, ...]
    bounds: str
    condensed: str
    range: Range | None


class MetricTable(msgspec.Struct, frozen=True, kw_only=True):
    """The metrics of one layer. later: those of the stages after the ranking; empty: those that no question has."""

    layer: str
    title: str
    rows: tuple[MetricRow, ...]
    later: tuple[MetricRow, ...] = ()
    empty: tuple[MetricRow, ...] = ()


class Metrics(msgspec.Struct, frozen=True, kw_only=True):
    """All layers."""

    title: str
    about: str
    columns: tuple[str, ...]
    tables: tuple[MetricTable, ...]
    later: str
    empty: str


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A small table. `marks` names the cells (row, column) that stand out, and how: `good`, `bad`, `quiet`."""

    title: str
    about: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marks: dict[str, str] = {}


class NoteLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something noticed."""

    code: str
    count: str
    text: str
    examples: tuple[str, ...]


class Notes(msgspec.Struct, frozen=True, kw_only=True):
    """All that was noticed."""

    title: str
    about: str
    lines: tuple[NoteLine, ...]
    examples: str


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How to read the page: pairs of a term and what it stands for here."""

    title: str
    pairs: tuple[tuple[str, str], ...]


class UnitCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit of evidence on its way. text: pieces as (mark, text); a mark is empty, `condition` or `lost`."""

    id: str
    text: tuple[tuple[str, str], ...]
    stages: tuple[tuple[str, str, str], ...]
    doc: str | None = None
    needed: bool = True
    rank: int | None = None
    approximate: bool = False
    lost_at: str | None = None
    loss: str | None = None
    proof: str = ""
    conditions_lost: tuple[str, ...] = ()


class FactCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A gold fact and its verdict."""

    id: str
    label: str
    importance: str
    text: str = ""
    missing: tuple[str, ...] = ()
    grounded: bool | None = None
    judge: str = ""
    proof: str = ""


class ClaimCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A claim and its verdict. citations: (marker, id, structural, semantic)."""

    text: str
    label: str
    judge: str = ""
    triggers: tuple[str, ...] = ()
    proof: str = ""
    proof_id: str | None = None
    citations: tuple[tuple[str | None, str | None, str, str | None], ...] = ()


class HopCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One search."""

    hop: int
    query: str | None = None
    new: tuple[str, ...] = ()
    redundant: bool = False


class QuestionCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One question. Codes are worded by `Page.words`; scores stand in the order of `QuestionList.metrics`."""

    id: str
    verdict: Verdict
    question: str
    answer: str | None = None
    repeat: int = 0
    cause: str | None = None
    also: tuple[str, ...] = ()
    status: str | None = None
    why: str = ""
    detail: str | None = None
    flags: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    criteria: dict[str, bool | None] = {}
    expected: str = "answer"
    observed: str | None = None
    observed_proof: str = ""
    evidence: tuple[UnitCard, ...] = ()
    facts: tuple[FactCard, ...] = ()
    claims: tuple[ClaimCard, ...] = ()
    hops: tuple[HopCard, ...] = ()
    stop: str | None = None
    cost: tuple[str, ...] = ()
    scores: tuple[ScoreCell, ...] = ()


class QuestionList(msgspec.Struct, frozen=True, kw_only=True):
    """The questions that are shown. left_out: a sentence about those that are not."""

    title: str
    total: int
    metrics: tuple[str, ...]
    reasons: tuple[str, ...]
    cards: tuple[QuestionCard, ...]
    left_out: str = ""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A report. `words` holds what the list of questions and the frame around the page are labelled with."""

    lang: Language
    title: str
    headline: str
    lead: tuple[str, ...]
    figures: tuple[Figure, ...]
    waterfall: Waterfall
    causes: Causes
    metrics: Metrics
    behavior: Table
    governance: Table
    cost: Table
    notes: Notes
    settings: Settings
    questions: QuestionList
    words: dict[str, dict[str, str]]
    version: str
