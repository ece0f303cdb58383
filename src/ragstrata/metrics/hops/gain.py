"""hop_gain and redundant_hop_rate: what each search was worth."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import share, undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Hops


@metric("hop_gain", layer="hops", reach=(0.0, None))
def hop_gain(hops: Hops) -> Score:
    """Units of evidence new to the chain, per hop.

    >>> from ragstrata.records.views import HopView
    >>> two = (HopView(hop=1, new_evidence=("e1",), redundant=False), HopView(hop=2, new_evidence=(), redundant=True))
    >>> hop_gain(Hops(hops=two, needed=1)).value
    0.5
    """
    if hops.hops is None:
        return Score(None, Undefined.RETRIEVAL_NOT_RECORDED)
    if not hops.needed:
        return undefined(Undefined.NO_EVIDENCE)
    return share(sum(len(hop.new_evidence) for hop in hops.hops), len(hops.hops), Undefined.NO_HOPS)


@metric("redundant_hop_rate", layer="hops", higher_is_better=False)
def redundant_hop_rate(hops: Hops) -> Score:
    """Share of the hops that brought no item unseen so far.

    >>> from ragstrata.records.views import HopView
    >>> two = (HopView(hop=1, new_evidence=("e1",), redundant=False), HopView(hop=2, new_evidence=(), redundant=True))
    >>> redundant_hop_rate(Hops(hops=two, needed=1)).value
    0.5
    """
    if hops.hops is None:
        return undefined(Undefined.RETRIEVAL_NOT_RECORDED)
    return share(sum(hop.redundant for hop in hops.hops), len(hops.hops), Undefined.NO_HOPS)
