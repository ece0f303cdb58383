"""The knowledge base made ready for alignment: folded texts, who may read what, and what is in force when."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from ragstrata.records.corpus import Chunk, Document
from ragstrata.records.question import Principal
from ragstrata.text.dates import moment
from ragstrata.text.fold import fold

if TYPE_CHECKING:
    from ragstrata.align.stages import Seen


@dataclass(slots=True, frozen=True)
class Source:
    """A text that the corpus holds under an id: a chunk or a whole document."""

    id: str
    doc_id: str
    text: str
    folded: str


@dataclass(slots=True)
class Corpus:
    """Documents and chunks by id. Folded texts are made when first needed and kept.

    `gated`: some document carries an access list, a tenant or a date, so that legality has to be looked at.
    `shared`: passages without a text of their own, which are the same for every question while nothing is gated.
    """

    documents: dict[str, Document]
    chunks: dict[str, Chunk]
    gated: bool = False
    chunks_of: dict[str, list[str]] = field(default_factory=dict)
    replaced_by: dict[str, list[str]] = field(default_factory=dict)
    shared: "dict[str, Seen]" = field(default_factory=dict)
    _sources: dict[str, Source] = field(default_factory=dict)
    _folded_documents: dict[str, str] = field(default_factory=dict)

    def source(self, item_id: str) -> Source | None:
        """What the corpus holds under this id; a chunk id wins over a document id."""
        known = self._sources.get(item_id)
        if known is not None:
            return known
        chunk = self.chunks.get(item_id)
        if chunk is not None:
            made = Source(item_id, chunk.doc_id, chunk.text, fold(chunk.text))
        else:
            document = self.documents.get(item_id)
            if document is None:
                return None
            made = Source(item_id, item_id, document.text, self.folded_document(item_id))
        self._sources[item_id] = made
        return made

    def folded_document(self, doc_id: str) -> str:
        """The folded text of a known document."""
        folded = self._folded_documents.get(doc_id)
        if folded is None:
            folded = self._folded_documents[doc_id] = fold(self.documents[doc_id].text)
        return folded

    def holders(self, folded_quote: str) -> list[str]:
        """Ids of the documents that hold this folded text, in the order of the table."""
        if self.documents:
            return [doc_id for doc_id in self.documents if folded_quote in self.folded_document(doc_id)]
        found = (self.source(chunk_id) for chunk_id in self.chunks)
        return list(dict.fromkeys(s.doc_id for s in found if s is not None and folded_quote in s.folded))


def index_corpus(documents: dict[str, Document], chunks: dict[str, Chunk]) -> Corpus:
    """The corpus with its lookups."""
    corpus = Corpus(documents, chunks)
    for chunk in chunks.values():
        corpus.chunks_of.setdefault(chunk.doc_id, []).append(chunk.chunk_id)
    for document in documents.values():
        if document.supersedes is not None:
            corpus.replaced_by.setdefault(document.supersedes, []).append(document.doc_id)
        if (
            document.acl is not None
            or document.tenant is not None
            or document.valid_from is not None
            or document.valid_to is not None
        ):
            corpus.gated = True
    return corpus


def readable(document: Document, principal: Principal | None) -> bool | None:
    """Whether this asker may read this document; None where the records do not tell.

    A tenant that differs outranks every access list. Without an access list or an asker nothing is known.
    """
    if principal is None:
        return None
    if document.tenant is not None and principal.tenant is not None and document.tenant != principal.tenant:
        return False
    if document.acl is None:
        return None
    if "*" in document.acl:
        return True
    return principal.user in document.acl or not set(principal.groups or ()).isdisjoint(document.acl)


def in_force(document: Document, as_of: str | None) -> bool | None:
    """Whether `valid_from <= as_of < valid_to`; None without a date to ask for. An absent bound is open.

    >>> in_force(Document(doc_id="d", text="", valid_to="2024-07-01"), "2024-06-30")
    True
    >>> in_force(Document(doc_id="d", text="", valid_to="2024-07-01"), "2024-07-01")
    False
    """
    if as_of is None:
        return None if document.valid_from is not None or document.valid_to is not None else True
    moment = _instant(as_of)
    if document.valid_from is not None and moment < _instant(document.valid_from):
        return False
    return not (document.valid_to is not None and moment >= _instant(document.valid_to))


def _instant(text: str) -> datetime:
    found = moment(text)
    if found is None:
        raise ValueError(f"not an ISO date: {text!r}")  # loading has refused it already
    return found


@dataclass(slots=True, frozen=True)
class Asker:
    """Who asks, and for which date: decides which documents are legal evidence."""

    principal: Principal | None
    as_of: str | None

    def legal(self, corpus: Corpus, doc_id: str | None) -> bool:
        """Nothing speaks against using this document. What is unknown never blocks evidence."""
        if not corpus.gated or doc_id is None:
            return True
        document = corpus.documents.get(doc_id)
        if document is None:
            return True
        return readable(document, self.principal) is not False and in_force(document, self.as_of) is not False

    def replacement(self, corpus: Corpus, doc_id: str) -> str | None:
        """A version that replaces this document, may be read by the asker and is in force."""
        for newer in corpus.replaced_by.get(doc_id, ()):
            document = corpus.documents[newer]
            if readable(document, self.principal) is not False and in_force(document, self.as_of):
                return newer
        return None
