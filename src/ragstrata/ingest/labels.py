"""Labels that name what does not exist, or say nothing: faults of single questions, told by `check`."""

import re
from collections.abc import Iterator

from rapidfuzz import fuzz

from ragstrata.ingest.findings import At, Fault
from ragstrata.records.corpus import Chunk, Document
from ragstrata.records.question import Evidence, Fact, Question
from ragstrata.records.suite import Suite
from ragstrata.text.dates import moment
from ragstrata.text.fold import NEAR, fold, fold_cached

_WAYS_OUT = 'label its evidence, add qrels, or say expect = "answer", "refuse", "clarify" or "chat"'


def document_faults(document: Document) -> Iterator[Fault]:
    """A document that is never in force."""
    if document.valid_from is not None and document.valid_to is not None:
        start, end = moment(document.valid_from), moment(document.valid_to)
        if start is not None and end is not None and start >= end:
            message = f"{document.valid_to!r} is not after valid_from {document.valid_from!r}: it is never in force"
            yield Fault((None, "valid_to"), message, "the interval is half-open", "bad_label")


def chunk_faults(chunk: Chunk, suite: Suite) -> Iterator[Fault]:
    """A chunk of no document, or outside of its document."""
    document = suite.documents.get(chunk.doc_id)
    if suite.documents and document is None:
        yield Fault((None, "doc_id"), _unknown("document", chunk.doc_id), "add it, or mend the id", "unknown_id")
    yield from _span_faults(None, chunk.start, chunk.end, document)


def question_faults(question: Question, suite: Suite, chunked: frozenset[str]) -> Iterator[Fault]:
    """Everything wrong with the labels of a question. `chunked`: ids of the documents that have chunks."""
    judged = suite.qrels is not None and question.question_id in suite.qrels.grades
    if question.expect is None and not question.evidence and not judged:
        yield Fault(None, "has neither evidence nor qrels nor expect", _WAYS_OUT, "unlabelled")
    names = {evidence.evidence_id for evidence in question.evidence or ()}
    for i, evidence in enumerate(question.evidence or ()):
        yield from _evidence_faults(evidence, ((None, "evidence"), i), suite, chunked)
    for i, members in enumerate(question.evidence_sets or ()):
        at: At = ((None, "evidence_sets"), i)
        if not members:
            yield Fault(at, "is an empty set, which everything would meet", "name its units, or drop it", "bad_label")
        yield from _strangers(members, names, at)
    for i, fact in enumerate(question.facts or ()):
        here: At = ((None, "facts"), i)
        yield from _strangers(fact.evidence or (), names, (here, "evidence"))
        yield from _phrase_faults(fact, here)


def _strangers(members: tuple[str, ...], names: set[str], at: At) -> Iterator[Fault]:
    for j, name in enumerate(members):
        if name not in names:
            hint = f"the question has {', '.join(sorted(names)[:8])}" if names else "the question lists no evidence"
            yield Fault((at, j), f"names the unknown evidence {name!r}", hint, "unknown_id")


def _phrase_faults(fact: Fact, at: At) -> Iterator[Fault]:
    """Phrases that match everything, and regular expressions that are none."""
    lists: list[tuple[At, tuple[str, ...] | None]] = [((at, "accept"), fact.accept), ((at, "reject"), fact.reject)]
    conditions: At = (at, "conditions")
    lists.extend((((conditions, i), "accept"), c.accept) for i, c in enumerate(fact.conditions or ()))
    for here, phrases in lists:
        for i, phrase in enumerate(phrases or ()):
            if not phrase.strip():
                yield Fault((here, i), "is empty, so every answer would hold it", "drop it", "bad_label")
            elif len(phrase) > 2 and phrase.startswith("/") and phrase.endswith("/"):
                try:
                    re.compile(phrase[1:-1])
                except (re.error, RecursionError, OverflowError) as error:
                    hint = "mend it, or drop the slashes to mean the words"
                    yield Fault((here, i), f"is no regular expression: {error}", hint, "bad_label")


def _evidence_faults(evidence: Evidence, at: At, suite: Suite, chunked: frozenset[str]) -> Iterator[Fault]:
    chunk = suite.chunks.get(evidence.chunk_id) if evidence.chunk_id is not None else None
    if evidence.chunk_id is not None and suite.chunks and chunk is None:
        yield Fault((at, "chunk_id"), _unknown("chunk", evidence.chunk_id), "mend the id", "unknown_id")
    doc_id = evidence.doc_id
    if chunk is not None and doc_id is not None and chunk.doc_id != doc_id:
        message = f"{doc_id!r} is not the document of the chunk {evidence.chunk_id!r}, which is {chunk.doc_id!r}"
        yield Fault((at, "doc_id"), message, "leave doc_id out beside chunk_id", "bad_label")
    if evidence.quote is not None and not fold(evidence.quote):
        yield Fault((at, "quote"), "is empty", "quote the passage, or drop the field", "bad_label")
        return
    if doc_id is None:
        doc_id = chunk.doc_id if chunk is not None else None
    if doc_id is None:
        if evidence.chunk_id is None and evidence.quote is None:
            yield Fault(at, "names no passage", "give one of quote, chunk_id, doc_id", "bad_label")
        return
    document = suite.documents.get(doc_id)
    if document is None:
        missing = doc_id not in chunked if not suite.documents else True
        if evidence.doc_id is not None and missing and (suite.documents or suite.chunks):
            hint = "mend the id, or leave doc_id out if the knowledge base should hold the quote and does not"
            yield Fault((at, "doc_id"), _unknown("document", doc_id), hint, "unknown_id")
        return
    yield from _span_faults(at, evidence.start, evidence.end, document)
    if evidence.quote is not None and not _holds(document, evidence.quote):
        message = f"the document {doc_id!r} does not hold the quote {evidence.quote[:60]!r}, not even nearly"
        yield Fault((at, "quote"), message, "quote it as it stands, or mend doc_id", "bad_label")


def _holds(document: Document, quote: str) -> bool:
    folded, text = fold_cached(quote), fold_cached(document.text)
    return folded in text or (len(folded) <= 2 * len(text) and fuzz.partial_ratio(folded, text) >= NEAR)


def _span_faults(at: At, start: int | None, end: int | None, document: Document | None) -> Iterator[Fault]:
    if (start is None) != (end is None):
        missing = "start" if start is None else "end"
        yield Fault((at, missing), "is missing beside its twin", "give start and end, or neither", "bad_label")
    if start is None or end is None:
        return
    length = len(document.text) if document is not None else None
    if start < 0 or end < start or (length is not None and end > length):
        size = f" of {length} characters" if length is not None else ""
        yield Fault((at, "end"), f"{start} to {end} is no span in a document{size}", "count characters", "bad_label")


def _unknown(kind: str, name: str) -> str:
    return f"names the {kind} {name!r}, which the suite does not have"
