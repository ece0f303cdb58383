"""Gold facts against a text: by accepted and rejected phrases where there are any, else near-verbatim."""

from ragstrata.judges.passages import find
from ragstrata.judges.phrases import PatternError, find_phrase
from ragstrata.judges.protocol import FactMatch
from ragstrata.judges.statements import content, statement
from ragstrata.records.question import Fact, FactCondition
from ragstrata.text.fold import fold_case
from ragstrata.text.sentences import sentence_spans


def match_fact(fact: Fact, answer: str, language: str) -> FactMatch:
    """What the answer makes of the fact. A rejected phrase outranks an accepted one.

    A phrase that cannot be run leaves the fact undecided, with the reason among the triggers.

    >>> fact = Fact(fact_id="f", text="", accept=("merchant pays",), reject=("buyer pays",))
    >>> match_fact(fact, "The merchant pays, the buyer never pays.", "en").label
    'covered'
    """
    text = fold_case(answer)
    try:
        rejected = next((found for p in fact.reject or () if (found := find_phrase(p, text)) is not None), None)
        if rejected is not None:
            return FactMatch(label="contradicted", proof=rejected, triggers=("rejected_phrase",))
        return _by_text(fact, text, answer, language) if fact.accept is None else _by_phrases(fact, text)
    except PatternError as problem:
        return FactMatch(label="undecided", triggers=(problem.trigger,), proof=str(problem))


def _by_phrases(fact: Fact, text: str) -> FactMatch:
    for phrase in fact.accept or ():
        found = find_phrase(phrase, text)
        if found is not None:
            return _with_conditions(fact, text, found)
    return FactMatch(label="missing")


def _with_conditions(fact: Fact, text: str, found: str) -> FactMatch:
    missing = tuple(c.text for c in fact.conditions or () if not _condition_met(c, text))
    return FactMatch(
        label="covered_without_condition" if missing else "covered", conditions_missing=missing, proof=found
    )


def _condition_met(condition: FactCondition, text: str) -> bool:
    """Some accepted phrase stands anywhere in the answer; without phrases, all that the condition says does."""
    phrases = condition.accept if condition.accept is not None else (condition.text,)
    if any(find_phrase(phrase, text) is not None for phrase in phrases):
        return True
    if condition.accept is not None:
        return False
    wanted = content(condition.text)
    return bool(wanted) and wanted <= content(text)


def _by_text(fact: Fact, text: str, answer: str, language: str) -> FactMatch:
    """Without phrases only a near-verbatim sentence covers, and only a named trigger contradicts."""
    found = find(fact.text, answer)
    if found is not None and found.kind in ("same", "inside"):
        return _with_conditions(fact, text, found.quote)
    for start, end in sentence_spans(answer, language):
        sentence = answer[start:end]
        short = find(sentence, fact.text) if statement(sentence).tokens else None
        if short is not None and short.kind == "drops_condition":
            missing = tuple(c.text for c in fact.conditions or () if not _condition_met(c, text))
            if missing or not fact.conditions:
                return FactMatch(
                    label="covered_without_condition",
                    conditions_missing=missing,
                    proof=sentence,
                    triggers=short.triggers,
                )
    if found is not None and found.kind == "contradicts":
        return FactMatch(label="contradicted", proof=found.quote, triggers=found.triggers)
    return FactMatch(label="undecided")


def holds_accepted_phrase(fact: Fact, text: str) -> str | None:
    """The accepted phrase that a text says; None if it says none, or none that can be run.

    >>> holds_accepted_phrase(Fact(fact_id="f", text="", accept=("each week",)), "A new code each week.")
    'each week'
    """
    folded = fold_case(text)
    for phrase in fact.accept or ():
        try:
            found = find_phrase(phrase, folded)
        except PatternError:
            continue
        if found is not None:
            return found
    return None


def grounds_fact(fact: Fact, text: str) -> bool | None:
    """Whether a passage states the fact: by its accepted phrases, else near-verbatim; None if that cannot be told."""
    if fact.accept is not None:
        return holds_accepted_phrase(fact, text) is not None
    found = find(fact.text, text)
    return True if found is not None and found.kind in ("same", "inside") else None
