"""evidence_density."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import share, undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import ContextView


@metric("evidence_density", layer="context", higher_is_better=None)
def evidence_density(context: ContextView) -> Score:
    """Share of the sent text's characters (folded) that belong to evidence; overlapping evidence counts once.

    >>> from ragstrata.records.claim import Span
    >>> evidence_density(ContextView(intact=(True,), sets=((0,),), spans=(Span(0, 5), Span(3, 10)), length=40)).value
    0.25
    """
    if context.reason is not None:
        return undefined(context.reason)
    covered, end = 0, 0
    for span in sorted(context.spans, key=lambda s: s.start):
        covered += max(0, span.end - max(span.start, end))
        end = max(end, span.end)
    return share(covered, context.length, Undefined.EMPTY_CONTEXT)
