"""over_refusal_rate."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Behavior


@metric("over_refusal_rate", layer="behavior", higher_is_better=False)
def over_refusal_rate(behavior: Behavior) -> Score:
    """Of the answerable questions whose context held a whole evidence set, the share that was refused.

    >>> over_refusal_rate(Behavior(expected="answer", observed="refuse", context_sufficient=True)).value
    1.0
    """
    if not behavior.answerable or not behavior.context_sufficient:
        return undefined(Undefined.NOT_APPLICABLE)
    if behavior.observed is None:
        return undefined(behavior.reason or Undefined.ANSWER_NOT_RECORDED)
    return Score(1.0 if behavior.observed == "refuse" else 0.0)
