"""Which item holds which unit: the one question that ranking, survival and context all ask."""

from ragstrata.align.corpus import Corpus
from ragstrata.align.coverage import NOTHING, Coverage, cover, weight
from ragstrata.align.gold import Unit
from ragstrata.align.stages import Seen

_WHOLE_BY_ID = Coverage((), whole=True)
_TELLING = 24
"""Weight from which the same words in another document are the same passage, not chance or boilerplate."""


class Holdings:
    """Coverage of units by the items of one trace, each pair looked at once."""

    __slots__ = ("_known", "corpus")

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._known: dict[tuple[int, int], Coverage | None] = {}

    def of(self, index: int, unit: Unit, seen: Seen) -> Coverage | None:
        """What the item holds of the unit, whether or not it is legal; None: its text is not known."""
        key = (index, id(seen))
        if key in self._known:
            return self._known[key]
        found = hold(unit, seen, self.corpus)
        self._known[key] = found
        return found


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
    return cover(unit.quote, seen.text, conditions=unit.conditions)


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
