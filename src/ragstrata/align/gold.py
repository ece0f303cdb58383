"""A question's labels made ready: units of evidence, alternative sets, and their way as far as the corpus tells it.

Everything here depends on the suite alone, so it is worked out once a question whatever number of runs there is.
"""

from dataclasses import dataclass, field
from typing import Literal

from rapidfuzz import fuzz

from ragstrata.align.corpus import Asker, Corpus, in_force, readable
from ragstrata.align.coverage import NEAR, Coverage, cover, label
from ragstrata.records.names import EvidenceLabel, Granularity, Undefined
from ragstrata.records.question import Evidence, Question
from ragstrata.records.suite import Qrels
from ragstrata.records.views import LabelFault
from ragstrata.text.fold import fold, fold_offsets, original_span


@dataclass(slots=True, frozen=True)
class Unit:
    """One unit of evidence.

    kind: `quote` is matched in text; `chunk` and `document` by id (`key`). docs: the documents that hold it.
    conditions are folded, as `quote` is; `said` holds them as written. by_chunk: what the corpus's own chunks hold of
    the quote, filled in as they are looked at.
    """

    evidence_id: str
    kind: Literal["quote", "chunk", "document"]
    key: str
    quote: str
    text: str
    docs: tuple[str, ...]
    grade: float
    conditions: tuple[str, ...]
    said: tuple[str, ...]
    exists: EvidenceLabel
    chunked: EvidenceLabel | None
    chunked_share: float
    chunked_pieces: tuple[tuple[int, int], ...]
    authorised: bool
    in_force: bool
    homes: tuple[str, ...]
    approximate: bool
    broken: LabelFault | None
    by_chunk: dict[str, Coverage] = field(default_factory=dict)

    @property
    def legal(self) -> bool:
        """Readable by the asker and in force."""
        return self.authorised and self.in_force


@dataclass(slots=True, frozen=True)
class Gold:
    """A question with its units. `ranked` are what rank measures count: the units, or documents or chunks by id.

    sets and ranked_sets: alternative sets as indices. grades: judgements of items (id → grade), None without qrels;
    `judged_by` says whether those ids are documents or chunks. reason: why evidence has no meaning here.
    """

    question: Question
    asker: Asker
    units: tuple[Unit, ...]
    sets: tuple[tuple[int, ...], ...]
    ranked: tuple[Unit, ...]
    ranked_sets: tuple[tuple[int, ...], ...]
    grades: dict[str, float] | None
    judged_by: Literal["chunk", "document"]
    reason: Undefined | None
    ranked_reason: Undefined | None
    broken: tuple[LabelFault, ...]


def prepare_gold(question: Question, corpus: Corpus, qrels: Qrels | None, granularity: Granularity) -> Gold:
    """The labels of a question against the corpus."""
    asker = Asker(question.principal, question.as_of)
    grades = qrels.grades.get(question.question_id) if qrels is not None else None
    judged_by = qrels.granularity if qrels is not None else "document"
    expects_evidence = (question.expect or "answer") in ("answer", "partial")
    by_evidence = tuple(_unit(e, corpus, asker) for e in question.evidence or ())
    by_qrels = _units_of_grades(grades or {}, judged_by, corpus, asker)
    units, sets = (by_evidence, _sets(question, by_evidence)) if by_evidence else (by_qrels, _one_set(by_qrels))
    if granularity == "evidence":
        ranked, ranked_sets = units, sets
    elif by_qrels or grades:
        ranked, ranked_sets = by_qrels, _one_set(by_qrels)
    else:
        ranked = _units_at(by_evidence, granularity, corpus, asker)
        ranked_sets = _one_set(ranked)
    judged = grades or (qrels is not None and granularity != "evidence") or not expects_evidence
    missing = Undefined.NO_EVIDENCE if judged else Undefined.NO_EVIDENCE_LABELLED
    reason = None if sets and expects_evidence else missing
    return Gold(
        question=question,
        asker=asker,
        units=units if expects_evidence else (),
        sets=sets if expects_evidence else (),
        ranked=ranked if expects_evidence else (),
        ranked_sets=_legal_sets(ranked, ranked_sets) if expects_evidence else (),
        grades=grades,
        judged_by=judged_by,
        reason=reason,
        ranked_reason=reason or _ranked_reason(ranked, ranked_sets, missing),
        broken=tuple(u.broken for u in units if u.broken is not None) if expects_evidence else (),
    )


def _ranked_reason(ranked: tuple[Unit, ...], sets: tuple[tuple[int, ...], ...], missing: Undefined) -> Undefined | None:
    if not sets:
        return missing
    if all(any(ranked[i].broken for i in members) for members in sets):
        return Undefined.BROKEN_LABELS
    return None if _legal_sets(ranked, sets) else Undefined.NO_LEGAL_EVIDENCE


def _legal_sets(units: tuple[Unit, ...], sets: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The sets without what this asker may not use; a set that keeps nothing is gone."""
    kept = (tuple(i for i in members if units[i].legal and units[i].broken is None) for members in sets)
    return tuple(members for members in kept if members)


def _sets(question: Question, units: tuple[Unit, ...]) -> tuple[tuple[int, ...], ...]:
    at = {unit.evidence_id: i for i, unit in enumerate(units)}
    if question.evidence_sets:
        named = (tuple(dict.fromkeys(at[e] for e in members if e in at)) for members in question.evidence_sets)
        return tuple(members for members in named if members)
    needed = tuple(i for i, unit in enumerate(units) if unit.grade >= 1)
    return (needed,) if needed else ()


def _one_set(units: tuple[Unit, ...]) -> tuple[tuple[int, ...], ...]:
    return (tuple(range(len(units))),) if units else ()


def _units_of_grades(
    grades: dict[str, float], kind: Literal["chunk", "document"], corpus: Corpus, asker: Asker
) -> tuple[Unit, ...]:
    """Judged ids with a positive grade as units. Qrels may name ids that the suite has no text for."""
    return tuple(_unit_by_id(key, kind, key, grade, corpus, asker) for key, grade in grades.items() if grade > 0)


def _units_at(units: tuple[Unit, ...], granularity: Granularity, corpus: Corpus, asker: Asker) -> tuple[Unit, ...]:
    """Evidence seen as whole documents, or as the chunks that hold it."""
    kind: Literal["chunk", "document"] = "chunk" if granularity == "chunk" else "document"
    grades: dict[str, float] = {}
    for unit in units:
        if unit.grade >= 1:
            for key in unit.docs if kind == "document" else unit.homes:
                grades[key] = max(grades.get(key, 0.0), unit.grade)
    return tuple(_unit_by_id(key, kind, key, grade, corpus, asker) for key, grade in grades.items())


def _unit_by_id(
    evidence_id: str,
    kind: Literal["chunk", "document"],
    key: str,
    grade: float,
    corpus: Corpus,
    asker: Asker,
    *,
    conditions: tuple[str, ...] = (),
    labelled: bool = False,
) -> Unit:
    source = corpus.source(key) if kind == "chunk" else None
    document = corpus.documents.get(key) if kind == "document" else None
    known = source is not None or document is not None
    doc_id = key if kind == "document" else (source.doc_id if source is not None else None)
    table = corpus.chunks if kind == "chunk" else corpus.documents
    broken = None
    if not known and labelled and (table or kind == "document"):
        broken = LabelFault(evidence_id=evidence_id, kind=f"unknown_{kind}", name=key)
    authorised, valid = _gates((doc_id,) if doc_id is not None else (), corpus, asker)
    chunks = corpus.chunks_of.get(key, []) if kind == "document" else [key]
    text = source.text if source is not None else document.text if document is not None else ""
    folded = source.folded if source is not None else corpus.folded_document(key) if document is not None else ""
    return Unit(
        evidence_id=evidence_id,
        kind=kind,
        key=key,
        quote=folded,
        text=text,
        docs=(doc_id,) if doc_id is not None else (),
        grade=grade,
        conditions=tuple(fold(c) for c in conditions),
        said=conditions,
        exists="intact" if known else "unknown",
        chunked=("intact" if chunks else "absent") if corpus.chunks and known else None,
        chunked_share=1.0 if chunks else 0.0,
        chunked_pieces=(),
        authorised=authorised,
        in_force=valid,
        homes=tuple(chunks) or (key,),
        approximate=False,
        broken=broken,
    )


def _unit(evidence: Evidence, corpus: Corpus, asker: Asker) -> Unit:
    grade = 1.0 if evidence.grade is None else evidence.grade
    said = evidence.conditions or ()
    doc_id = evidence.doc_id
    if doc_id is None and evidence.chunk_id is not None:
        chunk = corpus.chunks.get(evidence.chunk_id)
        doc_id = chunk.doc_id if chunk is not None else None
    document = corpus.documents.get(doc_id) if doc_id is not None else None
    quote = evidence.quote
    if quote is None and evidence.start is not None and evidence.end is not None and document is not None:
        quote = document.text[evidence.start : evidence.end]
    if quote is None:
        kind: Literal["chunk", "document"] = "chunk" if evidence.chunk_id is not None else "document"
        key = evidence.chunk_id if evidence.chunk_id is not None else (doc_id or "")
        return _unit_by_id(evidence.evidence_id, kind, key, grade, corpus, asker, conditions=said, labelled=True)
    folded = fold(quote)
    conditions = tuple(fold(c) for c in said)
    exists, docs, approximate, broken = _whereabouts(evidence, doc_id, folded, conditions, corpus)
    by_chunk: dict[str, Coverage] = {}
    chunk_label, share, pieces, homes = _chunked(folded, docs, corpus, by_chunk)
    authorised, valid = _gates(docs, corpus, asker)
    return Unit(
        evidence_id=evidence.evidence_id,
        kind="quote",
        key=doc_id or "",
        quote=folded,
        text=quote,
        docs=docs,
        grade=grade,
        conditions=conditions,
        said=said,
        exists=exists,
        chunked=chunk_label,
        chunked_share=share,
        chunked_pieces=pieces,
        authorised=authorised,
        in_force=valid,
        homes=homes,
        approximate=approximate,
        broken=broken,
        by_chunk=by_chunk,
    )


def _whereabouts(
    evidence: Evidence, doc_id: str | None, folded: str, conditions: tuple[str, ...], corpus: Corpus
) -> tuple[EvidenceLabel, tuple[str, ...], bool, LabelFault | None]:
    """Label of `exists`, the documents that hold the quote, whether only nearly, and what is wrong with the label."""

    def fault(kind: str, name: str = "") -> LabelFault:
        return LabelFault(evidence_id=evidence.evidence_id, kind=kind, name=name)

    if not folded:
        return "unknown", (), False, fault("empty_quote")
    if not corpus.documents and not corpus.chunks:
        return "unknown", (doc_id,) if doc_id is not None else (), False, None
    if doc_id is None:
        docs = tuple(corpus.holders(folded))
        return ("intact" if docs else "absent"), docs, False, None
    if corpus.documents and doc_id not in corpus.documents:
        return "unknown", (), False, fault("unknown_document", doc_id)
    if doc_id not in corpus.documents:
        if doc_id not in corpus.chunks_of:
            return "unknown", (), False, fault("unknown_document", doc_id)
        return "intact", (doc_id,), False, None
    text = corpus.folded_document(doc_id)
    if folded in text:
        return "intact", (doc_id,), False, None
    found = cover(folded, text, conditions=conditions)
    if found.whole or fuzz.partial_ratio(folded, text) >= NEAR:
        return "intact", (doc_id,), True, None
    return "unknown", (doc_id,), False, fault("quote_not_held", doc_id)


def as_written(quote: str, pieces: tuple[tuple[int, int], ...]) -> list[str]:
    """The pieces of a folded quote as the unfolded one has them.

    >>> as_written("质量问题，由商家承担。", ((0, 5), (5, 10)))
    ['质量问题，', '由商家承担']
    """
    _, offsets = fold_offsets(quote)
    spans = (original_span(offsets, start, end, len(quote)) for start, end in pieces)
    return [quote[start:end] for start, end in spans]


def _chunked(
    folded: str, docs: tuple[str, ...], corpus: Corpus, by_chunk: dict[str, Coverage]
) -> tuple[EvidenceLabel | None, float, tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Label of `chunked`, share, pieces, and the items that bring the unit."""
    if not corpus.chunks:
        return None, 0.0, (), docs[:1]
    held: list[Coverage] = []
    homes: list[str] = []
    for doc_id in docs:
        for chunk_id in corpus.chunks_of.get(doc_id, ()):
            source = corpus.source(chunk_id)
            if source is None:
                continue
            found = by_chunk[chunk_id] = cover(folded, source.folded, edited=False)
            if not found.pieces:
                continue
            if found.whole:
                return "intact", 1.0, found.pieces, (chunk_id,)
            held.append(found)
            homes.append(chunk_id)
    found_label, share, pieces = label(folded, held)
    return found_label, share, pieces, tuple(homes) if found_label == "split" else ()


def _gates(docs: tuple[str, ...], corpus: Corpus, asker: Asker) -> tuple[bool, bool]:
    """Whether some holding document may be read, and whether some such document is in force."""
    known = [corpus.documents[doc_id] for doc_id in docs if doc_id in corpus.documents]
    if not known or not corpus.gated:
        return True, True
    allowed = [d for d in known if readable(d, asker.principal) is not False]
    return bool(allowed), any(in_force(d, asker.as_of) is not False for d in allowed or known)
