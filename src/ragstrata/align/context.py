"""The context as the metrics see it: which units are intact in the sent text, where, and what each item brings."""

from collections.abc import Iterable

from ragstrata.align.coverage import Coverage, cover, label
from ragstrata.align.gold import Gold
from ragstrata.align.held import Holdings, Touch
from ragstrata.align.sent import Placed, Sent
from ragstrata.records.claim import Span
from ragstrata.records.names import Undefined
from ragstrata.records.views import ContextView, Survival


def view_context(gold: Gold, survival: Survival, sent: Sent, holdings: Holdings) -> ContextView:
    """The sent text against the units that this asker may use."""
    reason = gold.reason
    legal = [unit.legal and unit.broken is None for unit in gold.units]
    sets = tuple(kept for members in gold.sets if (kept := tuple(i for i in members if legal[i])))
    if reason is None and not sets:
        broken = any(unit.broken is not None for unit in gold.units)
        reason = Undefined.BROKEN_LABELS if broken else Undefined.NO_LEGAL_EVIDENCE
    if reason is None and sent.text is None:
        reason = Undefined.CONTEXT_NOT_RECORDED if sent.items is None else Undefined.TEXT_NOT_RECORDED
    labels = [journey.stages.get("context") for journey in survival.units]
    intact = tuple(None if found in (None, "unknown") else found == "intact" for found in labels)
    return ContextView(
        intact=intact,
        sets=sets,
        spans=_spans(gold, sent, intact),
        length=len(sent.text or ""),
        useful=_useful(gold, sent, holdings),
        mismatch=sent.mismatch,
        reason=reason,
    )


def _spans(gold: Gold, sent: Sent, intact: tuple[bool | None, ...]) -> tuple[Span, ...]:
    spans = []
    for unit, there in zip(gold.units, intact, strict=True):
        at = sent.text.find(unit.quote) if there and sent.text and unit.quote else -1
        if at >= 0:
            spans.append(Span(at, at + len(unit.quote)))
    return tuple(spans)


def _useful(gold: Gold, sent: Sent, holdings: Holdings) -> tuple[bool, ...] | None:
    """Per item of the context list, whether it brings evidence that no item before it brought."""
    if sent.items is None:
        return None
    covered: set[int] = set()
    pieces: dict[int, list[Coverage]] = {}
    useful = []
    for placed in sent.items:
        new = False
        for i, found in _touches(gold, placed, holdings) if placed.seen.legal else ():
            if i in covered or found is None or not (found.whole or found.pieces):
                continue
            if not found.whole:
                held = pieces.setdefault(i, [])
                held.append(found)
                if label(gold.units[i].quote, held)[0] != "split":
                    continue
            covered.add(i)
            new = True
        useful.append(new)
    return tuple(useful)


def _touches(gold: Gold, placed: Placed, holdings: Holdings) -> Iterable[Touch]:
    """What an item brings as it was sent: an item that was cut is looked at anew."""
    if placed.text is None or placed.text is placed.seen.text:
        return holdings.touches(placed.seen)
    if not placed.text:
        return ()
    text = placed.text
    return [(i, cover(u.quote, text, conditions=u.conditions)) for i, u in enumerate(gold.units) if u.quote]
