"""Gold facts against a text: by accepted and rejected phrases where there are any, else near-verbatim."""

import re

from ragstrata.judges.matching import compare, content
from ragstrata.judges.phrases import find_phrase
from ragstrata.judges.protocol import FactMatch
from ragstrata.records.question import Fact, FactCondition
from ragstrata.text.fold import fold_case
from ragstrata.text.sentences import sentence_spans


def match_fact(fact: Fact, answer: str, language: str) -> FactMatch:
    """What the answer makes of the fact. A rejected phrase outranks an accepted one.

    >>> fact = Fact(fact_id="f", text="", accept=("merchant pays",), reject=("buyer pays",))
    >>> match_fact(fact, "The merchant pays, the buyer never pays.", "en").label
    'covered'
    """
    text = fold_case(answer)
    try:
        return _by_phrases(fact, text) if fact.accept is not None else _by_text(fact, text, answer, language)
    except re.error as error:
        return FactMatch(label="undecided", triggers=("invalid_pattern",), proof=str(error))


def _by_phrases(fact: Fact, text: str) -> FactMatch:
    rejected = _rejected(fact, text)
    if rejected is not None:
        return rejected
    for phrase in fact.accept or ():
        found = find_phrase(phrase, text)
        if found is not None:
            return _with_conditions(fact, text, found)
    return FactMatch(label="missing")


def _rejected(fact: Fact, text: str) -> FactMatch | None:
    for phrase in fact.reject or ():
        found = find_phrase(phrase, text)
        if found is not None:
            return FactMatch(label="contradicted", proof=found, triggers=("rejected_phrase",))
    return None


def _with_conditions(fact: Fact, text: str, found: str) -> FactMatch:
    missing = tuple(c.text for c in fact.conditions or () if not _condition_met(c, text))
    return FactMatch(
        label="covered_without_condition" if missing else "covered", conditions_missing=missing, proof=found
    )


def _condition_met(condition: FactCondition, text: str) -> bool:
    """Some accepted phrase stands anywhere in the answer; without phrases, all that the condition says does."""
    phrases = condition.accept or (condition.text,)
    if any(find_phrase(phrase, text) is not None for phrase in phrases):
        return True
    return condition.accept is None and content(condition.text) <= content(text)


def _by_text(fact: Fact, text: str, answer: str, language: str) -> FactMatch:
    """Without phrases only a near-verbatim sentence covers, and only a named trigger contradicts."""
    rejected = _rejected(fact, text)
    if rejected is not None:
        return rejected
    outcome = FactMatch(label="undecided")
    for start, end in sentence_spans(answer, language):
        sentence = answer[start:end]
        relation = compare(sentence, fact.text)
        if relation.kind in ("same", "inside"):
            return _with_conditions(fact, text, sentence)
        if relation.kind == "holds":
            return _with_conditions(fact, text, sentence)
        if relation.kind == "contradicts":
            outcome = FactMatch(label="contradicted", proof=sentence, triggers=relation.triggers)
    return outcome


def holds_accepted_phrase(fact: Fact, text: str) -> str | None:
    """The accepted phrase that a text says, None if it says none (or one that is not valid)."""
    folded = fold_case(text)
    try:
        return next((f for phrase in fact.accept or () if (f := find_phrase(phrase, folded)) is not None), None)
    except re.error:
        return None
