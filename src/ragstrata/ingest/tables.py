"""Documents, chunks, questions and judgements: tables that are held in memory, by id."""

from collections.abc import Container
from typing import Literal, TypeVar

import msgspec

from ragstrata.ingest.findings import Fault, Findings, Found, Place
from ragstrata.ingest.record import record_reader
from ragstrata.ingest.rows import Table, read_rows
from ragstrata.records.names import NoteCode
from ragstrata.records.question import Qrel, Question
from ragstrata.records.suite import Qrels

R = TypeVar("R", bound=msgspec.Struct)
Places = dict[str, Place]
"""Where each row of a table stands, by id."""


def read_table(table: Table, record: type[R], key: str, findings: Findings) -> tuple[dict[str, R], Places]:
    """A table by its ids, and where its rows stand.

    The same row again is noted and counts once; another row under the same id is a problem that names both lines.
    """
    rows: dict[str, R] = {}
    places: Places = {}
    read = record_reader(record)
    for row in read_rows(table, record, findings):
        found = Found(findings.notes)
        made = read(row, found)
        if made is None:
            findings.reject(row.place, found.faults)
            continue
        name: str = getattr(made, key)
        earlier = rows.get(name)
        if earlier is None:
            rows[name] = _without_repeats(made)
            places[name] = row.place
        elif earlier == _without_repeats(made):
            findings.notes.add(NoteCode.REPEATED_ROWS, f"{table.name}: {name}")
        else:
            findings.reject(row.place, [_twice(key, name, places[name])])
    return rows, places


def _twice(key: str, name: str, first: Place) -> Fault:
    where = first.where or f"line {first.line}"
    return Fault(
        (None, key), f"{name!r} is already the id of {where}, which says something else", "keep one", "conflict"
    )


def _without_repeats(row: R) -> R:
    """A question that lists the same evidence or fact twice, word for word, has it once."""
    if not isinstance(row, Question):
        return row
    evidence = {e.evidence_id: e for e in row.evidence or ()}
    facts = {f.fact_id: f for f in row.facts or ()}
    if len(evidence) == len(row.evidence or ()) and len(facts) == len(row.facts or ()):
        return row
    return msgspec.structs.replace(
        row,
        evidence=None if row.evidence is None else tuple(evidence.values()),
        facts=None if row.facts is None else tuple(facts.values()),
    )


def read_judgements(
    table: Table,
    questions: Container[str],
    chunks: Container[str],
    granularity: Literal["chunk", "document"] | None,
    findings: Findings,
) -> tuple[Qrels, dict[str, Places]]:
    """Judgements by question and id, and where those of known questions stand.

    A pair judged twice alike counts once and is noted; judged differently it is a problem that names the pair.
    Judgements of questions that the suite does not have are noted and left out; their places are kept under
    their question, so that `check` can name them. Ids name chunks if `granularity` says so, or, without it, if
    every id is a chunk's.
    """
    grades: dict[str, dict[str, float]] = {}
    places: dict[str, Places] = {}
    read = record_reader(Qrel)
    all_chunks = True
    for row in read_rows(table, Qrel, findings):
        found = Found(findings.notes)
        made = read(row, found)
        if made is None:
            findings.reject(row.place, found.faults)
            continue
        seen = places.setdefault(made.question_id, {})
        if made.question_id not in questions:
            findings.notes.add(NoteCode.ORPHAN_JUDGEMENTS, made.question_id)
            seen.setdefault(made.id, row.place)
            continue
        judged = grades.setdefault(made.question_id, {})
        if made.id not in judged:
            judged[made.id] = made.grade
            seen[made.id] = row.place
            all_chunks = all_chunks and made.id in chunks
        elif judged[made.id] == made.grade:
            findings.notes.add(NoteCode.REPEATED_JUDGEMENTS, f"{made.question_id}: {made.id}")
        else:
            findings.reject(row.place, [_two_grades(made, judged[made.id], seen[made.id])])
    named: Literal["chunk", "document"] = granularity or ("chunk" if grades and all_chunks else "document")
    return Qrels(granularity=named, grades=grades), places


def _two_grades(qrel: Qrel, earlier: float, first: Place) -> Fault:
    where = first.where or f"line {first.line}"
    pair = f"the pair {qrel.question_id!r}, {qrel.id!r}"
    return Fault(
        (None, "grade"), f"{pair} is graded {qrel.grade:g} here and {earlier:g} at {where}", "keep one", "conflict"
    )
