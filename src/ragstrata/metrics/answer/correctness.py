"""correctness."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import share_with_open, undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Facts


@metric("correctness", layer="answer")
def correctness(facts: Facts) -> Score:
    """Share of the gold facts that the answer touches and gets right.

    A covered fact counts 1; a contradicted one 0, and so does one stated without its conditions, which promises too
    much. A fact that is merely missing is left out: that is what completeness counts. Undefined for a refusal, and
    where every fact is missing.

    >>> from ragstrata.records.views import FactView
    >>> said = tuple(FactView(fact_id=l, vital=True, label=l) for l in ("covered", "contradicted", "missing"))
    >>> correctness(Facts(facts=said)).value
    0.5
    """
    if facts.reason is not None:
        return undefined(facts.reason)
    if not facts.answered:
        return undefined(Undefined.NOT_AN_ANSWER)
    labels = [fact.label for fact in facts.facts if fact.label != "missing"]
    right = sum(label == "covered" for label in labels)
    return share_with_open(right, sum(label == "undecided" for label in labels), len(labels), Undefined.NOTHING_STATED)
