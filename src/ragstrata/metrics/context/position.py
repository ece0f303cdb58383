"""evidence_position."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import ContextView


@metric("evidence_position", layer="context", higher_is_better=None)
def evidence_position(context: ContextView) -> Score:
    """Where the evidence stands in the sent text: 0 at its beginning, 1 at its end; the mean over the units there.

    Undefined where no unit stands in it.

    >>> from ragstrata.records.claim import Span
    >>> evidence_position(ContextView(intact=(True,), sets=((0,),), spans=(Span(30, 40),), length=70)).value
    0.5
    """
    if context.reason is not None:
        return undefined(context.reason)
    if not context.spans:
        return undefined(Undefined.EVIDENCE_NOT_SENT if context.length else Undefined.EMPTY_CONTEXT)
    middles = [(span.start + span.end) / 2 / context.length for span in context.spans]
    return Score(sum(middles) / len(middles))
