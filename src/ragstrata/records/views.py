"""What `align` makes of a trace and its labels. Metrics and attribution read these and nothing else.

`Rankings` holds a batch of questions in flat arrays, since rank measures are computed in bulk; the other views
describe one question each.
"""

from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from ragstrata.records.claim import JudgedClaimView, Span
from ragstrata.records.names import (
    BehaviorLabel,
    EvidenceLabel,
    EvidenceStage,
    Expect,
    FactLabel,
    Place,
    Stop,
    Undefined,
)


@dataclass(frozen=True, slots=True)
class Rankings:
    """The ranked lists of q questions, matched with their labels. One question is a batch of one.

    Items (rows, in rank order, question after question):
        offsets     int64[q + 1]   rows of question i are offsets[i]:offsets[i + 1]
        gain        float64[rows]  what the item earns at its rank: 0 for a repeat, an unjudged or irrelevant item
        relevant    bool[rows]     it brings evidence not already covered
        judged      bool[rows]     somebody judged it (covering evidence counts as judged)
        duplicate   bool[rows]     same id or same text as an item before it
    Gold:
        ideal_offsets     int64[q + 1]
        ideal             float64[...]  gains of the best ordering of items known to exist, descending
        relevant_total    int64[q]      items in that ordering: R of AP, RPrecision and bpref
        nonrelevant_total int64[q]      items judged not relevant: N of bpref
        set_offsets       int64[q + 1]      alternative evidence sets of question i
        need_offsets      int64[sets + 1]   needed units of set j
        need_rank         int64[needs]      1-based rank at which the unit is covered, 0 if never
    Per question:
        reasons           why relevance has no meaning here, or None
        pooled            bool[q]       judgements beyond the evidence exist, so that Judged@k means something
    """

    offsets: NDArray[np.int64]
    gain: NDArray[np.float64]
    relevant: NDArray[np.bool_]
    judged: NDArray[np.bool_]
    duplicate: NDArray[np.bool_]
    ideal_offsets: NDArray[np.int64]
    ideal: NDArray[np.float64]
    relevant_total: NDArray[np.int64]
    nonrelevant_total: NDArray[np.int64]
    set_offsets: NDArray[np.int64]
    need_offsets: NDArray[np.int64]
    need_rank: NDArray[np.int64]
    reasons: tuple[Undefined | None, ...]
    pooled: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.reasons)


class Loss(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a unit was lost, with the piece of text as proof.

    kind: one of `not_in_corpus`, `not_readable`, `not_in_force`, `split_by_chunking`, `not_retrieved`, `dropped`,
    `demoted`, `twin_unusable`, `false_twin`, `cut_whole`, `cut_mid_sentence`, `altered`, `unexplained`.
    """

    kind: str
    proof: str = ""
    item_id: str | None = None
    rank_before: int | None = None


class UnitJourney(msgspec.Struct, frozen=True, kw_only=True):
    """One unit of evidence and its label at every stage that can be told."""

    evidence_id: str
    text: str
    doc_id: str | None
    needed: bool
    stages: dict[EvidenceStage, EvidenceLabel]
    shares: dict[EvidenceStage, float]
    lost_at: EvidenceStage | None
    conditions: tuple[str, ...] = ()
    conditions_lost: tuple[str, ...] = ()
    rank: int | None = None
    approximate: bool = False
    loss: Loss | None = None


class LabelFault(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A label that cannot be right, and the id that it names.

    kind: `unknown_document`, `unknown_chunk`, `quote_not_held` or `empty_quote`.
    """

    evidence_id: str
    kind: str
    name: str = ""


class Survival(msgspec.Struct, frozen=True, kw_only=True):
    """The way of a question's evidence into the text that was sent.

    units: every labelled unit; sets: alternative sets as indices into units; sufficient: per stage, whether some
    whole set is there, readable and in force (None: cannot be told); broken: faults of the labels.
    """

    units: tuple[UnitJourney, ...]
    sets: tuple[tuple[int, ...], ...]
    stages: tuple[EvidenceStage, ...]
    sufficient: dict[EvidenceStage, bool | None]
    broken: tuple[LabelFault, ...] = ()
    reason: Undefined | None = None


class ContextView(msgspec.Struct, frozen=True, kw_only=True):
    """What was sent, and the evidence in it.

    intact: per unit; None where the text is not known. spans: where evidence stands in the folded text of
    `length` characters. useful: per context item, whether it brings evidence not already covered.
    """

    intact: tuple[bool | None, ...]
    sets: tuple[tuple[int, ...], ...]
    spans: tuple[Span, ...] = ()
    length: int = 0
    useful: tuple[bool, ...] | None = None
    mismatch: tuple[str, ...] = ()
    reason: Undefined | None = None


class Claims(msgspec.Struct, frozen=True, kw_only=True):
    """The claims of an answer with verdicts, and whether a covered fact stands on nothing that was sent."""

    claims: tuple[JudgedClaimView, ...] = ()
    ungrounded: bool = False
    reason: Undefined | None = None


class FactView(msgspec.Struct, frozen=True, kw_only=True):
    """A gold fact and what the answer made of it.

    grounded: what was sent holds it (None: not covered, or the context is not known); by: `gold` or `non_gold`.
    """

    fact_id: str
    vital: bool
    label: FactLabel
    conditions: int = 0
    conditions_missing: tuple[str, ...] = ()
    grounded: bool | None = None
    by: str | None = None
    judge: str = "rules"
    proof: str = ""
    text: str = ""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """The gold facts of a question against its answer. answered: the reply tries to answer at all."""

    facts: tuple[FactView, ...] = ()
    answered: bool = True
    reason: Undefined | None = None


class Behavior(msgspec.Struct, frozen=True, kw_only=True):
    """What was expected of the reply and what it did, with the words that show it.

    context_sufficient: the sent text held a whole evidence set; None if that cannot be told.
    """

    expected: Expect
    observed: BehaviorLabel | None
    proof: str = ""
    answerable: bool = True
    context_sufficient: bool | None = None
    reason: Undefined | None = None


class HopView(msgspec.Struct, frozen=True, kw_only=True):
    """One search: the evidence it added to the chain. redundant: it brought no item unseen so far."""

    hop: int
    new_evidence: tuple[str, ...]
    redundant: bool
    query: str | None = None
    repeated_query: bool = False


class Hops(msgspec.Struct, frozen=True, kw_only=True):
    """The chain of searches, where it stopped, and the budget."""

    hops: tuple[HopView, ...] | None
    needed: int
    stop: Stop | None = None
    voluntary: bool | None = None
    has_budget: bool = False
    exceeded: tuple[str, ...] = ()
    reason: Undefined | None = None


class ExposedItem(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A passage that should not have been there."""

    place: Place
    id: str
    doc_id: str
    kind: str
    detail: str = ""


class Exposure(msgspec.Struct, frozen=True, kw_only=True):
    """Passages shown by place: those the asker may not read (`leak`), those not in force (`stale`), those that a
    readable version in force replaces (`superseded`). checked, unknown: items whose readers are known, and not; dated:
    items whose validity on the date asked about is known."""

    items: tuple[ExposedItem, ...] = ()
    checked: int = 0
    unknown: int = 0
    dated: int = 0


class QuestionViews(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that `align` says of one question and one trace, but its rankings."""

    survival: Survival
    context: ContextView
    claims: Claims
    facts: Facts
    behavior: Behavior
    hops: Hops
    exposure: Exposure
