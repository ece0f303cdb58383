"""Traces as a stream: one at a time, from one file or several, never all in memory."""

from collections.abc import Container, Iterator
from dataclasses import dataclass

import msgspec

from ragstrata.ingest.findings import Fault, Findings, Found, Place
from ragstrata.ingest.notes import NoteBook
from ragstrata.ingest.record import record_reader
from ragstrata.ingest.repeats import Seen
from ragstrata.ingest.rows import Table, read_rows
from ragstrata.records.names import NoteCode
from ragstrata.records.trace import Trace


@dataclass(frozen=True, slots=True)
class TraceSource:
    """Where traces come from; may be read any number of times.

    lenient: rows that cannot be read are skipped and noted. known: ids of the corpus, by which a bare string in a
    flat trace's `retrieved` is told from a passage's text.
    """

    tables: tuple[Table, ...] = ()
    lenient: bool = False
    known: Container[str] = ()


def read_traces(source: TraceSource, notes: NoteBook) -> Iterator[Trace]:
    """Every trace in order; what was noticed goes to `notes`.

    A trace that comes again word for word is noted and left out. After the first problem no more traces are
    given, but the rest is still read, so that the InputError at the end lists every problem.
    """
    findings = Findings(notes, lenient=source.lenient)
    for _, trace in scan_traces(source, findings):
        if not findings.problems:
            yield trace
    findings.stop()


def scan_traces(source: TraceSource, findings: Findings) -> Iterator[tuple[Place, Trace]]:
    """Every good trace with its place; problems go to `findings`."""
    read = record_reader(Trace)
    encode = msgspec.json.Encoder().encode
    seen = Seen()
    for table in source.tables:
        for row in read_rows(table, Trace, findings):
            found = Found(findings.notes, source.known)
            trace = read(row, found)
            if trace is None:
                findings.reject(row.place, found.faults)
                continue
            key = hash((trace.question_id, trace.run, trace.repeat))
            try:
                content = hash(encode(trace))
            except RecursionError:
                findings.reject(row.place, [Fault(None, "is nested too deeply", "flatten it", "malformed")])
                continue
            earlier = seen.add(key, content, row.place.line or 0)
            if earlier is None:
                yield row.place, trace
            elif earlier[0] == content:
                findings.notes.add(NoteCode.TRACE_REPEATED, _name(trace))
            else:
                findings.reject(row.place, [_conflict(trace, earlier[1], several=len(source.tables) > 1)])


def _name(trace: Trace) -> str:
    return f"{trace.question_id} ({trace.run}, repeat {trace.repeat})"


def _conflict(trace: Trace, line: int, *, several: bool) -> Fault:
    where = f"on line {line}{' of this or an earlier file' if several else ''}"
    message = f"question {trace.question_id!r}, run {trace.run!r}, repeat {trace.repeat} was already answered {where}"
    hint = "number the repeats of a question with repeat: 0, 1, 2, or name another run"
    return Fault((None, "question_id"), message, hint, "conflict")
