"""`ragstrata check`: everything that is wrong with a suite, at once: rows, labels and traces."""

from collections.abc import Sequence
from pathlib import Path

from ragstrata.ingest.findings import Fault, Findings, Place, problem_at
from ragstrata.ingest.labels import chunk_faults, document_faults, question_faults
from ragstrata.ingest.notes import NoteBook
from ragstrata.ingest.suite import Parts, read_parts
from ragstrata.ingest.traces import scan_traces
from ragstrata.records.problem import Problem


def check_suite(
    path: Path, *, overrides: Sequence[str] = (), traces: Sequence[Path] | None = None
) -> tuple[Problem, ...]:
    """Every problem of a suite, each with its place and a way out; empty if there is none.

    What `load_suite` refuses, and what it leaves to the cause `evaluation`: labels that name unknown documents,
    chunks or units, quotes that their document does not hold, spans outside of it, questions that say nothing of
    what they expect, judgements and traces of questions that the suite does not have.
    """
    findings = Findings(NoteBook())
    parts = read_parts(path, overrides=overrides, traces=traces, findings=findings)
    _check_labels(parts, findings)
    _check_judgements(parts, findings)
    questions = parts.suite.questions
    for place, trace in scan_traces(parts.traces, findings):
        if questions and trace.question_id not in questions:
            message = f"the suite has no question {trace.question_id!r}"
            _tell(
                place, Fault((None, "question_id"), message, "add the question, or drop the trace", "orphan"), findings
            )
    return findings.listed()


def _tell(place: Place, fault: Fault, findings: Findings) -> None:
    findings.add(problem_at(place, fault))


def _check_labels(parts: Parts, findings: Findings) -> None:
    suite = parts.suite
    for doc_id, document in suite.documents.items():
        for fault in document_faults(document):
            _tell(parts.places["documents"][doc_id], fault, findings)
    for chunk_id, chunk in suite.chunks.items():
        for fault in chunk_faults(chunk, suite):
            _tell(parts.places["chunks"][chunk_id], fault, findings)
    chunked = frozenset(chunk.doc_id for chunk in suite.chunks.values())
    for question_id, question in suite.questions.items():
        for fault in question_faults(question, suite, chunked):
            named = fault._replace(message=f"{fault.message}, in question {question_id!r}")
            _tell(parts.places["questions"][question_id], named, findings)


def _check_judgements(parts: Parts, findings: Findings) -> None:
    """Judgements of unknown questions, and relevant ids that the corpus does not have."""
    suite = parts.suite
    if suite.qrels is None:
        return
    chunks = suite.qrels.granularity == "chunk"
    corpus = suite.chunks if chunks else suite.documents
    kind = "chunk" if chunks else "document"
    for question_id, places in parts.judged.items():
        grades = suite.qrels.grades.get(question_id)
        for name, place in places.items():
            if grades is None:
                fault = Fault(
                    (None, "question_id"),
                    f"the suite has no question {question_id!r}",
                    "add it, or drop this",
                    "orphan",
                )
                _tell(place, fault, findings)
            elif corpus and grades.get(name, 0) > 0 and name not in corpus:
                message = f"names the {kind} {name!r}, which the suite does not have, for question {question_id!r}"
                _tell(
                    place,
                    Fault((None, "id"), message, "mend the id, or set [qrels] granularity", "unknown_id"),
                    findings,
                )
    return
