"""context_precision."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import share, undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import ContextView


@metric("context_precision", layer="context")
def context_precision(context: ContextView) -> Score:
    """Share of the items in the context that bring evidence not already there.

    >>> context_precision(ContextView(intact=(True,), sets=((0,),), useful=(False, True))).value
    0.5
    """
    if context.reason is not None:
        return undefined(context.reason)
    if context.useful is None:
        return undefined(Undefined.CONTEXT_NOT_RECORDED)
    return share(sum(context.useful), len(context.useful), Undefined.EMPTY_CONTEXT)
