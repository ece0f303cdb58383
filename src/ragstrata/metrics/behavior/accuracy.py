"""behavior_accuracy."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import undefined
from ragstrata.records.names import MEETS, Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Behavior


@metric("behavior_accuracy", layer="behavior")
def behavior_accuracy(behavior: Behavior) -> Score:
    """1 if the reply does what was expected of it: answer, answer in part, refuse or ask back.

    >>> behavior_accuracy(Behavior(expected="refuse", observed="answer")).value
    0.0
    """
    if behavior.observed is None:
        return undefined(behavior.reason or Undefined.ANSWER_NOT_RECORDED)
    return Score(1.0 if behavior.observed in MEETS[behavior.expected] else 0.0)
