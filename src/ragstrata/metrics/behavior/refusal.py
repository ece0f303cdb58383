"""refusal_precision and refusal_recall: two halves of one table."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Behavior


@metric("refusal_precision", layer="behavior")
def refusal_precision(behavior: Behavior) -> Score:
    """Of the refusals, the share that was right: one was expected, or the context held no whole evidence set.

    >>> refusal_precision(Behavior(expected="answer", observed="refuse", context_sufficient=True)).value
    0.0
    """
    if behavior.observed is None:
        return undefined(behavior.reason or Undefined.ANSWER_NOT_RECORDED)
    if behavior.observed != "refuse":
        return undefined(Undefined.NOT_APPLICABLE)
    if behavior.expected == "refuse":
        return Score(1.0)
    if behavior.context_sufficient is None:
        return undefined(Undefined.CONTEXT_NOT_RECORDED) if behavior.answerable else Score(0.0)
    return Score(0.0 if behavior.context_sufficient else 1.0)


@metric("refusal_recall", layer="behavior")
def refusal_recall(behavior: Behavior) -> Score:
    """Of the questions that expect a refusal, the share that was refused.

    >>> refusal_recall(Behavior(expected="refuse", observed="refuse")).value
    1.0
    """
    if behavior.expected != "refuse":
        return undefined(Undefined.NOT_APPLICABLE)
    if behavior.observed is None:
        return undefined(behavior.reason or Undefined.ANSWER_NOT_RECORDED)
    return Score(1.0 if behavior.observed == "refuse" else 0.0)
