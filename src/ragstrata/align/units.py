"""Units of evidence against the corpus: where each one stands, who may read it, and what chunking made of it."""

from dataclasses import dataclass, field
from typing import Literal

from rapidfuzz import fuzz

from ragstrata.align.corpus import Asker, Corpus, in_force, readable
from ragstrata.align.coverage import Coverage, cover, label
from ragstrata.records.names import EvidenceLabel
from ragstrata.records.question import Evidence
from ragstrata.records.views import LabelFault
from ragstrata.text.fold import NEAR, fold, fold_offsets, original_span


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


def unit_by_id(
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


def unit_of(evidence: Evidence, corpus: Corpus, asker: Asker) -> Unit:
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
        return unit_by_id(evidence.evidence_id, kind, key, grade, corpus, asker, conditions=said, labelled=True)
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
