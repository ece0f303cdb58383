"""The offline judge: it says only what it can prove, and `undecided` otherwise.

`supported` needs a near-verbatim sentence, or up to three in a row, of one passage; `contradicted` a named trigger
in one aligned sentence; `overgeneralised` the same sentence with a condition, an exception, a bound or a hedge left
out; `unsupported` a context that was recorded and is empty. Word overlap finds sentences to compare, and never decides.
"""

from collections.abc import Collection, Sequence

from ragstrata.judges import behavior, claims, facts
from ragstrata.judges.passages import Found, find
from ragstrata.judges.protocol import RULES_VERSION, FactMatch, Passage
from ragstrata.judges.statements import words
from ragstrata.records.claim import Claim, Proof, Verdict
from ragstrata.records.names import BehaviorLabel, ClaimLabel, Semantic
from ragstrata.records.question import Fact
from ragstrata.text.fold import fold_case
from ragstrata.text.language import detect_language

NAME = "rules"
_ENOUGH_WORDS = 4
"""Words, or pairs of characters, that a claim must have before sharing none of them means something."""


class RulesJudge:
    """`judges.protocol.Judge` by rules alone: offline, deterministic, without a key."""

    name = NAME
    version = RULES_VERSION

    def split(self, answer: str, language: str, question_id: str, known_ids: Collection[str] = ()) -> tuple[Claim, ...]:
        return claims.split_claims(answer, language, question_id, known_ids)

    def claim(self, claim: Claim, passages: Sequence[Passage], *, context_recorded: bool) -> Verdict:
        return judge_claim(claim, passages, context_recorded=context_recorded)

    def citation(self, claim: Claim, passage: str) -> Semantic:
        return judge_citation(claim, passage)

    def fact(self, fact: Fact, answer: str, language: str) -> FactMatch:
        return facts.match_fact(fact, answer, language)

    def grounds(self, fact: Fact, passage: Passage) -> bool | None:
        return facts.grounds_fact(fact, passage.text)

    def behavior(self, answer: str, language: str) -> tuple[BehaviorLabel, str]:
        return behavior.classify_behavior(answer, language)


def judge_claim(claim: Claim, passages: Sequence[Passage], *, context_recorded: bool) -> Verdict:
    """The rules' word on one claim, with the passage and the words of it that prove the verdict.

    A passage that supports the claim outranks one that does not; a dropped condition outranks a contradiction, since
    the aligned sentence says when the claim is true.

    >>> passages = (Passage("p", "Staff get 20 days of leave. Interns get ten."),)
    >>> claim = Claim(claim_id="q.c1", text="Staff get 20 days of leave.")
    >>> judge_claim(claim, passages, context_recorded=True).label
    'supported'
    """
    if not context_recorded:
        return Verdict(label="undecided", judge=NAME, triggers=("context_not_recorded",))
    if not any(passage.text and not passage.text.isspace() for passage in passages):
        return Verdict(label="unsupported", judge=NAME, triggers=("empty_context",))
    best: tuple[int, Passage, Found] | None = None
    for passage in passages:
        found = find(claim.text, passage.text)
        if found is None:
            continue
        rank = _RANK[found.kind]
        if best is None or rank < best[0]:
            best = (rank, passage, found)
        if rank == 0:
            break
    if best is None:
        return _UNDECIDED
    _, passage, found = best
    proof = Proof(id=passage.id, quote=found.quote)
    return Verdict(label=_LABEL[found.kind], judge=NAME, triggers=found.triggers, proof=proof)


_UNDECIDED = Verdict(label="undecided", judge=NAME)
_RANK = {"same": 0, "inside": 0, "drops_condition": 1, "stronger": 1, "contradicts": 2}
_LABEL: dict[str, ClaimLabel] = {
    "same": "supported",
    "inside": "supported",
    "drops_condition": "overgeneralised",
    "stronger": "overgeneralised",
    "contradicts": "contradicted",
}
_SEMANTIC: dict[ClaimLabel, Semantic] = {
    "supported": "supports",
    "contradicted": "contradicts",
    "overgeneralised": "partial",
}


def judge_citation(claim: Claim, passage_text: str) -> Semantic:
    """Whether a cited passage supports a claim; `irrelevant` only where they have no word in common.

    >>> claim = Claim(claim_id="q.c1", text="The data room is on floor two.")
    >>> judge_citation(claim, "The data room is on floor two."), judge_citation(claim, "Nothing is said here.")
    ('supports', 'undecided')
    """
    verdict = judge_claim(claim, (Passage(id="", text=passage_text),), context_recorded=True)
    semantic = _SEMANTIC.get(verdict.label)
    if semantic is not None:
        return semantic
    return "irrelevant" if _unrelated(claim.text, passage_text) else "undecided"


_PARTICLES = frozenset("的了是在和与及为也都就将会被把由于之而且并等即则着过地得所您你我们这那其该后前内中时有")
"""Characters that tie nothing together."""


def _unrelated(claim: str, passage: str) -> bool:
    """Not one word of the claim stands in the passage, in whatever form, though they are in one language."""
    wanted = words(claim)
    if len(wanted) < _ENOUGH_WORDS or detect_language(claim) != detect_language(passage):
        return False
    folded = fold_case(passage)
    # A Chinese paraphrase may keep single characters only (退, 券): one that is shared is a tie already.
    shared = any(char in folded for word in wanted for char in word if char > "\u2e7f" and char not in _PARTICLES)
    numbers = any(char.isdigit() and char in folded for char in claim)
    return not numbers and not shared and not any(word[:5] in folded for word in wanted)
