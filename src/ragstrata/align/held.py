"""Which item holds which unit: the one question that ranking, survival and context all ask."""

from ragstrata.align.corpus import Corpus
from ragstrata.align.coverage import NOTHING, Coverage, cover, weight
from ragstrata.align.stages import Seen
from ragstrata.align.units import Unit

_WHOLE_BY_ID = Coverage((), whole=True)
_TELLING = 24
"""Weight from which the same words in another document are the same passage, not chance or boilerplate."""


Touch = tuple[int, Coverage | None]
"""A unit's index and what an item holds of it; None: the item's text is not known."""


Rows = tuple[tuple[int, tuple[Touch, ...]], ...]
"""0-based rows of a list with what the items there hold."""


class Holdings:
    """Coverage of some units by the items of one trace: each item is looked at once, and most hold nothing."""

    __slots__ = ("_known", "_rows", "corpus", "units")

    def __init__(self, corpus: Corpus, units: tuple[Unit, ...]) -> None:
        self.corpus = corpus
        self.units = units
        self._known: dict[int, tuple[Touch, ...]] = {}
        self._rows: dict[int, tuple[tuple[Seen, ...], Rows]] = {}

    def rows(self, items: tuple[Seen, ...]) -> Rows:
        """The rows of a list at which a legal item holds something, with what it holds."""
        known = self._rows.get(id(items))
        if known is not None and known[0] is items:
            return known[1]
        found = tuple(
            (row, touches) for row, seen in enumerate(items) if (touches := self.touches(seen)) and seen.legal
        )
        self._rows[id(items)] = (items, found)
        return found

    def touches(self, seen: Seen) -> tuple[Touch, ...]:
        """The units of which the item holds something, legal or not, or of which that cannot be told."""
        found = self._known.get(id(seen))
        if found is None:
            touches: list[Touch] = []
            text, doc_id = seen.text, seen.doc_id
            for i, unit in enumerate(self.units):
                # Most passages are of another document and hold nothing: told here, without a call.
                elsewhere = doc_id is not None and unit.docs and doc_id not in unit.docs
                if elsewhere and unit.kind == "quote" and text is not None and unit.quote not in text:
                    continue
                held = hold(unit, seen, self.corpus)
                if held is not NOTHING:
                    touches.append((i, held))
            found = self._known[id(seen)] = tuple(touches)
        return found

    def of(self, index: int, seen: Seen) -> Coverage | None:
        """What the item holds of one unit."""
        for i, found in self.touches(seen):
            if i == index:
                return found
        return NOTHING


def hold(unit: Unit, seen: Seen, corpus: Corpus) -> Coverage | None:
    """What one item holds of one unit."""
    if unit.kind != "quote":
        return _hold_by_id(unit, seen)
    if seen.text is None:
        return None
    home = seen.doc_id is None or not unit.docs or seen.doc_id in unit.docs
    if unit.quote in seen.text:
        if home or weight(unit.quote) >= _TELLING or _twin(unit, seen, corpus):
            return Coverage(((0, len(unit.quote)),), whole=True)
        return NOTHING
    if not home or (seen.doc_id is None and seen.id in corpus.documents):
        return NOTHING
    source = corpus.source(seen.id)
    if source is None or seen.text is not source.folded:
        found = cover(unit.quote, seen.text, conditions=unit.conditions)
        return found if found.pieces else NOTHING
    known = unit.by_chunk.get(seen.id)
    if known is None:
        # Where the corpus holds the quote word for word, another of its own passages is no edited copy of it.
        edited = unit.approximate or unit.exists != "intact"
        known = cover(unit.quote, seen.text, conditions=unit.conditions, edited=edited)
        unit.by_chunk[seen.id] = known
    return known if known.pieces else NOTHING


def _hold_by_id(unit: Unit, seen: Seen) -> Coverage | None:
    """Ids decide where the label is an id; a text that was cut short is a part, and the same text a twin."""
    same = seen.id == unit.key or (unit.kind == "document" and seen.doc_id == unit.key)
    if same:
        if seen.cut and seen.text is not None and unit.quote:
            part = cover(unit.quote, seen.text)
            return part if part.pieces else NOTHING
        return _WHOLE_BY_ID
    if seen.text is None:
        return NOTHING if seen.id else None
    if unit.quote and weight(unit.quote) >= _TELLING and unit.quote in seen.text:
        return Coverage(((0, len(unit.quote)),), whole=True)
    return NOTHING


def _twin(unit: Unit, seen: Seen, corpus: Corpus) -> bool:
    """The whole item also stands in a document that the label names."""
    return seen.text is not None and any(
        seen.text in corpus.folded_document(doc_id) for doc_id in unit.docs if doc_id in corpus.documents
    )
