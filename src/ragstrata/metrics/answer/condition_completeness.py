"""condition_completeness."""

from ragstrata.metrics.registry import metric
from ragstrata.metrics.scoring import share, undefined
from ragstrata.records.names import Undefined
from ragstrata.records.score import Score
from ragstrata.records.views import Facts


@metric("condition_completeness", layer="answer")
def condition_completeness(facts: Facts) -> Score:
    """Of the conditional facts that the answer states, the share stated with all their conditions.

    >>> from ragstrata.records.views import FactView
    >>> labels = ("covered", "covered_without_condition", "missing")
    >>> condition_completeness(
    ...     Facts(facts=tuple(FactView(fact_id=l, vital=True, label=l, conditions=1) for l in labels))).value
    0.5
    """
    if facts.reason is not None:
        return undefined(facts.reason)
    stated = [f.label for f in facts.facts if f.conditions and f.label in ("covered", "covered_without_condition")]
    return share(sum(label == "covered" for label in stated), len(stated), Undefined.NO_CONDITIONS)
