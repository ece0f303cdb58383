"""false_answer_rate."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Behavior


@metric("false_answer_rate", layer="behavior", higher_is_better=False)
def false_answer_rate(behavior: Behavior) -> Score:
    """Of the questions that expect a refusal or a question back, the share that was answered.

    >>> false_answer_rate(Behavior(expected="clarify", observed="answer", answerable=False)).value
    1.0
    """
    if behavior.expected not in ("refuse", "clarify"):
        return undefined(Undefined.NOT_APPLICABLE)
    if behavior.observed is None:
        return undefined(behavior.reason or Undefined.ANSWER_NOT_RECORDED)
    return Score(1.0 if behavior.observed in ("answer", "partial") else 0.0)
