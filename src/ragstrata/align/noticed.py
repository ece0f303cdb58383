"""What an alignment showed that nobody asked for: worth a note, not a failure."""

from collections.abc import Iterator
from itertools import pairwise

from ragstrata.align.answer import RECORDED
from ragstrata.align.corpus import Corpus
from ragstrata.align.question import Aligned
from ragstrata.records.names import NoteCode
from ragstrata.records.trace import Stage


def notice(aligned: Aligned, corpus: Corpus) -> Iterator[tuple[NoteCode, str]]:
    """Note codes of one question with an example each."""
    name = aligned.trace.question_id
    survival = aligned.views.survival
    if any(aligned.ranked.duplicate):
        yield NoteCode.DUPLICATE_HITS, name
    yield from (
        (NoteCode.BROKEN_LABELS, f"{name}: {fault.evidence_id} {fault.kind} {fault.name}".rstrip())
        for fault in survival.broken
    )
    if any(unit.approximate for unit in survival.units):
        yield NoteCode.APPROXIMATE_EVIDENCE, name
    if aligned.sent.rebuilt:
        yield NoteCode.CONTEXT_FROM_ITEMS, name
    if aligned.sent.mismatch:
        yield NoteCode.CONTEXT_MISMATCH, f"{name}: {aligned.sent.mismatch[0]}"
    if any(claim.verdict.judge == RECORDED for claim in aligned.views.claims.claims):
        yield NoteCode.RECORDED_JUDGEMENTS, name
    yield from _items(aligned, corpus, name)
    for hop in aligned.trace.hops or ():
        for stage in hop.stages or ():
            yield from _stage(stage, name)


def _items(aligned: Aligned, corpus: Corpus, name: str) -> Iterator[tuple[NoteCode, str]]:
    lists = [*aligned.recorded.lists.values(), aligned.recorded.context]
    seen = [item for items in lists for item in items or () if item.id]
    if corpus.documents or corpus.chunks:
        unknown = next((item.id for item in seen if not item.known), None)
        if unknown is not None:
            yield NoteCode.UNKNOWN_ITEM_IDS, f"{name}: {unknown}"
    if any(item.text is None for item in seen):
        yield NoteCode.ITEM_TEXT_UNKNOWN, name


def _stage(stage: Stage, name: str) -> Iterator[tuple[NoteCode, str]]:
    items = stage.items or ()
    scores = [item.score for item in items]
    known = [score for score in scores if score is not None]
    if known and (len(known) < len(scores) or not any(known)):
        yield NoteCode.UNKNOWN_SCORES, f"{name}: {stage.kind}"
    if any(after > before for before, after in pairwise(known)):
        yield NoteCode.SCORE_ORDER, f"{name}: {stage.kind}"
    if stage.k is not None and len(items) > stage.k:
        yield NoteCode.MORE_THAN_K, f"{name}: {stage.kind}"
