"""early_stop_rate and late_stop_rate: when the chain ended."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import undefined
from ragstrata.records.names import Stop, Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Hops


@metric("early_stop_rate", layer="hops", higher_is_better=False)
def early_stop_rate(hops: Hops) -> Score:
    """Of the chains that could have gone on, the share that ended before a whole evidence set was found.

    >>> early_stop_rate(Hops(hops=(), needed=1, stop="early")).value
    1.0
    """
    return _stopped(hops, "early")


@metric("late_stop_rate", layer="hops", higher_is_better=False)
def late_stop_rate(hops: Hops) -> Score:
    """Of the chains that could have gone on, the share that searched again after a whole set had been found.

    >>> late_stop_rate(Hops(hops=(), needed=1, stop="right")).value
    0.0
    """
    return _stopped(hops, "late")


def _stopped(hops: Hops, stop: Stop) -> Score:
    if hops.hops is None:
        return undefined(Undefined.RETRIEVAL_NOT_RECORDED)
    return undefined(Undefined.NOT_APPLICABLE) if hops.stop is None else Score(1.0 if hops.stop == stop else 0.0)
