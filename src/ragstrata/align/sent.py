"""The text that was sent to the model: which items stand in it, and what of the evidence it holds.

The exact text is authoritative; the list of items only says what it was built from.
"""

from dataclasses import dataclass

from ragstrata.align.corpus import Corpus
from ragstrata.align.coverage import NOTHING, Coverage, cover, label, longest_start
from ragstrata.align.held import Holdings
from ragstrata.align.stages import Recorded, Seen
from ragstrata.align.units import Unit
from ragstrata.records.names import EvidenceLabel
from ragstrata.records.trace import Trace
from ragstrata.text.fold import fold


@dataclass(slots=True, frozen=True)
class Placed:
    """An item of the context list, and what of it stands in the sent text.

    text: the part that was sent, folded ("" if nothing of it is there); start: where it stands, -1 if nowhere.
    """

    seen: Seen
    text: str | None
    start: int
    cut: bool


@dataclass(slots=True, frozen=True)
class Sent:
    """What was sent.

    text is folded; None: not recorded. rebuilt: made of the items, since no text was recorded. mismatch: listed items
    that do not stand in the text. limited: a token budget was recorded.
    """

    text: str | None
    raw: str | None
    items: tuple[Placed, ...] | None
    rebuilt: bool
    mismatch: tuple[str, ...]
    limited: bool = False

    @property
    def recorded(self) -> bool:
        """Something is known of what was sent."""
        return self.text is not None


def read_context(trace: Trace, recorded: Recorded) -> Sent:
    """The sent text of a trace with its items placed in it."""
    context = trace.context
    if context is None or (context.text is None and recorded.context is None):
        return Sent(None, None, None, rebuilt=False, mismatch=())
    seen = recorded.context
    limited = context.budget is not None
    if context.text is None:
        return _rebuild(seen or (), limited=limited)
    text = fold(context.text)
    if seen is None:
        return Sent(text, context.text, None, rebuilt=False, mismatch=(), limited=limited)
    placed = []
    missing = []
    at = 0
    for item in seen:
        place = _place(item, text, at)
        placed.append(place)
        if place.start >= 0 and place.text:
            at = place.start + len(place.text)
        elif item.text:
            missing.append(item.id)
    return Sent(text, context.text, tuple(placed), rebuilt=False, mismatch=tuple(missing), limited=limited)


def _rebuild(items: tuple[Seen, ...], *, limited: bool) -> Sent:
    if any(item.text is None for item in items):
        return Sent(None, None, tuple(Placed(i, i.text, -1, cut=False) for i in items), rebuilt=True, mismatch=())
    placed = []
    at = 0
    for item in items:
        placed.append(Placed(item, item.text, at, cut=item.cut))
        at += len(item.text or "") + 1
    text = "\n".join(item.text or "" for item in items)
    return Sent(text, text, tuple(placed), rebuilt=True, mismatch=(), limited=limited)


def _place(item: Seen, text: str, after: int) -> Placed:
    """Where an item stands in the text: whole, or as much of its beginning as is there."""
    if item.text is None:
        return Placed(item, None, -1, cut=False)
    if not item.text:
        return Placed(item, "", -1, cut=False)
    at = text.find(item.text, after)
    if at < 0:
        at = text.find(item.text)
    if at >= 0:
        return Placed(item, item.text, at, cut=item.cut)
    size = longest_start(item.text, text)
    if size >= min(8, len(item.text)) or (size > 1 and text.endswith(item.text[:size])):
        return Placed(item, item.text[:size], text.find(item.text[:size]), cut=True)
    return Placed(item, "", -1, cut=False)


def hold_in_context(
    index: int, unit: Unit, sent: Sent, holdings: Holdings, corpus: Corpus
) -> tuple[EvidenceLabel, float, tuple[tuple[int, int], ...]]:
    """Label, share and pieces of a unit in the sent text, counting only what the asker may read and is in force."""
    if sent.text is None:
        return _by_items_alone(index, unit, sent, holdings)
    if unit.kind != "quote":
        return _by_id(index, unit, sent, holdings)
    if unit.quote in sent.text:
        if sent.items is None or _legally(unit, sent):
            return "intact", 1.0, ((0, len(unit.quote)),)
    elif sent.items is None:
        return label(unit.quote, [cover(unit.quote, sent.text, conditions=unit.conditions)])
    held: list[Coverage] = []
    for placed in sent.items or ():
        if not placed.seen.legal:
            continue
        if placed.text is None:
            # What this item said is not known, but all that was sent is.
            found: Coverage | None = cover(unit.quote, sent.text, conditions=unit.conditions, edited=False)
        elif placed.text is placed.seen.text:
            found = holdings.of(index, placed.seen)
        else:
            home = placed.seen.doc_id is None or not unit.docs or placed.seen.doc_id in unit.docs
            found = cover(unit.quote, placed.text, conditions=unit.conditions) if home else NOTHING
        if found is not None:
            held.append(found)
    return label(unit.quote, held)


def _legally(unit: Unit, sent: Sent) -> bool:
    """The quote in the sent text does not stand there by an illegal item alone."""
    holders = [p for p in sent.items or () if p.text and unit.quote in p.text]
    return not holders or any(p.seen.legal for p in holders)


def _by_id(
    index: int, unit: Unit, sent: Sent, holdings: Holdings
) -> tuple[EvidenceLabel, float, tuple[tuple[int, int], ...]]:
    """A unit labelled by id is there if its item was sent whole; without a list, if its whole text is there."""
    if sent.items is None:
        if not unit.quote:
            return "unknown", 0.0, ()
        return label(unit.quote, [cover(unit.quote, sent.text or "")])
    best: tuple[EvidenceLabel, float, tuple[tuple[int, int], ...]] = ("absent", 0.0, ())
    for placed in sent.items:
        if not placed.seen.legal:
            continue
        found = holdings.of(index, placed.seen)
        if found is None:
            best = ("unknown", 0.0, ()) if best[0] == "absent" else best
        elif found.whole and (placed.text is None or placed.text is placed.seen.text):
            return "intact", 1.0, ((0, len(unit.quote)),) if unit.quote else ()
        elif found.whole or found.pieces:
            part = label(unit.quote, [cover(unit.quote, placed.text or "")]) if unit.quote and placed.text else None
            if part is not None and part[1] > best[1]:
                best = ("partial", part[1], part[2]) if part[0] == "split" else part
    return best


def _by_items_alone(
    index: int, unit: Unit, sent: Sent, holdings: Holdings
) -> tuple[EvidenceLabel, float, tuple[tuple[int, int], ...]]:
    """The sent text is not known: a listed id still tells where the label is an id, nothing else does."""
    for placed in sent.items or ():
        found = holdings.of(index, placed.seen) if placed.seen.legal else None
        if found is not None and found.whole:
            return "intact", 1.0, ((0, len(unit.quote)),)
    return "unknown", 0.0, ()
