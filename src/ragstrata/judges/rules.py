"""The offline judge: it says only what it can prove, and `undecided` otherwise.

`supported` needs a near-verbatim sentence, or up to three in a row, of one passage; `contradicted` a named trigger
in one aligned sentence; `overgeneralised` the same sentence with a condition or exception left out;
`unsupported` a context that was recorded and is empty. Word overlap finds sentences to compare, and never decides.
"""

from collections.abc import Sequence
from functools import lru_cache

from ragstrata.judges import behavior, claims, facts
from ragstrata.judges.matching import Relation, compare, content, statement
from ragstrata.judges.protocol import FactMatch, Passage
from ragstrata.records.claim import Claim, Proof, Verdict
from ragstrata.records.names import BehaviorLabel, Semantic
from ragstrata.records.question import Fact
from ragstrata.text.fold import fold_case
from ragstrata.text.language import detect_language
from ragstrata.text.sentences import sentence_spans

NAME = "rules"
VERSION = "1"
_WINDOW = 3
_RELATED = 0.35
"""Share of a claim's content that a passage must hold before its sentences are compared."""


class RulesJudge:
    """`judges.protocol.Judge` by rules alone: offline, deterministic, without a key."""

    name = NAME
    version = VERSION

    def split(self, answer: str, language: str, question_id: str) -> tuple[Claim, ...]:
        return claims.split_claims(answer, language, question_id)

    def claim(self, claim: Claim, passages: Sequence[Passage], *, context_recorded: bool) -> Verdict:
        return judge_claim(claim, passages, context_recorded=context_recorded)

    def citation(self, claim: Claim, passage: str) -> Semantic:
        return judge_citation(claim, passage)

    def fact(self, fact: Fact, answer: str, language: str) -> FactMatch:
        return facts.match_fact(fact, answer, language)

    def grounds(self, fact: Fact, passage: Passage) -> bool | None:
        if fact.accept is not None:
            return facts.holds_accepted_phrase(fact, passage.text) is not None
        verdict = judge_claim(Claim(claim_id=fact.fact_id, text=fact.text), (passage,), context_recorded=True)
        return True if verdict.label == "supported" else None

    def behavior(self, answer: str, language: str) -> tuple[BehaviorLabel, str]:
        return behavior.classify_behavior(answer, language)


def judge_claim(claim: Claim, passages: Sequence[Passage], *, context_recorded: bool) -> Verdict:
    """The rules' word on one claim, with the passage and the sentence that prove it."""
    if not context_recorded:
        return Verdict(label="undecided", judge=NAME, triggers=("context_not_recorded",))
    if not any(passage.text.strip() for passage in passages):
        return Verdict(label="unsupported", judge=NAME, triggers=("empty_context",))
    best = Verdict(label="undecided", judge=NAME)
    wanted = content(claim.text)
    for passage in passages:
        if not wanted or len(wanted & _words(passage.text)) < _RELATED * len(wanted):
            continue
        for window in _windows(passage.text):
            relation = compare(claim.text, window)
            if relation.kind in ("same", "inside"):
                proof = Proof(id=passage.id, quote=window)
                return Verdict(label="supported", judge=NAME, triggers=("near_verbatim",), proof=proof)
            best = _stronger(best, relation, passage.id, window)
    return best


def _stronger(best: Verdict, relation: Relation, passage_id: str, window: str) -> Verdict:
    """A dropped condition outranks a contradiction: the aligned sentence says when the claim is true."""
    proof = Proof(id=passage_id, quote=window)
    if relation.kind == "drops_condition" and best.label != "overgeneralised":
        return Verdict(label="overgeneralised", judge=NAME, triggers=relation.triggers, proof=proof)
    if relation.kind == "contradicts" and best.label == "undecided":
        return Verdict(label="contradicted", judge=NAME, triggers=relation.triggers, proof=proof)
    return best


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    return content(text)


@lru_cache(maxsize=4096)
def _windows(text: str) -> tuple[str, ...]:
    """The sentences of a passage, then every two and every three in a row."""
    sentences = [text[start:end] for start, end in sentence_spans(text, detect_language(text))]
    joined = [
        " ".join(sentences[i : i + size]) for size in range(2, _WINDOW + 1) for i in range(len(sentences) - size + 1)
    ]
    return (*sentences, *joined)


def judge_citation(claim: Claim, passage: str) -> Semantic:
    """Whether a cited passage supports a claim; `irrelevant` only where they have no content in common."""
    verdict = judge_claim(claim, (Passage(id="", text=passage),), context_recorded=True)
    if verdict.label == "supported":
        return "supports"
    if verdict.label == "contradicted":
        return "contradicts"
    if verdict.label == "overgeneralised":
        return "partial"
    wanted = content(claim.text)
    related = wanted & content(passage) if wanted else {""}
    return "irrelevant" if not related and _same_script(claim.text, passage) else "undecided"


def _same_script(claim: str, passage: str) -> bool:
    """Words can only be missed where both are written in the same script."""
    return (
        bool(statement(claim).tokens)
        and detect_language(claim) == detect_language(passage)
        and fold_case(passage) != ""
    )
