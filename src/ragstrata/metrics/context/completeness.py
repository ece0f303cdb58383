"""context_completeness."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import ContextView


@metric("context_completeness", layer="context")
def context_completeness(context: ContextView) -> Score:
    """1 if the text that was sent holds a whole evidence set, else 0.

    >>> context_completeness(ContextView(intact=(True, False), sets=((0, 1), (0,)))).value
    1.0
    """
    if context.reason is not None:
        return undefined(context.reason)
    if any(all(context.intact[i] is True for i in s) for s in context.sets):
        return Score(1.0)
    if any(all(context.intact[i] is not False for i in s) for s in context.sets):
        return undefined(Undefined.TEXT_NOT_RECORDED)
    return Score(0.0)
