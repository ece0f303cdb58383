"""completeness."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import share_with_open, undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Facts


@metric("completeness", layer="answer")
def completeness(facts: Facts) -> Score:
    """Share of the vital gold facts that the answer states together with their conditions.

    A reply that declines states none of them. Undecided facts leave no value, but bounds.

    >>> from ragstrata.records.views import FactView
    >>> labels = ("covered", "covered_without_condition")
    >>> completeness(Facts(facts=tuple(FactView(fact_id=l, vital=True, label=l) for l in labels))).value
    0.5
    """
    if facts.reason is not None:
        return undefined(facts.reason)
    labels = [fact.label for fact in facts.facts if fact.vital]
    covered = sum(label == "covered" for label in labels)
    return share_with_open(covered, sum(label == "undecided" for label in labels), len(labels), Undefined.NO_FACTS)
