"""`ragstrata check`: every problem of a suite at once, its labels and traces included."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path

from rapidfuzz import fuzz

from ragstrata.ingest.notes import NoteBook
from ragstrata.ingest.suite import collect_suite
from ragstrata.ingest.tables import Faults
from ragstrata.ingest.traces import collect_traces
from ragstrata.records.problem import Problem
from ragstrata.records.question import Evidence, Question
from ragstrata.records.suite import Suite
from ragstrata.text.fold import fold, fold_cached

_NEAR = 88.0
"""Similarity (0 to 100) from which a document holds an edited quote; as in the alignment of evidence."""


def check_suite(
    path: Path, *, overrides: Sequence[str] = (), traces: Sequence[Path] | None = None
) -> tuple[Problem, ...]:
    """All problems of a suite, in the order of its tables. Raises InputError if there is no suite at all."""
    faults = Faults(NoteBook())
    loaded = collect_suite(path, overrides, traces, faults)
    faults.problems.extend(label_problems(loaded.suite))
    strangers: dict[str, None] = {}
    for trace in collect_traces(loaded.traces, faults):
        if trace.question_id not in loaded.suite.questions:
            strangers[trace.question_id] = None
    faults.problems.extend(
        Problem(file="traces", field="question_id", message=f"the suite has no question {question_id!r}")
        for question_id in strangers
    )
    return tuple(faults.problems)


def label_problems(suite: Suite) -> Iterator[Problem]:
    """Labels that name what does not exist, or that say nothing."""
    for document in suite.documents.values():
        for field, value in (("valid_from", document.valid_from), ("valid_to", document.valid_to)):
            if value is not None and not is_date(value):
                yield Problem(file=f"documents {document.doc_id!r}", field=field, message=_not_a_date(value))
        if document.supersedes is not None and document.supersedes not in suite.documents:
            message = f"supersedes {document.supersedes!r}, which the suite does not have"
            yield Problem(file=f"documents {document.doc_id!r}", field="supersedes", message=message)
    if suite.documents:
        for chunk in suite.chunks.values():
            if chunk.doc_id not in suite.documents:
                message = f"names the document {chunk.doc_id!r}, which the suite does not have"
                yield Problem(file=f"chunks {chunk.chunk_id!r}", field="doc_id", message=message)
    for question in suite.questions.values():
        yield from _question_problems(question, suite)


def _question_problems(question: Question, suite: Suite) -> Iterator[Problem]:
    where = f"questions {question.question_id!r}"
    judged = suite.qrels is not None and question.question_id in suite.qrels.grades
    if question.expect is None and not question.evidence and not judged:
        yield Problem(
            file=where,
            message="has neither evidence nor qrels nor expect",
            hint='label its evidence or add qrels, or say expect = "answer", "refuse", "clarify" or "chat"',
        )
    if question.as_of is not None and not is_date(question.as_of):
        yield Problem(file=where, field="as_of", message=_not_a_date(question.as_of))
    names = [evidence.evidence_id for evidence in question.evidence or ()]
    for name in dict.fromkeys(n for n in names if names.count(n) > 1):
        yield Problem(file=where, field="evidence", message=f"the id {name!r} stands twice")
    for i, evidence in enumerate(question.evidence or ()):
        yield from _evidence_problems(evidence, f"evidence[{i}]", where, suite)
    for i, members in enumerate(question.evidence_sets or ()):
        for name in members:
            if name not in names:
                yield Problem(file=where, field=f"evidence_sets[{i}]", message=f"names the unknown evidence {name!r}")
    for i, fact in enumerate(question.facts or ()):
        for name in fact.evidence or ():
            if name not in names:
                yield Problem(file=where, field=f"facts[{i}].evidence", message=f"names the unknown evidence {name!r}")


def _evidence_problems(evidence: Evidence, field: str, where: str, suite: Suite) -> Iterator[Problem]:
    doc_id = evidence.doc_id
    if evidence.chunk_id is not None and suite.chunks and evidence.chunk_id not in suite.chunks:
        message = f"names the chunk {evidence.chunk_id!r}, which the suite does not have"
        yield Problem(file=where, field=f"{field}.chunk_id", message=message)
    elif evidence.chunk_id is not None and doc_id is None and evidence.chunk_id in suite.chunks:
        doc_id = suite.chunks[evidence.chunk_id].doc_id
    if doc_id is None:
        if evidence.chunk_id is None and not evidence.quote:
            message = "names neither a quote nor a chunk nor a document"
            yield Problem(file=where, field=field, message=message, hint="give one of quote, chunk_id, doc_id")
        return
    document = suite.documents.get(doc_id)
    if document is None:
        if suite.documents or not any(chunk.doc_id == doc_id for chunk in suite.chunks.values()):
            message = f"names the document {doc_id!r}, which the suite does not have"
            hint = "correct the id, or leave doc_id out if the knowledge base should hold it and does not"
            yield Problem(file=where, field=f"{field}.doc_id", message=message, hint=hint)
        return
    if (
        evidence.start is not None
        and evidence.end is not None
        and not 0 <= evidence.start < evidence.end <= len(document.text)
    ):
        message = (
            f"{evidence.start} to {evidence.end} is not a span of {doc_id!r}, which has {len(document.text)} characters"
        )
        yield Problem(file=where, field=f"{field}.start", message=message)
    if evidence.quote is not None:
        quote = fold(evidence.quote)
        text = fold_cached(document.text)
        if not quote or (quote not in text and fuzz.partial_ratio(quote, text) < _NEAR):
            message = f"the document {doc_id!r} does not hold the quote {evidence.quote[:60]!r}, not even nearly"
            yield Problem(file=where, field=f"{field}.quote", message=message)
        for condition in evidence.conditions or ():
            if fold(condition) not in quote:
                message = f"the condition {condition!r} is not a part of the quote"
                yield Problem(file=where, field=f"{field}.conditions", message=message)


def is_date(text: str) -> bool:
    """The text is an ISO date or date-time.

    >>> is_date("2026-01-01"), is_date("2026-01-01T08:00:00+08:00"), is_date("1.1.2026")
    (True, True, False)
    """
    try:
        date.fromisoformat(text) if len(text) <= 10 else datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _not_a_date(value: str) -> str:
    return f"expected an ISO date such as 2026-01-31, got {value!r}"
