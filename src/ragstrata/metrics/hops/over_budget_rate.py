"""over_budget_rate."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Hops


@metric("over_budget_rate", layer="hops", higher_is_better=False)
def over_budget_rate(hops: Hops) -> Score:
    """Of the questions with a budget, the share that went over it in hops, tokens, cost or time.

    >>> over_budget_rate(Hops(hops=(), needed=1, has_budget=True, exceeded=("hops",))).value
    1.0
    """
    return Score(1.0 if hops.exceeded else 0.0) if hops.has_budget else undefined(Undefined.NO_BUDGET)
