"""context_recall."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import ContextView


@metric("context_recall", layer="context")
def context_recall(context: ContextView) -> Score:
    """Share of the needed evidence that stands intact in the text that was sent, over the best alternative set.

    A unit that is there only in part does not count. Where a unit's presence cannot be told, there is no value.

    >>> context_recall(ContextView(intact=(True, False), sets=((0, 1),))).value
    0.5
    """
    if context.reason is not None:
        return undefined(context.reason)
    low = max(sum(context.intact[i] is True for i in s) / len(s) for s in context.sets)
    high = max(sum(context.intact[i] is not False for i in s) / len(s) for s in context.sets)
    return Score(low) if low == high else Score(None, Undefined.TEXT_NOT_RECORDED, (low, high))
