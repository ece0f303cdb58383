"""Passages shown where they should not have been: unreadable, out of force, or replaced by a newer version."""

from collections.abc import Iterable

from ragstrata.align.corpus import Corpus, in_force, readable
from ragstrata.align.gold import Gold
from ragstrata.align.sent import Sent
from ragstrata.align.stages import Recorded, Seen
from ragstrata.records.names import Place
from ragstrata.records.views import ExposedItem, Exposure


def view_exposure(
    gold: Gold, recorded: Recorded, sent: Sent, corpus: Corpus, answered_from: Iterable[Seen]
) -> Exposure:
    """Each passage once per place. `answered_from`: passages that the answer cites or that alone support it."""
    if not corpus.gated and not corpus.replaced_by:
        return Exposure(unknown=len(_shown_ids(recorded, sent)))
    places: tuple[tuple[Place, Iterable[Seen]], ...] = (
        ("retrieved", recorded.lists.get("retrieved") or ()),
        ("context", (p.seen for p in sent.items or () if p.text is None or p.text)),
        ("answer", answered_from),
    )
    found: list[ExposedItem] = []
    checked: set[str] = set()
    unknown: set[str] = set()
    doc_ids: dict[str, str | None] = {}
    for place, items in places:
        looked: set[str] = set()
        for seen in items:
            if seen.id in looked or not seen.id:
                continue
            looked.add(seen.id)
            doc_ids[seen.id] = seen.doc_id
            allowed = _look(place, seen, gold, corpus, found)
            (unknown if allowed is None else checked).add(seen.id)
    dated = sum(_is_dated(seen_id, doc_ids, gold, corpus) for seen_id in checked | unknown)
    return Exposure(items=tuple(found), checked=len(checked), unknown=len(unknown), dated=dated)


def _look(place: Place, seen: Seen, gold: Gold, corpus: Corpus, found: list[ExposedItem]) -> bool | None:
    document = corpus.documents.get(seen.doc_id) if seen.doc_id is not None else None
    if document is None:
        return None
    asker = gold.asker
    allowed = readable(document, asker.principal)
    if allowed is False:
        found.append(ExposedItem(place=place, id=seen.id, doc_id=document.doc_id, kind="leak"))
    if in_force(document, asker.as_of) is False:
        dates = f"{document.valid_from or '…'} – {document.valid_to or '…'}"
        found.append(ExposedItem(place=place, id=seen.id, doc_id=document.doc_id, kind="stale", detail=dates))
    if corpus.replaced_by:
        newer = asker.replacement(corpus, document.doc_id)
        if newer is not None:
            found.append(ExposedItem(place=place, id=seen.id, doc_id=document.doc_id, kind="superseded", detail=newer))
    return allowed


def _is_dated(seen_id: str, doc_ids: dict[str, str | None], gold: Gold, corpus: Corpus) -> bool:
    document = corpus.documents.get(doc_ids[seen_id] or "")
    if document is None or gold.asker.as_of is None:
        return False
    return document.valid_from is not None or document.valid_to is not None


def _shown_ids(recorded: Recorded, sent: Sent) -> set[str]:
    ids = {seen.id for seen in recorded.lists.get("retrieved") or () if seen.id}
    ids.update(p.seen.id for p in sent.items or () if p.text is None or p.text)
    return ids
