"""Ranked lists matched with labels, packed for bulk measures (`records.views.Rankings`)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ragstrata.align.coverage import Coverage, label
from ragstrata.align.gold import Gold
from ragstrata.align.held import Holdings
from ragstrata.align.stages import Seen
from ragstrata.metrics.retrieval.build import gain_of
from ragstrata.records.names import Gain, Undefined
from ragstrata.records.views import Rankings


@dataclass(slots=True, frozen=True)
class RankedList:
    """One question's list before packing; the fields are those of `Rankings`, as plain lists."""

    gain: list[float]
    relevant: list[bool]
    judged: list[bool]
    duplicate: list[bool]
    ideal: list[float]
    relevant_total: int
    nonrelevant_total: int
    need_rank: list[list[int]]
    reason: Undefined | None
    pooled: bool


def rank_list(
    items: tuple[Seen, ...] | None, gold: Gold, holdings: Holdings, gain: Gain, reason: Undefined | None
) -> RankedList:
    """Walk down a list: an item earns the gain of the units it is first to cover, whole or by their last piece.

    holdings: of the ranked units of the gold.
    """
    units, grades = gold.ranked, gold.grades
    rank_at = [0] * len(units)
    pieces: dict[int, list[Coverage]] = {}
    size = len(items or ())
    gains, relevant, duplicate = [0.0] * size, [False] * size, [False] * size
    judged = [grades is None] * size
    together: list[tuple[float, ...]] = []
    ids: set[str] = set()
    texts: set[str] = set()
    for row, seen in enumerate(items or ()):
        duplicate[row] = seen.id in ids or (bool(seen.text) and seen.text in texts)
        ids.add(seen.id)
        if seen.text:
            texts.add(seen.text)
        if grades is not None:
            judged[row] = _key(seen, gold) in grades
    for row, touches in holdings.rows(items or ()):
        repeated = duplicate[row]
        new: list[int] = []
        for i, found in touches:
            if found is None or not units[i].legal or units[i].broken is not None:
                continue
            judged[row] = True
            if rank_at[i]:
                repeated = repeated or found.whole
                continue
            if not found.whole:
                held = pieces.setdefault(i, [])
                held.append(found)
                if label(units[i].quote, held)[0] != "split":
                    continue
            rank_at[i] = row + 1
            new.append(i)
        if new:
            earned = tuple(gain_of(units[i].grade, gain) for i in new)
            gains[row], relevant[row] = sum(earned), True
            if len(earned) > 1:
                together.append(earned)
        duplicate[row] = repeated and not new
    ideal, total = _ideal(gold, gain, together, sum(relevant))
    return RankedList(
        gain=gains,
        relevant=relevant,
        judged=judged,
        duplicate=duplicate,
        ideal=ideal,
        relevant_total=total,
        nonrelevant_total=sum(1 for grade in (grades or {}).values() if grade <= 0),
        need_rank=[[rank_at[i] for i in members] for members in gold.ranked_sets],
        reason=reason,
        pooled=grades is not None,
    )


def _key(seen: Seen, gold: Gold) -> str:
    """What the judgements call this item."""
    return seen.doc_id or seen.id if gold.judged_by == "document" else seen.id


def _ideal(gold: Gold, gain: Gain, together: list[tuple[float, ...]], found: int) -> tuple[list[float], int]:
    """Gains of the best ordering of items known to exist, and how many of those are relevant.

    Units that one known item holds are earned together. A unit that only several pieces hold is earned by the
    last of them, after the others.
    """
    by_home: dict[str, float] = {}
    late: list[list[float]] = []
    for unit in gold.ranked:
        if not unit.legal or unit.broken is not None:
            continue
        earned = gain_of(unit.grade, gain)
        if earned <= 0:
            continue
        if unit.kind == "quote" and len(unit.homes) > 1:
            late.append([0.0] * (len(unit.homes) - 1) + [earned])
        else:
            home = unit.homes[0] if unit.kind == "quote" and unit.homes else f"\0{unit.kind}:{unit.evidence_id}"
            by_home[home] = by_home.get(home, 0.0) + earned
    ideal = sorted(by_home.values(), reverse=True)
    for pieces in sorted(late, key=lambda p: (len(p), -p[-1])):
        ideal.extend(pieces)
    for several in together:
        ideal = _joined(ideal, several)
    total = sum(1 for value in ideal if value > 0)
    return ideal, max(total, found) if found else total


def _joined(ideal: list[float], earned: tuple[float, ...]) -> list[float]:
    """A retrieved item covered several units at once: it is known to exist, so the ideal may use it too."""
    whole = sum(earned)
    if any(value >= whole for value in ideal):
        return ideal
    left = list(ideal)
    for value in earned:
        if value in left:
            left.remove(value)
        else:
            return ideal
    return sorted([*left, whole], reverse=True)


def pack(lists: Sequence[RankedList]) -> Rankings:
    """Many ranked lists as flat arrays."""

    def offsets(sizes: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.concatenate(([0], np.cumsum(sizes, dtype=np.int64))).astype(np.int64)

    sets = [members for one in lists for members in one.need_rank]
    return Rankings(
        offsets=offsets([len(one.gain) for one in lists]),
        gain=np.array([g for one in lists for g in one.gain], dtype=np.float64),
        relevant=np.array([r for one in lists for r in one.relevant], dtype=np.bool_),
        judged=np.array([j for one in lists for j in one.judged], dtype=np.bool_),
        duplicate=np.array([d for one in lists for d in one.duplicate], dtype=np.bool_),
        ideal_offsets=offsets([len(one.ideal) for one in lists]),
        ideal=np.array([g for one in lists for g in one.ideal], dtype=np.float64),
        relevant_total=np.array([one.relevant_total for one in lists], dtype=np.int64),
        nonrelevant_total=np.array([one.nonrelevant_total for one in lists], dtype=np.int64),
        set_offsets=offsets([len(one.need_rank) for one in lists]),
        need_offsets=offsets([len(members) for members in sets]),
        need_rank=np.array([rank for members in sets for rank in members], dtype=np.int64),
        reasons=tuple(one.reason for one in lists),
        pooled=np.array([one.pooled for one in lists], dtype=np.bool_),
    )
