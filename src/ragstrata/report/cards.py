"""One question as a card: every text clean and of bounded length, every score a number or a reason."""

import re
from collections.abc import Mapping, Sequence

from ragstrata.records.result import ClaimResult, CostResult, EvidenceResult, FactResult, QuestionResult
from ragstrata.report.drawn import ClaimCard, FactCard, HopCard, QuestionCard, ScoreCell, UnitCard
from ragstrata.report.foreign import clean, clean_line, shorten, shorten_id
from ragstrata.report.gathered import verdict_of
from ragstrata.report.numbers import format_count, format_duration, format_interval, format_money, format_value
from ragstrata.report.words import Words

_MANY = 50
"""At most so many units, facts, claims, hops or tags of one question are shown."""


def make_card(
    result: QuestionResult, metrics: Sequence[str], reasons: dict[str, int], words: Words, longest: int
) -> QuestionCard:
    """The card of one question. reasons: places of the reasons met so far; new ones are added."""

    def text(raw: str) -> str:
        whole = clean(raw)
        return shorten(whole, longest, words.say("page", "shortened", count=f"{len(whole):,}"))

    cause = result.cause
    return QuestionCard(
        id=shorten_id(result.question_id),
        verdict=verdict_of(result),
        question=text(result.question),
        answer=text(result.answer) if result.answer is not None else None,
        repeat=result.repeat,
        cause=cause.primary,
        also=cause.secondary,
        status=cause.status,
        why=text(cause.why),
        detail=word_detail(cause.detail, words),
        flags=result.flags,
        tags=tuple(shorten_id(tag) for tag in result.tags[:_MANY]),
        criteria={clean_line(name): met for name, met in result.criteria.items()},
        expected=result.behavior.expected,
        observed=result.behavior.observed,
        observed_proof=text(result.behavior.proof),
        evidence=tuple(_unit(unit, longest, words) for unit in result.evidence[:_MANY]),
        facts=tuple(_fact(fact, longest) for fact in result.facts[:_MANY]),
        claims=tuple(_claim(claim, longest) for claim in result.claims[:_MANY]),
        hops=tuple(
            HopCard(
                hop=hop.hop,
                query=text(hop.query) if hop.query is not None else None,
                new=tuple(shorten_id(unit) for unit in hop.new_evidence[:_MANY]),
                redundant=hop.redundant,
            )
            for hop in result.hops[:_MANY]
        ),
        stop=result.stop,
        cost=_cost(result.cost, words),
        scores=tuple(_score(result, name, reasons) for name in metrics),
    )


def word_detail(detail: str | None, words: Words) -> str | None:
    """The detail of a cause in words; none where it is how a unit was lost, since the unit tells that itself."""
    if detail is None or detail in words.groups["loss"]:
        return None
    return words.name("detail", detail)


def _unit(unit: EvidenceResult, longest: int, words: Words) -> UnitCard:
    whole = clean(unit.text)
    shown = shorten(whole, longest, words.say("page", "shortened", count=f"{len(whole):,}"))
    lost = tuple(clean_line(condition) for condition in unit.conditions_lost)
    kept = tuple(clean_line(condition) for condition in unit.conditions)
    return UnitCard(
        id=shorten_id(unit.evidence_id),
        text=mark_conditions(shown, kept, lost),
        stages=tuple(
            (stage, label, _share(unit.shares.get(stage)) if label in ("partial", "split") else "")
            for stage, label in unit.stages.items()
        ),
        doc=shorten_id(unit.doc_id) if unit.doc_id is not None else None,
        needed=unit.needed,
        rank=unit.rank,
        approximate=unit.approximate,
        lost_at=unit.lost_at,
        loss=unit.loss,
        proof=shorten(clean(unit.proof), longest),
        conditions_lost=tuple(shorten(condition, longest) for condition in lost),
    )


def _share(share: float | None) -> str:
    return f"{100 * share:.0f}%" if share is not None else ""


def mark_conditions(text: str, conditions: Sequence[str], lost: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The text in pieces, those that are conditions marked `condition`, or `lost` where they went missing.

    >>> mark_conditions("once verified, free", ("once verified",), ())
    (('condition', 'once verified'), ('', ', free'))
    """
    kinds: Mapping[str, str] = {
        **{c.casefold(): "condition" for c in conditions if c},
        **{c.casefold(): "lost" for c in lost if c},
    }
    if not kinds:
        return (("", text),)
    longest_first = sorted(kinds, key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)
    pieces: list[tuple[str, str]] = []
    end = 0
    for found in pattern.finditer(text):
        if found.start() > end:
            pieces.append(("", text[end : found.start()]))
        pieces.append((kinds.get(found.group().casefold(), "condition"), found.group()))
        end = found.end()
    if end < len(text) or not pieces:
        pieces.append(("", text[end:]))
    return tuple(pieces)


def _fact(fact: FactResult, longest: int) -> FactCard:
    return FactCard(
        id=shorten_id(fact.fact_id),
        label=fact.label,
        importance=fact.importance,
        text=shorten(clean(fact.text), longest),
        missing=tuple(shorten(clean_line(condition), longest) for condition in fact.conditions_missing[:_MANY]),
        grounded=fact.grounded,
        judge=shorten_id(fact.judge),
        proof=shorten(clean(fact.proof), longest),
    )


def _claim(claim: ClaimResult, longest: int) -> ClaimCard:
    return ClaimCard(
        text=shorten(clean(claim.text), longest),
        label=claim.label,
        judge=shorten_id(claim.judge),
        triggers=tuple(shorten_id(trigger) for trigger in claim.triggers[:_MANY]),
        proof=shorten(clean(claim.proof), longest),
        proof_id=shorten_id(claim.proof_id) if claim.proof_id is not None else None,
        citations=tuple(
            (
                shorten_id(citation.marker) if citation.marker is not None else None,
                shorten_id(citation.id) if citation.id is not None else None,
                citation.structural,
                citation.semantic,
            )
            for citation in claim.citations[:_MANY]
        ),
    )


def _cost(cost: CostResult, words: Words) -> tuple[str, ...]:
    said = []
    if cost.tokens is not None:
        said.append(f"{words.say('cost', 'tokens')} {format_count(cost.tokens)}")
    if cost.cost_usd is not None:
        said.append(format_money(cost.cost_usd, words))
    if cost.latency_ms is not None:
        said.append(format_duration(cost.latency_ms, words))
    return tuple(said)


def _score(result: QuestionResult, name: str, reasons: dict[str, int]) -> ScoreCell:
    if name not in result.scores:
        return None
    value, bounds = result.scores[name], result.bounds.get(name)
    if value is not None:
        return f"{format_value(value)} [{format_interval(bounds)}]" if bounds is not None else format_value(value)
    place = reasons.setdefault(str(result.undefined.get(name, "not_applicable")), len(reasons))
    return (place, format_interval(bounds)) if bounds is not None else place
