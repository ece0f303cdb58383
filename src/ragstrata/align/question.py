"""One trace against its question: all views, and the ranked lists that are measured in bulk."""

from dataclasses import dataclass

import msgspec

from ragstrata.align.answer import AnswerViews, view_answer
from ragstrata.align.context import view_context
from ragstrata.align.corpus import Corpus
from ragstrata.align.exposure import view_exposure
from ragstrata.align.gold import Gold
from ragstrata.align.held import Holdings
from ragstrata.align.hops import view_hops
from ragstrata.align.ranking import RankedList, rank_list
from ragstrata.align.sent import Sent, read_context
from ragstrata.align.stages import Recorded, record
from ragstrata.align.survival import follow, retrieval_reason
from ragstrata.judges.protocol import Judge
from ragstrata.records.names import EvidenceStage, Gain, Undefined
from ragstrata.records.suite import SuiteSettings
from ragstrata.records.trace import Trace
from ragstrata.records.views import QuestionViews
from ragstrata.text.language import detect_language


@dataclass(slots=True, frozen=True)
class Aligned:
    """What evaluation needs of one trace. later: the lists of the stages after the ranking.

    before_editing: the views as they would be with the model's own text, where post-processing changed it.
    """

    trace: Trace
    gold: Gold
    language: str
    views: QuestionViews
    before_editing: QuestionViews | None
    ranked: RankedList
    later: dict[EvidenceStage, RankedList]
    recorded: Recorded
    sent: Sent


def align_trace(
    trace: Trace, gold: Gold, corpus: Corpus, judge: Judge, settings: SuiteSettings, *, missing: bool = False
) -> Aligned:
    """The views of one trace. missing: the run has no trace and this one stands in for it."""
    language = language_of(gold, settings.language)
    recorded = record(trace, corpus, gold.asker)
    sent = read_context(trace, recorded)
    holdings = Holdings(corpus, gold.units)
    ranked = holdings if gold.ranked is gold.units else Holdings(corpus, gold.ranked)
    survival = follow(gold, recorded, sent, holdings, corpus)
    answer = view_answer(trace, gold, sent, recorded, survival, judge, language)
    exposure = view_exposure(gold, recorded, sent, corpus, answer.shown)
    context = view_context(gold, survival, sent, holdings)
    hops = view_hops(trace, gold, recorded, holdings)

    def views(of: AnswerViews) -> QuestionViews:
        return QuestionViews(
            survival=survival,
            context=context,
            claims=of.claims,
            facts=of.facts,
            behavior=of.behavior,
            hops=hops,
            exposure=exposure,
        )

    before_editing = None
    if trace.answer is not None and trace.answer.model_text not in (None, trace.answer.text):
        own = msgspec.structs.replace(trace.answer, text=trace.answer.model_text, citations=None)
        unedited = msgspec.structs.replace(trace, answer=own)
        before_editing = views(view_answer(unedited, gold, sent, recorded, survival, judge, language))
    return Aligned(
        trace=trace,
        gold=gold,
        language=language,
        views=views(answer),
        before_editing=before_editing,
        ranked=rank_list(recorded.ranked, gold, ranked, settings.gain, retrieval_reason(recorded, gold)),
        later={} if missing else _later(recorded, gold, ranked, settings.gain),
        recorded=recorded,
        sent=sent,
    )


def _later(recorded: Recorded, gold: Gold, holdings: Holdings, gain: Gain) -> dict[EvidenceStage, RankedList]:
    lists = {}
    for stage in recorded.order:
        items = recorded.lists[stage]
        if stage in ("retrieved", "fused"):
            continue
        reason = gold.ranked_reason or (Undefined.RETRIEVAL_NOT_RECORDED if items is None else None)
        lists[stage] = rank_list(items, gold, holdings, gain, reason)
    return lists


def language_of(gold: Gold, default: str) -> str:
    """The language of a question: its own, else the suite's, else what its text looks like."""
    language = gold.question.language or default
    return detect_language(gold.question.question) if language == "auto" else language
