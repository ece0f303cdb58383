"""Rows → records: at once where a row fits, by the collecting reader where it does not; then what types cannot say."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Protocol, TypeVar

import msgspec

from ragstrata.ingest.convert import reader_of
from ragstrata.ingest.findings import BAD, At, Fault, Found
from ragstrata.ingest.rows import Row
from ragstrata.ingest.syntax import syntax_fault
from ragstrata.records.corpus import Chunk, Document
from ragstrata.records.question import Qrel, Question
from ragstrata.records.trace import Trace
from ragstrata.text.dates import moment

R = TypeVar("R", bound=msgspec.Struct)
C_co = TypeVar("C_co", bound=msgspec.Struct, covariant=True)


class RecordReader(Protocol[C_co]):
    """Reads a row: its record, or None with the row's faults in `found`."""

    def __call__(self, row: Row, found: Found) -> C_co | None: ...


_FLAT: Final = ("hops", 0, "stages", 0, "items")
"""Where `retrieved` of a flat trace goes; its faults are told under its own name."""


def record_reader(record: type[R]) -> RecordReader[R]:
    """A function from a row to its record, or None with the row's faults in `found`."""
    decode = msgspec.json.Decoder(record).decode
    slow = reader_of(record)
    check = _CHECKS[record]

    def read(row: Row, found: Found) -> R | None:
        value = row.value
        if row.raw is not None:
            try:
                made = decode(row.raw)
            except (msgspec.DecodeError, RecursionError):
                try:
                    value = msgspec.json.decode(row.raw)
                except (msgspec.DecodeError, RecursionError) as error:
                    found.faults.append(syntax_fault(bytes(row.raw), error))
                    return None
            else:
                found.faults.extend(check(made))
                return None if found.faults else made
        made = slow(value, None, found)
        if made is BAD:
            if isinstance(value, dict) and "retrieved" in value:
                found.faults[:] = [fault._replace(at=_as_flat(fault.at)) for fault in found.faults]
            return None
        found.faults.extend(check(made))
        return None if found.faults else made

    return read


def _as_flat(at: At) -> At:
    keys: list[str | int] = []
    while at is not None:
        at, key = at
        keys.insert(0, key)
    if tuple(keys[: len(_FLAT)]) == _FLAT:
        keys[: len(_FLAT)] = ["retrieved"]
    path: At = None
    for key in keys:
        path = (path, key)
    return path


def _named(field: str, value: str | None) -> Iterator[Fault]:
    if value is not None and not value.strip():
        yield Fault((None, field), "is empty", "give every row its id", "missing_field")


def _dated(field: str, value: str | None) -> Iterator[Fault]:
    if value is not None and moment(value) is None:
        hint = "write it like 2026-01-31 or 2026-01-31T09:00:00+08:00"
        yield Fault((None, field), f"must be an ISO date or date-time, not {value[:40]!r}", hint, "bad_date")


def _check_document(document: Document) -> Iterator[Fault]:
    yield from _named("doc_id", document.doc_id)
    yield from _dated("valid_from", document.valid_from)
    yield from _dated("valid_to", document.valid_to)


def _check_chunk(chunk: Chunk) -> Iterator[Fault]:
    yield from _named("chunk_id", chunk.chunk_id)
    yield from _named("doc_id", chunk.doc_id)


def _check_question(question: Question) -> Iterator[Fault]:
    yield from _named("question_id", question.question_id)
    yield from _dated("as_of", question.as_of)
    yield from _once("evidence", "evidence_id", [(e.evidence_id, e) for e in question.evidence or ()])
    yield from _once("facts", "fact_id", [(f.fact_id, f) for f in question.facts or ()])


def _once(table: str, field: str, members: list[tuple[str, msgspec.Struct]]) -> Iterator[Fault]:
    """Ids inside a question are given once; the same member word for word again is harmless."""
    first: dict[str, msgspec.Struct] = {}
    for index, (name, member) in enumerate(members):
        at: At = (((None, table), index), field)
        if not name.strip():
            yield Fault(at, "is empty", "give it an id", "missing_field")
        elif first.setdefault(name, member) != member:
            yield Fault(at, f"{name!r} is the id of another one in this question", "rename one of them", "conflict")


def _check_qrel(qrel: Qrel) -> Iterator[Fault]:
    yield from _named("question_id", qrel.question_id)
    yield from _named("id", qrel.id)


def _check_trace(trace: Trace) -> Iterable[Fault]:
    wrong: list[Fault] = []
    if not trace.question_id or trace.question_id.isspace():
        wrong.extend(_named("question_id", trace.question_id))
    if not trace.run or trace.run.isspace():
        wrong.extend(_named("run", trace.run))
    if trace.repeat < 0:
        wrong.append(Fault((None, "repeat"), f"must be 0 or more, not {trace.repeat}"))
    base = trace.answer.citation_base if trace.answer is not None else None
    if base not in {None, 0, 1}:
        at: At = ((None, "answer"), "citation_base")
        wrong.append(Fault(at, f"must be 0 or 1, not {base}", "0 if [0] means the first context item"))
    return wrong


_CHECKS: Final[dict[type, Callable[[Any], Iterable[Fault]]]] = {
    Document: _check_document,
    Chunk: _check_chunk,
    Question: _check_question,
    Qrel: _check_qrel,
    Trace: _check_trace,
}
