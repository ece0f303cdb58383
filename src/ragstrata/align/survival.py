"""The way of each unit of evidence from the corpus into the text that was sent, and where it was lost."""

from rapidfuzz import fuzz

from ragstrata.align.corpus import Corpus
from ragstrata.align.coverage import Coverage, conditions_missing, label
from ragstrata.align.gold import Gold
from ragstrata.align.held import Holdings
from ragstrata.align.sent import Sent, hold_in_context
from ragstrata.align.stages import Recorded, Seen
from ragstrata.align.units import Unit, as_written
from ragstrata.records.names import EvidenceLabel, EvidenceStage, Undefined
from ragstrata.records.views import Loss, Survival, UnitJourney

_GATES: tuple[EvidenceStage, ...] = ("exists", "authorised", "in_force")
_TWIN = 85.0
"""Similarity (0 to 100) from which a kept passage looks like the one that dedup removed."""

Held = tuple[EvidenceLabel, float, tuple[tuple[int, int], ...]]


def follow(gold: Gold, recorded: Recorded, sent: Sent, holdings: Holdings, corpus: Corpus) -> Survival:
    """Every unit's label at every stage that can be told, and the first place where it stopped being intact."""
    stages = _stages(gold, recorded, corpus)
    held_by_unit = [_way(i, unit, stages, recorded, sent, holdings, corpus) for i, unit in enumerate(gold.units)]
    sufficient = {stage: _sufficient(stage, gold, held_by_unit) for stage in stages}
    saved = sufficient.get("context") is True
    return Survival(
        units=tuple(
            _journey(i, unit, held_by_unit[i], gold, recorded, sent, holdings, saved=saved)
            for i, unit in enumerate(gold.units)
        ),
        sets=gold.sets,
        stages=stages,
        sufficient=sufficient,
        broken=gold.broken,
        reason=gold.reason,
    )


def _stages(gold: Gold, recorded: Recorded, corpus: Corpus) -> tuple[EvidenceStage, ...]:
    if not gold.units:
        return ()
    chunked: tuple[EvidenceStage, ...] = ("chunked",) if corpus.chunks else ()
    return (*_GATES, *chunked, *recorded.order, "context")


def _way(
    index: int,
    unit: Unit,
    stages: tuple[EvidenceStage, ...],
    recorded: Recorded,
    sent: Sent,
    holdings: Holdings,
    corpus: Corpus,
) -> dict[EvidenceStage, Held]:
    whole = ((0, len(unit.quote)),)
    way: dict[EvidenceStage, Held] = {}
    for stage in stages:
        if stage == "exists":
            way[stage] = (unit.exists, 1.0 if unit.exists == "intact" else 0.0, whole)
        elif stage == "authorised":
            way[stage] = _gate(unit.exists, unit.authorised, whole)
        elif stage == "in_force":
            way[stage] = _gate(unit.exists, unit.authorised and unit.in_force, whole)
        elif stage == "chunked":
            way[stage] = (unit.chunked or "unknown", unit.chunked_share, unit.chunked_pieces)
        elif stage == "context":
            way[stage] = hold_in_context(index, unit, sent, holdings, corpus)
        else:
            way[stage] = held_at(index, unit, recorded.lists[stage], holdings)
    return way


def _gate(exists: EvidenceLabel, is_open: bool, whole: tuple[tuple[int, int], ...]) -> Held:
    if exists != "intact":
        return exists, 0.0, ()
    return ("intact", 1.0, whole) if is_open else ("absent", 0.0, ())


def held_at(index: int, unit: Unit, items: tuple[Seen, ...] | None, holdings: Holdings) -> Held:
    """What the legal items of a list hold of a unit."""
    if items is None:
        return "unknown", 0.0, ()
    held: list[Coverage] = []
    unknown = False
    for _, touches in holdings.rows(items):
        for i, found in touches:
            if i != index:
                continue
            if found is None:
                unknown = True
            elif found.whole:
                return "intact", 1.0, ((0, len(unit.quote)),)
            else:
                held.append(found)
    result = label(unit.quote, held)
    return ("unknown", result[1], result[2]) if unknown and result[0] != "split" else result


def _sufficient(stage: EvidenceStage, gold: Gold, ways: list[dict[EvidenceStage, Held]]) -> bool | None:
    """Whether some whole set is there, readable and in force. Before the gates, being there is enough."""
    unknown = False
    for members in gold.sets:
        labels = [ways[i][stage][0] for i in members]
        if stage not in ("exists", "authorised") and not all(gold.units[i].legal for i in members):
            continue
        if all(found == "intact" for found in labels):
            return True
        unknown = unknown or all(found in ("intact", "unknown") for found in labels)
    return None if unknown else False


def _journey(
    index: int,
    unit: Unit,
    way: dict[EvidenceStage, Held],
    gold: Gold,
    recorded: Recorded,
    sent: Sent,
    holdings: Holdings,
    *,
    saved: bool,
) -> UnitJourney:
    lost_at = None if saved else _lost_at(way)
    missing: tuple[str, ...] = ()
    if unit.conditions and lost_at is not None:
        last = next((held for stage, held in reversed(way.items()) if held[0] != "unknown"), None)
        if last is not None and last[0] in ("partial", "absent"):
            missing = tuple(unit.said[i] for i in conditions_missing(unit.quote, last[2], unit.conditions))
    needed = any(index in members for members in gold.sets)
    return UnitJourney(
        evidence_id=unit.evidence_id,
        text=unit.text,
        doc_id=unit.docs[0] if unit.docs else (unit.key or None),
        needed=needed,
        stages={stage: held[0] for stage, held in way.items()},
        shares={stage: round(held[1], 4) for stage, held in way.items() if held[0] == "partial"},
        lost_at=lost_at,
        conditions=unit.said,
        conditions_lost=missing,
        rank=rank_of(index, unit, recorded.ranked, holdings),
        approximate=unit.approximate,
        loss=_loss(index, unit, lost_at, way, recorded, sent, holdings) if lost_at is not None else None,
    )


def _lost_at(way: dict[EvidenceStage, Held]) -> EvidenceStage | None:
    """The first stage that is not intact after the last one that is. A closed gate is never opened again."""
    for gate in _GATES:
        if way[gate][0] != "intact":
            return None if way[gate][0] == "unknown" else gate
    lost: EvidenceStage | None = None
    for stage, (found, _, _) in way.items():
        if found == "intact":
            lost = None
        elif lost is None and found != "unknown":
            lost = stage
    return lost


def rank_of(index: int, unit: Unit, ranked: tuple[Seen, ...] | None, holdings: Holdings) -> int | None:
    """1-based rank at which the unit is covered: by one item, or by the last of its pieces. None: never."""
    held: list[Coverage] = []
    for row, touches in holdings.rows(ranked or ()):
        for i, found in touches:
            if i != index or found is None:
                continue
            held.append(found)
            if found.whole or label(unit.quote, held)[0] == "split":
                return row + 1
    return None


def _loss(
    index: int,
    unit: Unit,
    lost_at: EvidenceStage,
    way: dict[EvidenceStage, Held],
    recorded: Recorded,
    sent: Sent,
    holdings: Holdings,
) -> Loss:
    """How the unit was lost, with the text that shows it."""
    if lost_at == "exists":
        return Loss(kind="not_in_corpus", proof=unit.text)
    if lost_at == "authorised":
        return Loss(kind="not_readable", proof=unit.text, item_id=unit.docs[0] if unit.docs else None)
    if lost_at == "in_force":
        return Loss(kind="not_in_force", proof=unit.text, item_id=unit.docs[0] if unit.docs else None)
    if lost_at == "chunked":
        cuts = tuple(sorted({piece for found in unit.by_chunk.values() for piece in found.pieces}))
        return Loss(kind="split_by_chunking", proof=" ┊ ".join(as_written(unit.text, cuts)))
    if lost_at == "retrieved":
        return Loss(kind="not_retrieved", proof=_kept(unit, way["retrieved"][2]))
    before, holder = _holder_before(index, unit, lost_at, recorded, holdings)
    rank = before.index(holder) + 1 if holder is not None else None
    holder_id = holder.id if holder is not None else None
    if lost_at == "deduplicated":
        return _dedup_loss(index, unit, holder, rank, recorded, holdings)
    if lost_at in ("packed", "context"):
        part = _kept(unit, way[lost_at][2])
        kind = "cut_mid_sentence" if part else "cut_whole"
        if lost_at == "context" and not part and not sent.limited:
            kind = "unexplained"
        if lost_at == "context" and sent.text is not None and holder_id in sent.mismatch:
            kind = "altered"
        return Loss(
            kind=kind,
            proof=part or ((holder.raw or "") if holder is not None else ""),
            item_id=holder_id,
            rank_before=rank,
        )
    return Loss(kind="dropped", proof=unit.text, item_id=holder_id, rank_before=rank)


def _holder_before(
    index: int, unit: Unit, lost_at: EvidenceStage, recorded: Recorded, holdings: Holdings
) -> tuple[tuple[Seen, ...], Seen | None]:
    """The list just before the loss, and the item in it that held the unit."""
    order = recorded.order
    earlier = order[: order.index(lost_at)] if lost_at in order else order
    for stage in reversed(earlier):
        items = recorded.lists[stage] or ()
        for seen in items:
            found = holdings.of(index, seen)
            if found is not None and found.whole and seen.legal:
                return items, seen
    return (), None


def _dedup_loss(
    index: int, unit: Unit, holder: Seen | None, rank: int | None, recorded: Recorded, holdings: Holdings
) -> Loss:
    for seen in recorded.lists["deduplicated"] or ():
        found = holdings.of(index, seen)
        if found is not None and found.whole and not seen.legal:
            return Loss(kind="twin_unusable", proof=seen.raw or "", item_id=seen.id, rank_before=rank)
    if holder is not None and holder.text:
        for seen in recorded.lists["deduplicated"] or ():
            if seen.text and fuzz.ratio(seen.text, holder.text) >= _TWIN:
                return Loss(kind="false_twin", proof=seen.raw or "", item_id=seen.id, rank_before=rank)
    return Loss(kind="dropped", proof=unit.text, item_id=holder.id if holder is not None else None, rank_before=rank)


def _kept(unit: Unit, pieces: tuple[tuple[int, int], ...]) -> str:
    return " … ".join(as_written(unit.text, pieces))


def retrieval_reason(recorded: Recorded, gold: Gold) -> Undefined | None:
    """Why rank measures have no value for this trace, or None."""
    if gold.ranked_reason is not None:
        return gold.ranked_reason
    return Undefined.RETRIEVAL_NOT_RECORDED if recorded.ranked is None else None
