"""The answer against what was sent and against the gold: claims, facts, citations, behaviour."""

from dataclasses import dataclass

from ragstrata.align.citations import attach, known_ids, read_citations
from ragstrata.align.gold import Gold
from ragstrata.align.sent import Placed, Sent
from ragstrata.align.stages import Recorded, Seen
from ragstrata.judges.protocol import Judge, Passage
from ragstrata.records.claim import Claim, JudgedClaimView, Span, Verdict
from ragstrata.records.names import BehaviorLabel, Undefined
from ragstrata.records.question import Fact
from ragstrata.records.trace import JudgedFact, Trace
from ragstrata.records.views import Behavior, Claims, Facts, FactView, Survival
from ragstrata.text.fold import fold_case

RECORDED = "recorded"
"""The judge's name where a verdict came with the trace: a person's, or an earlier judge's."""

_ANSWERS = ("answer", "partial")


@dataclass(slots=True, frozen=True)
class AnswerViews:
    """What the answer layer is judged on. shown: illegal passages that the answer cites or alone rests on."""

    claims: Claims
    facts: Facts
    behavior: Behavior
    shown: tuple[Seen, ...]


def view_answer(
    trace: Trace, gold: Gold, sent: Sent, recorded: Recorded, survival: Survival, judge: Judge, language: str
) -> AnswerViews:
    """All verdicts on one answer. Recorded ones outrank the judge."""
    observed, proof = observe(trace, judge, language)
    behavior = _behavior(gold, survival, observed, proof)
    passages = _passages(sent)
    facts = _facts(trace, gold, sent, survival, passages, observed, judge, language)
    claims, shown = _claims(trace, gold, sent, recorded, passages, facts, observed, judge, language)
    return AnswerViews(claims=claims, facts=facts, behavior=behavior, shown=shown)


def observe(trace: Trace, judge: Judge, language: str) -> tuple[BehaviorLabel | None, str]:
    """What the reply does, and the words that show it; None if it was not recorded."""
    if trace.judgements is not None and trace.judgements.behavior is not None:
        return trace.judgements.behavior, RECORDED
    if trace.error is not None:
        return "error", trace.error
    if trace.answer is None or trace.answer.text is None:
        return None, ""
    return judge.behavior(trace.answer.text, language)


def _behavior(gold: Gold, survival: Survival, observed: BehaviorLabel | None, proof: str) -> Behavior:
    expect = gold.question.expect or "answer"
    nothing_legal = gold.ranked_reason == Undefined.NO_LEGAL_EVIDENCE and gold.reason is None
    return Behavior(
        expected="refuse" if nothing_legal else expect,
        observed=observed,
        proof=proof,
        answerable=expect in _ANSWERS,
        context_sufficient=survival.sufficient.get("context") if survival.sets else None,
        reason=Undefined.ANSWER_NOT_RECORDED if observed is None else None,
    )


def _passages(sent: Sent) -> tuple[Passage, ...]:
    """What was sent, piece by piece; in one piece where no list says how it was built."""
    if sent.text is None:
        return ()
    if sent.items is None:
        return (Passage(id="context", text=sent.raw or ""),) if sent.text else ()
    pieces = [(p.seen.id, p.seen.raw if p.text is p.seen.text else p.text) for p in sent.items if p.text]
    if not pieces and sent.text:
        return (Passage(id="context", text=sent.raw or ""),)
    return tuple(Passage(id=i, text=text or "") for i, text in pieces)


def _facts(
    trace: Trace,
    gold: Gold,
    sent: Sent,
    survival: Survival,
    passages: tuple[Passage, ...],
    observed: BehaviorLabel | None,
    judge: Judge,
    language: str,
) -> Facts:
    labelled = gold.question.facts or ()
    if not labelled:
        return Facts(reason=Undefined.NO_FACTS)
    if observed is None:
        return Facts(reason=Undefined.ANSWER_NOT_RECORDED)
    if observed == "error":
        return Facts(reason=Undefined.PIPELINE_ERROR)
    text = trace.answer.text if trace.answer is not None and trace.answer.text is not None else ""
    said = trace.judgements.facts if trace.judgements is not None else None
    verdicts = {fact.fact_id: fact for fact in said or ()}
    views = tuple(
        _fact(fact, text, verdicts.get(fact.fact_id), gold, sent, survival, passages, judge, language)
        for fact in labelled
    )
    return Facts(facts=views, answered=observed in _ANSWERS)


def _fact(
    fact: Fact,
    answer: str,
    recorded: JudgedFact | None,
    gold: Gold,
    sent: Sent,
    survival: Survival,
    passages: tuple[Passage, ...],
    judge: Judge,
    language: str,
) -> FactView:
    match = judge.fact(fact, answer, language)
    label = match.label if recorded is None else recorded.label
    grounded, by = None, None
    if label in ("covered", "covered_without_condition"):
        grounded, by = _grounded(fact, gold, sent, survival, passages, judge)
    return FactView(
        fact_id=fact.fact_id,
        vital=fact.importance != "okay",
        label=label,
        conditions=len(fact.conditions or ()),
        conditions_missing=match.conditions_missing if label == "covered_without_condition" else (),
        grounded=grounded,
        by=by,
        judge=judge.name if recorded is None else RECORDED,
        proof=match.proof,
        text=fact.text,
    )


def _grounded(
    fact: Fact, gold: Gold, sent: Sent, survival: Survival, passages: tuple[Passage, ...], judge: Judge
) -> tuple[bool | None, str | None]:
    """Whether what was sent holds the fact: by its gold evidence, or in a legal passage outside of it."""
    if sent.text is None:
        return None, None
    if _gold_is_sent(fact, gold, survival):
        return True, "gold"
    legal = {p.seen.id for p in sent.items if p.seen.legal} if sent.items is not None else None
    usable = [p for p in passages if legal is None or p.id in legal or p.id == "context"]
    gold_docs = {doc for unit in gold.units for doc in unit.docs}
    undecided = False
    for passage in usable:
        holds = judge.grounds(fact, passage)
        if holds:
            return True, "gold_part" if _doc_of(passage, sent) in gold_docs else "non_gold"
        undecided = undecided or holds is None
    return (None, None) if undecided else (False, None)


def _doc_of(passage: Passage, sent: Sent) -> str | None:
    return next((p.seen.doc_id for p in sent.items or () if p.seen.id == passage.id), None)


def _gold_is_sent(fact: Fact, gold: Gold, survival: Survival) -> bool:
    intact = {unit.evidence_id for unit in survival.units if unit.stages.get("context") == "intact"}
    needs = set(fact.evidence or ())
    if not needs:
        return survival.sufficient.get("context") is True
    sets = [{gold.units[i].evidence_id for i in members} & needs for members in gold.sets]
    wanted = [members for members in sets if members] or [needs]
    return any(members <= intact for members in wanted)


def _claims(
    trace: Trace,
    gold: Gold,
    sent: Sent,
    recorded: Recorded,
    passages: tuple[Passage, ...],
    facts: Facts,
    observed: BehaviorLabel | None,
    judge: Judge,
    language: str,
) -> tuple[Claims, tuple[Seen, ...]]:
    if observed is None:
        return Claims(reason=Undefined.ANSWER_NOT_RECORDED), ()
    if observed == "error":
        return Claims(reason=Undefined.PIPELINE_ERROR), ()
    answer = trace.answer
    text = answer.text if answer is not None and answer.text is not None else ""
    judged = trace.judgements.claims if trace.judgements is not None else None
    if judged is not None:
        split = _recorded_claims([c.text for c in judged], text, gold.question.question_id)
        verdicts = [Verdict(label=c.label, judge=RECORDED) for c in judged]
    elif observed not in _ANSWERS:
        return Claims(reason=Undefined.NOT_AN_ANSWER), ()
    else:
        split = judge.split(text, language, gold.question.question_id, known_ids(sent, recorded))
        if observed == "partial":
            # What says that something cannot be answered is behaviour, not a claim about the world.
            split = tuple(c for c in split if judge.behavior(c.text, language)[0] != "refuse") or split
        verdicts = [judge.claim(claim, passages, context_recorded=sent.recorded) for claim in split]
    cited = read_citations(answer, sent, recorded) if answer is not None else []
    attached = attach(split, cited, judged, judge, text_known=sent.recorded)
    stated = [_states(claim, facts, passages) for claim in split]
    views = tuple(
        JudgedClaimView(claim=claim, verdict=verdict, citations=citations, states=states)
        for claim, verdict, citations, states in zip(split, verdicts, attached, stated, strict=True)
    )
    reason = None
    if observed not in _ANSWERS:
        reason = Undefined.NOT_AN_ANSWER
    elif gold.question.expect == "chat" and judged is None:
        reason = Undefined.NOT_APPLICABLE  # small talk rests on no source
    elif judged is None and not sent.recorded:
        reason = Undefined.CONTEXT_NOT_RECORDED
    elif not views:
        reason = Undefined.NO_CLAIMS
    ungrounded = any(fact.label == "covered" and fact.grounded is False for fact in facts.facts)
    shown = _shown(views, [c.placed for c in cited], passages, sent, judge)
    return Claims(claims=views, ungrounded=ungrounded, reason=reason), shown


def _recorded_claims(texts: list[str], answer: str, question_id: str) -> tuple[Claim, ...]:
    claims = []
    at = 0
    for number, text in enumerate(texts, 1):
        found = answer.find(text.rstrip("。.!?！？ "), at)
        span = Span(found, found + len(text)) if found >= 0 else None
        at = found + 1 if found >= 0 else at
        claims.append(Claim(claim_id=f"{question_id}.c{number}", text=text, span=span))
    return tuple(claims)


def _states(claim: Claim, facts: Facts, passages: tuple[Passage, ...]) -> tuple[str, ...]:
    """Covered, grounded facts that this claim states, if it says no number that nothing sent says."""
    said = fold_case(claim.text)
    stated = [f for f in facts.facts if f.label == "covered" and f.grounded and f.proof and fold_case(f.proof) in said]
    if not stated:
        return ()
    sent = fold_case("\n".join(p.text for p in passages))
    numbers = (word for word in said.replace(",", " ").split() if any(char.isdigit() for char in word))
    return tuple(f.fact_id for f in stated) if all(number.strip(".,;:!?") in sent for number in numbers) else ()


def _shown(
    claims: tuple[JudgedClaimView, ...],
    cited: list[Placed | None],
    passages: tuple[Passage, ...],
    sent: Sent,
    judge: Judge,
) -> tuple[Seen, ...]:
    """Illegal passages that the answer cites, or that alone support what it says."""
    illegal = {p.seen.id: p.seen for p in sent.items or () if not p.seen.legal}
    if not illegal:
        return ()
    shown = {p.seen.id: p.seen for p in cited if p is not None and p.seen.id in illegal}
    legal = tuple(p for p in passages if p.id not in illegal)
    for view in claims:
        proof = view.verdict.proof
        if view.verdict.label != "supported" or proof is None or proof.id not in illegal:
            continue
        if judge.claim(view.claim, legal, context_recorded=True).label != "supported":
            shown[proof.id] = illegal[proof.id]
    return tuple(shown.values())
